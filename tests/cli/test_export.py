"""`sumc export` as it is called, without a model."""

from pathlib import Path

import pytest

from sumc.cli.export import _as_model


@pytest.mark.parametrize(
    ("folder", "argument"),
    [
        ("mine", "mine"),
        ("my models/mine", "'my models/mine'"),
        ("en", "./en"),
        ("zh-tiny", "./zh-tiny"),
        ("auto", "./auto"),
        ("models/en", "models/en"),
    ],
)
def test_what_is_written_is_what_the_hint_loads(folder: str, argument: str) -> None:
    assert _as_model(Path(folder)) == argument
