"""Several processes that train one model: each learns from its share of every batch.

`torchrun`, or Ray Train, starts them. Losses are totals over counts: the counts of all processes
are added up before anything is divided, and so are the gradients, so that N processes take the
steps that one would take. All have the same weights at any time; the first one writes.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import TypeVar

import torch
from torch import distributed, nn

PATIENCE = timedelta(days=7)
"""How long a process waits for the others: the first one may fit and write at the end. A process
that dies ends the wait at once."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Team:
    """The processes of a training, as one of them sees it."""

    rank: int = 0
    size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this is the process that writes."""
        return self.rank == 0

    @property
    def is_alone(self) -> bool:
        """Whether there is only one process."""
        return self.size == 1

    def share(self, items: Sequence[T]) -> Sequence[T]:
        """The share of some items that this process has to do.

        >>> Team(1, 3).share([0, 1, 2, 3, 4])
        [1, 4]
        """
        return items if self.is_alone else items[self.rank :: self.size]

    def total(self, values: Sequence[float]) -> list[float]:
        """The sums over all processes."""
        return self._reduced(values, "SUM")

    def largest(self, value: int) -> int:
        """The largest value that any process has."""
        return round(self._reduced([float(value)], "MAX")[0])

    def _reduced(self, values: Sequence[float], how: str) -> list[float]:
        if self.is_alone:
            return list(values)
        summed = torch.tensor(values, dtype=torch.float64, device=_device())
        distributed.all_reduce(summed, getattr(distributed.ReduceOp, how))
        found: list[float] = summed.tolist()
        return found

    def add_gradients(self, model: nn.Module) -> None:
        """Give every process the sum of all gradients.

        A weight without a gradient in any process keeps none: an optimizer skips it.
        """
        if self.is_alone:
            return
        learned = [each for each in model.parameters() if each.requires_grad]
        has = torch.tensor([each.grad is not None for each in learned], device=_device())
        parts = [(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in learned]
        flat = torch.cat([*parts, has.to(parts[0].dtype)])
        distributed.all_reduce(flat)
        counts = flat[-len(learned) :].tolist()
        pieces = torch.split(flat[: -len(learned)], [each.numel() for each in learned])
        for weight, piece, count in zip(learned, pieces, counts, strict=True):
            weight.grad = piece.view_as(weight) if count else None

    def seed_step(self, seed: int, stage: int, step: int) -> None:
        """Draw other random numbers than the other processes, but the same ones after a resume.

        A single process continues with the random state of its checkpoint.
        """
        if not self.is_alone:
            digest = sha256(f"{seed} {stage} {step} {self.rank}".encode()).digest()
            torch.manual_seed(int.from_bytes(digest[:7], "big"))

    def wait(self) -> None:
        """Wait until all processes are here."""
        self.total([0.0])


ALONE = Team()


@contextmanager
def joined(device: str) -> Iterator[Team]:
    """The team of this process: those that it was started with, or itself alone."""
    if distributed.is_available() and distributed.is_initialized():  # by Ray
        yield Team(distributed.get_rank(), distributed.get_world_size())
        return
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield ALONE
        return
    if device == "cuda":
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    distributed.init_process_group("nccl" if device == "cuda" else "gloo", timeout=PATIENCE)
    try:
        yield Team(distributed.get_rank(), size)
    finally:
        distributed.destroy_process_group()


def _device() -> torch.device:
    """The device of the tensors that are sent to the others."""
    return torch.device("cuda" if distributed.get_backend() == "nccl" else "cpu")
