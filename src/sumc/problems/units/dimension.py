"""`Dimension`: a product of base dimensions with whole exponents, such as length/time."""

from collections.abc import Iterable
from dataclasses import dataclass

from sumc.lazy_regex import lazy_regex

_FACTOR = lazy_regex(r"([*/]?)([^*/^]+)(?:\^(-?\d+))?")


@dataclass(frozen=True, slots=True)
class Dimension:
    """Base dimensions with their exponents, sorted by name; without any it is a plain number."""

    powers: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, powers: Iterable[tuple[str, int]]) -> "Dimension":
        """The dimension of these powers; those of one base are added up."""
        total: dict[str, int] = {}
        for base, exponent in powers:
            total[base] = total.get(base, 0) + exponent
        return cls(tuple(sorted((base, each) for base, each in total.items() if each)))

    @classmethod
    def parse(cls, text: str) -> "Dimension":
        """The dimension that a text names.

        >>> str(Dimension.parse("length/time")), str(Dimension.parse("length^2"))
        ('length/time', 'length^2')
        """
        return cls.of(
            (base, int(exponent or 1) * (-1 if sign == "/" else 1))
            for sign, base, exponent in _FACTOR.findall(text)
        )

    def __mul__(self, other: "Dimension") -> "Dimension":
        return Dimension.of((*self.powers, *other.powers))

    def __truediv__(self, other: "Dimension") -> "Dimension":
        return Dimension.of((*self.powers, *((base, -each) for base, each in other.powers)))

    def __str__(self) -> str:
        above = [_power(base, each) for base, each in self.powers if each > 0]
        below = [_power(base, -each) for base, each in self.powers if each < 0]
        return "/".join(["*".join(above) or "1", *below])


def _power(base: str, exponent: int) -> str:
    return base if exponent == 1 else f"{base}^{exponent}"


NUMBER = Dimension()
"""The dimension of a plain number, a ratio or a percentage."""
