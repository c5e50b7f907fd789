"""What the author of a model can do wrong, and what he is told: one sentence that names the place.

Each case changes one line of the guide's package and starts to train.
"""

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from plugin.commands import Commands
from plugin.guide import files, install

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="training needs torch")

LOSS = 'LossSum.of(nll_loss(self.scores(batch), gold, reduction="sum"), len(gold))'
MISTAKES = [
    # what is known before torch
    ("__init__", "import numpy", "import no_such", "onestep:ONE_STEP: No module named 'no_such'"),
    ("__init__", "= ModelKind(", "= dict(", "the model 'one-step': expected a ModelKind"),
    (
        "__init__",
        'name="one-step"',
        'name="two-steps"',
        "as in its entry point, found 'two-steps'",
    ),
    ("__init__", ' = "one-step"', ' = "two-steps"', "`name` with the default 'one-step'"),
    ("__init__", ' = "one-step"', "", "name: expected a default"),
    ("__init__", "    name: Lit", "    title: Lit", "`name` with the default 'one-step'"),
    ("__init__", "frozen=True, ", "", "expected a frozen dataclass"),
    ("__init__", "@dataclass(frozen=True, slots=True)", "", "expected a dataclass, found"),
    (
        "__init__",
        "dropout: NotAll = 0.1",
        "dropout: tuple[int, ...] = ()",
        "dropout: expected bool",
    ),
    ("__init__", "dropout: NotAll = 0.1", "dropout: int | None = None", "dropout: expected bool"),
    ("__init__", '("first-two",)', '("last-two",)', "codecs: expected some of mtree,"),
    ("__init__", '("first-two",)', "()", "codecs: expected some of mtree,"),
    ("__init__", '("rnn",)', '("cnn",)', "encoders: expected some of rnn, pretrained, found"),
    ("__init__", '("first_is_larger",)', '("larger",)', "no input is called 'larger'; known:"),
    ("__init__", "def first_is_larger", "first_is_larger = 3\ndef larger", "expected a function"),
    # the codec
    ("codec", "import numpy", "import no_such", "onestep.codec:FirstTwo: No module named"),
    ("codec", "(Codec[int])", "", "the codec 'first-two': expected a class that extends Codec"),
    ("codec", "def collate", "def collect", "the codec 'first-two' lacks collate"),
    ("codec", '"first-two"', '"last-two"', "the codec 'first-two': expected this `name`"),
    ("codec", "at_least: Count = 1", "at_least: Count", "at_least: expected a default"),
    ("codec", 'data["operations"]', 'data["signs"]', "codec.json is damaged: KeyError: 'signs'"),
    (
        "codec",
        "return self.operations.index(operation)",
        "return 0",
        "the codec 'first-two': decode(encode(problem), problem) should be the solution",
    ),
    (
        "codec",
        "return cls(operations)\n",
        "return cls(operations[::-1])\n",
        "the codec 'first-two': from_json does not give back what to_json wrote",
    ),
    ("codec", ">= settings.at_least", "> 1000", "no training problems to learn from: 54 not expr"),
    # the network
    ("network", "import torch", "import no_such", "onestep.network:OneStep: No module named"),
    ("network", "class OneStep", "class TwoSteps", "has no attribute 'OneStep'"),
    ("network", "(Model)", "(nn.Module)", "onestep.network:OneStep does not extend Model"),
    (
        "network",
        "= ONE_STEP.decodings",
        '= ("all",)',
        "decodings ('all', 'best')",
    ),
    ("network", "def forward", "def loss", "onestep.network:OneStep lacks forward"),
    ("network", LOSS, "nll_loss(self.scores(batch), gold)", "expected a LossSum, found Tensor"),
    ("network", "return logits.log_softmax(-1)", "return logits.exp()", "a score of "),
    ("network", "else ranked", "else ranked[1:]", "5 lists of hypotheses for 6 problems"),
    (
        "network",
        '{"inverse": op',
        '{"invers": op',
        "evidence 'invers', but its class declares first,",
    ),
]


@pytest.mark.parametrize(("module", "right", "wrong", "told"), MISTAKES)
def test_a_mistake_is_told_in_a_sentence_that_names_the_place(
    sumc: Commands, tmp_path: Path, module: str, right: str, wrong: str, told: str
) -> None:
    done = broken(sumc, tmp_path, module, right, wrong)(
        "train", "one-step.toml", "--output", str(tmp_path / "run")
    )
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "Traceback" not in done.err


def broken(sumc: Commands, site: Path, module: str, right: str, wrong: str) -> Commands:
    """The commands with a package in which one line is wrong."""
    name = f"onestep/{module}.py"
    text = files()[name]
    assert right in text
    install(site, **{module: text.replace(right, wrong, 1)})
    return replace(sumc, site=site)


def test_a_broken_package_does_no_harm_to_other_models(sumc: Commands, tmp_path: Path) -> None:
    commands = broken(sumc, tmp_path, "__init__", "import numpy", "import no_such")
    options = ("--set", "data.dataset=problems.jsonl", "--set", "training.epochs=1")
    done = commands("train", *options, "--output", str(tmp_path / "run"))
    assert done.code == 0, done.err
    models = json.loads(commands("train", "--models", "--json").out)["models"]
    assert [(row["name"], row["about"]) for row in models if row["error"]] == [("one-step", None)]


def test_a_setting_may_be_checked_together_with_others(sumc: Commands, tmp_path: Path) -> None:
    """A plain ValueError of the author's is one of the mistakes that are told."""
    right = "    dropout: NotAll = 0.1\n"
    check = """    def __post_init__(self) -> None:
        if self.dropout > 0.5:
            raise ValueError("so much dropout leaves nothing to learn from")
"""
    commands = broken(sumc, tmp_path, "__init__", right, right + check)
    options = ("--set", "model.dropout=0.7", "--set", "training.epochs=0")
    done = commands("train", "one-step.toml", *options, "--output", str(tmp_path / "run"))
    assert [line.strip() for line in done.err.splitlines()] == [
        "error: --set has 2 mistakes:",
        "model: so much dropout leaves nothing to learn from",
        "training.epochs: expected at least 1, found 0",
    ]
