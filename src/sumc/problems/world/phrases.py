"""Read what a language can say from its TOML files: clauses to tell facts with, and questions.

A table of a phrase file is a kind of fact (`kinds.KINDS` lists them with their roles):

    [eat]
    say = ["{who} ate {n thing}", "{n} of {who's} {things} were eaten by {who.him}"]
    some = ["{who} ate some of {who's} {things}"]
    ask.n = ["how many {things} did {who} eat"]
    find.n = ["the number of {things} that {who} ate"]

What a clause tells is read off its slots. Templates are those of the generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from sumc.errors import hint
from sumc.problems.generator.places import Mistake, Notes
from sumc.problems.generator.schema import Word
from sumc.problems.generator.tables import Table, read_toml
from sumc.problems.generator.template import Choice, Slot, parse_template, slots_of
from sumc.problems.world.kinds import KINDS, Kind

FORMS = ("say", "some", "ask", "find")
WHEN = "when"
POWERS = ("square", "cubic", "平方", "立方")
MOST_CLAUSES = 3
"""Clauses that tell the numbers of one fact."""

Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class NumberSlot:
    """A number, perhaps with its noun: {n thing}, {n more thing}, {n hour}."""

    name: str
    style: str = ""
    between: str = ""
    role: str = ""
    noun: Word | None = None


@dataclass(frozen=True, slots=True)
class WordSlot:
    """Somebody or something: {who}, {who's}, {who.him}, {thing}; {things} is its other form."""

    role: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class VerbSlot:
    """A verb that agrees with its subject: {have}, {do:other}."""

    verb: str
    role: str


@dataclass(frozen=True, slots=True)
class Options:
    """Alternatives, one of which is said."""

    ways: tuple[tuple[Node, ...], ...]


Node = str | NumberSlot | WordSlot | VerbSlot | Options


@dataclass(frozen=True, slots=True)
class Clause:
    """One way to say something."""

    options: Options
    numbers: Names
    has_when: bool
    is_list: bool
    """Whether `{n thing}` can become "5 apples and 3 pears"."""


@dataclass(frozen=True, slots=True)
class KindPhrases:
    """All that a language says of one kind of fact."""

    say: Mapping[Names, tuple[Clause, ...]]
    some: tuple[Clause, ...]
    ask: Mapping[str, tuple[Clause, ...]]
    find: Mapping[str, tuple[Clause, ...]]
    units: Mapping[str, tuple[str, str | Word]]
    """What a number counts, perhaps square or cubic: a role, or a noun of the phrases."""
    covers: dict[Names, tuple[tuple[Names, ...], ...]] = field(default_factory=dict)

    def ways_to_tell(self, names: Names) -> tuple[tuple[Names, ...], ...]:
        """Return the ways to tell these numbers, each number in one clause."""
        if names not in self.covers:
            self.covers[names] = tuple(self._partitions(names))
        return self.covers[names]

    def _partitions(self, names: Names) -> Iterator[tuple[Names, ...]]:
        inside = [each for each in self.say if each and each <= names]
        for size in range(1, MOST_CLAUSES + 1):
            for some in combinations(inside, size):
                if sum(map(len, some)) == len(names) and names.issubset(
                    *[frozenset().union(*some)]
                ):
                    yield some


class Phrases:
    """The phrases of a language by kind."""

    def __init__(self, kinds: Mapping[str, KindPhrases]) -> None:
        self.kinds = kinds
        self._tells = {name: frozenset(each.say) for name, each in kinds.items()}
        self._asks = {
            name: {slot: _told_by(ways) for slot, ways in each.ask.items()}
            for name, each in kinds.items()
        }

    def can_tell(self, kind: str) -> frozenset[Names]:
        """Return the sets of numbers that one clause of a kind can tell."""
        return self._tells[kind]

    def ways_to_tell(self, kind: str, names: Names) -> tuple[tuple[Names, ...], ...]:
        """Return the ways to tell these numbers of a fact."""
        return self.kinds[kind].ways_to_tell(names)

    def can_ask(self, kind: str) -> Mapping[str, Names]:
        """Return the numbers of a kind that can be asked for, with those that questions tell."""
        return self._asks[kind]


def _told_by(questions: Iterable[Clause]) -> Names:
    """Return the numbers that questions tell: the 8 of "how much do 8 pens cost"."""
    return frozenset().union(*(question.numbers for question in questions))


@dataclass(frozen=True, slots=True)
class Reader:
    """What templates of a language may use besides the roles of a kind."""

    word: object
    """Returns the word of a literal noun."""
    verbs: frozenset[str]


def read_phrases(paths: Iterable[Path], reader: Reader) -> tuple[Phrases, list[Mistake]]:
    """Return the phrases of some files, and everything that is wrong with them."""
    mistakes: list[Mistake] = []
    kinds: dict[str, KindPhrases] = {}
    files = [read_toml(path, mistakes) for path in paths]
    for file in files:
        for name in file.values:
            if name not in KINDS:
                file.note(f"no kind of fact is called {name!r}{hint(name, sorted(KINDS))}", name)
            elif name in kinds:
                file.note(f"{name}: another file has the phrases of this kind", name)
            else:
                kinds[name] = _read_kind(name, file.table(name), reader)
    for name in KINDS:
        if name not in kinds and files:
            files[0].note(f"no file has phrases for the kind {name!r}")
            kinds[name] = KindPhrases({}, (), {}, {}, {})
    return Phrases(kinds), mistakes


def _read_kind(name: str, table: Table, reader: Reader) -> KindPhrases:
    kind = KINDS[name]
    notes = Notes(table.place, name, table.mistakes)
    compiler = _Compiler(kind, reader, notes)
    say: dict[Names, list[Clause]] = {}
    for clause in compiler.read(table.texts("say", needed=False), "say"):
        say.setdefault(clause.numbers, []).append(clause)
    some = compiler.read(table.texts("some", needed=False), "some")
    asked = [_read_asked(table, form, compiler, kind) for form in ("ask", "find")]
    table.close()
    ways = {key: tuple(each) for key, each in say.items()}
    return KindPhrases(ways, tuple(some), asked[0], asked[1], dict(_units(ways)))


def _units(
    ways: Mapping[Names, Sequence[Clause]],
) -> Iterator[tuple[str, tuple[str, str | Word]]]:
    for clause in (clause for each in ways.values() for clause in each):
        for slot in _numbers(clause.options):
            if unit := slot.role or slot.noun:
                yield slot.name, (slot.between if slot.between in POWERS else "", unit)


def _numbers(options: Options) -> Iterator[NumberSlot]:
    for node in (node for way in options.ways for node in way):
        if isinstance(node, NumberSlot):
            yield node
        elif isinstance(node, Options):
            yield from _numbers(node)


def _read_asked(
    table: Table, form: str, compiler: _Compiler, kind: Kind
) -> dict[str, tuple[Clause, ...]]:
    if form not in table.values:
        table.known.add(form)
        return {}
    inner = table.table(form)
    found = {}
    for name in inner.values:
        if name not in kind.numbers:
            inner.note(
                f"{form}.{name}: the kind has no such number{hint(name, kind.numbers)}", name
            )
        found[name] = tuple(compiler.read(inner.texts(name), form, name))
    return found


@dataclass(frozen=True, slots=True)
class _Compiler:
    kind: Kind
    reader: Reader
    notes: Notes

    def read(self, texts: Sequence[str], *keys: str) -> list[Clause]:
        """Return the clauses of some templates; what is wrong with others is noted."""
        clauses = []
        for text in texts:
            template = self.notes.read(parse_template, text, *keys)
            if template is not None:
                for way in template.choices:
                    clauses.append(self._clause(Choice((way,)), text, keys))
        return clauses

    def _clause(self, template: Choice, text: str, keys: Sequence[str]) -> Clause:
        options = self._options(template, keys)
        slots = [*slots_of(template)]
        numbers = frozenset(slot.name for slot in slots if slot.name in self.kind.numbers)
        always = _always(options)
        if numbers != always:
            self.notes.add(f"some wordings of {text!r} lack a number", *keys)
        things = [slot for slot in slots if "thing" in (slot.name, slot.name.rstrip("s"))]
        is_list = numbers == {"n"} and not things and _lists(options)
        return Clause(options, numbers, any(slot.name == WHEN for slot in slots), is_list)

    def _options(self, template: Choice, keys: Sequence[str]) -> Options:
        return Options(
            tuple(tuple(self._node(part, keys) for part in way.parts) for way in template.choices)
        )

    def _node(self, part: str | Slot | Choice, keys: Sequence[str]) -> Node:
        if isinstance(part, str):
            return part
        if isinstance(part, Choice):
            return self._options(part, keys)
        return self._slot(part, keys)

    def _slot(self, slot: Slot, keys: Sequence[str]) -> Node:
        roles = self.kind.roles
        if slot.name in self.kind.numbers:
            role = slot.noun if slot.noun in roles else ""
            noun = self.reader.word(slot.noun) if slot.noun and not role else None  # type: ignore[operator]
            return NumberSlot(slot.name, slot.style, slot.between, role, noun)
        if slot.name in roles:
            return WordSlot(slot.name, slot.style)
        for ending in ("s", "es"):
            if slot.name.removesuffix(ending) in roles and slot.name.endswith(ending):
                return WordSlot(slot.name.removesuffix(ending), "other")
        role = slot.style or roles[0]
        if slot.name not in self.reader.verbs or role not in (*roles, *self.kind.numbers):
            known = [*roles, *self.kind.numbers]
            self.notes.add(
                f"{{{slot.name}}} is not a role, number or verb{hint(slot.name, known)}", *keys
            )
        return VerbSlot(slot.name, role)


def _always(options: Options) -> Names:
    """Return the numbers that every alternative has."""
    ways = []
    for way in options.ways:
        inner = [_always(node) for node in way if isinstance(node, Options)]
        slots = {node.name for node in way if isinstance(node, NumberSlot)}
        ways.append(frozenset(slots.union(*inner)))
    return frozenset.intersection(*ways)


def _lists(options: Options) -> bool:
    """Say whether every number is a plain {n thing}."""
    return all(
        _lists(node) if isinstance(node, Options) else _is_listed(node)
        for way in options.ways
        for node in way
    )


def _is_listed(node: Node) -> bool:
    if not isinstance(node, NumberSlot):
        return True
    return node.role == "thing" and not node.between and not node.style
