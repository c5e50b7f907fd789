"""Pretrained encoders: from a folder, in part, frozen, at a rate of their own."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from models.small import (
    NAMES,
    PROBLEMS,
    WITH_PRETRAINED,
    batch_of,
    covered,
    labelled,
    small_model,
    small_settings,
)
from sumc.codecs import CODECS
from sumc.decoding.hypothesis import Search
from sumc.encoding.text import LONGEST
from sumc.errors import SettingsError
from sumc.models import Model, build_model, learn_encoding
from sumc.models.pretrained import load_config, load_network, load_pieces
from sumc.solving.predictor import Predictor


def _pretrained(weights: str, *overrides: str) -> tuple[str, ...]:
    return ("encoder.kind=pretrained", f"encoder.weights={weights}", *overrides)


def _answers(model: Model, count: int = 4) -> list[object]:
    return [
        (each.answer, each.confidence) for each in Predictor.of(model).predict(PROBLEMS[:count])
    ]


@pytest.mark.parametrize("name", WITH_PRETRAINED)
def test_pretrained_encoders_are_read_from_a_folder(name: str, bert: str) -> None:
    model = small_model(name, *_pretrained(bert))
    search = Search("joint" if "joint" in model.decodings else "")
    assert all(model.hypotheses(batch_of(model, PROBLEMS[:4]), search))
    own = load_network(bert).state_dict()
    found = model.get_submodule("encoder.network").state_dict()
    assert all(torch.equal(found[key], own[key]) for key in own)
    assert model(labelled(model, covered(model)[:2])).mean().item() > 0


@pytest.mark.parametrize("name", WITH_PRETRAINED)
def test_markers_of_numbers_do_not_outweigh_their_positions(name: str, bert: str) -> None:
    """The paper's model began with markers fifty times as large, so that all numbers of a text
    looked the same: after 15 epochs of MAWPS it had 25 % of the validation problems right."""
    model = small_model(name, *_pretrained(bert))
    markers = [
        weight
        for place, weight in model.named_parameters()
        if place in ("slots.weight", "number.weight")
    ]
    pieces = next(weight for place, weight in model.named_parameters() if "word_embed" in place)
    assert markers
    assert all(each.std() < 2 * pieces.std() for each in markers)


@pytest.mark.parametrize("name", WITH_PRETRAINED)
def test_the_encoder_learns_at_a_rate_of_its_own(name: str, bert: str) -> None:
    """Every weight that is trained is in one group, and nothing else is."""
    model = small_model(name, *_pretrained(bert, "encoder.rate=0.1", "encoder.frozen_layers=2"))
    fresh, own = model.parameter_groups()
    assert (fresh["scale"], own["scale"]) == (1.0, 0.1)
    names = {id(weight): key for key, weight in model.named_parameters()}
    assert len(own["params"]) > 10
    assert all(names[id(each)].startswith("encoder.network.") for each in own["params"])
    assert not any(names[id(each)].startswith("encoder.network.") for each in fresh["params"])
    grouped = sorted(id(each) for group in (fresh, own) for each in group["params"])
    assert grouped == sorted(id(each) for each in model.parameters() if each.requires_grad)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_pretrained_encoder_all_weights_learn_at_one_rate(name: str) -> None:
    fresh, own = small_model(name).parameter_groups()
    assert own["params"] == []
    assert len(fresh["params"]) == len(list(small_model(name).parameters()))
    assert fresh["scale"] == 1.0


def test_a_model_is_rebuilt_from_its_encoding_without_the_encoders_folder(bert: str) -> None:
    trained = small_model("seq2code-joint", *_pretrained(bert))
    gone = small_settings("seq2code-joint", *_pretrained("gone"))
    again = build_model(gone, trained.encoding, trained.codec).eval()
    again.load_state_dict(trained.state_dict())
    assert _answers(again) == _answers(trained)


def test_frozen_layers_are_not_trained(bert: str) -> None:
    model = small_model("seq2code-joint", *_pretrained(bert, "encoder.frozen_layers=2"))
    still = {name for name, weight in model.named_parameters() if not weight.requires_grad}
    assert any("layer.0." in name for name in still)
    assert any("word_embeddings" in name for name in still)
    assert not any("layer.1." in name for name in still)


def test_the_first_layers_of_an_encoder_can_be_used_alone(bert: str) -> None:
    whole = small_model("seq2code-joint", *_pretrained(bert))
    model = small_model("seq2code-joint", *_pretrained(bert, "encoder.layers=1"))
    names = {name for name, _ in model.named_parameters() if "layer." in name}
    assert {name for name in names if "layer.1." in name} == set()
    assert {name for name, _ in whole.named_parameters() if "layer.1." in name}
    cut = small_settings("seq2code-joint", *_pretrained("gone", "encoder.layers=1"))
    again = build_model(cut, model.encoding, model.codec).eval()
    again.load_state_dict(model.state_dict())
    assert _answers(again) == _answers(model)


def test_an_encoder_reads_no_more_than_it_has_places_for(bert: str) -> None:
    model = small_model("seq2code", *_pretrained(bert))
    assert model.encoding.longest == load_config(bert)["max_position_embeddings"] == 256
    assert small_model("seq2code").encoding.longest == LONGEST == 512
    assert model.encoding.pieces is not None
    assert model.encoding.words is None
    (names,) = model.row_names().values()
    assert list(names) == model.encoding.pieces.vocabulary


def test_a_model_gets_what_its_kind_asks_for(bert: str) -> None:
    for name, inputs in (("seq2code", ()), ("seq2code-joint", ("number_features",))):
        assert small_model(name).encoding.inputs == inputs
        assert small_model(name, *_pretrained(bert)).encoding.inputs == inputs


def _learn(weights: str) -> None:
    settings = small_settings("seq2code", *_pretrained(weights))
    codec = CODECS["mtree"].learn(PROBLEMS, settings.codec)
    learn_encoding(PROBLEMS, settings, codec)


def test_an_encoder_that_is_not_installed_is_a_clear_error() -> None:
    with pytest.raises(SettingsError, match="is not installed: pip install no_such_package"):
        _learn("no_such_package:model")


@pytest.mark.parametrize("load", [load_network, load_config, load_pieces])
def test_an_encoder_without_a_name_is_told_what_a_name_is(load: Callable[[str], object]) -> None:
    pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    with pytest.raises(SettingsError) as caught:
        load("")
    assert str(caught.value).splitlines() == [
        "section [encoder] has 1 mistake:",
        "    encoder.weights: expected a folder, a name on the Hugging Face hub or package:folder",
    ]


def test_a_run_folder_is_not_a_hub_name(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    with pytest.raises(SettingsError, match=r"encoder\.weights"):
        _learn(str(tmp_path / "none"))


OWN_CODE = """
from pathlib import Path
Path({marker!r}).write_text("ran")
from transformers import BertConfig, BertModel, BertTokenizerFast
class OwnConfig(BertConfig):
    model_type = "own"
class OwnModel(BertModel):
    config_class = OwnConfig
class OwnTokenizer(BertTokenizerFast):
    pass
"""


def _with_own_code(folder: Path, bert: str) -> Path:
    """An encoder that brings its own code; returns what exists when that has run."""
    shutil.copytree(bert, folder)
    marker = folder.parent / "ran"
    (folder / "own_code.py").write_text(OWN_CODE.format(marker=str(marker)))
    names = {"AutoConfig": "OwnConfig", "AutoModel": "OwnModel"}
    config = json.loads((folder / "config.json").read_text())
    config["model_type"] = "own"
    config["auto_map"] = {auto: f"own_code.{name}" for auto, name in names.items()}
    (folder / "config.json").write_text(json.dumps(config))
    own = {"AutoTokenizer": [None, "own_code.OwnTokenizer"]}
    (folder / "tokenizer_config.json").write_text(json.dumps({"auto_map": own}))
    return marker


@pytest.mark.parametrize("load", [load_network, load_config])
def test_a_folder_that_is_not_there_is_called_so(
    load: Callable[[str], object], tmp_path: Path
) -> None:
    for name in (str(tmp_path / "nowhere"), "./nowhere"):
        with pytest.raises(SettingsError, match="there is no such folder"):
            load(name)


@pytest.mark.parametrize("load", [load_network, load_config, load_pieces])
def test_the_code_of_an_encoder_is_never_run_and_nobody_is_asked(
    load: Callable[[str], object],
    bert: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marker = _with_own_code(tmp_path / "own", bert)
    (tmp_path / "own" / "vocab.txt").unlink()
    monkeypatch.setattr("builtins.input", lambda *_: "y")
    with pytest.raises(SettingsError, match="cannot be loaded"):
        load(str(tmp_path / "own"))
    assert not marker.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", b"[" * 100_000),
        ("config.json", b"[]"),
        ("config.json", b"\xff"),
        ("config.json", b'{"model_type": []}'),
        ("model.safetensors", b"\xff" * 100),
        ("model.safetensors", b""),
        ("vocab.txt", b"\xff\xfe"),
        ("vocab.txt", b""),
        ("tokenizer_config.json", b"[]"),
        ("tokenizer_config.json", b"[" * 100_000),
    ],
)
def test_a_damaged_encoder_is_one_clear_error(
    bert: str, tmp_path: Path, name: str, content: bytes
) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(bert, folder)
    (folder / name).write_bytes(content)
    load = load_network if name in ("config.json", "model.safetensors") else load_pieces
    with pytest.raises(SettingsError, match=r"encoder\.weights: cannot be loaded"):
        load(str(folder))
