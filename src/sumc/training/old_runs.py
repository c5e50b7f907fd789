"""Folders of trainings from before codecs and encodings had files of their own.

They had one `features.json` and flat settings. They are read as they are; a training that was not
finished cannot be resumed (its checkpoint is of another version), but a new one can start from it.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import Tensor

from sumc.codecs import Codec
from sumc.encoding.old_features import read_features
from sumc.encoding.text import TextEncoding
from sumc.errors import RunError, SumcError
from sumc.settings.models import MODELS
from sumc.settings.settings import Settings, read_tables
from sumc.solving.manifest import FEATURES
from sumc.strict_json import parse_json
from sumc.training.folder import SETTINGS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ENCODER = ("kind", "cell", "embedding", "subwords", "hidden", "layers", "dropout", "word_dropout")
OPTIMIZER = ("learning_rate", "weight_decay", "epsilon")
VOCABULARY = ("unit", "own_words", "vocabulary", "at_least")
RENAMED = {"encoder.parts.weight": "encoder.subwords.weight"}


def read_old_run(folder: Path) -> tuple[Settings, Codec[Any], TextEncoding]:
    """The settings, codec and encoding of such a folder."""
    try:
        tables = tomllib.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        features = parse_json((folder / FEATURES).read_bytes())
        settings = read_tables(convert_settings(tables), str(folder / SETTINGS))
        codec, encoding = read_features(features, MODELS[settings.model.name].inputs)
    except (SumcError, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(
            f"{folder} was written by an older version of sumc and cannot be read: {error}"
        ) from None
    return settings, codec, encoding


def convert_settings(old: Mapping[str, Any]) -> dict[str, Any]:
    """Flat settings as the sections that they belong to now."""
    data, features = dict(old.get("data", {})), dict(old.get("features", {}))
    model, training = dict(old.get("model", {})), dict(old.get("training", {}))
    codec = {"name": features.get("target", "mtree")}
    if "constant_uses" in features:
        codec["constant_uses"] = features["constant_uses"]
    optimizer = {name: training.pop(name) for name in OPTIMIZER if name in training}
    schedule = {"kind": training.pop("decay", "linear"), "warmup": training.pop("warmup", 0.1)}
    return {
        "data": data,
        "codec": codec,
        "encoder": _encoder(model, features),
        "model": _model(model),
        "training": {**training, "optimizer": optimizer, "schedule": schedule},
    }


def _encoder(model: Mapping[str, Any], features: Mapping[str, Any]) -> dict[str, Any]:
    if model.get("encoder", "rnn") == "pretrained":
        names = {
            "pretrained": "weights",
            "encoder_layers": "layers",
            "frozen_layers": "frozen_layers",
            "encoder_rate": "rate",
            "dropout": "dropout",
        }
        kept = {new: model[name] for name, new in names.items() if name in model}
        return {"kind": "pretrained", **kept}
    found = {"kind": "rnn", **{name: model[name] for name in ENCODER if name in model}}
    if "parts" in model:
        found["subwords"] = model["parts"]
    return found | {name: features[name] for name in VOCABULARY if name in features}


def _model(model: Mapping[str, Any]) -> dict[str, Any]:
    name = model.get("name", "seq2code-joint")
    fields = ["dropout"]
    if name == "seq2code-joint":
        fields += ["width", "interaction", "number_features", "refinement", "shapes"]
        fields += ["label_smoothing", "r_drop"]
    kept = {each: model[each] for each in fields if each in model}
    return {"name": name, "attention": model.get("hidden", 128), **kept}


def rename_weights(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Weights under the names that they have now."""
    return {RENAMED.get(name, name): tensor for name, tensor in weights.items()}
