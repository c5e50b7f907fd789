"""Patterns that are compiled on first use: as good as others, and none that cannot be compiled."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import sumc
from sumc.lazy_regex import _LazyRegex, lazy_regex

PACKAGE = Path(sumc.__file__).parent


def test_it_does_what_a_pattern_does() -> None:
    lazy, plain = lazy_regex("(a)|B", re.IGNORECASE), re.compile("(a)|B", re.IGNORECASE)
    for _ in range(2):  # compiled now, and kept
        assert lazy.findall("xAb") == plain.findall("xAb")
        assert lazy.sub("-", "xAb", count=1) == plain.sub("-", "xAb", count=1) == "x-b"
        assert (lazy.pattern, lazy.flags, lazy.groups) == (plain.pattern, plain.flags, 1)
    with pytest.raises(AttributeError):
        lazy.no_such_method  # type: ignore[attr-defined]  # noqa: B018


def test_nothing_is_compiled_before_it_is_used() -> None:
    broken = lazy_regex("(")
    with pytest.raises(re.error):
        broken.match("a")


def lazies(thing: object) -> Iterator[_LazyRegex]:
    """Those among the values of a module, also in its tables."""
    if isinstance(thing, _LazyRegex):
        yield thing
    elif isinstance(thing, dict):
        yield from lazies([*thing.values()])
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from lazies(each)


def test_every_pattern_of_the_package_can_be_compiled() -> None:
    """What is compiled late also fails late: this fails soon."""
    users = [p for p in PACKAGE.rglob("*.py") if "import lazy_regex" in p.read_text("utf-8")]
    for path in users:
        name = ".".join(("sumc", *path.relative_to(PACKAGE).with_suffix("").parts))
        import_module(name)
        found = [*lazies(vars(sys.modules[name]))]
        assert found, f"{name} has no pattern at its top"
        for each in found:
            re.compile(each.pattern, each._flags)
    assert len(users) > 20
