"""Expressions, codes, texts and JSON lines: what people and programs may send."""

import io
import json
import string
from functools import cached_property
from random import Random
from typing import ClassVar

from soak.engine import Fuzzer, Json
from solving.invariants import check_solution
from sumc import MTree, Solver, check
from sumc.algebra.checking import CheckResult
from sumc.algebra.percent import in_hundredths
from sumc.bulk.run import run_bulk
from sumc.bulk.tasks import Solving
from sumc.errors import SumcError
from sumc.problems.generator import generate_one

NUMBERS = ("0", "1", "2", "7", "12", "0.5", "25%", "1,000", "2(1/3)", "1 1/2", "½", "９", "1e5")
SYMBOLS = ("n1", "n2", "n10", "a", "x", "b1", "ß", "名", "constructor")
SIGNS = ("+", "-", "*", "/", "^", "**", "×", "÷", ":", "−", "·", "=", " ", "")
DEPTHS = (0, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""Levels of an expression: small ones are judged soon, so that there can be many."""
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
    """Read, written as codes and back, as an expression and back."""

    name, full, most_mb = "expressions", 10_000_000, 300

    def draw(self, random: Random) -> Json:
        return mutated(random, expression(random, random.choice(DEPTHS)))

    def judge(self, given: Json) -> None:
        try:
            tree = self.soon(lambda: MTree.parse(given))
        except SumcError:
            return
        codes = self.soon(tree.codes)
        assert self.soon(lambda: MTree.from_codes(codes)) == tree, "codes do not restore the tree"
        written = self.soon(tree.to_expression)
        try:
            again = self.soon(lambda: MTree.parse(written))
        except SumcError:  # the expression of a large tree may be beyond the limits
            again = tree
        assert again == tree, "the expression does not restore the tree"
        hash(tree), str(tree)


BY_STUDENT = ("repeated-addition", "worked-out", "answer-only", "equal-value")
"""Ways to the right value: which of them it is depends on who is the student."""


class Checks(Fuzzer):
    """Two expressions that are compared, with score and explanation, and the other way round."""

    name, full, most_mb = "checks", 1_000_000, 300

    def draw(self, random: Random) -> Json:
        first = expression(random, random.choice(DEPTHS[:-1]))
        other = first if random.random() < 0.5 else expression(random, random.choice(DEPTHS[:-1]))
        return [mutated(random, first), mutated(random, other)]

    def judge(self, given: Json) -> None:
        if len(given) != 2:
            return
        try:
            results = [self.result(*given), self.result(*reversed(given))]
        except SumcError:
            return
        for result in results:
            assert 0 <= result.score <= 1, "a score that is none"
            assert result.explanation, "no explanation"
        self.judge_order(*results)

    def result(self, student: str, reference: str) -> CheckResult:
        """The result, written down as well."""
        result = self.soon(lambda: check(student, reference))
        self.soon(lambda: json.dumps(result.to_json()))
        return result

    def judge_order(self, one: CheckResult, other: CheckResult) -> None:
        """What the verdict on two texts says about that on the same two the other way round.

        Proofs do not depend on the order. What does: a work with an equality that does not hold
        is a student's mistake but no reference; steps are put together in the way that is best
        for a student, and in one way where they are the reference; an answer in percent may be
        a hundredfold of its reference.
        """
        verdicts = f"{one.verdict} and {other.verdict}"
        for mine, swapped in ((one, other), (other, one)):
            if mine.student.mistake:
                assert mine.verdict in ("miscalculated", "different", "unparseable"), verdicts
                assert swapped.verdict == "unparseable", verdicts
        if one.student.mistake or other.student.mistake:
            return
        if any(in_hundredths(each.student.text) for each in (one, other)):
            return
        if "unparseable" in (one.verdict, other.verdict):
            assert one.verdict == other.verdict, verdicts
            return
        same = one.student.text == other.student.text
        assert not same or one.accepted("equivalent"), f"{one.verdict} with itself"
        assert one.student.work or _rank(one) >= _rank(other), f"{verdicts} by the order"
        assert other.student.work or _rank(other) >= _rank(one), f"{verdicts} by the order"


def _rank(result: CheckResult) -> int:
    """How good a verdict is, without what depends on who is the student."""
    right = "equal-value" if result.verdict in BY_STUDENT else result.verdict
    return ("same-structure", "equivalent", "equal-value", "different").index(right)


class Codes(Fuzzer):
    """Sets of codes as a model may emit them: those of a tree, or what is left of them."""

    name, full, most_mb = "codes", 1_000_000, 300
    starts = ("0_0_+", "1_0_+", "0_1_+", "1_1_+")
    steps = ("*", "*-", "+/", "+", "*@", "+/@", "*@@", "@", "")

    def draw(self, random: Random) -> Json:
        codes = self.any_codes(random) if random.random() < 0.5 else self.codes_of_tree(random)
        random.shuffle(codes)
        return codes

    def any_codes(self, random: Random) -> list[list[str]]:
        """Codes that nobody has thought about."""
        return [self.any_code(random) for _ in range(random.choice((0, 1, 2, 3, 9, 40)))]

    def any_code(self, random: Random) -> list[str]:
        """A symbol and a code."""
        steps = [random.choice(self.steps) for _ in range(random.choice((0, 1, 2, 9)))]
        code = "_".join([mutated(random, random.choice(self.starts)), *steps])
        return [random.choice(SYMBOLS + NUMBERS), code]

    def codes_of_tree(self, random: Random) -> list[list[str]]:
        """The codes of a tree, some of them lost, doubled or replaced."""
        try:
            tree = MTree.parse(expression(random, random.choice(DEPTHS)))
        except SumcError:
            return []
        codes = [list(pair) for pair in tree.codes()]
        for _ in range(random.choice((0, 1, 2))):
            place = random.randrange(len(codes) + 1)
            put = random.choice(([], [self.any_code(random)], codes[place : place + 1] * 2))
            codes[place : place + 1] = put
        return codes

    def judge(self, given: Json) -> None:
        pairs = [(pair[0], pair[-1]) for pair in given if pair]
        try:
            tree = self.soon(lambda: MTree.from_codes(pairs))
        except SumcError:
            return
        assert MTree.from_codes(tree.codes()) == tree, "codes do not restore the tree"
        assert MTree.from_codes(pairs[::-1]) == tree, "another tree by the order of the codes"


class Texts(Fuzzer):
    """Word problems and what is left of them, for the tiny models."""

    name, full, most_mb = "texts", 1_000_000, 600
    model: ClassVar[str] = "tiny"

    @cached_property
    def solver(self) -> Solver:
        return Solver.load(self.model)

    def warm_up(self) -> None:
        for text in ("3 and 4?", "3和4是多少？"):  # a model of each language
            self.complaint(text)
        super().warm_up()

    def draw(self, random: Random) -> Json:
        language = random.choice(("en", "zh"))
        text = generate_one(language, random.randrange(10**6)).text  # type: ignore[arg-type]
        match random.randrange(10):
            case 0:
                text = "".join(random.choice(NOISE) for _ in range(random.choice((0, 60, 3_000))))
            case 1 | 2:
                words = text.split(" ") if language == "en" else list(text)
                text = " ".join(random.choices([*words, *NUMBERS], k=random.choice((3, 20, 300))))
        return mutated(random, text)

    def judge(self, given: Json) -> None:
        solution = self.soon(lambda: self.solver.solve(given))
        check_solution(solution, given)
        content = self.soon(lambda: solution.to_json(explain=True))
        json.dumps(content, allow_nan=False)


class DefaultTexts(Texts):
    """The same for the default models: a text of 500 word pieces takes them 0.2 s."""

    name, full, most_mb = "default-texts", 20_000, 1_200
    model: ClassVar[str] = "auto"
    seconds = 0.3


class Lines(Texts):
    """Lines of a bulk run: every one is answered, whatever it is."""

    name, full = "lines", 1_000_000
    seconds = 0.1  # a run of two lines

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
        first, second = self.soon(lambda: self.answers(given))
        assert isinstance(first, dict), "no object"
        assert first.keys() & {"answer", "error"}, "neither an answer nor an error"
        assert second["answer"] == "3", "the next line has another answer"

    def answers(self, line: str) -> list[Json]:
        """What a bulk run writes about a line and an easy one after it."""
        source = line.encode("utf-8", "surrogatepass").replace(b"\n", b" ") + b'\n"1+2=?"\n'
        target = io.BytesIO()
        run_bulk(Solving(self.solver), io.BytesIO(source), target, batch_size=4)
        return [json.loads(each) for each in target.getvalue().splitlines()]
