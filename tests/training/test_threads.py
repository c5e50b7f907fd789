"""What a training takes of the machine, and gives back."""

import os

import pytest
import torch

from sumc.training.threads import KEPT_OPERATIONS, use_threads


def test_threads_are_given_back() -> None:
    before = torch.get_num_threads()
    with use_threads(before + 1):
        assert torch.get_num_threads() == before + 1
    assert torch.get_num_threads() == before


def test_threads_are_given_back_after_a_failure() -> None:
    before = torch.get_num_threads()
    with pytest.raises(RuntimeError, match="lost"), use_threads(before + 1):
        raise RuntimeError("lost")
    assert torch.get_num_threads() == before


@pytest.mark.parametrize(("asked", "kept"), [(None, "64"), ("8", "8")])
def test_compiled_operations_are_bounded_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, asked: str | None, kept: str
) -> None:
    monkeypatch.setenv(KEPT_OPERATIONS, asked or "")
    if asked is None:
        monkeypatch.delenv(KEPT_OPERATIONS)
    with use_threads(1):
        assert os.environ[KEPT_OPERATIONS] == kept
