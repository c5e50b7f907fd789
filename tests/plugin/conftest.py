"""A folder in which somebody works with the package of the guide, for all tests about it."""

from collections.abc import Iterator

import pytest

from plugin.commands import Commands, serving
from plugin.guide import files, install, problems


@pytest.fixture(scope="session")
def sumc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """The commands, with the package installed and something to learn from."""
    folder, site = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("site")
    install(site)
    (folder / "one-step.toml").write_text(files()["one-step.toml"], encoding="utf-8")
    (folder / "problems.jsonl").write_text("\n".join(problems()), encoding="utf-8")
    with serving(folder, site) as commands:
        yield commands
