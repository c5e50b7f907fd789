"""What an epoch of the paper's recurrent model costs on a fold of MAWPS, two ways, in one run.

One way is that of the authors' code: one row for every number, so a text is encoded once for each
of its numbers, with rows in random order, 12 at a time, padded to 100 tokens; and the same with
padding only to the longest of the 12. The other way is ours: every problem once, problems of
similar length together. Model, optimizer and problems are the same (4 x 512 recurrent layers).

    SUMC_DATA=... python benchmarks/training.py [--share 0.05]
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import torch

from sumc.encoding.batches import Example, collate, groups_of, mixed_batches
from sumc.models import Model, build_model
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings
from sumc.training.stream import Stream, open_stream

CONFIG = Path(__file__).parents[1] / "configs" / "mawps" / "sumc-rnn-paper.toml"
ROWS = 12  # in a batch of the authors
LENGTH = 100  # tokens that the authors pad a text of MAWPS to; the network reads the padding

Batches = Sequence[list[Example]]


def main() -> None:
    """Print seconds of an epoch for both ways, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.05, help="of the epoch that is measured")
    parser.add_argument("--batch", type=int, default=32, help="problems of one of our batches")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    settings = load_settings(CONFIG)
    stream = open_stream(settings, load_split(settings.data))
    examples = [each for batch in stream.batches(0, 64) for each in batch]
    rows = shuffled_rows(examples)
    print(f"{len(examples)} problems, {len(rows)} numbers; CPU seconds of an epoch, one thread")
    ways = {
        f"row per number, padded to {LENGTH}": list(groups_of(padded(rows), ROWS)),
        "row per number, padded to longest": list(groups_of(rows, ROWS)),
        f"ours, {ROWS} problems": mixed_batches(examples, ROWS, "0"),
        f"ours, {options.batch} problems": mixed_batches(examples, options.batch, "0"),
    }
    seconds = {}
    for name, batches in ways.items():
        torch.manual_seed(0)
        model = build_model(settings, stream.encoding, stream.codec)
        seconds[name] = epoch_seconds(model, stream, batches, options.share)
        print(f"{name:34} {seconds[name]:9.1f} s  {tokens(batches):9,} tokens")
    theirs, longest, *ours = seconds
    for name in ours:
        ratios = [seconds[way] / seconds[name] for way in (theirs, longest)]
        print(f"{name:32} {ratios[0]:.1f} and {ratios[1]:.1f} times less")


def shuffled_rows(examples: Sequence[Example]) -> list[Example]:
    """Every number with the whole text, in random order."""
    rows = [
        replace(
            each,
            positions=each.positions[slot : slot + 1],
            target=each.target[slot : slot + 1],
        )
        for each in examples
        for slot in range(len(each.positions))
    ]
    Random(0).shuffle(rows)
    return rows


def padded(rows: Sequence[Example]) -> list[Example]:
    """The rows with padding that is read like text."""
    return [
        replace(
            row,
            tokens=np.pad(row.tokens, (0, max(0, LENGTH - row.length))),
            subwords=None,
        )
        for row in rows
    ]


def tokens(batches: Batches) -> int:
    """Tokens that the encoder reads in an epoch, including padding."""
    return sum(len(batch) * max(each.length for each in batch) for batch in batches)


def epoch_seconds(model: Model, stream: Stream, batches: Batches, share: float) -> float:
    """CPU seconds of an epoch, from a share of its batches drawn at random."""
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    chosen = Random(1).sample(list(batches), max(2, round(share * len(batches))))
    _step(model, stream, optimizer, chosen[0])  # the first step also sets up the optimizer
    start = time.process_time()
    for batch in chosen:
        _step(model, stream, optimizer, batch)
    return (time.process_time() - start) * len(batches) / len(chosen)


def _step(
    model: Model, stream: Stream, optimizer: torch.optim.Optimizer, batch: list[Example]
) -> None:
    optimizer.zero_grad()
    model(collate(batch, stream.codec)).mean().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


if __name__ == "__main__":
    main()
