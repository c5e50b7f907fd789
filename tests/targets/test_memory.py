"""Similar training problems, against a slow comparison of all texts."""

import io
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import CodeError
from sumc.problems.alignment import to_problem
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.problems.records import Record
from sumc.targets.decoding import Scores, choose
from sumc.targets.memory import NEIGHBOURS, Memory
from sumc.targets.mtree_codes import MTreeCodes
from sumc.targets.ranking import DEFAULT_WEIGHTS, Ranker

WORDS = ("apples", "boxes", "each", "gives", "away", "left", "total", "per", "hour", "train")
CLASSES = 50


def _problem(text: str, equation: str = "") -> Problem:
    problem = to_problem(Record("1", text, equation, ""))
    assert isinstance(problem, Problem)
    return problem


def _text(text: str) -> Problem:
    return Problem("1", text, "en", find_quantities(text))


def _learn(texts: Sequence[str]) -> Memory:
    """A memory whose problems have their own numbers as the classes of their first slots."""
    return Memory.learn((_text(text), (number, 3, 0)) for number, text in enumerate(texts))


texts = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=30
)


@given(texts, st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join))
def test_the_most_similar_come_first(texts: list[str], asked: str) -> None:
    wanted = _cosines(texts, asked)
    found = _learn(texts).recall(_text(asked))
    likeness = [wanted[classes[0]] for classes, _ in found]
    assert likeness == pytest.approx(sorted(wanted, reverse=True)[: len(found)], abs=1e-6)
    assert len(found) == min(NEIGHBOURS, sum(each > 0 for each in wanted))
    shares = [share for _, share in found]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1 if found else 0)
    assert all(classes[1:] == (3, 0) for classes, _ in found)


def _cosines(texts: Sequence[str], asked: str) -> list[float]:
    """How alike texts are: rare words and pairs of words that they share count most."""
    bags = [_bag(text) for text in texts]
    count = Counter(each for bag in bags for each in bag)
    weight = {each: math.log((1 + len(texts)) / n) ** 2 for each, n in count.items() if n >= 2}

    def size(bag: set[str]) -> float:
        return math.sqrt(sum(weight.get(each, 0.0) for each in bag)) or 1.0

    own = _bag(asked)
    shared = [sum(weight.get(each, 0.0) for each in bag & own) for bag in bags]
    return [each / size(bag) / size(own) for each, bag in zip(shared, bags, strict=True)]


def _bag(text: str) -> set[str]:
    words = text.split()
    return {*words, *map(" ".join, pairwise(words))}


FILLING = [f"{a} {b} 5 {b} {a} 7" for a in ("rain", "wind", "snow", "sun") for b in "abcdefghij"]


def test_numbers_case_and_punctuation_make_no_difference() -> None:
    texts = [*FILLING, "Tom has 3 red kites.", "Tom has 4 red kites.", "Ann eats 2 green plums."]
    asked = ("Tom has 3 red kites.", "tom has 99.5 red kites?", "TOM has twelve red kites")
    found = [_learn(texts).recall(_text(text)) for text in asked]
    assert [[classes[0] for classes, _ in each[:2]] for each in found] == [[40, 41]] * 3


def test_chinese_is_compared_by_characters() -> None:
    texts = [
        "小明有3支铅笔",
        "小明有5支铅笔,又买了2支",
        *("甲乙丙丁"[i % 4] * 5 for i in range(40)),
    ]
    memory = _learn(texts)
    assert memory.recall(_text("小红有9支铅笔"))[0][0][0] == 0
    assert memory.recall(_text("小红又买了9支"))[0][0][0] in (0, 1)


def test_a_text_like_no_other_has_no_neighbours() -> None:
    memory = _learn([*FILLING, "Tom has 3 kites", "Tom has 4 kites"])
    for text in ("", "zebras gallop", "。。。", "\ud800"):
        assert memory.recall(_text(text)) == []
    assert Memory.learn([]).recall(_text("Tom has 3 kites")) == []


def test_similar_problems_can_change_the_choice() -> None:
    """The model is not sure whether to add or to multiply; similar problems were added."""
    train = [
        *(_problem(f"a {w} of 6 and {w}s of 2", "6*2") for w in ("box", "bag", "cup", "pot")),
        *(_problem(f"{n} in all: 6 and 2 {n} together", "6+2") for n in ("cats", "dogs", "cats")),
        *(
            _problem(f"{n} day", "6*2")
            for n in ("6 then 2 one", "6 or 2 two", "6 per 2 three") * 8
        ),
    ]
    target = MTreeCodes.learn(train)
    memory = Memory.learn((problem, target.labels(problem)) for problem in train)
    problem = _problem("birds in all: 9 and 4 birds together", "9+4")
    times, plus = (target.labels(_problem("9 and 4", each)) for each in ("9*4", "9+4"))
    rows = np.full((len(times), len(target.classes)), -20.0)
    for slot, (one, other) in enumerate(zip(times, plus, strict=True)):
        rows[slot, other], rows[slot, one] = -1.0, -0.5
    weights = {**DEFAULT_WEIGHTS, "similar_shape": 0.5, "similar_tree": 0.5}
    answers = [
        choose(target, ranker, [problem], Scores([rows]))[0].answer
        for ranker in (Ranker(weights), Ranker(weights, memory), Ranker(DEFAULT_WEIGHTS, memory))
    ]
    assert answers == [Fraction(36), Fraction(13), Fraction(36)]


def _same(one: Memory, other: Memory) -> bool:
    return one.to_bytes() == other.to_bytes()


@given(texts)
def test_a_memory_survives_a_file(texts: list[str]) -> None:
    memory = _learn(texts)
    again = Memory.from_bytes(memory.to_bytes(), CLASSES)
    assert _same(again, memory)
    assert again.recall(_text(texts[0])) == memory.recall(_text(texts[0]))


def _arrays(**changes: Any) -> bytes:
    with np.load(io.BytesIO(_learn(FILLING).to_bytes())) as arrays:
        found = dict(arrays)
    for name, change in changes.items():
        found[name] = change(found[name])
    file = io.BytesIO()
    np.savez(file, **found)
    return file.getvalue()


def _compressed() -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, sums=np.zeros(1_000_000, np.uint32))
    return file.getvalue()


DAMAGED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no archive": lambda: b"memory",
    "half of it": lambda: _arrays()[:-200],
    "floats": lambda: _arrays(classes=lambda each: each.astype(float)),
    "objects": lambda: _arrays(classes=lambda each: np.array([{}, []], object)),
    "a table": lambda: _arrays(sums=lambda each: each[None]),
    "sums that are not sorted": lambda: _arrays(sums=lambda each: each[::-1]),
    "an end too few": lambda: _arrays(ends=lambda each: each[:-1]),
    "problems that end early": lambda: _arrays(problems=lambda each: each[:-1]),
    "a problem that is not there": lambda: _arrays(problems=lambda each: each + np.uint8(9)),
    "ends that fall": lambda: _arrays(class_ends=lambda each: each[::-1]),
    "a class that is not there": lambda: _arrays(classes=lambda each: each + np.uint8(200)),
    "what grows when it is read": _compressed,
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_what_is_no_memory_is_refused(damage: str) -> None:
    Memory.from_bytes(_arrays(), CLASSES)
    with pytest.raises(CodeError, match="expected the arrays of a memory"):
        Memory.from_bytes(DAMAGED[damage](), CLASSES)


def test_a_changed_byte_is_an_error_of_ours_or_another_memory() -> None:
    data, chance = _learn(FILLING).to_bytes(), random.Random(5)
    for _ in range(300):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            Memory.from_bytes(bytes(changed), CLASSES).recall(_text(FILLING[0]))
        except CodeError:
            continue
