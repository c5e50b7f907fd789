"""Fewer word pieces for one language: half of a small encoder's weights are its table of pieces.

A word that loses its piece is spelled with shorter ones, down to single letters, which all stay.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import torch
from torch import nn

from sumc.encoding.pieces import Pieces
from sumc.errors import ModelError
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.strict_json import parse_json

INSIDE = "##"
"""Begins a piece that stands inside a word."""


def cut_vocabulary(model: Seq2CodeJoint, texts: Iterable[str], size: int) -> Seq2CodeJoint:
    """A copy of a model with at most `size` word pieces, those that `texts` need before others."""
    pieces = model.encoding.pieces
    if pieces is None or not isinstance(model.encoder, PretrainedEncoder):
        raise ModelError("only a model that reads word pieces can have fewer of them")
    kept = kept_pieces(pieces, texts, size)
    cut = deepcopy(model)
    cut.encoding = replace(model.encoding, pieces=renumbered(pieces, kept))
    assert isinstance(cut.encoder, PretrainedEncoder)
    table = cut.encoder.network.get_input_embeddings().weight.detach()
    rows = nn.Embedding(len(kept), table.shape[1], _weight=table[torch.tensor(kept)])
    cut.encoder.network.set_input_embeddings(rows)
    return cut


def kept_pieces(pieces: Pieces, texts: Iterable[str], size: int) -> list[int]:
    """The pieces that stay, in their order: what spells any word, what texts need, and the rest
    in the order of the vocabulary, which for BERT's is that of their frequency."""
    places = word_pieces(pieces)
    needed = Counter(piece for text in texts for piece in pieces.encode(text))
    letters = [place for piece, place in places.items() if _is_letter(piece)]
    wanted = dict.fromkeys([pieces.start, pieces.end, *letters])
    if len(wanted) > size:
        raise ModelError(f"{size} word pieces are too few: the letters alone need {len(wanted)}")
    wanted |= dict.fromkeys(piece for piece, _ in needed.most_common())
    wanted |= dict.fromkeys(sorted(places.values()))
    return sorted([*wanted][:size])


def _is_letter(piece: str) -> bool:
    """Whether a piece is a single character, or one that texts never spell, such as [UNK]."""
    special = piece.startswith("[") and piece.endswith("]") and not piece.startswith("[unused")
    return special or len(piece.removeprefix(INSIDE)) == 1


def renumbered(pieces: Pieces, kept: list[int]) -> Pieces:
    """The same pieces without those that do not stay."""
    description = _description(pieces)
    new = {place: number for number, place in enumerate(kept)}
    places: Mapping[str, int] = description["model"]["vocab"]
    description["model"]["vocab"] = {
        piece: new[place] for piece, place in places.items() if place in new
    }
    text = json.dumps(description, ensure_ascii=False)
    return Pieces(text, new[pieces.start], new[pieces.end])


def _description(pieces: Pieces) -> dict[str, Any]:
    """A tokenizer.json, if it cuts words into pieces as BERT's does."""
    found = parse_json(pieces.description.encode("utf-8"))
    if not isinstance(found, dict) or found.get("model", {}).get("type") != "WordPiece":
        raise ModelError("only a vocabulary of word pieces can be cut")
    return found


def word_pieces(pieces: Pieces) -> dict[str, int]:
    """The vocabulary of a tokenizer: where each piece stands in the table."""
    return dict(_description(pieces)["model"]["vocab"])
