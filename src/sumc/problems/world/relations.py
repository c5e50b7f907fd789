"""Relations between the numbers of a world; each can be used in every direction."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """`total` is the sum, or the product, of the parts; all are places of numbers."""

    total: int
    parts: tuple[int, ...]
    is_product: bool = False

    @property
    def members(self) -> tuple[int, ...]:
        """The numbers it relates."""
        return (self.total, *self.parts)


Relations = tuple[Relation, ...]
