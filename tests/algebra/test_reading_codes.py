"""Codes that no tree has are refused before anything is put together."""

import pytest

from sumc.algebra.codes import read_code
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.errors import CodeError


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("0_0_*", "expected a code such as"),
        ("0_0_+/_+", "expected a code such as"),
        ("0_0_+_*x", "in the path of a code"),
        ("0_0_+_*@x", "in the path of a code"),
        ("0_0_+_?", "in the path of a code"),
    ],
)
def test_a_path_begins_at_the_root_and_its_steps_end_in_marks(code: str, message: str) -> None:
    with pytest.raises(CodeError, match=message):
        read_code(code, DEFAULT_LIMITS)
