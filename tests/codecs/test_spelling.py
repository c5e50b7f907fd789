"""Answers without trees, against the slow way: build the tree, take it apart again, evaluate."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from built_in import generated_dataset
from sumc.algebra.codebook import Codebook
from sumc.algebra.mtree import MTree
from sumc.codecs import BinaryCodes, MTreeCodes, NotCovered
from sumc.codecs.mtree import MTreeSettings
from sumc.codecs.number_codes import UNSEEN
from sumc.errors import SumcError

PROBLEMS = generated_dataset().problems
TARGET = MTreeCodes.learn([*PROBLEMS[:3_000], *PROBLEMS[10_000:13_000]], MTreeSettings())
SLOTS = ("2", "100", "n1", "n2", "n3", "n10")
NUMBERS = tuple(map(Fraction, ("2", "100", "7", "1/3", "0", "2")))
ONE = (("0_0_+",), ("1_0_+",), ("0_0_+_*",), ("0_1_+_*@",), ("0_0_+_*@_+/",), ("0_1_+_+/",))


def _slowly(
    target: MTreeCodes, slots: Sequence[str], classes: Sequence[int], numbers: Sequence[Fraction]
) -> Fraction | None:
    try:
        expression, is_exact = target.restore(target.spell(slots, classes))
        tree = MTree.from_expression(expression)
        answer = tree.evaluate(dict(zip(slots, numbers, strict=True)))
    except SumcError:
        return None
    return answer if is_exact else None


def _target(*classes: tuple[str, ...]) -> MTreeCodes:
    return MTreeCodes(Codebook(("None",)), (), classes)


@given(st.lists(st.sampled_from(range(len(TARGET.classes))), min_size=6, max_size=6))
def test_any_classes_have_the_answer_of_their_tree(classes: list[int]) -> None:
    expected = _slowly(TARGET, SLOTS, classes, NUMBERS)
    assert TARGET.answer(SLOTS, classes, NUMBERS) == expected


def test_all_combinations_of_some_classes_have_the_answer_of_their_tree() -> None:
    """Among the most frequent classes many combinations fit; marks make their order matter."""
    marked = [n for n, codes in enumerate(TARGET.classes) if any("@" in code for code in codes)]
    some = sorted({*range(6), *marked[:4]})
    slots, numbers = SLOTS[2:], NUMBERS[2:]
    answered = 0
    for classes in product(some, repeat=4):
        found = TARGET.answer(slots, classes, numbers)
        assert found == _slowly(TARGET, slots, classes, numbers), classes
        answered += found is not None
    assert answered > 100


def test_the_solutions_of_problems_have_their_answers() -> None:
    for problem in filter(TARGET.covers, PROBLEMS[3_000:4_000]):
        target, tree = TARGET.encode(problem), problem.tree()
        assert tree is not None
        assert not isinstance(target, NotCovered)
        slots, labels = TARGET.slots(problem), TARGET.labels(target)
        if UNSEEN in labels:
            continue
        numbers = [*map(Fraction, TARGET.constants), *problem.values.values()]
        assert TARGET.answer(slots, labels, numbers) == tree.evaluate(problem.values)


@pytest.mark.parametrize("chosen", list(product(ONE, repeat=2)), ids=str)
def test_codes_that_no_training_problem_has_together_are_judged_too(
    chosen: tuple[tuple[str, ...], ...],
) -> None:
    target = _target((), *chosen)
    for classes in product(range(3), repeat=3):
        numbers = NUMBERS[2:5]
        found = target.answer(("n1", "n2", "n3"), classes, numbers)
        assert found == _slowly(target, ("n1", "n2", "n3"), classes, numbers)


@pytest.mark.parametrize(
    "codes",
    [
        ("0_0_+_+",),  # a sum inside a sum is one sum
        ("1_0_+_*", "0_0_+_*"),  # the sign of a factor goes to the product
        ("0_0_+_*_*-", "0_0_+_*_*-", "0_0_+_*"),  # so does a product inside a product
        ("0_0_+_*@", "0_0_+_*@"),  # @ without the first one
        ("2_0_+",),
        ("0_0_+" + "_*_+/" * 200,),
    ],
)
def test_codes_that_no_tree_has_have_no_answer(codes: tuple[str, ...]) -> None:
    target = _target((), codes)
    assert target.answer(("n1", "n2"), (1, 1), NUMBERS[:2]) is None
    assert _slowly(target, ("n1", "n2"), (1, 1), NUMBERS[:2]) is None


def test_a_division_by_zero_inside_another_has_no_answer() -> None:
    """1/(n1 + 1/(n2 - n2)): two reciprocals would bring a number back."""
    target = _target(("0_0_+_+/",), ("0_0_+_+/_+/", "1_0_+_+/_+/"))
    assert target.answer(("n1", "n2"), (0, 1), NUMBERS[:2]) is None


def test_huge_values_have_no_answer() -> None:
    target = _target(("0_0_+_*",) * 100)
    huge = Fraction(10**100)
    assert target.answer(("n1",), (0,), [Fraction(2)]) == 2**100
    assert target.answer(("n1",), (0,), [huge]) is None


def test_siblings_over_the_same_numbers_are_left_to_the_algebra() -> None:
    """n1*n2 + n1/n2: which product has the mark is decided by their texts."""
    first, second = ("0_0_+_*", "0_0_+_*@"), ("0_0_+_*", "0_1_+_*@")
    for one, other in ((first, second), (("0_0_+_*@", "0_0_+_*"), ("0_1_+_*", "0_0_+_*@"))):
        target = _target(one, other)
        numbers = NUMBERS[:2]
        expected = _slowly(target, ("n1", "n2"), (0, 1), numbers)
        assert target.answer(("n1", "n2"), (0, 1), numbers) == expected


def test_binary_codes_are_restored() -> None:
    target = BinaryCodes(Codebook(("None",)), (), (("0_0_-",), ("1_0_-",)))
    numbers = [Fraction(5), Fraction(3)]
    assert target.answer(("n1", "n2"), (0, 1), numbers) == 2
    assert target.answer(("n1", "n2"), (1, 1), numbers) is None
    assert target.answer((), (), []) is None  # no codes, no expression
