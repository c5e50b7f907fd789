"""The codebook B: the ordered set of codes, and count vectors over it (paper, section 3.3.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sumc.algebra.limits import DEFAULT_LIMITS, refuse
from sumc.errors import CodeError

VERSION = 1
"""Goes up when the meaning of codes changes, so that an old codebook is not read as a new one."""
UNUSED = "None"
"""Index 0 of every codebook: the number is not used."""

Pairs = Iterable[tuple[str, str]]
"""Symbols and codes, as `MTree.codes` gives them."""


@dataclass(frozen=True)
class Codebook:
    """The codes seen in training, the most frequent first; index 0 is `None`."""

    codes: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.codes[:1] != (UNUSED,) or len(set(self.codes)) != len(self.codes):
            raise CodeError(f'expected "{UNUSED}" and then distinct codes in a codebook')

    @classmethod
    def build(cls, solutions: Iterable[Pairs]) -> "Codebook":
        """The codebook of a training split: the codes of all its solutions.

        >>> Codebook.build([[("n1", "0_0_+"), ("n2", "1_0_+")], [("n1", "0_0_+")]]).codes
        ('None', '0_0_+', '1_0_+')
        """
        counts = Counter(code for pairs in solutions for _, code in pairs)
        ordered = sorted(counts, key=lambda code: (-counts[code], code))
        return cls((UNUSED, *ordered))

    def __len__(self) -> int:
        return len(self.codes)

    def __contains__(self, code: object) -> bool:
        return code in self._positions

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {code: position for position, code in enumerate(self.codes)}

    def covers(self, pairs: Pairs) -> bool:
        """Whether every code of a solution is in the codebook."""
        return all(code in self._positions for _, code in pairs)

    def encode(self, pairs: Pairs, symbols: Sequence[str]) -> list[list[int]]:
        """A count vector for each symbol: how often it has each code, or 1 at `None`.

        >>> Codebook(("None", "0_0_+")).encode([("n1", "0_0_+"), ("n1", "0_0_+")], ["n1", "n2"])
        [[0, 2], [1, 0]]
        """
        vectors = {symbol: [0] * len(self) for symbol in symbols}
        for symbol, code in pairs:
            if symbol not in vectors:
                raise CodeError(f'"{symbol}" is not one of the numbers: {", ".join(symbols)}')
            if code not in self._positions:
                raise CodeError(f'the code "{code}" is not in the codebook')
            vectors[symbol][self._positions[code]] += 1
        for vector in vectors.values():
            vector[0] = 0 if any(vector) else 1
        return [vectors[symbol] for symbol in symbols]

    def decode(
        self, vectors: Sequence[Sequence[int]], symbols: Sequence[str]
    ) -> list[tuple[str, str]]:
        """The symbols and codes that count vectors stand for; `None` stands for nothing."""
        if sum(sum(vector[1:]) for vector in vectors) > DEFAULT_LIMITS.leaves:
            raise refuse(DEFAULT_LIMITS, "leaves", f"more than {DEFAULT_LIMITS.leaves}")
        return [
            (symbol, code)
            for symbol, vector in zip(symbols, vectors, strict=True)
            for code, count in zip(self.codes[1:], vector[1:], strict=True)
            for _ in range(count)
        ]

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {"version": VERSION, "codes": list(self.codes)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Codebook":
        """Read what `to_json` wrote, refusing another version."""
        codes = data.get("codes")
        texts = isinstance(codes, list) and all(isinstance(code, str) for code in codes)
        if data.get("version") != VERSION or not isinstance(codes, list) or not texts:
            raise CodeError(f"expected a codebook of version {VERSION} with a list of codes")
        return cls(tuple(codes))
