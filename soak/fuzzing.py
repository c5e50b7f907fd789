"""Expressions, codes, texts and JSON lines: what people and programs may send."""

import io
import json
import string
from functools import cached_property
from random import Random

from soak.engine import Fuzzer, Json
from sumc import MTree, Solver, check
from sumc.bulk.run import run_bulk
from sumc.bulk.tasks import Solving
from sumc.errors import SumcError
from sumc.problems.generator import generate_one

NUMBERS = ("0", "1", "2", "7", "12", "0.5", "25%", "1,000", "2(1/3)", "1 1/2", "½", "９", "1e5")
SYMBOLS = ("n1", "n2", "n10", "a", "x", "b1", "ß", "名", "constructor")
SIGNS = ("+", "-", "*", "/", "^", "**", "×", "÷", ":", "−", "·", "=", " ", "")
NOISE = string.printable + "½²（）＋１＝\u200b\u202e\ud800\x00😀@_~"


def expression(random: Random, depth: int) -> str:
    """An expression, mostly one that can be read."""
    if depth == 0 or random.random() < 0.25:
        return random.choice(NUMBERS if random.random() < 0.5 else SYMBOLS)
    left, right = expression(random, depth - 1), expression(random, depth - 1)
    match random.randrange(12):
        case 0:
            return f"-({left})"
        case 1:
            return f"({left})^{random.randint(-3, 5)}"
        case 2:
            return f"[{left}]{random.choice(SIGNS)}{{{right}}}"
        case 3 | 4:
            return f"{left}{random.choice(SIGNS)}{right}"
    return f"({left}){random.choice('+-*/')}({right})"


def mutated(random: Random, text: str) -> str:
    """A text with some characters put in, left out or repeated."""
    for _ in range(random.choice((0, 0, 1, 1, 2, 9))):
        place = random.randint(0, len(text))
        match random.randrange(4):
            case 0:
                text = text[:place] + random.choice(NOISE) + text[place:]
            case 1:
                text = text[:place] + text[place + random.randint(1, 3) :]
            case 2:
                text = text[:place] + text[max(0, place - 9) : place] * 30 + text[place:]
            case _:
                text = text[place:] + text[:place]
    return text[:30_000]


class Expressions(Fuzzer):
    """Read, written as codes and back, as an expression and back, compared with another one."""

    name, full = "expressions", 10_000_000

    def draw(self, random: Random) -> Json:
        return mutated(random, expression(random, random.randint(0, 5)))

    def judge(self, given: Json) -> None:
        try:
            tree = MTree.parse(given)
        except SumcError:
            return
        assert MTree.from_codes(tree.codes()) == tree, "codes do not restore the tree"
        try:
            again = MTree.parse(tree.to_expression())
        except SumcError:  # the expression of a large tree may be beyond the limits
            again = tree
        assert again == tree, "the expression does not restore the tree"
        hash(tree), str(tree)


class Checks(Fuzzer):
    """Two expressions that are compared, with score and explanation."""

    name, full = "checks", 1_000_000

    def draw(self, random: Random) -> Json:
        first = expression(random, random.randint(0, 4))
        other = first if random.random() < 0.5 else expression(random, random.randint(0, 4))
        return [mutated(random, first), mutated(random, other)]

    def judge(self, given: Json) -> None:
        if len(given) != 2:
            return
        try:
            result = check(*given)
            json.dumps(result.to_json())
        except SumcError:
            return
        assert check(given[1], given[0]).verdict == result.verdict, "verdicts differ by the order"


class Codes(Fuzzer):
    """Sets of codes as a model may emit them."""

    name, full = "codes", 1_000_000

    def draw(self, random: Random) -> Json:
        steps = ("*", "*-", "+/", "+", "*@", "+/@", "*@@", "@", "")
        return [
            [
                random.choice(SYMBOLS + NUMBERS),
                mutated(random, random.choice(("0_0_+", "1_0_+", "0_1_+", "1_1_+")))
                + "".join(f"_{random.choice(steps)}" for _ in range(random.choice((0, 1, 2, 9)))),
            ]
            for _ in range(random.choice((0, 1, 2, 3, 9, 40)))
        ]

    def judge(self, given: Json) -> None:
        try:
            tree = MTree.from_codes((symbol, code) for symbol, code in given)
        except SumcError:
            return
        assert MTree.from_codes(tree.codes()) == tree, "codes do not restore the tree"


class Texts(Fuzzer):
    """Word problems and what is left of them."""

    name, full = "texts", 1_000_000

    @cached_property
    def solver(self) -> Solver:
        return Solver.load("auto")

    def draw(self, random: Random) -> Json:
        language = random.choice(("en", "zh"))
        text = generate_one(language, random.randrange(10**6)).text  # type: ignore[arg-type]
        if random.random() < 0.1:
            text = "".join(random.choice(NOISE) for _ in range(random.choice((0, 5, 60, 3_000))))
        return mutated(random, text)

    def judge(self, given: Json) -> None:
        solution = self.solver.solve(given)
        json.dumps(solution.to_json(explain=True), allow_nan=False)
        assert (solution.answer is None) == (solution.reason is not None)
        assert 0 <= solution.confidence <= 1


class Lines(Texts):
    """Lines of a bulk run: every one is answered, whatever it is."""

    name, full = "lines", 1_000_000

    def draw(self, random: Random) -> Json:
        text = super().draw(random)
        line = json.dumps({"id": self.value(random, 3), "text": text})
        return mutated(random, line if random.random() < 0.7 else json.dumps(text))

    def value(self, random: Random, depth: int) -> str | int | float | list[object] | None:
        """Anything that JSON holds, and some that it does not."""
        if depth and random.random() < 0.2:
            return [self.value(random, depth - 1)] * random.choice((0, 1, 2))
        huge = 10 ** random.choice((1, 20, 4_000))
        return random.choice((None, True, -1, huge, 0.1, float("inf"), float("nan"), "\ud800"))

    def judge(self, given: Json) -> None:
        source = given.encode("utf-8", "surrogatepass").replace(b"\n", b" ") + b'\n"1 and 2?"\n'
        target = io.BytesIO()
        run_bulk(Solving(self.solver), io.BytesIO(source), target, batch_size=4)
        first, second = map(json.loads, target.getvalue().splitlines())
        assert isinstance(first, dict), "no object"
        assert "answer" in second, "the next line has no answer"
