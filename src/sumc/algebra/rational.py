"""Formulas as one polynomial over another: the exact test whether two formulas are equal.

A polynomial maps monomials to whole coefficients. A monomial is one integer: symbol number i
has its exponent in bits 16*i to 16*i+15, so that multiplying monomials is adding integers. The
limit on the degree keeps every exponent within its 16 bits.
"""

from sumc.algebra.arithmetic import whole_exponents
from sumc.algebra.expression import NEGATE, OPERATORS, Expression
from sumc.algebra.limits import Limits, refuse
from sumc.algebra.operands import is_number, number_value
from sumc.algebra.residues import of_number, residue, with_other_numbers

Polynomial = dict[int, int]
Rational = tuple[Polynomial, Polynomial]
"""Numerator and denominator; a formula that always divides by zero has no denominator."""

_EXPONENT_BITS = 16
_FREE_BITS = 512  # products of numbers below this cost about the same
_COPIED = 8  # terms that are copied in the time of one product
_ONE: Polynomial = {0: 1}


def equal_formulas(
    left: Expression, right: Expression, limits: Limits, *, numbers_as_symbols: bool
) -> bool:
    """Whether two expressions are equal as formulas; one that divides by zero equals nothing.

    With `numbers_as_symbols` a whole number other than 0 and 1 stands for any number, and a
    fraction for the quotient of its whole numbers: 5/4 is 1.25, but 2+2 is not 2*2.
    """
    if _degree(left, limits) + _degree(right, limits) > limits.degree:
        raise refuse(limits, "degree", f"more than {limits.degree}")
    calculator = _Calculator(limits, numbers_as_symbols)
    left_top, left_bottom = calculator.rational(left)
    right_top, right_bottom = calculator.rational(right)
    if not left_bottom or not right_bottom:
        return False
    crossed = calculator.product(left_top, right_bottom)
    return crossed == calculator.product(right_top, left_bottom)


def differ_at_a_point(left: Expression, right: Expression, limits: Limits) -> bool | None:
    """Whether two formulas differ at one point, which proves that they are not equal.

    None when one of them divides by zero there, so that nothing is proved.

    The point is the same for the same symbols. The arithmetic is that of whole numbers modulo
    a prime: numbers stay small, and different there means different as fractions too.
    """
    point = _Point()
    try:
        values = [
            residue(side, map(point.__getitem__, side.leaves), limits) for side in (left, right)
        ]
    except ZeroDivisionError:
        return None
    return values[0] != values[1]


_FIRST, _STEP = 1_000_003, 7_777_777_777  # arbitrary: no formula is about them


class _Point(dict[str, int]):
    """The operands at the point: numbers stay, each symbol gets the next arbitrary number."""

    def __missing__(self, operand: str) -> int:
        known = is_number(operand)
        self[operand] = of_number(operand) if known else _FIRST + _STEP * len(self)
        return self[operand]


def differ_with_other_numbers(left: Expression, right: Expression, limits: Limits) -> bool:
    """Whether two expressions of numbers differ when each number becomes another one.

    Then they are not equal as formulas of their numbers; where they do not differ, nothing is
    proved.
    """
    try:
        first, second = (with_other_numbers(side, limits) for side in (left, right))
    except ZeroDivisionError:
        return False
    return first != second


def _degree(expression: Expression, limits: Limits) -> int:
    """No exponent in the numerator or denominator of an expression is above this."""
    exponents = iter(whole_exponents(expression, limits))
    stack: list[int] = []
    for item in expression.items:
        if item not in OPERATORS:
            stack.append(1)
        elif item != NEGATE:
            right = stack.pop()
            stack[-1] = stack[-1] * abs(next(exponents)) if item == "^" else stack[-1] + right
    return stack[0]


def is_zero(expression: Expression, limits: Limits) -> bool:
    """Whether a formula is 0 whatever its symbols are."""
    if _degree(expression, limits) > limits.degree:
        raise refuse(limits, "degree", f"more than {limits.degree}")
    top, _ = _Calculator(limits, numbers_as_symbols=False).rational(expression)
    return not top


class _Calculator:
    """Turns expressions into rationals over one set of symbols, within a budget of products."""

    def __init__(self, limits: Limits, numbers_as_symbols: bool) -> None:
        self.limits = limits
        self.numbers_as_symbols = numbers_as_symbols
        self.products_left = limits.polynomial_products
        self.symbols: dict[str, int] = {}

    def rational(self, expression: Expression) -> Rational:
        """The numerator and denominator of an expression."""
        exponents = iter(whole_exponents(expression, self.limits))
        stack: list[Rational] = []
        for item in expression.items:
            if item not in OPERATORS:
                stack.append(self.operand(item))
                continue
            right = stack.pop()
            if item == NEGATE:
                stack.append((self.opposite(right[0]), right[1]))
            elif item == "^":
                stack[-1] = self.power(stack[-1], next(exponents))
            else:
                stack[-1] = self.apply(item, stack[-1], right)
        return stack[0]

    def operand(self, item: str) -> Rational:
        if not is_number(item):
            return self.symbol(item), _ONE
        value = number_value(item)
        return self.whole(value.numerator), self.whole(value.denominator)

    def whole(self, number: int) -> Polynomial:
        if number == 1:
            return _ONE
        if self.numbers_as_symbols and number > 1:
            return self.symbol(str(number))
        return {0: number} if number else {}

    def symbol(self, name: str) -> Polynomial:
        index = self.symbols.setdefault(name, len(self.symbols))
        return {1 << (_EXPONENT_BITS * index): 1}

    def apply(self, operator: str, left: Rational, right: Rational) -> Rational:
        if operator == "-":
            right = self.opposite(right[0]), right[1]
        if operator in "+-":
            return self.sum(left, right)
        if operator == "/":
            # one over an undefined formula is undefined, it must not become 0 over 1
            right = (right[1], right[0]) if right[1] else (_ONE, {})
        return self.product(left[0], right[0]), self.product(left[1], right[1])

    def sum(self, left: Rational, right: Rational) -> Rational:
        (left_top, bottom), (right_top, right_bottom) = left, right
        if bottom != right_bottom:
            left_top = self.product(left_top, right_bottom)
            right_top = self.product(right_top, bottom)
            bottom = self.product(bottom, right_bottom)
            left_top = self.copied(left_top)  # a product with 1 is the other factor itself
        self.spend(len(right_top))
        total = dict(left_top) if left_top is _ONE else left_top
        for monomial, coefficient in right_top.items():
            total[monomial] = total.get(monomial, 0) + coefficient
            if not total[monomial]:
                del total[monomial]
        return total, bottom

    def opposite(self, polynomial: Polynomial) -> Polynomial:
        self.spend(len(polynomial))
        return {monomial: -coefficient for monomial, coefficient in polynomial.items()}

    def copied(self, polynomial: Polynomial) -> Polynomial:
        self.spend(len(polynomial) // _COPIED)
        return dict(polynomial)

    def power(self, base: Rational, exponent: int) -> Rational:
        """A whole power; like the M-tree it takes anything to the power of 0 as 1."""
        if exponent and all(len(each) == 1 for each in base):
            top, bottom = base if exponent > 0 else base[::-1]
            return self.single_power(top, abs(exponent)), self.single_power(bottom, abs(exponent))
        result: Rational = (_ONE, _ONE)
        for _ in range(abs(exponent)):
            result = self.apply("*" if exponent > 0 else "/", result, base)
        return result

    def single_power(self, base: Polynomial, exponent: int) -> Polynomial:
        """The power of a polynomial of one term, in one go."""
        ((monomial, coefficient),) = base.items()
        self.spend(1 + (coefficient.bit_length() * exponent // _FREE_BITS) ** 2)
        return {monomial * exponent: coefficient**exponent}

    def spend(self, products: int) -> None:
        """Take from the budget; what one product costs grows with the size of its numbers."""
        self.products_left -= products
        if self.products_left < 0:
            most = self.limits.polynomial_products
            raise refuse(self.limits, "polynomial_products", f"more than {most}")

    def product(self, left: Polynomial, right: Polynomial) -> Polynomial:
        if left is _ONE or right is _ONE:
            self.spend(1)
            return right if left is _ONE else left
        self.spend(len(left) * len(right) * (1 + (_bits(left) + _bits(right)) // _FREE_BITS))
        return _without_zeros(_multiplied(left, right))


def _multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """Every term of one times every term of the other, perhaps with coefficients of 0.

    The outer loop goes over the shorter one. For its first term there is nothing to add to yet:
    that pass is half of the work where one factor has two terms, as in most products.
    """
    short, long = (left, right) if len(left) < len(right) else (right, left)
    terms = iter(short.items())
    factor, times = next(terms, (0, 0))
    product = {monomial + factor: value * times for monomial, value in long.items()}
    known = product.get
    for factor, times in terms:
        for monomial, value in long.items():
            key = monomial + factor
            product[key] = known(key, 0) + value * times
    return product


def _bits(polynomial: Polynomial) -> int:
    """The size of the largest monomial and the largest coefficient."""
    if not polynomial:
        return 0
    coefficients = max(polynomial.values()), -min(polynomial.values())
    return max(polynomial).bit_length() + max(coefficients).bit_length()


def _without_zeros(polynomial: Polynomial) -> Polynomial:
    if 0 not in polynomial.values():
        return polynomial
    return {monomial: coefficient for monomial, coefficient in polynomial.items() if coefficient}
