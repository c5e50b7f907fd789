"""Memory is given back after a rush, and only then."""

import asyncio
from contextlib import suppress

import pytest

from sumc.web import memory


@pytest.mark.parametrize(
    ("counts", "quiet", "tidied"),
    [
        ([10, 10, 10], True, 0),  # too little to be worth it
        ([2_000, 4_000, 6_000], True, 0),  # it still goes on
        ([2_000, 2_000, 2_000], False, 0),  # somebody waits
        ([2_000, 2_000, 2_000], True, 1),
        ([2_000, 2_000, 2_500, 2_500, 4_000, 4_000], True, 2),
    ],
)
def test_memory_is_given_back_when_a_rush_is_over(
    monkeypatch: pytest.MonkeyPatch, counts: list[int], quiet: bool, tidied: int
) -> None:
    done: list[bool] = []
    left = iter(counts)
    monkeypatch.setattr(memory, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(memory, "_return_free_pages", lambda: done.append(True))

    async def running() -> None:
        with suppress(RuntimeError):  # the counts are used up
            await memory.keep_tidy(lambda: next(left), lambda: quiet)

    asyncio.run(running())
    assert len(done) == tidied


def test_a_system_that_cannot_do_it_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def library_without_it(name: object) -> object:
        asked.append(name)
        return object()

    monkeypatch.setattr("ctypes.CDLL", library_without_it)
    memory._return_free_pages()
    assert len(asked) == 1
