"""What every compared system must show, one row of a table for each of them.

    learns problems by heart | batched = single | beam >= greedy | brute force | killed, resumed

Every test runs for every row; what a system does its own way is a column.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch

from models.small import (
    PROBLEMS,
    batch_of,
    covered,
    labelled,
    model_of,
    sharpened,
    small_settings,
)
from models.tiny_bert import write_encoder
from sumc import Solver
from sumc.algebra.expression import Expression
from sumc.codecs import NotCovered
from sumc.codecs.number_codes import UNSEEN
from sumc.decoding.code_search import SearchLimits, find_candidates
from sumc.decoding.hypothesis import Hypothesis, Search
from sumc.encoding.batches import Batch, collate, groups_of
from sumc.models import Model
from sumc.models.seq2code import Seq2Code
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.problems.datasets import load_dataset
from sumc.problems.loading import load_split
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.models import MODELS
from sumc.training.folder import RESULTS, WEIGHTS
from sumc.training.progress import Event, StepDone
from sumc.training.run import Run
from sumc.training.train import train
from training.tiny import write_problems

ENGLISH = 120
"""Problems that a system knows the words and symbols of."""
BY_HEART, EPOCHS = 32, 100
"""How many of them it must be able to learn by heart, and how often it may see them."""
Score = Callable[[Model, Problem], float]
Find = Callable[[Model, Batch, int], list[list[Hypothesis]]]


def _chance_of_symbols(model: Model, problem: Problem, parts: int = 1) -> float:
    """The log-probability of a problem's solution: so many parts of the loss of all stages."""
    total = 0.0
    for stage in _stages(model):
        model.stage = stage
        total -= sum(each.item() for each in model(labelled(model, [problem])).totals[:parts])
    return total


def _stages(model: Model) -> tuple[str, ...]:
    return MODELS[model.settings.name].stages or ("",)


def _find_symbols(model: Model, batch: Batch, width: int) -> list[list[Hypothesis]]:
    return model.hypotheses(batch, Search("beam", width))


def _chance_of_codes(model: Model, problem: Problem) -> float:
    """The log-probability of the classes of all numbers, each for itself."""
    assert isinstance(model, Seq2Code | Seq2CodeJoint)
    (rows,) = model.scores(batch_of(model, [problem])).classes
    target = model.codec.encode(problem)
    labels = [UNSEEN] if isinstance(target, NotCovered) else model.codec.labels(target)
    if UNSEEN in labels:
        return float("-inf")
    return float(rows[range(len(labels)), labels].sum())


def _find_codes(model: Model, batch: Batch, width: int) -> list[list[Hypothesis]]:
    """The most probable trees, plausible or not."""
    assert isinstance(model, Seq2Code | Seq2CodeJoint)
    far = float("inf")
    limits = SearchLimits(width, far, far, 300 * width, alternatives=99, nats=far)
    with model.asked():
        found = find_candidates(model.codec, batch.problems, model.scores(batch), limits)
    return [[each.hypothesis for each in some] for some in found]


WIDE = ("encoder.hidden=64", "encoder.embedding=64")


@dataclass(frozen=True)
class System:
    """A row of the table."""

    model: str
    """Its name in the settings."""
    wide: tuple[str, ...] = (*WIDE, "model.operator_width=32")
    """What makes it large enough to learn problems by heart."""
    settings: tuple[str, ...] = ()
    """What else it has."""
    training: tuple[str, ...] = ("training.epochs=2",)
    """How it is trained, for at least ten steps."""
    pretrained: bool = False
    """Whether it has a pretrained encoder."""
    decodings: tuple[str, str] = ("greedy", "beam")
    """The fast way to find a hypothesis and the thorough one."""
    score: Score = _chance_of_symbols
    """The log-probability of a problem's solution, by itself."""
    find: Find = _find_symbols
    """So many hypotheses for every problem, or all where there are fewer."""
    sharpness: float = 0.7
    """How large random weights must be for predictions that differ."""
    writes_expressions: bool = True
    """Whether its outputs are the expressions that can be written with their symbols."""

    def at_most(self, symbols: int) -> tuple[str, ...]:
        """The setting of the longest output, where it is written symbol by symbol."""
        return () if self.find is _find_codes else (f"model.longest={symbols}",)


CODES = System(
    "seq2code-joint",
    wide=(*WIDE, "model.width=64", "model.attention=64", "model.label_smoothing=0"),
    decodings=("rounding", "joint"),
    score=_chance_of_codes,
    find=_find_codes,
)
COUNTS = replace(
    CODES,
    model="seq2code",
    wide=WIDE,
    training=("training.epochs=2", "training.decoding=joint"),
    sharpness=0.2,
)
SYSTEMS = {
    "seq2code-joint": CODES,
    "seq2code-joint-plm": replace(CODES, wide=CODES.wide[2:], pretrained=True),
    "seq2code": COUNTS,
    "seq2code-plm": replace(COUNTS, wide=(), pretrained=True),
    "gts": System("gts"),
    "gts-plm": System("gts", wide=("model.operator_width=32",), pretrained=True),
    "graph2tree": System("graph2tree", settings=("model.graph_dropout=0",)),
    "sau": System("sau"),
    "sau with unknowns": System(
        "sau", settings=("codec.with_unknown=true",), writes_expressions=False
    ),
    "unilm": System("unilm", ("model.label_smoothing=0.05",), pretrained=True),
    "stackdecoder": System(
        "stackdecoder",
        (*WIDE, "model.hidden=64"),
        score=partial(_chance_of_symbols, parts=2),  # of its actions and of their operands
    ),
    "t-rnn": System(
        "t-rnn",
        (*WIDE, "model.operator_embedding=64", "model.operator_hidden=64", "model.node=64"),
        ("model.operator_dropout=0",),
        ("training.epochs=1", "stages.operators.epochs=1"),
    ),
}
ALL = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


def test_every_system_is_in_the_table() -> None:
    assert {each.model for each in SYSTEMS.values()} == set(MODELS)


def _overrides(system: System, problems: Sequence[Problem], folder: Path) -> list[str]:
    """The settings of a system beyond its name; no dropout makes it sure of itself."""
    still = [] if system.model == "unilm" else ["model.dropout=0"]
    found = ["encoder.dropout=0", *still, *system.settings]
    if not system.pretrained:
        return ["encoder.cell=gru", "encoder.layers=1", *found]
    encoder = write_encoder(folder, [problem.text for problem in problems], width=32)
    return ["encoder.kind=pretrained", f"encoder.weights={encoder}", *found]


def _build(system: System, problems: Sequence[Problem], folder: Path, *more: str) -> Model:
    """A small model with random weights that knows the words and symbols of some problems."""
    return model_of(problems, system.model, *_overrides(system, problems, folder), *more)


@ALL
def test_it_can_learn_problems_by_heart(system: System, tmp_path: Path) -> None:
    some = _to_learn()
    model = _build(system, some, tmp_path, *system.wide)
    short = sorted(covered(model, some), key=lambda problem: len(problem.text))
    problems = list({problem.masked_text: problem for problem in short}.values())[:BY_HEART]
    assert len(problems) == BY_HEART
    for stage in _stages(model):
        model.stage = stage
        _learn(model, problems, system.decodings[0])
    assert _right(model, problems, system.decodings[0]) == BY_HEART


def _to_learn() -> Sequence[Problem]:
    """Real problems where there are some, else built-in ones."""
    if "SUMC_DATA" not in os.environ:
        return PROBLEMS
    return [problem for problem in load_dataset("mawps").problems if problem.agrees][:ENGLISH]


def _learn(model: Model, problems: Sequence[Problem], decoding: str) -> None:
    """Learn until all is right."""
    optimizer = torch.optim.AdamW(model.parameters(), 0.005)
    random = Random(0)
    codec = model.codec
    examples = [model.encoding.encode(each, codec.encode(each)) for each in problems]
    for epoch in range(1, EPOCHS + 1):
        for some in groups_of(random.sample(examples, len(examples)), 8):
            optimizer.zero_grad()
            model.train()(collate(some, codec)).mean().backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        if epoch % 4 == 0 and _right(model, problems, decoding) == len(problems):
            return


def _right(model: Model, problems: Sequence[Problem], decoding: str) -> int:
    """How many are right by the measure of the current stage, else by their answers."""
    with model.asked():
        judged = model.judge_stage(labelled(model, problems))
    if judged is not None:
        return sum(judged)
    found = model.hypotheses(batch_of(model, problems), Search(decoding))
    pairs = zip(found, problems, strict=True)
    return sum(bool(some) and some[0].solves(problem) for some, problem in pairs)


@pytest.mark.parametrize("way", [0, 1], ids=["fast", "thorough"])
@ALL
def test_batched_and_single_predictions_agree(system: System, way: int, tmp_path: Path) -> None:
    """Neither the number of problems nor the padding that the longest one needs matters."""
    model = sharpened(_build(system, PROBLEMS, tmp_path), 1, system.sharpness)
    search = Search(system.decodings[way])
    by_length = sorted(PROBLEMS, key=lambda problem: model.encoding.encode(problem).length)
    some = [*by_length[:3], *by_length[-3:], *PROBLEMS[:6]]
    lengths = batch_of(model, some).mask.sum(1)
    assert lengths.max() > 1.5 * lengths.min()
    together = model.hypotheses(batch_of(model, some), search)
    assert any(together)
    for problem, wanted in zip(some, together, strict=True):
        (found,) = model.hypotheses(batch_of(model, [problem]), search)
        assert [each.expression for each in found] == [each.expression for each in wanted]
        assert _numbers(found) == pytest.approx(_numbers(wanted), abs=5e-3)


def _numbers(found: Sequence[Hypothesis]) -> list[float]:
    return [number for each in found for number in (each.score, *each.evidence.values())]


@ALL
@torch.no_grad()
def test_a_beam_is_never_worse_than_greedy(system: System, tmp_path: Path) -> None:
    """By its own score: so a search for codes that fit together is never worse than rounding."""
    model = _build(system, PROBLEMS, tmp_path, *system.at_most(15))
    problems = covered(model)[:16]
    batch = batch_of(model, problems)
    compared = 0
    for seed, width in product(range(3), (1, 2, 5)):
        sharpened(model, seed, system.sharpness)
        greedy = model.hypotheses(batch, Search(system.decodings[0]))
        beam = system.find(model, batch, width)
        for problem, first, some in zip(problems, greedy, beam, strict=True):
            scores = [each.score for each in some]
            assert len(scores) <= width
            assert scores == sorted(scores, reverse=True)
            assert len({each.expression for each in some}) == len(some)
            if first:
                assert scores[0] >= _own_score(system, model, problem, first[0]) - 1e-4
                compared += 1
    assert compared > 20


def _own_score(system: System, model: Model, problem: Problem, found: Hypothesis) -> float:
    """What a thorough search would say of a hypothesis of the fast one."""
    if system.decodings[0] == "greedy":
        return found.score
    return system.score(model, replace(problem, expression=found.expression))


EXACT = {name: each for name, each in SYSTEMS.items() if each.writes_expressions}


@pytest.mark.parametrize("system", EXACT.values(), ids=EXACT)
@torch.no_grad()
def test_brute_force_finds_the_same(system: System, tmp_path: Path) -> None:
    """All expressions with up to three leaves, each scored by itself."""
    simple = [each for each in PROBLEMS if not {"*", "/"} & set(_items(each))]
    few = ("codec.constant_uses=1000", *system.at_most(5))
    model = _build(system, simple, tmp_path, *few)
    problem = next(each for each in covered(model, simple) if len(each.quantities) == 2)
    written = [replace(problem, expression=each) for each in _all_expressions(model, problem)]
    scores = {
        model.codec.encode(solved): system.score(model, solved)
        for solved in covered(model, written)
        if Hypothesis.of(Expression(_items(solved)), 0.0, problem) is not None
    }
    wanted = {target: score for target, score in scores.items() if score > float("-inf")}
    assert len(wanted) > 30
    (found,) = system.find(model, batch_of(model, [problem]), 10_000)
    assert dict(_targets(model, problem, found)) == pytest.approx(wanted, abs=1e-3)


def _targets(
    model: Model, problem: Problem, found: Sequence[Hypothesis]
) -> Iterator[tuple[object, float]]:
    """What a system would learn, with its score: up to three leaves, with two-sided operators,
    written as its codec writes them."""
    for each in found:
        leaves, items = len(each.symbols), each.expression.items
        target = model.codec.encode(replace(problem, expression=each.expression))
        is_normal = model.codec.decode(target, problem) == each.expression
        if leaves <= 3 and len(items) == 2 * leaves - 1 and is_normal:
            yield target, each.score


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
    system, folder = SYSTEMS[request.param], tmp_path_factory.mktemp("system")
    path = write_problems(folder)
    (folder / "encoder").mkdir()
    overrides = _overrides(system, load_dataset(str(path)).problems, folder / "encoder")
    short = ("training.batch_size=8", "training.checkpoint_minutes=0", "training.average=0.8")
    settings = small_settings(
        system.model, *overrides, *short, *system.training, f"data.dataset={path}"
    )
    return train(settings, load_split(settings.data), folder / "run")


class _KilledError(Exception):
    """What happens to a process that is killed: nothing is saved after it."""


def test_killed_and_resumed_it_ends_with_the_same_weights(run: Run, tmp_path: Path) -> None:
    """Killed twice; the second time in the second stage, where there are two."""
    split = load_split(run.settings.data)
    for step in (4, 8):
        with pytest.raises(_KilledError):
            train(run.settings, split, tmp_path, resume=step > 4, progress=partial(_kill, step))
        assert not (tmp_path / RESULTS).exists()
    train(run.settings, split, tmp_path, resume=True)
    assert (tmp_path / WEIGHTS).read_bytes() == (run.folder / WEIGHTS).read_bytes()


def _kill(step: int, event: Event) -> None:
    if isinstance(event, StepDone) and event.steps_done == step:
        raise _KilledError


def test_it_solves_a_text_of_ones_own(run: Run) -> None:
    """Also one with more numbers than it ever saw, but none without any."""
    many = " and ".join(str(number) for number in range(2, 17))
    texts = (
        "Zoë bought 12 kites, each 1(1/2) metres long, and lost 3. How many are left?",
        f"There are {many} pens in boxes. How many pens are there in all?",
    )
    *solved, refused = Solver.load(run.folder).solve_many([*texts, "How many pens are there?"])
    asked = [Problem("", text, "en", find_quantities(text)) for text in texts]
    for solution, prediction in zip(solved, run.predict(asked), strict=True):
        assert solution.reason is None
        assert solution.answer is not None
        assert solution.answer == prediction.answer
        assert solution.tree is not None
        values = {number.symbol: number.value for number in solution.numbers}
        assert solution.tree.evaluate(values) == solution.answer
    assert refused.reason == "no-numbers"
