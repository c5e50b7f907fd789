"""`Registry`: things by name, from this package and from others that are installed with it.

A package adds to a registry by an entry point in its `pyproject.toml`; the registry's group is
the table's name:

    [project.entry-points."sumc.models"]
    my-model = "my_package.models:MY_MODEL"
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from sumc.errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def accept(name: str, thing: object) -> None:
    """Accept anything: the default check."""


class Registry(Mapping[str, T], Generic[T]):
    """A mapping from names to things; those of other packages are imported when asked for."""

    def __init__(
        self, what: str, group: str, check: Callable[[str, object], None] = accept
    ) -> None:
        self.what = what
        self.group = group
        self.check = check
        """Raises a `PluginError` that says what is wrong with a thing of another package."""
        self._own: dict[str, T] = {}
        self._imported: dict[str, T] = {}
        self._installed: dict[str, list[EntryPoint]] | None = None

    def add(self, name: str, thing: T) -> None:
        """Register a thing; a name that is taken is a mistake."""
        if self._own.get(name, thing) is not thing:
            raise PluginError(f"two {self.what}s are called {name!r}")
        self._own[name] = thing

    def __getitem__(self, name: str) -> T:
        if name in self._own:
            return self._own[name]
        if name not in self._imported:
            self._imported[name] = self._load(self._others()[name])
        return self._imported[name]

    def find(self, name: str) -> T:
        """The thing with a name that another package uses; an unknown one is a `PluginError`."""
        if name not in self:
            raise PluginError(f"no {self.what} is called {name!r}; known: {', '.join(self)}")
        return self[name]

    def package(self, name: str) -> str | None:
        """The package that a name comes from, as in pip: `my-models==1.0`; None for ours."""
        found = () if name in self._own else self._others().get(name, ())
        packages = (f"{each.dist.name}=={each.dist.version}" for each in found if each.dist)
        return next(packages, None)

    def _others(self) -> dict[str, list["EntryPoint"]]:
        if self._installed is None:
            from importlib.metadata import entry_points  # slow, and most names are our own

            self._installed = {}
            for each in entry_points(group=self.group):
                self._installed.setdefault(each.name, []).append(each)
        return self._installed

    def _load(self, entries: list["EntryPoint"]) -> T:
        entry, *others = entries
        if others:
            places = " and ".join(each.value for each in entries)
            raise PluginError(f"two {self.what}s are called {entry.name!r}: {places}")
        try:
            thing: T = entry.load()
        except Exception as error:  # whatever another package does wrong, the message names it
            raise PluginError(
                f"the {self.what} {entry.name!r} cannot be imported from {entry.value}: {error}"
            ) from error
        self.check(entry.name, thing)
        return thing

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._others()

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._own, *self._others())))

    def __len__(self) -> int:
        return len(list(iter(self)))
