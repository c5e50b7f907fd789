import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from strategies import IN_TEXT, problem
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression, Sides, parse_sides
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.notation import to_infix
from sumc.codecs import CodecSettings, NotCovered, PrefixCodec, UniversalTreeCodec, read_codec
from sumc.codecs.universal_tree import UniversalTreeSettings
from sumc.errors import CodeError

TRAIN = [problem(text) for text in ("n1*(n2-n3)", "n1^2+2", "n1/n2", "0-n1")]
PLAIN = UniversalTreeCodec.learn(TRAIN, UniversalTreeSettings(constant_uses=1))
CODEC = UniversalTreeCodec.learn(TRAIN, UniversalTreeSettings(1, with_unknown=True))
ANY = problem("n1")


def _system(text: str) -> list[Sides]:
    return [parse_sides(each) for each in text.split(";")]


def _encoded(text: str) -> tuple[int, ...]:
    target = CODEC.encode_equations(_system(text), ANY)
    assert not isinstance(target, NotCovered), target.reason
    return target


def _spelled(target: tuple[int, ...]) -> str:
    return " ".join(CODEC.symbols(ANY)[index] for index in target)


def _indices(names: str) -> tuple[int, ...]:
    return tuple(map(CODEC.symbols(ANY).index, names.split()))


def test_without_unknowns_it_is_prefix_order() -> None:
    prefix = PrefixCodec.learn(TRAIN, CodecSettings(constant_uses=1))
    assert UniversalTreeCodec.learn(TRAIN, UniversalTreeSettings(constant_uses=1)) == PLAIN
    assert PLAIN.symbols(ANY) == prefix.symbols(ANY)
    assert [PLAIN.encode(each) for each in TRAIN] == [prefix.encode(each) for each in TRAIN]


def test_unknowns_come_between_operators_and_constants() -> None:
    assert CODEC.symbols(ANY) == (
        *(";", "=", "+", "-", "*", "/", "^"),
        *("x", "y", "z"),
        *("0", "1", "2", "3.14"),
        *("n1", "n2", "n3"),
    )
    assert (CODEC.operator_count, len(CODEC.fixed), CODEC.size(ANY)) == (7, 14, 17)
    assert [CODEC.symbols(ANY)[index] for index in CODEC.exponents] == ["0", "1", "2"]


def test_with_an_unknown_a_solution_is_what_x_is() -> None:
    target = CODEC.encode(TRAIN[0])
    assert target == _indices("= x * n1 - n2 n3")
    assert CODEC.decode(target, TRAIN[0]) == TRAIN[0].expression


@pytest.mark.parametrize(
    ("system", "spelled", "solution"),
    [
        ("x=n1", "= x n1", "n1"),
        ("n1*x=n2", "= * n1 x n2", "n2/n1"),
        ("x-n1=n2", "= - x n1 n2", "n2+n1"),
        ("x+y=n1;x-y=n2", "; = + x y n1 = - x y n2", "(n2+n1)/(1+1)"),
        ("y=n1*x;x+y=n2", "; = y * n1 x = + x y n2", "n2/(1+n1)"),
        ("x=n1;y=x;z=y", "; ; = x n1 = y x = z y", "n1"),
        ("-x=n1", "= - 0 x n1", "-n1"),
        ("x^1*0=n1", "= * ^ x 1 0 n1", None),
    ],
)
def test_a_system_is_spelled_and_solved_for_x(
    system: str, spelled: str, solution: str | None
) -> None:
    target = _encoded(system)
    assert _spelled(target) == spelled
    if solution is not None:
        assert to_infix(CODEC.decode(target, ANY)) == solution


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("= * x x n1", "not linear"),
        ("= / n1 x n2", "not linear"),
        ("= ^ x 2 n1", "not linear"),
        ("= + x y n1", "do not determine x"),
        ("= x x", "do not determine x"),
        ("; = x n1 = x n2", "more equations"),
        ("= n1 n2", "expected an equation with x"),
        ("= y n1", "expected an equation with x"),
        ("+ x n1", "expected an equation, found an expression"),
        ("; x n1", "expected equations on both sides of ;"),
        ("; = x n1 n2", "expected equations on both sides of ;"),
        ("= = x n1 n2", "expected expressions on both sides of ="),
        ("+ n1 = x n1", "expected expressions on both sides of +"),
        ("= x ; = x n1 = y n2", "expected expressions on both sides of ="),
        ("= x ^ n1 n2", "whole constant after ^"),
        ("= x", "incomplete"),
        ("= x n1 n2", "too long"),
    ],
)
def test_what_gives_no_x_is_refused_with_the_reason(names: str, reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        CODEC.decode(_indices(names), ANY)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("system", "reason"),
    [
        ("x=60", "60"),
        ("x=a", "a is neither"),
        ("x=n1^n2", "whole number"),
        ("n1+n2", "no equations"),
    ],
)
def test_equations_that_cannot_be_spelled_are_not_covered(system: str, reason: str) -> None:
    missing = CODEC.encode_equations(_system(system), ANY)
    assert isinstance(missing, NotCovered)
    assert reason in missing.reason


def test_no_equations_and_plain_trees_have_no_target_for_a_system() -> None:
    assert isinstance(CODEC.encode_equations([], ANY), NotCovered)
    missing = PLAIN.encode_equations(_system("x=n1"), ANY)
    assert missing == NotCovered("no training problem uses the operator =")


SMALL = st.sampled_from(("n1", "n2", "n3", "2", "-n1", "(n2-1)", "n1*n3"))


@given(st.lists(st.tuples(SMALL, SMALL, SMALL, SMALL), min_size=1, max_size=3))
def test_a_system_comes_back_and_x_makes_it_hold(rows: list[tuple[str, ...]]) -> None:
    """As many equations as unknowns; x alone may be found, so the others are asked for too."""
    unknowns = ("x", "y", "z")[: len(rows)]
    equations = [
        "+".join(f"({factor})*{name}" for factor, name in zip(row, unknowns, strict=False))
        + f"={row[3]}"
        for row in rows
    ]
    target = _encoded(";".join(equations))
    again = CODEC.decode_equations(target, ANY)
    assert CODEC.encode_equations(again, ANY) == target
    values = dict(zip(("n1", "n2", "n3"), IN_TEXT, strict=True))
    for name in unknowns:
        asked = {name: "x", "x": name}
        swapped = [[asked.get(item, item) for item in text] for text in equations]
        output = _encoded(";".join("".join(text) for text in swapped))
        try:
            value = calculate(CODEC.decode(output, ANY), DEFAULT_LIMITS, values)
        except CodeError:
            return
        if value is None:  # the numbers of the problem make a divisor 0
            return
        values[name] = value
    for left, right in again:
        assert right is not None
        assert oracles.value(left, values) == oracles.value(right, values)


def test_both_kinds_survive_a_file() -> None:
    for codec in (PLAIN, CODEC):
        assert read_codec(json.loads(json.dumps(codec.to_json()))) == codec
    with pytest.raises(CodeError, match="expected the unknowns"):
        UniversalTreeCodec.from_json({**CODEC.to_json(), "unknowns": ["x", "w"]})


def test_an_expression_may_be_put_out_where_equations_are_usual() -> None:
    assert CODEC.decode(_indices("+ n1 n2"), ANY) == Expression(("n1", "n2", "+"))
