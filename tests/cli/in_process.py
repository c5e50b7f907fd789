"""Commands within this process: importing torch once is enough for all of them."""

import sys

import pytest

from sumc.cli.main import main

Answer = tuple[int, str, str]
"""Exit code, standard output, standard error."""


class Command:
    """Runs one command of `sumc` with the arguments that it is called with."""

    def __init__(
        self, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.name = name
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *arguments: object) -> Answer:
        self.monkeypatch.setattr(sys, "argv", ["sumc", self.name, *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = self.capsys.readouterr()
        return int(ended.value.code or 0), shown.out, shown.err
