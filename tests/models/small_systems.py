"""Small systems with random weights, and what every one of them is asked."""

import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import torch

from models.small import batch_of, labelled
from sumc import Solver
from sumc.algebra.expression import parse_expression
from sumc.codecs import CODECS, Codec
from sumc.decoding.hypothesis import Search
from sumc.errors import StoppedRunError
from sumc.models import Model, build_model, learn_encoding
from sumc.problems.loading import load_split
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.settings import Settings, load_settings
from sumc.training.progress import StepDone
from sumc.training.run import METRICS, RESULTS, WEIGHTS
from sumc.training.train import train

ModelT = TypeVar("ModelT", bound=Model)
PENS = "Ann has 31 pens, and 5 friends have some"
TINY = ("encoder.embedding=8", "encoder.hidden=6", "codec.constant_uses=1")


def small_system(
    problems: Sequence[Problem], *overrides: str, codec: Codec[Any] | None = None
) -> Model:
    """A model that has learned nothing but its words and symbols, from these problems."""
    torch.manual_seed(0)
    settings = load_settings(None, [*TINY, *overrides])
    codec = codec or CODECS[settings.codec_name].learn(problems, settings.codec)
    return build_model(settings, learn_encoding(problems, settings, codec), codec).eval()


def pens(solution: str) -> Problem:
    """A problem of two numbers with this solution over n1 and n2."""
    return Problem("1", PENS, "en", find_quantities(PENS), parse_expression(solution))


def sharpened(model: ModelT, seed: int) -> ModelT:
    """The model with large random weights, which make it sure of itself here and there."""
    torch.manual_seed(seed)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, std=0.7)
    return model


def share_learned(model: Model, problems: Sequence[Problem], steps: int, rate: float) -> float:
    """The share of the problems whose gold tree is found first after some steps of learning."""
    batch = labelled(model, problems)
    optimizer = torch.optim.Adam(model.parameters(), rate)
    for _ in range(steps):
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
    found = model.hypotheses(batch_of(model, problems))
    pairs = zip(found, problems, strict=True)
    return sum(bool(some) and some[0].tree == each.tree() for some, each in pairs) / len(problems)


def assert_batches_agree_with_single_problems(model: Model, problems: Sequence[Problem]) -> None:
    """What else is in a batch, longer texts above all, changes no hypothesis."""
    together = model.hypotheses(batch_of(model, problems))
    assert len({len(model.encoding.encode(each).tokens) for each in problems}) > 3
    for problem, found in zip(problems, together, strict=True):
        (alone,) = model.hypotheses(batch_of(model, [problem]))
        assert [each.expression for each in alone] == [each.expression for each in found]
        for one, other in zip(alone, found, strict=True):
            assert abs(one.score - other.score) < 1e-3


def assert_beams_are_no_worse_than_greedy(model: Model, problems: Sequence[Problem]) -> None:
    """A wider beam never ends with a lower score; hypotheses come in the order of theirs."""
    batch = batch_of(model, problems)
    greedy = model.hypotheses(batch, Search("greedy"))
    assert any(greedy)
    for width in (1, 2, 5):
        beam = model.hypotheses(batch, Search("beam", width))
        for one, some in zip(greedy, beam, strict=True):
            assert len(some) <= width
            scores = [each.score for each in some]
            assert scores == sorted(scores, reverse=True)
            assert not one or scores[0] >= one[0].score - 1e-4


def assert_texts_of_ones_own_are_solved(folder: Path) -> None:
    """A run answers what it is asked: usual texts, and some with more numbers than it ever saw."""
    many = " and ".join(str(number) for number in range(2, 17))
    texts = [
        "Ann has 31 pens and finds 5 more. How many pens does she have?",
        f"There are {many} pens in boxes. How many pens are there in all?",
        "How many pens does she have?",
    ]
    *solved, refused = Solver.load(folder).solve_many(texts)
    assert [each.answer is None for each in solved] == [False, False]
    assert all(each.tree is not None and each.expression for each in solved)
    assert refused.reason == "no-numbers"


def facts_of_run(folder: Path) -> tuple[bytes, int]:
    """The weights of a finished run, and how many epochs it has told of."""
    assert (folder / RESULTS).exists()
    return (folder / WEIGHTS).read_bytes(), len((folder / METRICS).read_text().splitlines())


def train_and_stop(settings: Settings, folder: Path, steps: Callable[[int], bool]) -> int:
    """Train and stop after certain steps, again and again until all is done; how often."""

    def progress(event: Any) -> None:
        if isinstance(event, StepDone) and steps(event.steps_done):
            signal.raise_signal(signal.SIGINT)

    for stops in range(1_000):
        try:
            train(settings, load_split(settings.data), folder, resume=True, progress=progress)
        except StoppedRunError:
            continue
        return stops
    raise AssertionError("it never ends")
