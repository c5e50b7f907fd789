"""What every compared system must show, one row of a table for each of them."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch

from built_in import generated_dataset
from models.tiny_bert import write_encoder
from sumc import Solver
from sumc.algebra.expression import Expression
from sumc.codecs import CODECS, NotCovered
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch, collate, groups_of
from sumc.models import Model, build_model, learn_encoding, load_pretrained
from sumc.problems.datasets import load_dataset
from sumc.problems.loading import load_split
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.settings import load_settings
from sumc.training.progress import Event, StepDone
from sumc.training.run import WEIGHTS, Run
from sumc.training.train import train
from training.tiny import write_problems

MANY, BY_HEART = 120, 64
"""Problems of a test, and how many of them a system must be able to learn by heart."""
EPOCHS = 100
"""How often it may see them."""
RECURRENT = ("encoder.cell=gru", "encoder.hidden=64", "encoder.embedding=32", "encoder.dropout=0")


@dataclass(frozen=True)
class System:
    """A row of the table."""

    model: str
    """Its name in the settings."""
    settings: tuple[str, ...] = ("model.dropout=0",)
    """What makes it small and sure of itself."""
    pretrained: bool = False
    """Whether it has a pretrained encoder."""
    has_oracle: bool = True
    """Whether its outputs are the expressions that can be written with their symbols."""
    score: Callable[[Model, Batch], float] = lambda model, batch: -model(batch).totals[0].item()
    """The log-probability of the target of a batch of one."""


SYSTEMS = {
    "gts": System("gts"),
    "gts-plm": System("gts", pretrained=True),
    "graph2tree": System("graph2tree", ("model.dropout=0", "model.graph_dropout=0")),
    "sau": System("sau"),
    "sau with unknowns": System(
        "sau", ("model.dropout=0", "codec.with_unknown=true"), has_oracle=False
    ),
    "unilm": System("unilm", ("model.label_smoothing=0.05",), pretrained=True),
}
ALL = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


@cache
def _problems() -> tuple[Problem, ...]:
    return tuple(p for p in generated_dataset().problems if p.language == "en")[:MANY]


def _build(
    system: System, problems: Sequence[Problem], folder: Path, *overrides: str
) -> tuple[Model, list[Problem]]:
    """A small model with random weights that has seen some problems, and those it can learn."""
    torch.manual_seed(0)
    texts = [problem.text for problem in problems]
    settings = load_settings(None, [*_settings(system, texts, folder), *overrides])
    codec = CODECS[settings.codec_name].learn(problems, settings.codec)
    model = build_model(settings, learn_encoding(problems, settings, codec), codec)
    load_pretrained(model)
    covered = [each for each in problems if not isinstance(codec.encode(each), NotCovered)]
    return model.eval(), covered


def _settings(system: System, texts: Sequence[str], folder: Path) -> list[str]:
    named = [f"model.name={system.model}", *system.settings]
    if not system.pretrained:
        return [*named, *RECURRENT]
    encoder = write_encoder(folder, texts, width=32)
    return [*named, "encoder.kind=pretrained", f"encoder.weights={encoder}", "encoder.dropout=0"]


def _batch(model: Model, problems: Sequence[Problem], *, taught: bool = False) -> Batch:
    codec, encoding = model.codec, model.encoding
    if not taught:
        return collate([encoding.encode(problem) for problem in problems])
    return collate([encoding.encode(each, codec.encode(each)) for each in problems], codec)


def _to_learn() -> Sequence[Problem]:
    """Real problems where there are some, else built-in ones."""
    if "SUMC_DATA" not in os.environ:
        return _problems()
    return [problem for problem in load_dataset("mawps").problems if problem.agrees][:MANY]


@ALL
def test_it_can_learn_problems_by_heart(system: System, tmp_path: Path) -> None:
    model, covered = _build(system, _to_learn(), tmp_path)
    short = sorted(covered, key=lambda problem: len(problem.text))
    learned = list({problem.masked_text: problem for problem in short}.values())[:BY_HEART]
    assert len(learned) == BY_HEART
    optimizer = torch.optim.AdamW(model.parameters(), 0.005)
    random = Random(0)
    for epoch in range(1, EPOCHS + 1):
        for problems in groups_of(random.sample(learned, BY_HEART), 8):
            optimizer.zero_grad()
            model.train()(_batch(model, problems, taught=True)).mean().backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        if epoch % 4 == 0 and _right(model, learned) == BY_HEART:
            return
    assert _right(model, learned) == BY_HEART


def _right(model: Model, problems: Sequence[Problem]) -> int:
    found = model.hypotheses(_batch(model, problems), Search("greedy"))
    pairs = zip(found, problems, strict=True)
    return sum(bool(some) and some[0].solves(problem) for some, problem in pairs)


@pytest.mark.parametrize("decoding", ["greedy", "beam"])
@ALL
def test_batched_and_single_predictions_agree(
    system: System, decoding: str, tmp_path: Path
) -> None:
    model, covered = _build(system, _problems(), tmp_path)
    some = covered[:12]
    together = model.hypotheses(_batch(model, some), Search(decoding))
    for problem, wanted in zip(some, together, strict=True):
        (found,) = model.hypotheses(_batch(model, [problem]), Search(decoding))
        assert _said(found) == _said(wanted)


def _said(found: Sequence[Hypothesis]) -> list[tuple[object, ...]]:
    return [(str(each.expression), pytest.approx(each.score, abs=1e-3)) for each in found]


@ALL
def test_a_beam_is_never_worse_than_greedy(system: System, tmp_path: Path) -> None:
    """Nor has it more hypotheses than it is wide, or any of them twice."""
    model, covered = _build(system, _problems(), tmp_path, "model.longest=15")
    batch = _batch(model, covered[:24])
    greedy = model.hypotheses(batch, Search("greedy"))
    for width in (2, 3, 5):
        for best, some in zip(greedy, model.hypotheses(batch, Search("beam", width)), strict=True):
            assert len(some) <= width
            assert len({each.score for each in some}) == len(some)
            scores = [each.score for each in some]
            assert scores == sorted(scores, reverse=True)
            if best:
                assert scores[0] >= best[0].score - 1e-4


@ALL
@torch.no_grad()
def test_a_wide_beam_finds_the_best_of_all_expressions(system: System, tmp_path: Path) -> None:
    """All expressions with up to three leaves, each scored by itself."""
    if not system.has_oracle:
        pytest.skip("its outputs are more than expressions")
    simple = [each for each in _problems() if not {"*", "/"}.intersection(_items(each))]
    few = "model.longest=5", "codec.constant_uses=1000"
    model, covered = _build(system, simple, tmp_path, *few)
    problem = next(each for each in covered if len(each.quantities) == 2)
    scores = {
        str(expression): system.score(model, _batch(model, [solved], taught=True))
        for expression in _all_expressions(model, problem)
        if Hypothesis.of(expression, 0.0, problem) is not None
        for solved in [replace(problem, expression=expression)]
    }
    (found,) = model.hypotheses(_batch(model, [problem]), Search("beam", 1_000))
    assert len(scores) > 500
    assert found[0].score == pytest.approx(max(scores.values()), abs=1e-4)
    said = {str(each.expression): each.score for each in found}
    assert said == pytest.approx(scores, abs=1e-3)


def _items(problem: Problem) -> tuple[str, ...]:
    return problem.expression.items if problem.expression else ()


def _all_expressions(model: Model, problem: Problem) -> Iterator[Expression]:
    operators = "+", "-"
    leaves = [*model.codec.constants, *problem.symbols]
    for one in leaves:
        yield Expression((one,))
    for a, b, op in product(leaves, leaves, operators):
        yield Expression((a, b, op))
    for a, b, c, first, second in product(leaves, leaves, leaves, operators, operators):
        yield Expression((a, b, first, c, second))
        yield Expression((a, b, c, first, second))


@pytest.fixture(name="run", scope="module", params=SYSTEMS)
def _run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A short training of every system."""
    folder = tmp_path_factory.mktemp("system")
    path = write_problems(folder)
    texts = [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]
    (folder / "encoder").mkdir()
    short = ("training.epochs=2", "training.batch_size=8", "training.checkpoint_minutes=0")
    overrides = [*_settings(SYSTEMS[request.param], texts, folder / "encoder"), *short]
    settings = load_settings(None, [f"data.dataset={path}", *overrides, "training.average=0.8"])
    return train(settings, load_split(settings.data), folder / "run")


class _KilledError(Exception):
    """What happens to a process that is killed: nothing is saved after it."""


def test_killed_and_resumed_it_ends_with_the_same_weights(run: Run, tmp_path: Path) -> None:
    def kill(event: Event) -> None:
        if isinstance(event, StepDone) and event.steps_done == 8:
            raise _KilledError

    split = load_split(run.settings.data)
    with pytest.raises(_KilledError):
        train(run.settings, split, tmp_path, progress=kill)
    assert not (tmp_path / "results.json").exists()
    train(run.settings, split, tmp_path, resume=True)
    assert (tmp_path / WEIGHTS).read_bytes() == (run.folder / WEIGHTS).read_bytes()


def test_it_solves_a_text_of_ones_own(run: Run) -> None:
    text = "Zoë bought 12 kites, each 1(1/2) metres long, and lost 3. How many are left?"
    solution = Solver.load(run.folder).solve(text)
    (prediction,) = run.predict([Problem("", text, "en", find_quantities(text))])
    assert solution.reason is None
    assert solution.answer is not None
    assert solution.answer == prediction.answer
    assert solution.tree is not None
    values = {number.symbol: number.value for number in solution.numbers}
    assert solution.tree.evaluate(values) == solution.answer
