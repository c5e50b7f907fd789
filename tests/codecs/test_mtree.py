import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated import generated_problems
from sumc.algebra.codebook import Codebook
from sumc.algebra.mtree import MTree
from sumc.codecs import CodecSettings, MTreeCodes, NotCovered, read_codec
from sumc.codecs.mtree import brings_back, missing_constants
from sumc.codecs.number_codes import NO_LABEL, UNSEEN, CodeTarget
from sumc.errors import CodeError
from sumc.problems.alignment import to_problem
from sumc.problems.constants import count_constants, learn_constants
from sumc.problems.problem import Problem
from sumc.problems.records import Record


def _problem(text: str, equation: str, answer: str = "") -> Problem:
    problem = to_problem(Record("1", text, equation, answer))
    assert isinstance(problem, Problem)
    return problem


TRAIN = [
    *(_problem(f"{number} weeks", f"{number}*7") for number in range(30, 36)),
    _problem("a circle of radius 5 cm", "2*3.14*5"),
    _problem("8 and 9", "8-9+1"),
]
CODEC = MTreeCodes.learn(TRAIN, CodecSettings())


def _target(problem: Problem, codec: MTreeCodes = CODEC) -> CodeTarget:
    target = codec.encode(problem)
    assert not isinstance(target, NotCovered), target.reason
    return target


def _tree(target: CodeTarget, problem: Problem, codec: MTreeCodes = CODEC) -> MTree:
    return MTree.from_expression(codec.decode(target, problem))


def _vectors(problem: Problem, codec: MTreeCodes = CODEC) -> list[list[int]]:
    """The count vectors of a problem's slots, by the algebra's own rule."""
    return codec.codebook.encode(codec.pairs(problem), codec.slots(problem))


def test_constants_come_from_the_training_problems() -> None:
    assert count_constants(TRAIN) == {"7": 6, "2": 1, "3.14": 1, "1": 1}
    assert CODEC.constants == ("1", "3.14", "7")
    assert learn_constants(TRAIN, at_least=1) == ("1", "2", "3.14", "7")
    assert MTreeCodes.learn(TRAIN, CodecSettings(constant_uses=1)).constants[1] == "2"
    assert missing_constants(TRAIN[-2], CODEC.constants) == ("2",)


def test_problems_without_a_solution_teach_nothing() -> None:
    unsolved = [Problem("9", "4", "en", ()), _problem("2 and 3", "", "6")]
    assert MTreeCodes.learn([*unsolved, *TRAIN], CodecSettings()) == CODEC


def test_constants_stand_before_the_numbers_of_the_text() -> None:
    assert CODEC.slots(TRAIN[-1]) == ("1", "3.14", "7", "n1", "n2")


def test_targets_bring_back_the_tree() -> None:
    for problem in (TRAIN[0], TRAIN[-1]):
        target = _target(problem)
        assert len(target) == len(CODEC.slots(problem))
        assert _tree(target, problem) == problem.tree()


def test_a_target_lists_the_codes_of_every_slot() -> None:
    problem = _problem("8 and 9", "8-9-9")
    codes = [[CODEC.codebook.codes[place] for place in some] for some in _target(problem)]
    assert codes == [[], [], [], ["0_0_+"], ["1_0_+", "1_0_+"]]


def test_a_batch_has_the_count_vectors_of_the_paper() -> None:
    """Slots that a problem lacks have no codes, not even the one that says so."""
    problems = [TRAIN[0], TRAIN[-1], _problem("8 and 9", "8-9-9")]
    batch = CODEC.collate([_target(each) for each in problems], 6)
    counts = batch.counts()
    assert counts.shape == (3, 6, len(CODEC.codebook))
    for row, problem in enumerate(problems):
        vectors = _vectors(problem)
        assert counts[row, : len(vectors)].tolist() == vectors
        assert not counts[row, len(vectors) :].any()


def test_a_batch_has_the_classes_and_shapes_of_its_problems() -> None:
    problems = [TRAIN[0], TRAIN[-1], _problem("8 and 9", "8-9-9")]
    batch = CODEC.collate([_target(each) for each in problems], 6)
    vectors = CODEC.class_vectors()
    for row, problem in enumerate(problems):
        labels = batch.classes[row].tolist()
        for label, counts in zip(labels, _vectors(problem), strict=False):
            assert vectors[label] == counts if label != NO_LABEL else counts not in vectors
        assert labels[len(CODEC.slots(problem)) :] == [NO_LABEL] * (6 - len(CODEC.slots(problem)))
    assert batch.classes[2, 4] == NO_LABEL, "no training problem subtracts a number twice"
    assert batch.shapes.tolist() == [0, 1, 1]
    assert batch.classes.dtype == batch.shapes.dtype == np.int64


def test_what_the_training_split_lacks_is_not_covered_and_why_is_said() -> None:
    assert CODEC.covers(_problem("4 and 5", "4-5"))
    for problem, reason in (
        (_problem("4 and 5", "4/5"), "the code 0_1_+_* is not in the codebook"),
        (_problem("4 and 5", "4*99"), "the number 99 is neither in the text nor a constant"),
        (Problem("9", "4", "en", ()), "the problem has no solution to encode"),
    ):
        assert not CODEC.covers(problem)
        assert CODEC.encode(problem) == NotCovered(reason)


def test_shapes_are_the_codes_of_trees_that_several_problems_share() -> None:
    """Six problems multiply two numbers; no two others have the same codes."""
    assert CODEC.shapes == (tuple(sorted(code for _, code in CODEC.pairs(TRAIN[0]))),)
    assert [_shape(problem) for problem in TRAIN[:6]] == [0] * 6
    others = [_problem("4 and 5", "4*5"), _problem("4 and 5", "5*7"), _problem("3 and 5", "5*3")]
    assert [_shape(each) for each in others] == [0, 0, 0]
    assert _shape(TRAIN[-1]) == 1
    unseen = _problem("4 and 5", "4-4+5")
    assert UNSEEN in CODEC.labels(_target(unseen))
    assert _shape(unseen) == 1


def _shape(problem: Problem) -> int:
    return CODEC.shape_of(CODEC.labels(_target(problem)))


def test_a_file_from_before_there_were_shapes_has_none() -> None:
    data = CODEC.to_json()
    del data["shapes"]
    assert MTreeCodes.from_json(data) == replace(CODEC, shapes=())


def test_the_codec_survives_a_file() -> None:
    data = json.loads(json.dumps(CODEC.to_json()))
    assert MTreeCodes.from_json(data) == CODEC
    assert read_codec(data) == CODEC


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"version": 9, "constants": [], "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "constants": []},
        {"version": 2, "name": "binary", "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "codebook": Codebook(("None",)).to_json()},
        {**CODEC.to_json(), "shapes": ["1_0_+"]},
        {**CODEC.to_json(), "shapes": None},
    ],
)
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(CodeError, match="expected"):
        MTreeCodes.from_json(data)


@pytest.mark.parametrize("name", [None, 3, [], "morse"])
def test_a_file_of_no_known_codec_is_refused(name: object) -> None:
    with pytest.raises(CodeError, match=r"expected the name of a codec \(mtree, binary"):
        read_codec({**CODEC.to_json(), "name": name})


def test_every_generated_problem_comes_back_from_its_codes() -> None:
    problems = generated_problems()
    codec = MTreeCodes.learn(problems, CodecSettings())
    for problem in problems[:500] + problems[-500:]:
        assert brings_back(problem)
        if codec.covers(problem):
            assert _tree(_target(problem, codec), problem, codec) == problem.tree()


PLACES = st.lists(st.integers(1, len(CODEC.codebook) - 1), max_size=3).map(tuple)


@given(st.lists(PLACES, min_size=5, max_size=5).map(tuple))
def test_any_output_with_a_code_spells_an_expression(output: Any) -> None:
    """Models may emit whatever they like: codes that belong to no tree spell one too."""
    problem = TRAIN[-1]
    if not any(output):
        with pytest.raises(CodeError):
            CODEC.decode(output, problem)
        return
    used = {slot for slot, codes in zip(CODEC.slots(problem), output, strict=True) if codes}
    assert set(_tree(output, problem).symbols) == used


def test_a_problem_without_a_right_solution_does_not_come_back() -> None:
    assert not brings_back(_problem("2 and 3", "2+3", "6"))
    assert not brings_back(_problem("2 and 3", "", "6"))
