import json
from dataclasses import replace

import pytest

from built_in import generated_dataset
from sumc.algebra.codebook import Codebook
from sumc.codecs import NotCovered
from sumc.codecs.codec import NO_LABEL
from sumc.codecs.mtree import MTreeCodes, MTreeSettings, brings_back, missing_constants
from sumc.codecs.number_codes import CodeTarget
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
CODEC = MTreeCodes.learn(TRAIN, MTreeSettings())


def test_constants_come_from_the_training_problems() -> None:
    assert count_constants(TRAIN) == {"7": 6, "2": 1, "3.14": 1, "1": 1}
    assert CODEC.constants == ("1", "3.14", "7")
    assert learn_constants(TRAIN, at_least=1) == ("1", "2", "3.14", "7")
    assert missing_constants(TRAIN[-2], CODEC.constants) == ("2",)


def test_constants_stand_before_the_numbers_of_the_text() -> None:
    assert CODEC.slots(TRAIN[-1]) == ("1", "3.14", "7", "n1", "n2")


def _target(problem: Problem) -> CodeTarget:
    target = CODEC.encode(problem)
    assert not isinstance(target, NotCovered)
    return target


def test_a_target_has_the_codes_of_every_slot() -> None:
    codes = [[CODEC.codebook.codes[place] for place in slot] for slot in _target(TRAIN[-1])]
    assert codes == [["0_0_+"], [], [], ["0_0_+"], ["1_0_+"]]  # 1, 3.14, 7, n1, n2


def test_a_batch_has_classes_shapes_and_count_vectors() -> None:
    targets = [_target(TRAIN[0]), _target(TRAIN[-1])]
    batch = CODEC.collate(targets, slots=5)
    assert batch.classes.tolist() == [
        [*CODEC.labels(targets[0]), NO_LABEL],
        CODEC.labels(targets[1]),
    ]
    assert batch.shapes.tolist() == [0, 1]
    counts = batch.counts()
    assert counts.shape == (2, 5, len(CODEC.codebook))
    assert counts[1].sum(axis=1).tolist() == [1] * 5
    assert [slot.argmax() for slot in counts[1]] == [
        codes[0] if codes else 0 for codes in targets[1]
    ]


def test_every_class_has_a_count_vector() -> None:
    vectors = CODEC.class_vectors()
    assert len(vectors) == len(CODEC.classes)
    for codes, vector in zip(CODEC.classes, vectors, strict=True):
        assert [vector[CODEC.codebook.codes.index(code)] for code in codes or ("None",)] == [
            codes.count(code) or 1 for code in codes or ("None",)
        ]
        assert sum(vector) == max(1, len(codes))


def test_codes_of_another_problem_or_codebook_are_refused() -> None:
    target = _target(TRAIN[0])
    with pytest.raises(CodeError, match="codes for 5 slots, found 4"):
        CODEC.decode(target, TRAIN[-1])
    with pytest.raises(CodeError, match="expected codes from 1 to"):
        CODEC.decode(((99,), *target[1:]), TRAIN[0])


def test_what_the_training_split_lacks_is_not_covered() -> None:
    assert CODEC.covers(_problem("4 and 5", "4-5"))
    assert not CODEC.covers(_problem("4 and 5", "4/5"))  # a code
    assert not CODEC.covers(_problem("4 and 5", "4*99"))  # a constant


def test_shapes_are_the_codes_of_trees_that_several_problems_share() -> None:
    """Six problems multiply two numbers; no two others have the same codes."""
    assert CODEC.shapes == (tuple(sorted(code for _, code in CODEC.pairs(TRAIN[0]))),)
    assert [_shape(problem) for problem in TRAIN[:6]] == [0] * 6
    others = [_problem("4 and 5", "4*5"), _problem("4 and 5", "5*7"), _problem("3 and 5", "5*3")]
    assert [_shape(each) for each in others] == [0, 0, 0]
    assert _shape(TRAIN[-1]) == 1
    assert _shape(_problem("4 and 5", "4*4")) == 1  # an unseen class


def _shape(problem: Problem) -> int:
    return CODEC.shape_of(CODEC.labels(_target(problem)))


def test_a_file_from_before_there_were_shapes_has_none() -> None:
    data = CODEC.to_json()
    del data["shapes"]
    assert MTreeCodes.from_json(data) == replace(CODEC, shapes=())


def test_the_codec_survives_a_file() -> None:
    assert MTreeCodes.from_json(json.loads(json.dumps(CODEC.to_json()))) == CODEC


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"version": 9, "constants": [], "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "constants": []},
        {"version": 2, "name": "binary", "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "codebook": Codebook(("None",)).to_json()},
        {**CODEC.to_json(), "shapes": ["1_0_+"]},
    ],
)
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(CodeError, match="expected"):
        MTreeCodes.from_json(data)


def test_every_generated_problem_comes_back_from_its_codes() -> None:
    problems = generated_dataset().problems
    for problem in (*problems[:500], *problems[-500:]):
        assert brings_back(problem)


def test_a_problem_without_a_right_solution_does_not_come_back() -> None:
    assert not brings_back(_problem("2 and 3", "2+3", "6"))
    assert not brings_back(_problem("2 and 3", "", "6"))
