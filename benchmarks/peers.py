"""How fast the compared systems solve, beside ours: problems a second, on one thread, in one run.

Every system has the encoder of its kind (a GRU of 128/256/2, or the same pretrained encoder) and
goes the whole way from the problem to the ranked answer, through the same code. It gets problems
one at a time and 64 at once. Ours is measured in torch and as exported (float and one byte per
weight). All systems take turns, round by round, so that a busy machine slows all alike. What
counts is processor time, and the median over all rounds. "To read" is the time of the encoder in
milliseconds per problem, one at a time; the rest is the cost of a way of decoding.

    python benchmarks/peers.py [--runs DIR] [--dataset mawps] [--reader none] [--markdown | --json]

`--reader` tells what a quicker encoder would change: in torch, the recurrent layers of all systems
are computed in bfloat16, or not at all (zeros are read, so the answers mean nothing, and what
remains is the time of everything after the encoder).

`--runs` holds trained runs as `sumc reproduce table-1` leaves them. What is missing there
(without `--runs`, everything) is trained for a few epochs into `--brief`, since untrained decoders
never end their trees.
"""

import argparse
import copy
import json
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import torch
from torch import Tensor, nn

from sumc.decoding.hypothesis import Search
from sumc.experiments.jobs import config_path
from sumc.experiments.systems import SYSTEMS, EncoderKind, System
from sumc.models import Model
from sumc.models.encoders import BidirectionalLayer
from sumc.models.pretrained import PretrainedEncoder
from sumc.models.seq2code_joint import Seq2CodeJoint
from sumc.onnx.export import export_run
from sumc.problems.loading import load_split
from sumc.problems.problem import Problem
from sumc.settings.settings import Settings, load_settings
from sumc.solving.exported import load_exported
from sumc.solving.predictor import Predictor
from sumc.training.folder import is_finished
from sumc.training.run import Run
from sumc.training.threads import use_threads
from sumc.training.train import train

BEAM = 5
TOGETHER = 64
SPLITS = {"generated": "auto", "mawps": "fold-0", "math23k": "published"}
BRIEFLY = {"generated": ("data.language=en", "data.limit=2000"), "math23k": ("data.limit=2000",)}
"""What differs in a brief training besides the number of epochs."""
EPOCHS: dict[EncoderKind, int] = {"rnn": 6, "plm": 2}
"""Of a brief training."""
BASE = ("torch", f"beam {BEAM}")
BASE_SYSTEMS: dict[EncoderKind, str] = {"rnn": "gts", "plm": "gts-plm"}
"""What others are compared with: GTS on the same kind of encoder, as its authors decode."""

Key = tuple[str, str, str]


class ReadingClock:
    """The processor time that the encoders of a model take: layers that read the text."""

    def __init__(self, model: Model) -> None:
        self.seconds = 0.0
        self._start = 0.0
        for module in model.modules():
            if isinstance(module, BidirectionalLayer | PretrainedEncoder):
                module.register_forward_pre_hook(self._begin)
                module.register_forward_hook(self._end)

    def _begin(self, *_: object) -> None:
        self._start = time.process_time()

    def _end(self, *_: object) -> None:
        self.seconds += time.process_time() - self._start


class InBFloat16(nn.Module):
    """A recurrent network whose weights and products are in bfloat16."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = copy.deepcopy(network).to(torch.bfloat16)

    def forward(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """All hidden states and the last ones, in float32 again."""
        hidden, last = self.network(states.to(torch.bfloat16))
        return hidden.float(), last.float()


class Unread(nn.Module):
    """What takes no time: zeros in place of a recurrent network."""

    def __init__(self, network: nn.RNNBase) -> None:
        super().__init__()
        self.hidden = network.hidden_size

    def forward(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """All hidden states and the last ones."""
        hidden = states.new_zeros(*states.shape[:-1], self.hidden)
        return hidden, hidden[None, :, -1]


READERS: Mapping[str, Callable[[nn.RNNBase], nn.Module]] = {
    "float32": lambda network: network,
    "bfloat16": InBFloat16,
    "none": Unread,
}
"""What recurrent layers are computed with."""


def change_reader(model: Model, reader: str) -> None:
    """Let all recurrent layers that read the text be computed in another way."""
    for module in model.modules():
        if isinstance(module, BidirectionalLayer):
            module.forwards = READERS[reader](module.forwards)
            module.backwards = READERS[reader](module.backwards)


@dataclass(frozen=True)
class Entry:
    """A system, where it runs and how it decodes."""

    system: str
    label: str
    encoder: EncoderKind
    engine: str
    decoding: str
    predictor: Predictor = field(repr=False, compare=False)
    search: Search = field(repr=False)
    training: str = ""
    reading: "ReadingClock | None" = field(default=None, repr=False, compare=False)
    """For torch only."""

    @property
    def key(self) -> Key:
        """What tells entries apart."""
        return self.system, self.engine, self.decoding


class Seconds(NamedTuple):
    """Processor time of a round, for one problem."""

    alone: float
    reading: float
    together: float


@dataclass(frozen=True)
class Line:
    """What was measured of an entry."""

    system: str
    label: str
    encoder: EncoderKind
    engine: str
    decoding: str
    training: str
    right: float
    """The share of the problems with the right answer."""
    operands: float
    """The mean number of operands in the solutions that it chooses."""
    alone: float
    """Problems a second, one at a time."""
    together: float
    """Problems a second, 64 at once."""
    times_alone: float | None = None
    """How many times as fast as GTS with its beam on the same encoder."""
    times_together: float | None = None
    reading: float | None = None
    """Milliseconds of the encoder for a problem, one at a time."""
    after: float | None = None
    """Milliseconds of everything else for a problem, one at a time."""


def main() -> None:
    """Measure and print the table."""
    options = _options()
    dataset = options.dataset or ("mawps" if options.runs else "generated")
    with use_threads(1), TemporaryDirectory() as folder:
        entries = [
            entry
            for system in SYSTEMS
            if not options.systems or system.name in options.systems.split(",")
            for entry in load_entries(system, dataset, options, Path(folder))
        ]
        problems = _problems(dataset, options)
        lines = with_ratios(measure(entries, problems, options.alone, options.rounds))
    if options.json:
        print(json.dumps(_to_json(lines, dataset, problems, options)))
    else:
        print("\n".join(_rows(lines, markdown=options.markdown)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, help="trained runs, DATASET/SYSTEM/SPLIT-seed-0")
    parser.add_argument("--dataset", choices=SPLITS, help="else mawps with --runs, or generated")
    parser.add_argument("--brief", type=Path, default=Path("runs/peers"), help="brief trainings")
    parser.add_argument("--systems", default="", help="some of them, with commas between")
    parser.add_argument("--reader", choices=READERS, default="float32", help="of systems in torch")
    parser.add_argument("--problems", type=int, default=2 * TOGETHER, help=f"{TOGETHER} at once")
    parser.add_argument("--alone", type=int, default=TOGETHER, help="problems, one at a time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", help="where the datasets are, else $SUMC_DATA")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args()


def load_entries(
    system: System, dataset: str, options: argparse.Namespace, scratch: Path
) -> Iterator[Entry]:
    """A system with each of its decodings; ours also as exported."""
    run, training = find_run(system, dataset, options)
    entry = partial(Entry, system.name, system.label, system.encoder)
    change_reader(run.model, options.reader)
    clock = ReadingClock(run.model)
    for decoding in run.model.decodings:
        width = BEAM if decoding == "beam" else 0
        name = f"beam {BEAM}" if width else decoding
        yield entry("torch", name, run.predictor, Search(decoding, width), training, clock)
    if isinstance(run.model, Seq2CodeJoint):
        for engine, int8 in (("onnx", False), ("onnx int8", True)):
            folder = scratch / f"{system.name} {engine}"
            export_run(run.folder, folder, int8=int8, data=options.data)
            predictor = load_exported(folder)[1]
            yield entry(engine, "joint", predictor, Search("joint"), training)


def find_run(system: System, dataset: str, options: argparse.Namespace) -> tuple[Run, str]:
    """A finished run of a system and how it was trained; where there is none, a brief one."""
    name = f"{dataset}/{system.name}/{SPLITS[dataset]}-seed-0"
    if options.runs and is_finished(options.runs / name):
        return Run.load(options.runs / name), "trained"
    folder = options.brief / name
    _say(f"{folder}: {'found' if is_finished(folder) else 'training briefly'}")
    settings = brief_settings(system, dataset)
    split = load_split(settings.data, options.data)
    return train(settings, split, folder, resume=True), "brief"


def brief_settings(system: System, dataset: str) -> Settings:
    """The settings of a system with few epochs, and few problems where there are many."""
    configs = "mawps" if dataset == "generated" else dataset
    overrides = (
        f"data.dataset={dataset}",
        f"data.split={SPLITS[dataset]}",
        f"training.epochs={EPOCHS[system.encoder]}",
        *BRIEFLY.get(dataset, ()),
    )
    return load_settings(config_path(f"{configs}/{system.name}.toml"), overrides)


def _problems(dataset: str, options: argparse.Namespace) -> list[Problem]:
    """The first test problems, the same for all systems."""
    split = load_split(brief_settings(SYSTEMS[0], dataset).data, options.data)
    return [each for each in split.test if each.quantities][: options.problems]


def measure(
    entries: Sequence[Entry], problems: Sequence[Problem], alone: int, rounds: int
) -> list[Line]:
    """Ask all entries all problems, in turns; a first turn judges the answers and warms up."""
    judged = {each.key: _judge(each, problems) for each in entries}
    seconds: dict[Key, list[Seconds]] = {each.key: [] for each in entries}
    for number in range(rounds):
        _say(f"round {number + 1} of {rounds}")
        for each in entries:
            found = Seconds(*_alone(each, problems[:alone]), _together(each, problems))
            seconds[each.key].append(found)
    return [_line(each, judged[each.key], seconds[each.key]) for each in entries]


def _judge(entry: Entry, problems: Sequence[Problem]) -> tuple[float, float]:
    """The share of right answers, and the mean number of operands of the solutions."""
    found = list(entry.predictor.predict(problems, entry.search))
    pairs = zip(found, problems, strict=True)
    right = sum(each.solves(problem) for each, problem in pairs) / len(problems)
    sizes = [len(each.best.symbols) for each in found if each.best]
    return right, fmean(sizes) if sizes else 0.0


def _alone(entry: Entry, problems: Sequence[Problem]) -> tuple[float, float]:
    """Seconds a problem, and those of them that the encoder takes."""
    start, before = time.process_time(), entry.reading.seconds if entry.reading else 0.0
    for problem in problems:
        list(entry.predictor.predict([problem], entry.search))
    reading = entry.reading.seconds - before if entry.reading else 0.0
    return (time.process_time() - start) / len(problems), reading / len(problems)


def _together(entry: Entry, problems: Sequence[Problem]) -> float:
    start = time.process_time()
    for first in range(0, len(problems), TOGETHER):
        list(entry.predictor.predict(problems[first : first + TOGETHER], entry.search))
    return (time.process_time() - start) / len(problems)


def _line(entry: Entry, judged: tuple[float, float], seconds: Sequence[Seconds]) -> Line:
    alone, reading, together = map(median, zip(*seconds, strict=True))
    line = Line(
        *(entry.system, entry.label, entry.encoder, entry.engine, entry.decoding, entry.training),
        *(round(each, 4) for each in (*judged, 1 / alone, 1 / together)),
    )
    if not reading:  # not torch, or text and expression go through one network
        return line
    after = median(each.alone - each.reading for each in seconds)
    return replace(line, reading=round(1000 * reading, 3), after=round(1000 * after, 3))


def with_ratios(lines: Sequence[Line]) -> list[Line]:
    """The lines with how fast they are beside GTS on the same encoder, where it was measured."""
    base = {
        each.encoder: each
        for each in lines
        if (each.engine, each.decoding) == BASE and each.system == BASE_SYSTEMS[each.encoder]
    }
    return [_beside(each, base.get(each.encoder)) for each in lines]


def _beside(line: Line, base: Line | None) -> Line:
    if base is None:
        return line
    alone, together = line.alone / base.alone, line.together / base.together
    return replace(line, times_alone=round(alone, 2), times_together=round(together, 2))


HEADINGS = (
    *("system", "encoder", "engine", "decoding", "one at a time", "times GTS"),
    *("64 at once", "times GTS", "ms to read", "ms after", "right", "operands"),
)


def _rows(lines: Sequence[Line], *, markdown: bool) -> Iterator[str]:
    """The table, for a terminal or as Markdown."""
    cells = [HEADINGS, *map(_cells, lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for number, row in enumerate(cells):
        if markdown:
            yield f"| {' | '.join(row)} |"
        else:
            yield "  ".join(map(str.ljust, row, widths)).rstrip()
        if markdown and not number:
            yield "|---|---|---|---|" + 8 * "---:|"


def _cells(line: Line) -> tuple[str, ...]:
    brief = " (briefly trained)" if line.training == "brief" else ""
    return (
        *(line.label + brief, line.encoder, line.engine, line.decoding),
        *(f"{line.alone:,.1f}", _short(line.times_alone)),
        *(f"{line.together:,.1f}", _short(line.times_together)),
        *(_short(line.reading), _short(line.after)),
        *(f"{100 * line.right:.1f} %", f"{line.operands:.2f}"),
    )


def _short(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.1f}"


def _to_json(
    lines: Sequence[Line],
    dataset: str,
    problems: Sequence[Problem],
    options: argparse.Namespace,
) -> dict[str, object]:
    return {
        "dataset": dataset,
        "problems": len(problems),
        "alone": min(options.alone, len(problems)),
        "rounds": options.rounds,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "lines": [asdict(each) for each in lines],
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
