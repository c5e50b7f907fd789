"""Sequences that hold no problems, beside plain lists that do."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.problems.provenance import Base, Part
from sumc.problems.sequences import COLUMNS, Selection, column, concatenate, select
from sumc.problems.store import store_problems

BUILT_IN = load_dataset("generated").problems
FEW = (
    *BUILT_IN[:6],
    *(replace(p, part=Part("test", 3), agrees=False) for p in BUILT_IN[-4:]),
    replace(BUILT_IN[7], base=Base("mawps", "12", "ann has [NUM] pens")),
)
STORE = store_problems(FEW)


@given(st.data())
def test_whatever_is_selected_is_what_a_list_would_give(data: DataObject) -> None:
    """Any nesting of slices, selections and concatenations gives the problems of a list."""
    lazy: Sequence[Problem] = data.draw(st.sampled_from([STORE, FEW]))
    plain = [*FEW]
    for step in data.draw(st.lists(st.sampled_from(["slice", "select", "add"]), max_size=5)):
        if step == "slice":
            chosen = data.draw(st.slices(len(plain)))
            lazy, plain = lazy[chosen], plain[chosen]
        elif step == "select" and plain:
            places = data.draw(st.lists(st.integers(-len(plain), len(plain) - 1), max_size=20))
            lazy, plain = select(lazy, places), [plain[place] for place in places]
        elif step == "add":
            lazy, plain = concatenate(lazy, FEW, STORE[2:5]), [*plain, *FEW, *FEW[2:5]]
    assert len(lazy) == len(plain)
    assert [*lazy] == plain
    assert select(lazy, range(len(plain))) == plain
    for name in COLUMNS:
        assert column(lazy, name).tolist() == column(plain, name).tolist()


def test_selecting_reads_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sumc.problems.store.read_line", lambda line: pytest.fail("was read"))
    chosen = concatenate(STORE[::2], STORE[:3])
    assert len(select(chosen, [0, 1])) == 2
    assert column(chosen, "fold").tolist().count(3) == 2
    assert chosen.places.dtype == np.int32


def test_a_selection_of_a_selection_is_one_array_over_the_same_problems() -> None:
    chosen = STORE[2:9][1:4][::-1]
    assert isinstance(chosen, Selection)
    assert chosen.bases == (STORE,)
    assert chosen.places.tolist() == [5, 4, 3]


def test_places_that_are_not_there_are_index_errors() -> None:
    for place in (len(FEW), -len(FEW) - 1):
        with pytest.raises(IndexError, match=f"there are {len(FEW)} problems, none at {place}"):
            STORE[place]
    assert STORE[-1] == FEW[-1]


def test_sequences_are_compared_by_their_problems() -> None:
    assert FEW == STORE
    assert FEW[1:] != STORE
    assert STORE[:2] != STORE[1:3]
    assert STORE != 7
    assert repr(STORE) == f"<ProblemStore of {len(FEW)} problems>"
    with pytest.raises(TypeError, match="unhashable"):
        hash(STORE)
    assert not concatenate()
    assert FEW[3] in STORE
