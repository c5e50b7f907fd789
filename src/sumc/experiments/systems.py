"""The systems that the paper compares, and the paper's own figures (table 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

EncoderKind = Literal["rnn", "plm"]
Origin = Literal["compared", "paper", "ours"]
"""A system that the paper compares itself with, the paper's own model, or ours."""


@dataclass(frozen=True, slots=True)
class System:
    """One line of table 1."""

    name: str
    """Also that of its file in `configs/DATASET/`; `NAME-paper` has the paper's settings."""
    label: str
    encoder: EncoderKind
    """Systems of one kind are compared on one and the same encoder."""
    paper: Mapping[str, float] = field(default_factory=dict)
    """The paper's accuracy in percent, by dataset."""
    seeds: int = 1
    """Trainings of each fold of MAWPS."""
    minutes: Mapping[str, float] = field(default_factory=dict)
    """About how long one training takes on one core, by dataset."""
    origin: Origin = "compared"

    @property
    def label_and_kind(self) -> str:
        """For example `GTS (RNN)`: what tells it apart from all others."""
        return f"{self.label} ({self.encoder.upper()})"


def _times(mawps: float, math23k: float) -> dict[str, float]:
    return {"mawps": mawps, "math23k": math23k}


def _paper(math23k: float, mawps: float | None) -> dict[str, float]:
    return {"math23k": math23k} | ({} if mawps is None else {"mawps": mawps})


SYSTEMS = (
    System("t-rnn", "T-RNN", "rnn", _paper(66.9, 66.8), minutes=_times(8, 70)),
    System("stackdecoder", "StackDecoder", "rnn", _paper(67.8, None), minutes=_times(10, 55)),
    System("gts", "GTS", "rnn", _paper(75.6, 75.2), 3, _times(9, 45)),
    System("sau", "SAU-Solver", "rnn", _paper(76.2, 75.5), minutes=_times(10, 55)),
    System("graph2tree", "Graph2Tree", "rnn", _paper(76.6, 78.1), minutes=_times(10, 55)),
    System("sumc-rnn", "SUMC-Solver", "rnn", _paper(77.4, 79.9), 3, _times(9, 45), "paper"),
    System("joint-rnn", "ours", "rnn", {}, 3, _times(9, 45), "ours"),
    System("unilm", "UniLM-Solver", "plm", _paper(77.5, 78.0), minutes=_times(15, 60)),
    System("gts-plm", "GTS-PLM", "plm", _paper(79.5, 79.8), minutes=_times(15, 60)),
    System("sumc-plm", "SUMC-Solver", "plm", _paper(82.5, 82.0), 3, _times(25, 60), "paper"),
    System("joint-plm", "ours", "plm", {}, 3, _times(15, 60), "ours"),
)
BY_NAME = {system.name: system for system in SYSTEMS}


def systems_of(origin: Origin, encoder: EncoderKind | None = None) -> tuple[System, ...]:
    """The systems of one origin, on one kind of encoder or on any.

    >>> [system.name for system in systems_of("paper")]
    ['sumc-rnn', 'sumc-plm']
    """
    return tuple(
        each for each in SYSTEMS if each.origin == origin and encoder in (None, each.encoder)
    )
