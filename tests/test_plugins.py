"""Things by name, from the package itself and from packages that are installed beside it."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from sumc.errors import PluginError
from sumc.plugins import Registry

GROUP = "sumc.fruits"
MODULE = "sumc_test_orchard"


class Orchard:
    """A folder on the path in which packages are installed as pip would do it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fruits: Registry[object] = Registry("fruit", GROUP)
        self.fruits.add("apple", "ours")

    def install(self, package: str, **entries: str) -> None:
        """Install a package with some entry points."""
        about = self.folder / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")

    def write(self, text: str) -> None:
        """Write the module that the entry points name."""
        (self.folder / f"{MODULE}.py").write_text(dedent(text))


@pytest.fixture(name="orchard")
def _orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Orchard:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    return Orchard(tmp_path)


def test_names_are_our_own_and_then_those_of_others(orchard: Orchard) -> None:
    orchard.install("orchard", pear=f"{MODULE}:PEAR")
    orchard.write("PEAR = 'theirs'")
    assert list(orchard.fruits) == ["apple", "pear"]
    assert len(orchard.fruits) == 2
    assert "pear" in orchard.fruits
    assert dict(orchard.fruits) == {"apple": "ours", "pear": "theirs"}


def test_a_name_that_nothing_has_is_no_name(orchard: Orchard) -> None:
    assert "plum" not in orchard.fruits
    assert orchard.fruits.get("plum") is None
    with pytest.raises(KeyError, match="plum"):
        orchard.fruits["plum"]


def test_a_name_is_taken_once(orchard: Orchard) -> None:
    with pytest.raises(PluginError, match="two fruits are called 'apple'"):
        orchard.fruits.add("apple", "another")
    orchard.fruits.add("apple", "ours")  # the same thing again does no harm
    assert orchard.fruits["apple"] == "ours"


def test_another_package_cannot_take_the_place_of_one_of_ours(orchard: Orchard) -> None:
    orchard.install("orchard", apple=f"{MODULE}:APPLE")
    orchard.write("APPLE = 'theirs'")
    assert list(orchard.fruits) == ["apple"]
    assert orchard.fruits["apple"] == "ours"


def test_two_other_packages_cannot_share_a_name(orchard: Orchard) -> None:
    """Which of them was found first must not decide what is trained."""
    orchard.install("orchard", pear=f"{MODULE}:PEAR", plum=f"{MODULE}:PLUM")
    orchard.install("garden", pear=f"{MODULE}:OTHER")
    orchard.write("PEAR = OTHER = PLUM = 'theirs'")
    assert list(orchard.fruits) == ["apple", *sorted(["pear", "plum"])]
    with pytest.raises(PluginError, match="two fruits are called 'pear'"):
        orchard.fruits["pear"]
    assert orchard.fruits["plum"] == "theirs"


def test_what_others_bring_is_imported_when_it_is_asked_for_and_once(orchard: Orchard) -> None:
    orchard.install("orchard", pear=f"{MODULE}:PEAR", plum=f"{MODULE}:PLUM")
    orchard.write("PEAR, PLUM = [], []")
    assert list(orchard.fruits) == ["apple", "pear", "plum"]
    assert orchard.fruits["apple"] == "ours"
    assert MODULE not in sys.modules
    assert orchard.fruits["pear"] is orchard.fruits["pear"]
    assert MODULE in sys.modules


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import no_such_package", "No module named 'no_such_package'"),
        ("APPLE = 3", "no attribute 'PEAR'"),
        ("1 / 0", "division by zero"),
        ("PEAR = (", "was never closed"),
    ],
)
def test_what_cannot_be_imported_is_named_and_harms_nothing_else(
    text: str, told: str, orchard: Orchard
) -> None:
    orchard.install("orchard", pear=f"{MODULE}:PEAR")
    orchard.write(text)
    with pytest.raises(PluginError, match=f"the fruit 'pear' .* {MODULE}:PEAR: .*{told}"):
        orchard.fruits["pear"]
    assert orchard.fruits["apple"] == "ours"
    assert "pear" in orchard.fruits
