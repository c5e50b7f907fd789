"""A few simple problems and a model so small that a training takes a second."""

import json
from collections.abc import Sequence
from pathlib import Path

from sumc.settings.settings import Settings, load_settings

PROBLEMS = (
    ("Ann has {a} pens and finds {b} more. How many pens does she have?", "{a}+{b}"),
    ("Tom had {a} apples and ate {b} of them. How many are left?", "{a}-{b}"),
    ("There are {a} bags with {b} nuts each. How many nuts are there?", "{a}*{b}"),
    ("{b} friends share {a} cards. How many does each get?", "{a}/{b}"),
)
TINY = (
    "encoder.hidden=8",
    "encoder.embedding=8",
    "model.width=8",
    "model.attention=8",
    "training.epochs=3",
    "training.batch_size=8",
    "training.optimizer.learning_rate=0.01",
    "training.device=cpu",
)


def write_problems(folder: Path, count: int = 60) -> Path:
    """A file of problems of one's own."""
    lines = []
    for number in range(count):
        text, equation = PROBLEMS[number % len(PROBLEMS)]
        numbers = {"a": 20 + 7 * number, "b": 2 + number % 13}
        row = {"text": text.format(**numbers), "equation": equation.format(**numbers)}
        lines.append(json.dumps(row) + "\n")
    path = folder / "problems.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def tiny_settings(
    path: Path, overrides: Sequence[str] = (), without: Sequence[str] = ()
) -> Settings:
    """A training on that file which is over soon; `without` settings that a kind does not have."""
    tiny = [each for each in TINY if each.partition("=")[0] not in without]
    return load_settings(None, [f"data.dataset={path}", *tiny, *overrides])
