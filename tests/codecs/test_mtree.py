import json
from dataclasses import replace

import pytest

from sumc.algebra.codebook import Codebook
from sumc.codecs.mtree import MTreeCodes, brings_back, missing_constants
from sumc.errors import CodeError
from sumc.problems.alignment import to_problem
from sumc.problems.constants import count_constants, learn_constants
from sumc.problems.datasets import load_dataset
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
TARGET = MTreeCodes.learn(TRAIN)


def test_constants_come_from_the_training_problems() -> None:
    assert count_constants(TRAIN) == {"7": 6, "2": 1, "3.14": 1, "1": 1}
    assert TARGET.constants == ("1", "3.14", "7")
    assert learn_constants(TRAIN, at_least=1) == ("1", "2", "3.14", "7")
    assert missing_constants(TRAIN[-2], TARGET.constants) == ("2",)


def test_constants_stand_before_the_numbers_of_the_text() -> None:
    assert TARGET.slots(TRAIN[-1]) == ("1", "3.14", "7", "n1", "n2")


def test_vectors_bring_back_the_tree() -> None:
    for problem in (TRAIN[0], TRAIN[-1]):
        vectors = TARGET.encode(problem)
        assert len(vectors) == len(TARGET.slots(problem))
        assert TARGET.decode(vectors, problem) == problem.tree()


def test_what_the_training_split_lacks_is_not_covered() -> None:
    assert TARGET.covers(_problem("4 and 5", "4-5"))
    assert not TARGET.covers(_problem("4 and 5", "4/5"))  # a code
    assert not TARGET.covers(_problem("4 and 5", "4*99"))  # a constant
    with pytest.raises(CodeError, match="has no solution"):
        TARGET.encode(Problem("9", "4", "en", ()))


def test_shapes_are_the_codes_of_trees_that_several_problems_share() -> None:
    """Six problems multiply two numbers; no two others have the same codes."""
    assert TARGET.shapes == (tuple(sorted(code for _, code in TARGET.pairs(TRAIN[0]))),)
    product = [TARGET.shape_of(TARGET.labels(problem)) for problem in TRAIN[:6]]
    assert product == [0] * 6
    others = [_problem("4 and 5", "4*5"), _problem("4 and 5", "5*7"), _problem("3 and 5", "5*3")]
    assert [TARGET.shape_of(TARGET.labels(each)) for each in others] == [0, 0, 0]
    assert TARGET.shape_of(TARGET.labels(TRAIN[-1])) == 1
    assert TARGET.shape_of(TARGET.labels(_problem("4 and 5", "4/5"))) == 1  # an unseen class


def test_a_file_from_before_there_were_shapes_has_none() -> None:
    data = TARGET.to_json()
    del data["shapes"]
    assert MTreeCodes.from_json(data) == replace(TARGET, shapes=())


def test_the_target_survives_a_file() -> None:
    assert MTreeCodes.from_json(json.loads(json.dumps(TARGET.to_json()))) == TARGET


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"version": 9, "constants": [], "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "constants": []},
        {"version": 2, "name": "binary", "codebook": Codebook(("None",)).to_json()},
        {"version": 2, "name": "mtree", "codebook": Codebook(("None",)).to_json()},
        {**TARGET.to_json(), "shapes": ["1_0_+"]},
    ],
)
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(CodeError, match="expected"):
        MTreeCodes.from_json(data)


def test_every_generated_problem_comes_back_from_its_codes() -> None:
    dataset = load_dataset("generated")
    target = MTreeCodes.learn(dataset.problems)
    for problem in (*dataset.problems[:500], *dataset.problems[-500:]):
        assert brings_back(problem)
        if target.covers(problem):
            assert target.decode(target.encode(problem), problem) == problem.tree()


def test_a_problem_without_a_right_solution_does_not_come_back() -> None:
    assert not brings_back(_problem("2 and 3", "2+3", "6"))
    assert not brings_back(_problem("2 and 3", "", "6"))
