"""Where a problem comes from: the part that its dataset publishes it in, and what it varies."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["train", "validation", "test", ""]
ROLES: tuple[Role, ...] = ("", "train", "validation", "test")
Tags = tuple[tuple[str, str], ...]
"""Names and values, as in `(("kind", "price"), ("kind", "decoy"), ("steps", "2"))`."""


@dataclass(frozen=True, slots=True)
class Part:
    """The place of a record in the published splits of its dataset.

    >>> Part("train"), Part(fold=3)
    (Part(role='train', fold=None), Part(role='', fold=3))
    """

    role: Role = ""
    """What the published split uses it for; empty where a dataset publishes none."""
    fold: int | None = None
    """The published fold that tests it; None outside all folds."""


UNPUBLISHED = Part()
"""In no published split."""


@dataclass(frozen=True, slots=True)
class Base:
    """The problem that another one varies or paraphrases: having seen one is having seen both."""

    source: str = ""
    """Its dataset and its id there, where the variation names them."""
    id: str = ""
    text: str = ""
    """Its text, where the variation comes with it; in a `Problem`, its numbers are masked."""
