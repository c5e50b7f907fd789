"""What every codec promises: reversible, learned from training alone, total on any output."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from built_in import generated_dataset
from strategies import problem, problems
from sumc.algebra.arithmetic import calculate
from sumc.algebra.expression import Expression
from sumc.algebra.limits import DEFAULT_LIMITS
from sumc.algebra.mtree import MTree
from sumc.codecs import CODECS, Codec, CodecSettings, NotCovered, read_codec
from sumc.codecs.codec import NO_LABEL
from sumc.codecs.sequence import SymbolCodec
from sumc.codecs.template import Template
from sumc.codecs.universal_tree import UniversalTreeSettings
from sumc.errors import CodeError, LimitError, PluginError, SumcError
from sumc.problems.problem import Problem


@dataclass(frozen=True)
class Learner:
    """A codec that has yet to learn."""

    name: str
    settings: CodecSettings

    def learn(self, train: Iterable[Problem]) -> Codec[Any]:
        return CODECS[self.name].learn(train, self.settings)


NAMES = ("mtree", "binary", "prefix", "postfix", "template", "universal_tree")
LEARNERS = [Learner(name, CODECS[name].settings(constant_uses=1)) for name in NAMES]
LEARNERS.append(Learner("universal_tree", UniversalTreeSettings(1, with_unknown=True)))
SEQUENCES = [each for each in LEARNERS if each.name not in ("mtree", "binary")]


def _id(learner: Learner) -> str:
    unknown = getattr(learner.settings, "with_unknown", False)
    return f"{learner.name}{' with x' * unknown}"


every_codec = pytest.mark.parametrize("learner", LEARNERS, ids=_id)
every_sequence = pytest.mark.parametrize("learner", SEQUENCES, ids=_id)


def _comes_back(codec: Codec[Any], each: Problem) -> bool:
    target = codec.encode(each)
    assert not isinstance(target, NotCovered), target.reason
    decoded = codec.decode(target, each)
    assert each.expression is not None
    value = calculate(each.expression, DEFAULT_LIMITS, each.values)
    if value is not None:
        assert calculate(decoded, DEFAULT_LIMITS, each.values) == value
    return MTree.from_expression(decoded) == each.tree()


def test_all_codecs_of_the_package_are_here() -> None:
    assert set(NAMES) == {name for name in CODECS if CODECS[name].__module__.startswith("sumc.")}


@every_sequence
@given(solved=problems())
def test_a_codec_that_learned_from_a_problem_covers_it_and_brings_it_back(
    learner: Learner, solved: Problem
) -> None:
    assert _comes_back(learner.learn([solved]), solved)


@pytest.mark.parametrize("learner", LEARNERS[:2], ids=_id)
@given(solved=problems())
def test_codes_of_numbers_come_back_from_what_they_cover(
    learner: Learner, solved: Problem
) -> None:
    codec = learner.learn([solved])
    assert _comes_back(codec, solved) if codec.covers(solved) else learner.name == "binary"


@cache
def _learned(learner: Learner) -> Codec[Any]:
    problems = generated_dataset().problems
    return learner.learn([*problems[:1_000], *problems[-1_000:]])


@every_codec
def test_unseen_problems_that_are_covered_come_back(learner: Learner) -> None:
    codec = _learned(learner)
    problems = generated_dataset().problems
    unseen = [*problems[2_000:2_500], *problems[-2_500:-2_000]]
    covered = [each for each in unseen if codec.covers(each)]
    assert all(_comes_back(codec, each) for each in covered)
    assert len(covered) >= 0.95 * len(unseen)


@every_codec
def test_what_has_no_answer_has_a_target_where_models_learn_to_refuse(learner: Learner) -> None:
    codec = _learned(learner)
    if learner not in SEQUENCES:
        assert codec.collate([codec.unanswerable], 2).shapes.tolist() == [NO_LABEL]
        return
    with pytest.raises(PluginError, match=f"the codec '{learner.name}' has no target"):
        _ = codec.unanswerable


@every_codec
def test_a_codec_survives_a_file(learner: Learner) -> None:
    codec = _learned(learner)
    again = read_codec(json.loads(json.dumps(codec.to_json())))
    assert again == codec
    some = generated_dataset().problems[:50]
    assert list(map(again.encode, some)) == list(map(codec.encode, some))


@every_codec
@pytest.mark.parametrize(
    "change",
    [
        {"version": 0},
        {"name": "other"},
        {"constants": None},
        {"operators": "+-", "codebook": None},
        {"operators": ["+", "+"], "codebook": []},
        {"operators": ["+", "plus"], "classes": 3},
    ],
    ids=str,
)
def test_a_damaged_file_is_refused(learner: Learner, change: dict[str, object]) -> None:
    data = {**_learned(learner).to_json(), **change}
    with pytest.raises(CodeError, match="expected"):
        CODECS[learner.name].from_json(data)


def test_a_file_of_an_unknown_codec_is_refused() -> None:
    with pytest.raises(CodeError, match="name of a codec"):
        read_codec({"name": "morse"})
    with pytest.raises(CodeError, match="name of a codec"):
        read_codec({})


@every_codec
def test_a_problem_without_a_solution_is_not_covered(learner: Learner) -> None:
    codec = learner.learn([problem("n1+n2"), Problem("2", "only a text", "en", ())])
    missing = codec.encode(Problem("2", "only a text", "en", ()))
    assert isinstance(missing, NotCovered)
    assert "no solution" in missing.reason


@every_codec
def test_a_number_that_is_neither_in_the_text_nor_a_constant_is_not_covered(
    learner: Learner,
) -> None:
    codec = learner.learn([problem("n1+n2"), problem("n1+2")])
    missing = codec.encode(problem("n1+60"))
    assert isinstance(missing, NotCovered)
    assert "60" in missing.reason
    assert codec.covers(problem("n3+2"))


INDICES = st.lists(st.integers(-2, 18), max_size=60).map(tuple)


def _any_output(learner: Learner) -> st.SearchStrategy[Any]:
    if learner.name in ("mtree", "binary"):
        return st.lists(st.lists(st.integers(-1, 9), max_size=8), max_size=8)
    if learner.name == "template":
        return st.builds(Template, INDICES, st.lists(st.integers(-1, 5), max_size=8))
    return INDICES


def _trees(codec: SymbolCodec[Any], name: str) -> st.SearchStrategy[Any]:
    """Outputs that are whole trees over all symbols, as a grammar-constrained model emits them."""
    leaves = st.integers(codec.operator_count, codec.size(problem("n1")) - 1)
    operators = st.integers(0, codec.operator_count - 1)
    prefix = st.recursive(
        leaves.map(lambda leaf: (leaf,)),
        lambda part: st.builds(lambda o, left, right: (o, *left, *right), operators, part, part),
        max_leaves=30,
    )
    if name in ("prefix", "universal_tree"):
        return prefix
    postfix = prefix.map(lambda symbols: _to_postfix(symbols, codec.operator_count))
    return postfix if name == "postfix" else postfix.flatmap(lambda each: _filled(codec, each))


def _to_postfix(prefix: tuple[int, ...], operator_count: int) -> tuple[int, ...]:
    stack: list[tuple[int, ...]] = []
    for symbol in reversed(prefix):
        sides = (*stack.pop(), *stack.pop()) if symbol < operator_count else ()
        stack.append((*sides, symbol))
    return stack[0]


def _filled(codec: SymbolCodec[Any], symbols: tuple[int, ...]) -> st.SearchStrategy[Template]:
    operator = st.integers(0, len(codec.operators) - 1)
    count = symbols.count(0)
    operators = st.lists(operator, min_size=count, max_size=count)
    return operators.map(lambda each: Template(symbols, tuple(each)))


SOLUTIONS = ("n1*n2+n3/2", "n1^2-60", "-n1-n2", "n1*(n2+n3)-2")


@every_codec
@given(data=st.data())
def test_any_output_ends_in_an_expression_or_in_our_error(
    learner: Learner, data: st.DataObject
) -> None:
    codec = learner.learn(map(problem, SOLUTIONS))
    try:
        expression = codec.decode(data.draw(_any_output(learner)), problem("n1"))
    except SumcError as error:
        assert str(error)
    else:
        assert isinstance(expression, Expression)


@every_sequence
@given(data=st.data())
def test_a_whole_tree_is_an_expression_that_comes_back(
    learner: Learner, data: st.DataObject
) -> None:
    """Only an exponent, an equation at the wrong place or without one solution can be wrong."""
    codec = learner.learn(map(problem, SOLUTIONS))
    assert isinstance(codec, SymbolCodec)
    output = data.draw(_trees(codec, learner.name))
    try:
        expression = codec.decode(output, problem("n1"))
    except CodeError as error:
        assert re.search(r"after \^|equation|both sides", str(error))
        return
    except LimitError:
        return
    again = replace(problem("n1"), expression=expression)
    try:
        MTree.from_expression(expression)
    except SumcError:  # multiplied out it is too large
        return
    assert _comes_back(learner.learn([again]), again)


OPERATORS = ("-", "*")


def _all_expressions(leaves: int) -> list[str]:
    """All expressions of exactly so many leaves over two operators and two numbers."""
    if leaves == 1:
        return ["n1", "n2"]
    return [
        f"({left}){operator}({right})"
        for size in range(1, leaves)
        for left, operator, right in product(
            _all_expressions(size), OPERATORS, _all_expressions(leaves - size)
        )
    ]


SMALL = [problem(text) for leaves in (1, 2, 3) for text in _all_expressions(leaves)]


@every_codec
def test_all_small_expressions_come_back(learner: Learner) -> None:
    assert len(SMALL) == 2 + 8 + 64
    codec = learner.learn(SMALL)
    assert all(_comes_back(codec, each) for each in SMALL)


@every_codec
def test_small_expressions_have_one_target_exactly_when_they_mean_one_thing(
    learner: Learner,
) -> None:
    """One and the same expression for sequences; the same tree where order does not matter."""
    codec = learner.learn(SMALL)
    for first, second in product(SMALL, repeat=2):
        same = codec.encode(first) == codec.encode(second)
        assert same == (first.expression == second.expression) or learner.name not in IN_ORDER
        assert same <= (first.tree() == second.tree())
        if learner.name in ("mtree", "template"):
            assert same == (first.tree() == second.tree())


IN_ORDER = ("prefix", "postfix", "universal_tree")
