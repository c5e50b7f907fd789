"""Texts that an encoder has no places for: counted before training, not answered after."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch")

import torch

from sumc.decoding.hypothesis import TOO_LONG
from sumc.problems.loading import load_split
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.training.ensemble import load_ensemble
from sumc.training.run import Run
from sumc.training.train import train
from training.tiny import tiny_settings, write_problems

PLACES = 40
LONG = "There are 3 bags " + "of nuts " * PLACES + "with 4 nuts each. How many nuts are there?"
RECURRENT = ("encoder.hidden", "encoder.embedding")


@pytest.fixture(name="settings", scope="module")
def _settings(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    transformers = pytest.importorskip("transformers", reason='needs pip install "sumc[plm]"')
    folder = tmp_path_factory.mktemp("bert")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "nuts", "?"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    shape = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = transformers.BertConfig(
        vocab_size=len(words), intermediate_size=8, max_position_embeddings=PLACES, **shape
    )
    torch.manual_seed(0)
    transformers.BertModel(config).save_pretrained(folder)
    return "encoder.kind=pretrained", f"encoder.weights={folder}", "training.epochs=1"


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory: pytest.TempPathFactory, settings: tuple[str, ...]) -> Run:
    folder = tmp_path_factory.mktemp("run")
    chosen = tiny_settings(write_problems(folder), settings, without=RECURRENT)
    return train(chosen, load_split(chosen.data), folder / "tiny")


def test_it_is_left_out_of_the_training_and_counted(
    tmp_path: Path, settings: tuple[str, ...]
) -> None:
    path = write_problems(tmp_path)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "long", "text": LONG, "equation": "3*4"}) + "\n")
    for fold in range(5):  # in some of them it trains, in one it is asked
        chosen = tiny_settings(path, [*settings, f"data.split=fold-{fold}"], without=RECURRENT)
        split = load_split(chosen.data)
        if "long" in {problem.id for problem in split.train}:
            break
    run = train(chosen, split, tmp_path / "run")
    assert run.results["left_out_because"] == {f"longer than {PLACES} tokens": 1}
    assert run.results["trained_on"] == len(split.train) - 1


def test_it_has_no_answer_and_the_others_have_theirs(run: Run) -> None:
    split = load_split(run.settings.data)
    long = Problem("long", LONG, "en", find_quantities(LONG))
    asked = [split.test[0], long, split.test[1], long]
    ensemble, _ = load_ensemble([run.folder, run.folder], split.validation)
    for found in (list(run.predict(asked)), list(ensemble.predict(asked))):
        assert [each.reason == TOO_LONG for each in found] == [False, True, False, True]
        assert [each.answer is None for each in found] == [False, True, False, True]
    assert [each.reason for each in run.predict([long])] == [TOO_LONG]
