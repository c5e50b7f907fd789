"""The vocabulary: tokens to positions in an embedding table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sumc.errors import ProblemError

PADDING = "<padding>"
UNKNOWN = "<unknown>"


@dataclass(frozen=True)
class Vocabulary:
    """The tokens of the training problems, the most frequent first, after two of its own."""

    tokens: tuple[str, ...]

    @classmethod
    def of_counts(
        cls, counts: Mapping[str, int], size: int | None = None, at_least: int = 1
    ) -> "Vocabulary":
        """The `size` most frequent tokens of those that occur often enough.

        >>> Vocabulary.of_counts({"b": 2, "a": 3, "c": 1}, at_least=2).tokens
        ('<padding>', '<unknown>', 'a', 'b')
        """
        often = [token for token, count in counts.items() if count >= at_least]
        often.sort(key=lambda token: (-counts[token], token))
        return cls((PADDING, UNKNOWN, *often[:size]))

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The position of every token that is known."""
        return {token: position for position, token in enumerate(self.tokens)}

    def encode(self, tokens: Sequence[str]) -> list[int]:
        """The position of every token; 1 for one that training never saw."""
        find = self.positions.get
        return [find(token, 1) for token in tokens]

    def to_json(self) -> list[str]:
        """What is written to a file; `from_json` reads it back."""
        return list(self.tokens)

    @classmethod
    def from_json(cls, data: object) -> "Vocabulary":
        """Read what `to_json` wrote."""
        texts = isinstance(data, list) and all(isinstance(token, str) for token in data)
        if not isinstance(data, list) or not texts or data[:2] != [PADDING, UNKNOWN]:
            raise ProblemError(f"expected a vocabulary: a list that starts with {PADDING}")
        return cls(tuple(data))
