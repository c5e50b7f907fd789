"""Training problems as a solver reads them: with their measures, and their solutions, in one unit.

| the dataset has | solved by | learned is | solved by |
|---|---|---|---|
| 12 pages a day for 2 weeks | n1*n2*7 | 12 pages a day for 14 days | n1*n2 |
| 3 m 40 cm of rope in 2 pieces | (n1*100+n2)/n3 | 340 centimetres of rope in 2 pieces | n1/n2 |
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from sumc.algebra.arithmetic import calculate
from sumc.algebra.codes import form_and_path, is_below, is_product
from sumc.algebra.expression import OPERATORS, Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number
from sumc.codecs.simplification import Pairs, simplified
from sumc.errors import SumcError
from sumc.problems.problem import Problem
from sumc.problems.splits import Split
from sumc.problems.units.conversion import Converted, Items, in_one_unit

ZERO = "0"
PRIMES = (7919, 104729, 1299709, 15485863)
"""Two solutions that agree on such numbers, twice, are taken for the same."""


def split_in_one_unit(split: Split) -> Split:
    """The split with its training and validation problems in one unit."""
    train, validation = (
        tuple(map(learned_in_one_unit, problems)) for problems in (split.train, split.validation)
    )
    return replace(split, train=train, validation=validation)


def learned_in_one_unit(problem: Problem) -> Problem:
    """The problem with its measures in one unit; unchanged if its solution has no form there.

    >>> from sumc.algebra.expression import parse_expression
    >>> from sumc.problems.numbers import find_quantities
    >>> text = "She reads 12 pages a day for 2 weeks. How many pages does she read?"
    >>> solution = parse_expression("n1*n2*7")
    >>> learned_in_one_unit(Problem("", text, "en", find_quantities(text), solution)).expression
    Expression(items=('n1', 'n2', '*'))
    """
    converted = in_one_unit(problem)
    if converted is None:
        return problem
    if problem.expression is None:
        return converted.problem
    try:
        solution = _solution(problem.expression, converted)
    except SumcError:
        return problem
    return replace(converted.problem, expression=solution) if solution else problem


def _solution(solution: Expression, converted: Converted) -> Expression | None:
    """The solution over the numbers of the converted problem, if it needs no new constants."""
    numbers = _as_converted(converted.origins)
    items = [part for item in solution.items for part in numbers.get(item, (item,))]
    pairs = _without_zeros(MTree.from_expression(Expression(tuple(items))).codes())
    if not pairs:
        return None
    found = MTree.from_codes(simplified(pairs)).expression
    if _constants(found) > _constants(solution):
        return None
    return found if _is_same(solution, found, converted.origins) else None


def _as_converted(origins: Mapping[str, Items]) -> dict[str, Items]:
    """The numbers as written, in terms of those of the converted problem.

    In 3 m 40 cm the 3 stands for all of it and the 40 for nothing: right in every solution that
    uses both as one measure, which is checked afterwards.
    """
    found: dict[str, Items] = {}
    for name, origin in origins.items():
        first, *others = _names(origin)
        apart = {first: Fraction(1), **dict.fromkeys(others, Fraction(0))}
        found[first] = (name, *_divided_by(_measured(origin, apart)))
        found.update((other, (ZERO,)) for other in others)
    return found


def _divided_by(size: Fraction) -> Iterator[str]:
    if size.denominator != 1:
        yield from (str(size.denominator), "*")
    if size.numerator != 1:
        yield from (str(size.numerator), "/")


def _measured(origin: Items, values: Mapping[str, Fraction]) -> Fraction:
    found = calculate(Expression(origin), DEFAULT_LIMITS, values)
    assert found is not None  # a sum of numbers times constants
    return found


def _names(items: Iterable[str]) -> list[str]:
    return [item for item in items if item not in OPERATORS and not is_number(item)]


def _constants(solution: Expression) -> int:
    return sum(is_number(item) for item in solution.leaves)


def _without_zeros(pairs: Pairs) -> Pairs:
    """The codes without the zeros of sums and without the products that have one."""
    leaves = [(symbol, code, form_and_path(code)[1]) for symbol, code in pairs]
    gone = {path for symbol, _, path in leaves if symbol == ZERO and is_product(path)}
    return [
        (symbol, code)
        for symbol, code, path in leaves
        if symbol != ZERO and path not in gone and not any(is_below(path, each) for each in gone)
    ]


def _is_same(one: Expression, other: Expression, origins: Mapping[str, Items]) -> bool:
    names = dict.fromkeys(name for origin in origins.values() for name in _names(origin))
    return all(_agree(one, other, origins, [*names], turn) for turn in (1, 2))


def _agree(
    one: Expression,
    other: Expression,
    origins: Mapping[str, Items],
    names: Sequence[str],
    turn: int,
) -> bool:
    values = {
        name: Fraction(PRIMES[place % len(PRIMES)] * turn + place)
        for place, name in enumerate(names, 1)
    }
    converted = {name: _measured(origin, values) for name, origin in origins.items()}
    return calculate(one, DEFAULT_LIMITS, values) == calculate(other, DEFAULT_LIMITS, converted)
