"""The learning curve of a training as a picture, where matplotlib is installed."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from sumc.storage import write_bytes

Rows = Sequence[Mapping[str, Any]]
LOSS, ACCURACY = "C0", "C1"


def draw_curve(metrics: Rows, points: Rows, title: str, path: Path) -> bool:
    """Draw loss and validation accuracy over the epochs; False where matplotlib is missing.

    `metrics` has a row for every epoch, `points` one for every few steps.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(7, 4), layout="constrained")
    FigureCanvasAgg(figure)
    _draw(figure, metrics, points, title)
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=150)
    write_bytes(path, picture.getvalue())
    return True


def _draw(figure: Any, metrics: Rows, points: Rows, title: str) -> None:
    losses = figure.add_subplot(xlabel="epoch", title=title)
    losses.set_ylabel("training loss", color=LOSS)
    losses.grid(alpha=0.3)
    shares = losses.twinx()
    shares.set_ylabel("validation accuracy, %", color=ACCURACY)
    shares.set_ylim(0, 100)
    before = 0
    for stage in dict.fromkeys(row.get("stage", "") for row in metrics):
        rows, some = (_of_stage(each, stage) for each in (metrics, points))
        _draw_loss(losses, rows, some, before)
        _draw_accuracy(shares, rows, before)
        if stage:
            losses.axvline(before, color="0.6", linewidth=0.8)
            losses.annotate(f" {stage}", (before, 0.03), xycoords=("data", "axes fraction"))
        before += len(rows)
    losses.set_xlim(0, max(1, before))
    losses.set_ylim(bottom=0)


def _of_stage(rows: Rows, stage: str) -> Rows:
    return [row for row in rows if row.get("stage", "") == stage]


def _draw_loss(axes: Any, epochs: Rows, points: Rows, before: int) -> None:
    """Draw the points of one stage after those of the stages before it, and the epochs' means."""
    places = [before + row["epoch"] for row in points]
    axes.plot(places, [row["loss"] for row in points], color=LOSS, alpha=0.5, linewidth=0.8)
    middles = [before + row["epoch"] - 0.5 for row in epochs]
    axes.plot(middles, [row["loss"] for row in epochs], color=LOSS, marker=".")


def _draw_accuracy(axes: Any, epochs: Rows, before: int) -> None:
    """Draw the validations of one stage; the one that was kept has a larger mark."""
    validated = [row for row in epochs if row["validation_accuracy"] is not None]
    places = [before + row["epoch"] for row in validated]
    accuracies = [100 * row["validation_accuracy"] for row in validated]
    axes.plot(places, accuracies, color=ACCURACY, marker=".")
    for number in [number for number, row in enumerate(validated) if row["is_best"]][-1:]:
        axes.plot(places[number], accuracies[number], "o", color=ACCURACY, clip_on=False)
