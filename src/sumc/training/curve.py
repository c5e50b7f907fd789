"""The learning curve of a training as a picture, where matplotlib is installed."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from sumc.storage import write_bytes


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
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=150)
    write_bytes(path, picture.getvalue())
    return True


def _draw(figure: Any, metrics: Sequence[Mapping[str, Any]]) -> None:
    losses = figure.add_subplot(xlabel="epoch", ylabel="training loss")
    losses.yaxis.label.set_color("C0")
    shares = losses.twinx()
    shares.set_ylabel("validation accuracy, %", color="C1")
    shares.set_ylim(0, 100)
    before = 0
    for stage in dict.fromkeys(row.get("stage", "") for row in metrics):
        rows = [row for row in metrics if row.get("stage", "") == stage]
        _draw_stage(losses, shares, rows, before)
        if stage:
            losses.axvline(before + 0.5, color="0.8", linewidth=0.8)
            losses.annotate(stage, (before + 0.7, 0.03), xycoords=("data", "axes fraction"))
        before += len(rows)
    losses.set_ylim(bottom=0)


def _draw_stage(losses: Any, shares: Any, rows: Sequence[Mapping[str, Any]], before: int) -> None:
    """Draw the epochs of one stage after those of the stages before it."""
    losses.plot([before + row["epoch"] for row in rows], [row["loss"] for row in rows], color="C0")
    validated = [row for row in rows if row["validation_accuracy"] is not None]
    places = [before + row["epoch"] for row in validated]
    accuracies = [100 * row["validation_accuracy"] for row in validated]
    shares.plot(places, accuracies, color="C1")
    best = [number for number, row in enumerate(validated) if row["is_best"]][-1:]
    for number in best:
        shares.plot(places[number], accuracies[number], "o", color="C1")
