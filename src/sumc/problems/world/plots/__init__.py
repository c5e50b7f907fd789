"""The plots: each builds a world of its own shape, with more to tell than any question needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sumc.problems.world.building import Builder, Unfit
from sumc.problems.world.facts import World
from sumc.problems.world.plots.amounts import comparing, days, stock
from sumc.problems.world.plots.groups import packing, sharing
from sumc.problems.world.plots.money import earning, shopping
from sumc.problems.world.plots.noise import add_noise

Plot = Callable[[Builder], None]

PLOTS: Mapping[str, tuple[Plot, int]] = {
    "stock": (stock, 4),
    "comparing": (comparing, 2),
    "days": (days, 2),
    "packing": (packing, 2),
    "sharing": (sharing, 1),
    "shopping": (shopping, 3),
    "earning": (earning, 2),
}
"""Every plot with how often it is drawn."""

_NAMES = tuple(name for name, (_, weight) in PLOTS.items() for _ in range(weight))


def draw_world(seed: str, plot: str = "", turned: bool = False) -> World | None:
    """Return the world of a seed, or None if its numbers do not go together.

    The plot is drawn too unless it is given. A turned world is the opposite of the same seed's:
    what came in goes out, who had more has fewer.
    """
    random = Random(seed)
    drawn = _NAMES[int(random.random() * len(_NAMES))]
    builder = Builder(random, turned)
    try:
        PLOTS[plot or drawn][0](builder)
        add_noise(builder)
    except Unfit:
        return None
    return builder.world(plot or drawn)
