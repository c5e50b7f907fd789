"""The learning curve of a training as a picture, where matplotlib is installed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sumc.training.checkpoint import DRAFT


def draw_curve(metrics: Sequence[Mapping[str, Any]], path: Path) -> bool:
    """Draw loss and validation accuracy over the epochs; False where matplotlib is missing."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(7, 4), layout="constrained")
    FigureCanvasAgg(figure)
    _draw(figure, metrics)
    draft = path.with_name(path.name + DRAFT)
    figure.savefig(draft, format="png", dpi=150)
    draft.replace(path)
    return True


def _draw(figure: Any, metrics: Sequence[Mapping[str, Any]]) -> None:
    losses = figure.add_subplot(xlabel="epoch", ylabel="training loss")
    losses.plot([row["epoch"] for row in metrics], [row["loss"] for row in metrics], color="C0")
    losses.yaxis.label.set_color("C0")
    losses.set_ylim(bottom=0)
    validated = [row for row in metrics if row["validation_accuracy"] is not None]
    shares = losses.twinx()
    shares.set_ylabel("validation accuracy, %", color="C1")
    shares.plot(
        [row["epoch"] for row in validated],
        [100 * row["validation_accuracy"] for row in validated],
        color="C1",
    )
    best = [row for row in validated if row["is_best"]][-1:]
    for row in best:
        shares.plot(row["epoch"], 100 * row["validation_accuracy"], "o", color="C1")
    shares.set_ylim(0, 100)
