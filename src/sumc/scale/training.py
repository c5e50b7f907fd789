"""One training by several processes on a cluster: Ray Train starts them, torch connects them.

What a process does is `sumc.training.train`, as with torchrun: it finds the others by itself. Ray
starts all of them again when one is lost, and they resume from the last checkpoint.
"""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from sumc.errors import SumcError
from sumc.scale.cluster import connected
from sumc.settings.settings import Settings, load_settings, to_toml
from sumc.training.folder import METRICS, SETTINGS

FAILURES = 10
"""How often all processes are restarted after one was lost."""
POLL_SECONDS = 1.0


def train_on_ray(
    settings: Settings,
    folder: Path,
    data: str | None = None,
    workers: int | None = None,
    address: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> None:
    """Train or resume in a folder that all machines see; `progress` is told the epochs."""
    from ray.train import FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    folder = folder.resolve()
    notes = folder.with_name(f".{folder.name}.ray")
    task = {"settings": to_toml(settings), "folder": str(folder), "data": data}
    is_gpu = _has_gpu(settings)
    with connected(address, workers) as size, _Following(folder, progress):
        trainer = TorchTrainer(
            _train,
            train_loop_config=task,
            scaling_config=ScalingConfig(num_workers=size, use_gpu=is_gpu),
            torch_config=TorchConfig(backend="nccl" if is_gpu else "gloo"),
            run_config=RunConfig(
                name="train",
                storage_path=str(notes),
                failure_config=FailureConfig(max_failures=FAILURES),
            ),
        )
        try:
            trainer.fit()
        except Exception as error:
            raise SumcError(f"the training in {folder} failed: {_reason(error)}") from error
    shutil.rmtree(notes, ignore_errors=True)


def _train(task: dict[str, Any]) -> None:
    """What every process does."""
    import tempfile

    from sumc.problems.loading import load_split
    from sumc.training.train import train

    with tempfile.TemporaryDirectory() as folder:  # not every system opens a file twice
        path = Path(folder) / SETTINGS
        path.write_text(task["settings"], encoding="utf-8")
        settings = load_settings(path)
    train(settings, load_split(settings.data, task["data"]), task["folder"], resume=True)


def train_alone(settings: Settings, folder: Path, data: str | None = None) -> None:
    """Train or resume by one process, as a job of a cluster does."""
    from sumc.problems.loading import load_split
    from sumc.training.train import train

    train(settings, load_split(settings.data, data), folder, resume=True)


def _has_gpu(settings: Settings) -> bool:
    import torch

    return settings.training.device != "cpu" and torch.cuda.is_available()


def _reason(error: Exception) -> str:
    """The last line of what went wrong, which is the error of a process."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


class _Following:
    """Reports the epochs of a training while another thread waits for it to end."""

    def __init__(self, folder: Path, progress: Callable[[str], None]) -> None:
        self.path = folder / METRICS
        self.progress = progress
        self.is_over = Event()
        self.thread = Thread(target=self._follow, daemon=True)

    def __enter__(self) -> None:
        self.told = len(self._lines())
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()
        self._tell()

    def _follow(self) -> None:
        while not self.is_over.wait(POLL_SECONDS):
            self._tell()

    def _tell(self) -> None:
        lines = self._lines()
        for line in lines[self.told :]:
            self.progress(line)
        self.told = max(self.told, len(lines))

    def _lines(self) -> list[str]:
        with suppress(OSError):
            return self.path.read_text(encoding="utf-8").splitlines()
        return []
