"""Rows get their answers and keep their fields, whatever the task is."""

from typing import Any

import pytest

from solving.stubs import adding_solver
from sumc.bulk.rows import Row
from sumc.bulk.tasks import Answer, Checking, Converting, Solving, Task, answered


def answers(task: Task, *fields: dict[str, Any]) -> list[Answer]:
    return answered(task, [Row(each, number) for number, each in enumerate(fields, 1)])


def test_a_column_of_the_input_is_kept_under_another_name_where_we_have_one_of_its_name() -> None:
    row = {"text": "1 and 2?", "answer": "3", "model": "mine", "input_model": "older", "error": 0}
    ((found, outcome),) = answers(Solving(adding_solver()), row)
    assert (found["answer"], found["input_answer"], found["text"]) == ("3", "3", "1 and 2?")
    assert (found["model"], found["input_model"]) == ("adder-both", "older")
    assert (found["input_input_model"], found["input_error"]) == ("mine", 0)
    assert "error" not in found
    assert outcome == "done"


def test_the_columns_of_solving_are_all_that_a_solution_has() -> None:
    """One that is missing from them would replace a column of the input."""
    ((found, _),) = answers(Solving(adding_solver(), explain=True), {"text": "1 and 2?"})
    assert {*found} == {"text", *Solving.columns} - {"error", "line"}


@pytest.mark.parametrize("task", [Solving(adding_solver()), Checking(), Converting()])
def test_a_row_without_what_a_task_needs_keeps_its_fields_and_says_so(task: Task) -> None:
    ((found, outcome),) = answers(task, {"id": 7, "other": 1})
    assert (found["id"], found["other"], found["line"], outcome) == (7, 1, 1, "bad")
    assert f'an object without "{task.needed[0]}"' in found["error"]
    ((found, _),) = answers(task, {task.needed[0]: 3})
    assert f'a "{task.needed[0]}" that is not a string' in found["error"]


def test_pairs_are_checked_against_their_own_reference_or_one_for_all() -> None:
    pairs = [
        {"student": "3+4", "reference": "4+3"},
        {"student": "3*4", "reference": "4+3"},
        {"student": "3+", "reference": "4+3"},
    ]
    found = answers(Checking(), *pairs)
    assert [each.outcome for each in found] == ["done", "different", "bad"]
    assert [each.content["verdict"] for each in found] == [
        *("same-structure", "different", "unparseable"),
    ]
    assert found[0].content["student"] == "3+4"
    assert (found[0].content["student_value"], found[0].content["score"]) == ("7", 1.0)
    assert "student's expression cannot be read" in found[2].content["error"]
    ((content, outcome),) = answers(Checking("2+5"), {"student": "3+4", "reference": "of the row"})
    assert (content["verdict"], content["reference"]) == ("equal-value", "of the row")
    assert outcome == "equal-value"
    assert answers(Checking("2+5", "equal-value"), {"student": "3+4"})[0].outcome == "done"


@pytest.mark.parametrize(
    ("language", "spoken"), [("en", "en en"), ("zh", "zh zh"), ("auto", "en zh")]
)
def test_explanations_are_in_the_language_that_is_chosen(language: str, spoken: str) -> None:
    """auto is the language of each student; errors are for programs, and in English."""
    task = Checking("3+4", language=language)
    found = answers(task, {"student": "3*4 pens"}, {"student": "3*4支"})
    says = {"en": "3*4 is here where the reference has 3", "zh": "这里是3*4，参考算式里是3"}
    for (content, _), expected in zip(found, spoken.split(), strict=True):
        assert says[expected] in content["explanation"]
    ((content, _),) = answers(task, {"student": "3*(支"})
    assert ("读不懂" in content["explanation"]) == (language != "en")
    assert "cannot be read" in content["error"]
    assert task.identity() != Checking("3+4", language="fr").identity()


def test_expressions_become_trees() -> None:
    found = answers(Converting(), *({"expression": each} for each in ("3*2+4", "1/0", "(")))
    assert [each.outcome for each in found] == ["done", "no-value", "bad"]
    assert (found[0].content["tree"], found[0].content["value"]) == ("(+ (* 2 3) 4)", "10")
    assert found[0].content["expression"] == "3*2+4"
    assert found[0].content["canonical"] == "2*3+4"
    assert found[2].content["column"] == 2
