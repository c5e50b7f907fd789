"""Word pieces for pretrained encoders, without torch: the text between numbers to piece ids.

BERT's vocabularies are read by our own few lines, so that solving needs no further package;
other tokenizers (RoBERTa's, for example) go through the `tokenizers` package.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from sumc.errors import ProblemError

LONGEST_WORD = 100
"""Characters; a longer word is unknown, as in BERT."""


class Pieces(Protocol):
    """What a pretrained encoder's text goes through."""

    @property
    def start(self) -> int:
        """The piece that opens a text, for example [CLS]."""

    @property
    def end(self) -> int:
        """The piece that closes a text, for example [SEP]."""

    def encode(self, text: str) -> list[int]:
        """The pieces of a text."""

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `read_pieces` reads it back."""


@dataclass(frozen=True)
class WordPieces:
    """BERT's word pieces: words, and parts of words that open with ##."""

    vocabulary: tuple[str, ...]
    lowercase: bool = True

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {piece: position for position, piece in enumerate(self.vocabulary)}

    @property
    def start(self) -> int:
        """The position of [CLS]."""
        return self._positions["[CLS]"]

    @property
    def end(self) -> int:
        """The position of [SEP]."""
        return self._positions["[SEP]"]

    def encode(self, text: str) -> list[int]:
        """The longest pieces that a text is made of, from left to right.

        >>> WordPieces(("[UNK]", "pen", "##s", "!")).encode("Pens!")
        [1, 2, 3]
        """
        words = basic_words(text, lowercase=self.lowercase)
        return [position for word in words for position in self._pieces(word)]

    def _pieces(self, word: str) -> list[int]:
        found: list[int] = []
        start = 0
        while start < len(word) <= LONGEST_WORD:
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 else f"##{word[start:end]}"
                if piece in self._positions:
                    found.append(self._positions[piece])
                    start = end
                    break
            else:
                break
        return found if start == len(word) else [self._positions["[UNK]"]]

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `read_pieces` reads it back."""
        return {"kind": "wordpiece", "vocabulary": self.vocabulary, "lowercase": self.lowercase}


def basic_words(text: str, *, lowercase: bool) -> list[str]:
    """The words of a text before they are cut into pieces: spaces, punctuation, Chinese.

    >>> basic_words("Ann's café 有3只", lowercase=True)
    ['ann', "'", 's', 'cafe', '有', '3', '只']
    """
    if lowercase:
        text = unicodedata.normalize("NFD", text.lower())
    return "".join(_spaced(text, lowercase)).split()


def _spaced(text: str, lowercase: bool) -> Iterator[str]:
    for character in text:
        category = unicodedata.category(character)
        if character.isspace():
            yield " "
        elif category[0] == "C" or character == "\ufffd" or (lowercase and category == "Mn"):
            continue
        elif _stands_alone(character, category):
            yield f" {character} "
        else:
            yield character


def _stands_alone(character: str, category: str) -> bool:
    ascii_sign = character.isascii() and not character.isalnum()
    chinese = any(low <= character <= high for low, high in _CHINESE)
    return ascii_sign or category[0] == "P" or chinese


_CHINESE = (
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0002a6df"),
    ("\U0002a700", "\U0002ceaf"),
    ("\U0002f800", "\U0002fa1f"),
)


@dataclass(frozen=True)
class OtherPieces:
    """The pieces of any tokenizer that has a `tokenizer.json`."""

    description: str
    """The text of the `tokenizer.json`."""
    start: int
    end: int

    @cached_property
    def _tokenizer(self) -> Any:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise ProblemError('this tokenizer needs: pip install "sumc[plm]"') from error
        return Tokenizer.from_str(self.description)

    def encode(self, text: str) -> list[int]:
        """The pieces of a text."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `read_pieces` reads it back."""
        return {
            "kind": "tokenizer.json",
            "description": self.description,
            "start": self.start,
            "end": self.end,
        }


def read_pieces(data: Mapping[str, Any]) -> Pieces:
    """Read what `to_json` of any kind of pieces wrote."""
    match data:
        case {"kind": "wordpiece", "vocabulary": list() as words, "lowercase": bool() as lower}:
            return WordPieces(tuple(map(str, words)), lower)
        case {
            "kind": "tokenizer.json",
            "description": str() as text,
            "start": int() as start,
            "end": int() as end,
        }:
            return OtherPieces(text, start, end)
    raise ProblemError("expected the pieces of a tokenizer: wordpiece or tokenizer.json")
