"""JSON is read strictly: a value that can be written again, or a `ValueError`."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.strict_json import DEEPEST, parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@given(VALUES)
def test_what_was_written_is_read(value: object) -> None:
    if "Infinity" in re.sub(r'"(?:[^"\\]|\\.)*"', "", text := json.dumps(value)):
        with pytest.raises(ValueError, match="Infinity is not JSON"):
            parse_json(text)
    else:
        assert parse_json(text) == parse_json(text.encode()) == value


@given(st.text(alphabet='[]{}",:0123456789.eE+-NaInfity \\u\ufeff', max_size=60) | st.binary())
def test_whatever_is_there_is_a_value_that_can_be_written_or_a_value_error(
    text: str | bytes,
) -> None:
    try:
        value = parse_json(text)
    except ValueError:
        return
    assert parse_json(json.dumps(value, allow_nan=False)) == value


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_the_depth_does_not_depend_on_the_stack(opening: str, closing: str) -> None:
    inner = "1" if "a" in opening else ""
    assert parse_json(DEEPEST * opening + inner + DEEPEST * closing)
    for depth in (DEEPEST + 1, 990, 100_000):
        with pytest.raises(ValueError, match="nested more than 100 levels"):
            parse_json(depth * opening + inner + depth * closing)


def test_many_names_are_quick_also_where_the_last_is_there_twice() -> None:
    """Counting every name among all would take minutes for what fits into a line."""
    names = [f'"{number}":0' for number in range(90_000)]
    with pytest.raises(ValueError, match="'89999' appears twice"):
        parse_json("{" + ",".join([*names, names[-1]]) + "}")
