"""Pretrained encoders with random weights, so small that tests can train them."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def write_encoder(
    folder: Path, texts: Iterable[str] = (), *, family: str = "bert", width: int = 16, **shape: Any
) -> str:
    """The folder of an encoder that knows the words of some texts."""
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    import torch

    found = dict.fromkeys(w for text in texts for w in re.findall(r"[a-z]+|\S", text.lower()))
    words = [*SPECIAL, *found]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    config = transformers.AutoConfig.for_model(
        family,
        **{
            "vocab_size": len(words),
            "hidden_size": width,
            "intermediate_size": 2 * width,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "max_position_embeddings": 96,
            "hidden_dropout_prob": 0.0,
            "attention_probs_dropout_prob": 0.0,
            "pad_token_id": 0,
            **shape,
        },
    )
    torch.manual_seed(0)
    transformers.AutoModel.from_config(config).save_pretrained(folder)
    return str(folder)
