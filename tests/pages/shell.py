"""The commands of pages, run in this process: a model is imported once for all of them."""

import doctest
import io
import shlex
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from sumc.cli.main import main

_LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
Told = tuple[int, str, str]
"""Exit code, standard output, standard error."""


def run(command: str, server: Any = None) -> Told:
    """Run a line as a shell would that knows `sumc`, `curl`, `cat`, `|`, `<` and `>`."""
    *before, last = _split(shlex.split(command, comments=True), "|")
    given = ""
    for words in before:
        given = _run_one(words, given, server)[1]
    words, target = _redirected(last, ">")
    code, out, err = _run_one(words, given, server)
    if target:
        Path(target).write_text(out, encoding="utf-8")
    return code, "" if target else out, err


def _split(words: list[str], sign: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == sign:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _redirected(words: list[str], sign: str) -> tuple[list[str], str]:
    if sign not in words:
        return words, ""
    place = words.index(sign)
    return words[:place], words[place + 1]


def _run_one(words: list[str], given: str, server: Any) -> Told:
    words, source = _redirected(words, "<")
    given = Path(source).read_text(encoding="utf-8") if source else given
    match words:
        case ["sumc", *arguments]:
            return sumc(arguments, given)
        case ["curl", *arguments]:
            return 0, _curl(arguments, server), ""
        case ["echo", *texts]:
            return 0, " ".join(texts) + "\n", ""
        case ["cat", *names]:
            return 0, "".join(Path(name).read_text(encoding="utf-8-sig") for name in names), ""
    raise AssertionError(f"a page shows a command that is not tested: {shlex.join(words)}")


def sumc(arguments: list[str], given: str = "") -> Told:
    """What one `sumc` command says, with `given` on its standard input."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    raw: Any = io.BytesIO(given.encode())
    stdin = io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8")
    streams: dict[str, Any] = {
        "stdin": stdin,
        "stdout": out,
        "stderr": err,
        "argv": ["sumc", *arguments],
    }
    code: object = 0
    with mock.patch.multiple(sys, **streams):
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    assert isinstance(code, int)
    return code, _text(out), _text(err)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def _curl(arguments: list[str], server: Any) -> str:
    """What the server in this process answers to the request that curl would send it."""
    _, path = arguments[0 if arguments[0] != "-s" else 1].split("/", 1)
    if "-d" not in arguments:
        return str(server.get(f"/{path}").text)
    body = arguments[arguments.index("-d") + 1]
    headers = {"Content-Type": "application/json"}
    return str(server.post(f"/{path}", content=body.encode(), headers=headers).text)


def is_shown(output: str, shown: str) -> bool:
    """Whether a page shows an output: exactly, but for spaces and where it writes `...`."""
    return doctest.OutputChecker().check_output(shown.rstrip(), output.rstrip(), _LOOSE)
