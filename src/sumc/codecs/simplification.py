"""Shorter codes for the same solution: redundant factors are left out.

Datasets write a tenth of a number now as n1*10/100, now as 1/10*n1, now as n1/10. A model that
has to guess which was meant learns none of them well.

    n1*(1-n2)     1*n1 - n1*n2      becomes   n1 - n1*n2
    1/4*n1                          becomes   n1/4
    n1*100/100*n2                   becomes   n1*n2
"""

from collections import defaultdict
from collections.abc import Mapping

from sumc.algebra.codes import form_and_path, is_below, is_product
from sumc.algebra.mtree import MTree
from sumc.algebra.operands import is_number

Pairs = list[tuple[str, str]]
Factors = list[tuple[str, str]]
"""The leaves of one product: symbol and form, `0_0` or inverted `0_1`."""


def simplified(pairs: Pairs) -> Pairs:
    """The codes of the same value without factors 1 and without c * 1/c for constants c.

    >>> simplified(MTree.parse("(100-n1)/100*n2").codes())
    [('100', '0_1_+_*-'), ('n1', '0_0_+_*-'), ('n2', '0_0_+_*-'), ('n2', '0_0_+')]
    """
    groups: dict[str, Factors] = defaultdict(list)
    for symbol, code in pairs:
        form, path = form_and_path(code)
        groups[path].append((symbol, form))
    shorter = {path: _shorter(path, factors, groups) for path, factors in groups.items()}
    if shorter == groups:
        return pairs
    kept = [(symbol, f"{form}_{path}") for path, some in shorter.items() for symbol, form in some]
    again = MTree.parse(MTree.from_codes(kept).to_expression())  # products of one factor disappear
    return again.codes()


def _shorter(path: str, factors: Factors, groups: Mapping[str, Factors]) -> Factors:
    if not is_product(path):
        return factors
    others = any(is_below(each, path) for each in groups)
    kept = [each for each in factors if each[0] != "1"]
    for symbol, form in list(kept):
        twin = symbol, "0_1"
        if form == "0_0" and is_number(symbol) and twin in kept:
            kept.remove((symbol, form))
            kept.remove(twin)
    return kept if kept or others else factors
