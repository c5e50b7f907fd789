"""What the tests of models share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def bert(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tiny pretrained encoder in a folder, with random weights and BERT's own files."""
    torch = pytest.importorskip("torch", reason='needs pip install "sumc[train]"')
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    folder: Path = tmp_path_factory.mktemp("bert")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the", "?", "有", "多"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    shape = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}
    sizes = {"vocab_size": len(words), "intermediate_size": 8, "max_position_embeddings": 256}
    torch.manual_seed(0)
    config = transformers.BertConfig(**sizes, **shape)
    transformers.BertModel(config).save_pretrained(folder)
    return str(folder)
