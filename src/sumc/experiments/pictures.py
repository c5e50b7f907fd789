"""The figures of the paper as pictures, drawn by matplotlib, which is imported when one is drawn.

The same numbers give the same bytes, so that pictures in the repository change only when results
do.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, Literal

from sumc.experiments.figure_text import LABELS
from sumc.experiments.low_resource import SIZES, SYSTEMS, LowResource, problems_of
from sumc.experiments.operands import GROUPS, ByOperands

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Format = Literal["svg", "png"]
COLOURS = {
    "sumc-rnn": "#d55e00",
    "joint-rnn": "#0072b2",
    "gts": "#009e73",
    "sau": "#cc79a7",
    "graph2tree": "#7f7f7f",
}
"""Okabe and Ito's colours, which people with any colour vision can tell apart."""
MARKERS = {"sumc-rnn": "s", "joint-rnn": "o", "gts": "^", "sau": "D", "graph2tree": "v"}
GREY = "#d9d9d9"
RESOLUTION = 160
"""Dots per inch of a PNG."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure that is drawn when it is wanted."""

    name: str
    title: str
    caption: str
    """What the paper says about it."""
    draw: "Callable[[Figure], None]"
    size: tuple[float, float] = (8.0, 4.8)

    def render(self, kind: Format) -> bytes:
        """The picture in a format; an `ImportError` where matplotlib is missing."""
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        out = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": self.name, "font.size": 9}):
            figure = Figure(figsize=self.size)
            figure.set_layout_engine("constrained", wspace=0.06)
            FigureCanvasAgg(figure)
            self.draw(figure)
            metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
            figure.savefig(out, format=kind, dpi=RESOLUTION, metadata=metadata)
        return out.getvalue()


def low_resource_picture(figure: LowResource) -> Picture:
    """Accuracy over the size of the training set, a line for every system."""

    def draw(canvas: "Figure") -> None:
        axes = canvas.add_subplot(
            xlabel="training problems", ylabel="right answers of 2,312, percent"
        )
        for number, system in enumerate(SYSTEMS):
            _draw_curve(axes, figure, system.name, number - (len(SYSTEMS) - 1) / 2)
        sizes = [problems_of(size) for size in SIZES]
        axes.set_xticks(sizes, [*(f"{size:,}" for size in sizes[:-1]), f"all\n({sizes[-1]:,})"])
        axes.set_xlim(0, sizes[-1] + 900)
        _tidy(axes)
        axes.legend(loc="lower right", frameon=False, title="bars: 95 % intervals")
        axes.set_title("Answer accuracy with few training problems (Math23K)", loc="left")

    caption = (
        "The paper: SUMC-Solver is ahead at every size, and furthest, by about 5 points, at 6,000 "
        "training problems."
    )
    return Picture("low-resource", "Low-resource conditions", caption, draw)


def _draw_curve(axes: "Axes", figure: LowResource, system: str, place: float) -> None:
    """One system, shifted sideways so that the intervals can be told apart."""
    found = [figure.score(system, size) for size in SIZES]
    if not any(found):
        return
    # what was not measured is not a number, and no line is drawn across it
    shares = [100 * score.share if score else nan for score in found]
    lows = [100 * (score.share - score.interval[0]) if score else nan for score in found]
    highs = [100 * (score.interval[1] - score.share) if score else nan for score in found]
    axes.errorbar(
        [problems_of(size) + 70 * place for size in SIZES],
        shares,
        yerr=[lows, highs],
        label=LABELS[system],
        color=COLOURS[system],
        marker=MARKERS[system],
        markersize=4.5,
        linewidth=1.6,
        elinewidth=0.9,
        capsize=2,
    )


def operands_picture(figure: ByOperands) -> Picture:
    """Right answers by the number of operands: how many, as in the paper, and what share."""

    def draw(canvas: "Figure") -> None:
        counts, shares = canvas.subplots(1, 2, width_ratios=(1, 1))
        sizes = [*figure.sizes().values()]
        for place, size in enumerate(sizes):
            counts.bar(place, size, 0.9, color=GREY, zorder=0.9)
            counts.annotate(f"{size:,}", (place, size), ha="center", va="bottom", color="0.35")
        for number, system in enumerate(SYSTEMS):
            if system.name in figure.found:
                offset = (number - (len(SYSTEMS) - 1) / 2) * 0.17
                _draw_bars(counts, shares, figure, system.name, offset)
        _label(counts, "right answers", "Right answers (grey: all problems)")
        counts.yaxis.set_major_formatter("{x:,.0f}")
        _label(shares, "right answers, percent", "Share of right answers, 95 % intervals")
        shares.set_ylim(0, 100)
        labels = counts.get_legend_handles_labels()
        canvas.legend(*labels, loc="outside lower center", ncols=len(SYSTEMS), frameon=False)

    caption = (
        "The paper: most problems need between 2 and 4 operands, and SUMC-Solver does better than "
        "the others on problems with more of them."
    )
    return Picture("operands", "Number of operands", caption, draw, (9.6, 4.6))


def _draw_bars(
    counts: "Axes", shares: "Axes", figure: ByOperands, system: str, offset: float
) -> None:
    scores = [figure.score(system, operands) for operands in GROUPS.values()]
    found = [(place + offset, score) for place, score in enumerate(scores) if score]
    places = [place for place, _ in found]
    colour, label = COLOURS[system], LABELS[system]
    counts.bar(places, [score.right for _, score in found], 0.16, color=colour, label=label)
    heights = [100 * score.share for _, score in found]
    errors = [
        [100 * (score.share - score.interval[0]) for _, score in found],
        [100 * (score.interval[1] - score.share) for _, score in found],
    ]
    style: dict[str, Any] = {"elinewidth": 0.8, "capsize": 1.5, "ecolor": "0.2"}
    shares.bar(places, heights, 0.16, color=colour, yerr=errors, error_kw=style)


def _label(axes: "Axes", what: str, title: str) -> None:
    axes.set_xticks(range(len(GROUPS)), [*GROUPS])
    axes.set_xlabel("operands")
    axes.set_ylabel(what)
    axes.set_title(title, loc="left")
    _tidy(axes)


def _tidy(axes: "Axes") -> None:
    """A light grid under the marks, and no frame where nothing is read."""
    axes.grid(axis="y", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
