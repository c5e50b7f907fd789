from pathlib import Path

from sumc.experiments.table_2 import count_codes
from sumc.problems.datasets import load_dataset
from sumc.problems.statistics import describe

DATA = Path(__file__).parents[1] / "data"


def test_statistics_count_every_record() -> None:
    found = describe(load_dataset("math23k", DATA))
    assert (found.records, found.used, found.disagreeing) == (6, 5, 1)
    assert found.left_out == {"the equation cannot be read": 1}
    assert found.numbers == {1: 1, 2: 4}
    assert found.operands == {1: 1, 2: 4}  # 3.14 and the exponent are not in the text
    assert found.constants == {"3.14": 1}  # an exponent is none
    assert found.codes["0_0_+_*"] == 8
    assert (found.masked_texts, found.trees) == (5, 4)
    assert (found.test_split, found.test_size, found.seen) == ("math23k public test", 1, 0)


def test_questions_without_an_answer_are_counted() -> None:
    found = describe(load_dataset("challenge", DATA))
    assert (found.used, found.without_equation, found.unanswerable) == (3, 1, 1)


def test_problems_without_an_equation_are_counted() -> None:
    assert describe(load_dataset("gsm8k", DATA)).without_equation == 1


def test_table_2_counts_codes_of_both_trees() -> None:
    mtree, binary = count_codes(load_dataset("math23k", DATA)).rows
    assert (mtree.codes, mtree.size, mtree.coverage) == ("M-tree", 4, 100)
    assert (binary.size, binary.coverage) == (7, 100)
    assert (mtree.paper_size, binary.paper_coverage) == (153, 93.5)
