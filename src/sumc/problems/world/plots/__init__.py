"""The plots: each builds a world of its own shape, with more to tell than any question needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import World
from sumc.problems.world.plots import amounts, groups, measures, money, parts, rates
from sumc.problems.world.plots.noise import add_noise

Plot = Callable[[Builder], None]

PLOTS: Mapping[str, tuple[Plot, int]] = {
    "stock": (amounts.stock, 24),
    "comparing": (amounts.comparing, 12),
    "days": (amounts.days, 8),
    "crowd": (amounts.crowd, 4),
    "packing": (groups.packing, 8),
    "hoards": (groups.hoards, 3),
    "sharing": (groups.sharing, 4),
    "seating": (groups.seating, 3),
    "ratios": (groups.ratios, 3),
    "portions": (parts.portions, 5),
    "discounts": (parts.discounts, 3),
    "dining": (parts.dining, 2),
    "growing": (parts.growing, 2),
    "interest": (parts.interest, 1),
    "shopping": (money.shopping, 12),
    "weighing": (money.weighing, 4),
    "earning": (money.earning, 4),
    "saving": (money.saving, 3),
    "hiring": (money.hiring, 2),
    "bundles": (money.bundles, 3),
    "trading": (money.trading, 2),
    "tickets": (money.tickets, 3),
    "travelling": (rates.travelling, 5),
    "meeting": (rates.meeting, 2),
    "machines": (rates.machines, 3),
    "reading": (rates.reading, 4),
    "habits": (rates.habits, 3),
    "working": (rates.working, 1),
    "crews": (rates.crews, 1),
    "cooking": (rates.cooking, 3),
    "tanks": (rates.tanks, 2),
    "ages": (measures.ages, 4),
    "rectangles": (measures.rectangles, 4),
    "shapes": (measures.shapes, 2),
    "averages": (measures.averages, 3),
    "means": (measures.means, 2),
    "clocks": (measures.clocks, 2),
    "units": (measures.units, 6),
    "weather": (measures.weather, 2),
    "sizes": (measures.sizes, 3),
    "weights": (measures.weights, 2),
    "riddles": (measures.riddles, 1),
}
"""Every plot with its weight: what is common in life and hard to learn is drawn more often."""

TWICE = frozenset(
    {
        "ages",
        "bundles",
        "clocks",
        "cooking",
        "crews",
        "dining",
        "discounts",
        "interest",
        "meeting",
        "shapes",
        "sizes",
        "tanks",
        "weather",
        "weights",
        "working",
    }
)
"""Plots that can run twice in a world: what happens to the other people is a decoy."""
SECOND = 0.55
"""How often they do."""

_NAMES = tuple(name for name, (_, weight) in PLOTS.items() for _ in range(weight))


def draw_plot(seed: str) -> str:
    """Return the name of the plot of a seed."""
    return Random(seed).choice(_NAMES)


def draw_world(plot: str, seed: str, turned: bool = False) -> World | None:
    """Return the world of a seed, or None if its numbers do not go together.

    A turned world is the opposite of the same seed's: what came in goes out, who had more has
    fewer.
    """
    builder = Builder(Random(seed), turned)
    try:
        PLOTS[plot][0](builder)
        if plot in TWICE and builder.chance(SECOND):
            PLOTS[plot][0](builder)
        add_noise(builder)
    except Unfit:
        return None
    return builder.world(plot)
