"""Inputs that break other parsers: each ends soon, in little memory, with our own error."""

import random
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest

from pace import ordinary, ordinary_seconds
from sumc import Limits, MTree, check
from sumc.errors import LimitError, SumcError

SECONDS = 0.05
MEGABYTES = 64
SLACK = 10  # a shared machine may pause us; a real blow-up is far beyond ten times

HOSTILE = {
    "empty": "",
    "open brackets": "(" * 100_000,
    "a few open brackets": "(" * 19_000,
    "many terms": "+".join("a" * 100_000),
    "as many terms as are read": "+".join("a" * 10_000),
    "power tower": "9^9^9^9",
    "binomial": "(a+b)^40",
    "lone operator": "*",
    "lone operators": "+-*/^" * 1000,
    "control characters": "\x00\x01\x1b[31m",
    "emoji": "😀" * 1000,
    "nul": "1\x002",
    "long number": "9" * 10_000,
    "long fraction": "1(" + "9" * 5000 + "/" + "9" * 5000 + ")",
    "deep division": "".join(f"a{i % 10}/(" for i in range(4000)) + "a" + ")" * 4000,
    "deep division, many characters": "a/(" * 5000 + "a" + ")" * 5000,
    "signs": "-" * 19_999 + "a",
    "spaces in a mixed number": "1" + " " * 19_000 + "1/",
    "nested powers": "(((((a+b)^9)^9)^9)^9)^9",
    "lone surrogate": "\ud800",
    "equation signs": "=" * 5000,
    "long equation": "x*(" * 60 + "a" + ")" * 60 + "=1",
    "sum of powers": "+".join(["9^5000"] * 2200),
    "powers that vanish": "+".join(["(a^5000)^0"] * 1500),
    "long name": "(b+c)*" + "z" * 15_000 + "^2400",
    "huge exponent": "a^(9^4000/2)",
    "large coefficient": f"{'9' * 99}^5000*x=5",
    "many products": "("
    + "+".join(f"a{i}" for i in range(70))
    + ")*("
    + "+".join(f"b{i}" for i in range(70))
    + ")*x=5",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_refused_soon(text: str) -> None:
    assert _refused(lambda: MTree.parse(text)) < SECONDS * SLACK


HANDED_IN = {
    **HOSTILE,
    "steps": "1=1," * 4_900,
    "large equalities": "9^4000=" * 59 + "9^4000",
    "products without signs": "(1+2)" * 390,
    "units": "3 a b c d " * 190,
    "raised digits": "2" + "²" * 1_900,
    "open fractions": r"\frac{1}{" * 220,
    "doubling": ",".join(f"{2**n}+{2**n}={2 ** (n + 1)}" for n in range(29)),
    "times": "3 x " * 490 + "3",
    "formulas": "=".join(["(a+b)^20"] * 59),
    "currencies": "$" * 1_900,
    "sums": "*".join(f"({n}+{n + 1})" for n in range(2, 60, 2)),
    "reciprocals": "+".join(f"1/({n}+{n + 1})" for n in range(2, 60, 2)),
    "quotients": "*".join(f"{3 * n}/{4 * n}" for n in range(1, 30)),
    "sums of quotients": "*".join(f"({3 * n}/{4 * n}+{n})" for n in range(1, 20)),
    "nested": "(" * 29 + "2" + "".join(f"*{n}+{n + 1})" for n in range(3, 32)),
    "opposites": "-".join(f"{n}+{n}" for n in range(2, 32)),
    "equal numbers": "+".join(["7"] * 60),
    "powers": "+".join(f"{n}^9" for n in range(2, 62)),
    "crosses": "2x" * 990 + "2",
    "half after half": "½" * 1_990,
    "numbers and commas": "十," * 990,
    "words in brackets": "2(ab" * 490,
    "a long word in brackets": "2(" + "½" * 900 + "2(" + "ab" * 400,
    "measures": "5m^2 x " * 280 + "3m",
    "metres": "5m=" * 660 + "5",
    "halves": "2÷1/" * 480 + "2",
    "units in brackets": "36（支）" * 400,
    "numbered steps": "1) " * 600,
    "labels": "总价：" * 600,
    "Chinese words": "三乘" * 900 + "三",
}


@pytest.mark.parametrize("text", HANDED_IN.values(), ids=HANDED_IN.keys())
def test_hostile_work_is_judged_soon(text: str) -> None:
    """What a student may hand in, against honest references, itself, and its value by chance."""
    by_chance = f"({text})-8+5+3"
    for reference in ("3*12-7", "+".join(["2*3"] * 30), text, by_chance, f"({text})*12/3/4"):
        for pair in ((text, reference), (reference, text)):
            assert ordinary_seconds(partial(_judge, *pair), SECONDS) < SECONDS


def _judge(text: str, reference: str) -> str:
    return check(text, reference).explanation


@pytest.mark.parametrize(
    "work",
    [
        lambda: MTree.parse("1/0").evaluate(),
        lambda: MTree.parse("1/(a-a)").evaluate({"a": 3}),
        lambda: MTree.from_codes([("a", "0_0_+" + "_*_+/" * 9999)]),
        lambda: MTree.from_codes([]),
        lambda: MTree.from_codes([("a" + "1" * 1_200_000, "0_0_+")]),
        lambda: MTree.parse("9^4600").evaluate(),
        lambda: Limits(nesting=3000),
        lambda: check("+".join(["1^5000"] * 15) + "+a+a", "2*a+" + "+".join(["1^5000"] * 15)),
        lambda: check(f"a*({'9' * 90}^5000)*2", f"(a+a)*({'9' * 90}^5000)"),
    ],
)
def test_hostile_work_is_refused_soon(work: Callable[[], object]) -> None:
    assert _refused(work) < SECONDS * SLACK


def _refused(work: Callable[[], object]) -> float:
    """How long the work took to be refused; its memory is checked in a second run."""
    start = time.process_time()
    with pytest.raises(SumcError) as caught:
        work()
    elapsed = ordinary(time.process_time() - start)
    assert len(str(caught.value)) < 500
    tracemalloc.start()
    with pytest.raises(SumcError):
        work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEGABYTES * 2**20
    return elapsed


@pytest.mark.parametrize(
    "text",
    [
        "+".join(f"n{i}" for i in range(3000)),
        "-".join(["a"] * 5000),
        "/".join(["a"] * 5000),
        "*".join(["a"] * 5000),
        "(" * 60 + "a" + "+b)" * 60,
        "1/(a+" * 64 + "a" + ")" * 64,
        "a-(" * 60 + "a" + ")" * 60,
    ],
)
def test_the_largest_inputs_that_are_read_go_all_the_way(text: str) -> None:
    """No recursion limit is met anywhere: codes, values, expressions and drawings work."""
    tree = MTree.parse(text)
    assert MTree.from_codes(tree.codes()) == tree
    assert MTree.parse(tree.to_expression()) == tree
    assert check(text, tree.to_expression()).verdict == "same-structure"
    assert tree.to_svg().endswith("</svg>")
    assert tree.to_latex()
    assert tree.to_dot()


def test_comparing_large_trees_is_bounded() -> None:
    """Score and explanation look into a limited number of pairs of branches."""

    def nested(depth: int, width: int, last: str) -> str:
        if depth == 0:
            return last
        inner = nested(depth - 1, width, last)
        return "+".join(f"p{depth}{i}/(q{depth}{i}+{inner})" for i in range(width))

    for depth, width in ((6, 3), (3, 8), (2, 14), (8, 2)):
        start = time.process_time()
        result = check(nested(depth, width, "c"), nested(depth, width, "d"))
        assert result.verdict == "different"
        assert 0 <= result.score < 1
        assert result.explanation
        assert ordinary(time.process_time() - start) < 2


SEEDS = (
    "n1*(n2-n3)/n4",
    "1,000.5*25%+1(1/2)-2½",
    "(a+b)^-2*[c-{d/e}]",
    "3*x+2=x+10",
    "-(a-b/(c+d))^3",
    "３×（２÷１）＝ｘ",
)
ALPHABET = "0123456789.,%()[]{}+-*/^=xXnab ×÷·−½（）＋１\x00😀@_~²\n"


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(4))
def test_mutated_expressions_raise_nothing_but_our_errors(seed: int) -> None:
    """20,000 strings made of valid ones by inserting, deleting, swapping and joining pieces."""
    source = random.Random(seed)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(5000):
        text = _mutated(source)
        try:
            tree = MTree.parse(text)
            assert MTree.from_codes(tree.codes()) == tree
            outcomes["read"] += 1
        except SumcError:
            outcomes["refused"] += 1
    assert (
        min(outcomes.values()) > 100
    )  # both kinds were met: the mutation is neither mild nor wild


def _mutated(source: random.Random) -> str:
    text = list(source.choice(SEEDS))
    for _ in range(source.randint(1, 4)):
        place = source.randrange(len(text) + 1)
        match source.randrange(4):
            case 0:
                text.insert(place, source.choice(ALPHABET))
            case 1:
                del text[place : place + source.randint(1, 3)]
            case 2:
                text[place:place] = source.choice(SEEDS)[: source.randint(1, 12)]
            case _:
                text[place : place + 2] = text[place : place + 2][::-1]
    return "".join(text)


def chain(steps: int, *kinds: str) -> str:
    return "0_0_+" + "".join(f"_{kinds[place % len(kinds)]}" for place in range(steps))


def fanned(steps: int, number: int) -> str:
    """A path that no other number has a step in common with."""
    first, second = divmod(number, 71)
    return f"0_0_+_*{'@' * first}_+/{'@' * second}" + "_*_+/" * (steps // 2 - 1)


RECIPROCALS = {
    "own symbols": "+".join(f"1/(a{i}+b{i})" for i in range(15)),
    "symbols and numbers": "+".join(f"{i % 3 + 1}/(a{i}+{i + 2})" for i in range(15)),
    "few symbols": "+".join(f"1/(s{i % 5}+s{i % 4}+s{i % 7})" for i in range(15)),
    "many, with numbers": "+".join(f"1/(s{i % 10}+{10**i})" for i in range(60)),
    "large numbers": "+".join(f"1/(a{i}+{'9' * 90})" for i in range(15)),
}
CODES = {
    "deep codes": [chain(60, "*", "+/")] * 5000,
    "deeper codes": [chain(128, "+/")] * 5000,
    "codes that turn": [chain(127, "+/", "*-") + "_+"] * 5000,
    "codes apart": [fanned(60, number) for number in range(5000)],
    "many marks": [f"0_0_+_*{'@' * (number // 2)}" for number in range(5000)],
}
PAIRS = {
    name: [(f"n{number}", code) for number, code in enumerate(codes)]
    for name, codes in CODES.items()
}
POWER = "(((x)+(21/2))/(((x)-(0))*((x)-(1000))/((a*12)-(b/1000))))^5"
"""4,080 leaves in many short products; putting its codes together once took 51 ms."""
WORK: dict[str, Callable[[], object]] = {
    "codes of many products": partial(MTree.from_codes, MTree.parse(POWER).codes()),
    **{name: partial(check, text, f"{text}+0") for name, text in RECIPROCALS.items()},
    **{name: partial(MTree.from_codes, pairs) for name, pairs in PAIRS.items()},
    "opposites": lambda: check("-(" * 60 + "(a+b+c+d)^14" + ")" * 60, "(a+b+c+d)^14+0"),
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_hostile_codes_and_formulas_are_done_soon(work: Callable[[], object]) -> None:
    assert ordinary_seconds(work, SECONDS) < SECONDS


def test_codes_with_too_many_branches_are_refused_by_name() -> None:
    with pytest.raises(LimitError, match="more than 5000 branches, the limit is 5000"):
        WORK["codes apart"]()
    lone = [(f"n{i}", f"0_0_+_*{'@' * i}") for i in range(9)]
    assert MTree.from_codes(lone, Limits(branches=10))
    with pytest.raises(LimitError, match="branches"):
        MTree.from_codes(lone, Limits(branches=9))
