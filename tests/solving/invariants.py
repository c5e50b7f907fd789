"""What must hold for any solution, for the tests and for `scripts/soak`."""

from math import ceil, floor

from sumc.solving.refusals import SENTENCES
from sumc.solving.solution import Solution


def check_solution(solution: Solution, text: str) -> None:
    """What holds for any solution of any text."""
    assert solution.text == text
    assert (solution.answer is None) == (solution.reason is not None)
    assert (solution.tree is None) == (solution.answer is None)
    assert solution.reason is None or solution.reason in SENTENCES
    assert 0 <= solution.confidence <= 1
    for number in solution.numbers:
        assert text[number.start : number.end] == number.text
    if solution.tree is not None:
        values = {number.symbol: number.value for number in solution.numbers}
        value = solution.tree.evaluate(values)
        whole = {"up": ceil(value), "down": floor(value)}
        assert solution.answer == (whole[solution.rounded] if solution.rounded else value)
        assert solution.explanation("en")
        assert solution.explanation("zh")
