"""The answer to one problem on the command line, without typer, whose import takes longer than an
answer."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sumc.cli.output import DONE, NO, console, print_json, show_hint, working
from sumc.errors import printable
from sumc.solving.confidence import percent

if TYPE_CHECKING:  # imported when something is drawn
    from rich.table import Table

    from sumc.algebra.nodes import Leaf
    from sumc.solving.solution import Solution
    from sumc.solving.solver import Solver


class Request(NamedTuple):
    """One problem and how to answer it."""

    text: str
    model: str = "auto"
    min_confidence: float = 0.0
    explain: bool = False
    as_json: bool = False


def read_request(arguments: Sequence[str]) -> Request | None:
    """What plain arguments ask for; None for what typer has to handle: help, files, mistakes.

    >>> request = read_request(["--model", "en", "How much is 3 and 4?", "--json"])
    >>> request == Request("How much is 3 and 4?", model="en", as_json=True)
    True
    >>> read_request(["--help"])
    """
    waiting = list(arguments)
    model, texts = "auto", []
    flags = {"--explain": False, "--json": False}
    while waiting:
        argument = waiting.pop(0)
        if argument in flags:
            flags[argument] = True
        elif argument == "--model" and waiting:
            model = waiting.pop(0)
        elif argument.startswith("-"):
            return None
        else:
            texts.append(argument)
    if len(texts) != 1:
        return None
    return Request(texts[0], model, explain=flags["--explain"], as_json=flags["--json"])


def answer(request: Request) -> int:
    """Solve a problem and show the solution; the exit code."""
    solver = load_solver(request.model, request.min_confidence)
    solution = solver.solve(_in_utf8(request.text))
    if request.as_json:
        print_json(solution.to_json(explain=request.explain))
    else:
        _show(solution)
        if request.explain and solution.tree is not None:
            _show_explanation(solution)
        if lost_dollar(request.text):
            show_hint(LOST_DOLLAR)
    return DONE if solution.reason is None else NO


def load_solver(model: str, least: float) -> "Solver":
    """A solver; loading a model of one's own may need torch, which takes seconds."""
    from sumc.solving.solver import CHOICES, SHIPPED, Solver

    if model in (*CHOICES, *SHIPPED):
        return Solver.load(model, min_confidence=least)
    with working("loading the model"):
        return Solver.load(model, min_confidence=least)


def lost_dollar(text: str) -> bool:
    """Whether a shell seems to have taken a $ and a digit out of a text about money.

    >>> lost_dollar("A pen costs 0 and he buys 3."), lost_dollar("A pen costs . How much are 3?")
    (True, True)
    >>> lost_dollar("A pen costs $20 and he buys 3."), lost_dollar("There are 0 pens.")
    (False, False)
    """
    return bool(_MONEY.search(text) and _GAP.search(text))


def lost_amount(text: str) -> bool:
    """Whether a shell seems to have taken a $ and a digit out of a sum.

    >>> [lost_amount(text) for text in ("+2", "3*+2", "0+2", "2*0.5", "3*12-7", "-5+2", "10-2")]
    [True, True, True, False, False, False, False]
    """
    return bool(_GAP_IN_A_SUM.search(text))


_GAP_IN_A_SUM = re.compile(r"(?:^|[-+*/×÷=(])\s*(?:[+*/×÷)]|0+(?![0-9.]))")
_MONEY = re.compile(
    r"\b(?:costs?|price|paid|pays?|spen[dt]|earn|sold|sells?|buys?|bought|worth)", re.I
)
_GAP = re.compile(r"\s0+(?=[\s.,?!]|$)|\s[.,?!]|\S {2,}\S")
LOST_DOLLAR = (
    'is an amount missing? The shell takes "$20" in double quotes for a variable: put the text '
    "in single quotes, '$20'"
)


def _in_utf8(text: str) -> str:
    """The text of bytes that a locale without UTF-8 has turned into lone surrogates.

    >>> _in_utf8("3 \N{MULTIPLICATION SIGN} 4"), _in_utf8("3 \\udcc3\\udc97 4")
    ('3 × 4', '3 × 4')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return os.fsencode(text).decode(errors="surrogateescape")
    return text


def _show(solution: "Solution") -> None:
    if solution.reason is not None:
        print(f"answer      none: {solution.message}")
        print(f"reason      {solution.reason}")
    elif solution.sure:
        shown = solution.said if solution.unit else solution.answer_text
        print(f"answer      {_highlighted(shown or '')}")
        print(f"expression  {solution.expression}")
    else:
        _show_candidates(solution)
    if solution.rounded:
        print(f"rounded     {solution.rounded}")
    if solution.reason is None or solution.confidence:
        print(f"confidence  {percent(solution.confidence)} %")
    print(f"model       {printable(solution.model)}")


def _show_candidates(solution: "Solution") -> None:
    """The best answers of a model that is not sure, each with its chance and its calculation."""
    print("answer      not sure")
    for place, each in enumerate(solution.candidates):
        label = "" if place else "candidates"
        share = f"{percent(each.share):3} %"
        print(f"{label:10}  {share}  {each.said}  ←  {each.expression}")


def _highlighted(text: str) -> str:
    """In bold green on a terminal with colours."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ
    return text if plain else f"\x1b[1;32m{text}\x1b[0m"


def _show_explanation(solution: "Solution") -> None:
    """The tree with the numbers of the text, what they do, and their codes."""
    from sumc.cli.drawing import drawn_tree
    from sumc.solving.number import operand_text

    assert solution.tree is not None
    texts = {each.symbol: operand_text(each.text, each.value) for each in solution.numbers}
    screen = console()
    screen.print()
    screen.print(drawn_tree(solution.tree.root, lambda leaf: _leaf_text(leaf, texts)))
    screen.print()
    screen.print(_calculation(solution), highlight=False)
    for sentence in solution.explanation():
        screen.print(sentence)
    screen.print()
    screen.print(_numbers_table(solution))


def _calculation(solution: "Solution") -> str:
    """The tree as a calculation, with common factors before brackets, and its result."""
    from sumc.solving.factoring import number_text

    assert solution.tree is not None
    signs = (solution.expression or "").translate(str.maketrans("*/-", "×÷−"))
    value = solution.tree.evaluate({each.symbol: each.value for each in solution.numbers})
    return f"{signs} = {number_text(value)}"


def _leaf_text(leaf: "Leaf", texts: Mapping[str, str]) -> str:
    """A leaf, with its number instead of its symbol."""
    text = texts.get(leaf.symbol, leaf.symbol)
    form = leaf.text.removesuffix(leaf.symbol)
    is_plain = text[0].isdigit() and "/" not in text
    return form + text if is_plain or not form else f"{form}({text})"


def _numbers_table(solution: "Solution") -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="dim", pad_edge=False)
    for name in ("number", "value", "unit", "symbol"):
        table.add_column(name)
    table.add_column("codes", overflow="fold")
    for number in solution.numbers:
        codes = Text(", ".join(number.codes) or "not used", style="" if number.codes else "dim")
        unit = Text(number.unit or "")
        table.add_row(
            Text(number.text, style="cyan"), str(number.value), unit, number.symbol, codes
        )
    return table
