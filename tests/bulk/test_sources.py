"""Inputs of all kinds: plain, compressed by gzip, damaged, or in a wrapping that is not read."""

import gzip
from io import BufferedReader, BytesIO

import pytest

from sumc.bulk.sources import OTHERS, unwrapped
from sumc.errors import ProblemError

LINES = b'{"text": "3+4"}\n{"text": "5+6"}\n'


def opened(data: bytes) -> BufferedReader:
    return BufferedReader(BytesIO(data))


@pytest.mark.parametrize("data", [LINES, gzip.compress(LINES)], ids=["plain", "gzip"])
def test_lines_are_the_same_plain_and_packed(data: bytes) -> None:
    source = unwrapped(opened(data), "in")
    first, second = LINES.splitlines(keepends=True)
    assert source.readline() == first
    assert source.readline(5) == second[:5]
    assert source.readline() == second[5:]
    assert source.readline() == b""


@pytest.mark.parametrize("beginning", OTHERS, ids=repr)
def test_what_is_not_read_is_named(beginning: bytes) -> None:
    with pytest.raises(ProblemError, match=rf"in\.jsonl {OTHERS[beginning]}: expected JSON lines"):
        unwrapped(opened(beginning + LINES), "in.jsonl")


def test_a_damaged_gzip_file_is_an_error_of_ours() -> None:
    packed = gzip.compress(LINES * 1_000)
    for damaged in (packed[:-9], packed[:20] + b"\0" * 20 + packed[40:]):
        source = unwrapped(opened(damaged), "in.jsonl.gz")
        with pytest.raises(ProblemError, match=r"in\.jsonl\.gz is a damaged gzip file"):
            list(iter(source.readline, b""))
