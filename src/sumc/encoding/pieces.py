"""Word pieces for pretrained encoders, by the `tokenizers` library: a text to piece ids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sumc.errors import ProblemError
from sumc.lazy_regex import lazy_regex

LONE_SURROGATE = lazy_regex("[\ud800-\udfff]")
"""Half a character, as in broken texts; the library refuses texts with one."""
LONGEST_WORD = 100
"""Characters; a longer word is unknown, as in BERT."""


@dataclass(frozen=True)
class Pieces:
    """What a pretrained encoder's text goes through: the tokenizer it was trained with."""

    description: str
    """The text of a `tokenizer.json`."""
    start: int
    """The piece that opens a text, for example [CLS]."""
    end: int
    """The piece that closes a text, for example [SEP]."""

    @classmethod
    def of_words(cls, vocabulary: Sequence[str], *, lowercase: bool = True) -> "Pieces":
        """BERT's word pieces: words, and parts of words that open with ##.

        >>> Pieces.of_words(["[UNK]", "pen", "##s", "!", "[CLS]", "[SEP]"]).encode("Pens!")
        [1, 2, 3]
        """
        library = _tokenizers()
        places = {piece: place for place, piece in enumerate(vocabulary)}
        if not {"[UNK]", "[CLS]", "[SEP]"} <= places.keys():
            raise ProblemError("expected [UNK], [CLS] and [SEP] in a vocabulary of word pieces")
        model = library.models.WordPiece(
            places, unk_token="[UNK]", max_input_chars_per_word=LONGEST_WORD
        )
        tokenizer = library.Tokenizer(model)
        tokenizer.normalizer = library.normalizers.BertNormalizer(lowercase=lowercase)
        tokenizer.pre_tokenizer = library.pre_tokenizers.BertPreTokenizer()
        return cls(tokenizer.to_str(), places["[CLS]"], places["[SEP]"])

    def encode(self, text: str) -> list[int]:
        """The pieces of a text.

        >>> Pieces.of_words(["[UNK]", "pen", "[CLS]", "[SEP]"]).encode("pen \\ud800")
        [1]
        """
        readable = LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
        return list(self._tokenizer.encode(readable, add_special_tokens=False).ids)

    def spell(self, piece: int) -> str:
        """The text of a piece in the vocabulary.

        >>> Pieces.of_words(["[UNK]", "pen", "##s", "[CLS]", "[SEP]"]).spell(2)
        '##s'
        """
        return str(self._tokenizer.id_to_token(piece))

    @property
    def vocabulary(self) -> list[str]:
        """All pieces, each at its place.

        >>> Pieces.of_words(["[UNK]", "pen", "[CLS]", "[SEP]"]).vocabulary
        ['[UNK]', 'pen', '[CLS]', '[SEP]']
        """
        return [self.spell(place) for place in range(self._tokenizer.get_vocab_size())]

    @cached_property
    def _tokenizer(self) -> Any:
        try:
            return _tokenizers().Tokenizer.from_str(self.description)
        except Exception as error:  # the library raises plain exceptions for what it cannot read
            raise ProblemError(f"expected the text of a tokenizer.json: {error}") from None

    def to_json(self) -> dict[str, object]:
        """What is written to a file; `from_json` reads it back."""
        return {"description": self.description, "start": self.start, "end": self.end}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Pieces":
        """Read what `to_json` wrote."""
        match data:
            case {"description": str() as text, "start": int() as start, "end": int() as end}:
                return cls(text, start, end)
        raise ProblemError("expected the description, start and end of a tokenizer")


def _tokenizers() -> Any:
    """The library, loaded where a model needs it: the tiny ones read words."""
    import tokenizers

    return tokenizers
