"""Prefix and postfix: how symbols are numbered, what is too short, too long or unknown."""

import numpy as np
import pytest
from hypothesis import given

from strategies import problem, problems
from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix, to_postfix, to_prefix
from sumc.codecs import CodecSettings, NotCovered, PostfixCodec, PrefixCodec
from sumc.codecs.codec import NO_LABEL
from sumc.codecs.sequence import SequenceCodec
from sumc.codecs.zero_signs import read_signs, write_signs
from sumc.errors import CodeError
from sumc.problems.problem import Problem

ONCE = CodecSettings(constant_uses=1)
TRAIN = [problem(text) for text in ("n1*(n2-n3)", "n1^2+7", "n1/n2", "0-n1")]
PREFIX = PrefixCodec.learn(TRAIN, ONCE)
POSTFIX = PostfixCodec.learn(TRAIN, ONCE)
UNSIGNED = PrefixCodec.learn(TRAIN[:3], ONCE)
"""It has no constant 0."""


def _spelled(codec: SequenceCodec, solution: str) -> str:
    target = codec.encode(problem(solution))
    assert not isinstance(target, NotCovered), target.reason
    return " ".join(codec.symbols(TRAIN[0])[index] for index in target)


def _decoded(codec: SequenceCodec, names: str) -> str:
    symbols = codec.symbols(TRAIN[0])
    return to_infix(codec.decode(tuple(map(symbols.index, names.split())), TRAIN[0]))


def _why_not(codec: SequenceCodec, solution: str) -> str:
    missing = codec.encode(problem(solution))
    assert isinstance(missing, NotCovered)
    return missing.reason


def test_operators_come_first_then_constants_then_the_numbers_of_the_text() -> None:
    assert PREFIX.symbols(TRAIN[0]) == (
        *("+", "-", "*", "/", "^"),
        *("0", "1", "2", "3.14", "7"),
        *("n1", "n2", "n3"),
    )
    slots = PREFIX.slots(TRAIN[0])
    assert PREFIX.symbols(TRAIN[0])[PREFIX.operator_count :] == slots
    assert PREFIX.size(TRAIN[0]) == PREFIX.operator_count + len(slots) == 13


def test_a_grammar_knows_what_has_sides_and_what_can_be_an_exponent() -> None:
    assert [PREFIX.arity(index) for index in range(13)] == [2] * 5 + [0] * 8
    names = [PREFIX.symbols(TRAIN[0])[index] for index in PREFIX.exponents]
    assert names == ["0", "1", "2", "7"]


def test_only_operators_of_training_problems_are_known() -> None:
    codec = PrefixCodec.learn([problem("n1+n2"), problem("n1*60")], CodecSettings(2))
    assert codec.operators == ("+",)  # 60 is not a constant, so the product cannot be learned from
    assert _why_not(codec, "n1-n2") == "no training problem uses the operator -"


@pytest.mark.parametrize(
    ("solution", "prefix", "postfix"),
    [
        ("n1", "n1", "n1"),
        ("n1*(n2-n3)", "* n1 - n2 n3", "n1 n2 n3 - *"),
        ("(n1-n2)/(n3+1)", "/ - n1 n2 + n3 1", "n1 n2 - n3 1 + /"),
        ("n1^2+7", "+ ^ n1 2 7", "n1 2 ^ 7 +"),
        ("n1+(-n2)", "- n1 n2", "n1 n2 -"),
        ("-n1*n2+n3", "- n3 * n1 n2", "n3 n1 n2 * -"),
        ("-n1", "- 0 n1", "0 n1 -"),
        ("n1/(-(n2+n3))", "/ n1 - 0 + n2 n3", "n1 0 n2 n3 + - /"),
        ("n1^-2", "^ n1 - 0 2", "n1 0 2 - ^"),
        ("0-n1", "+ 0 - 0 n1", "0 0 n1 - +"),
        ("0+n1", "+ 0 n1", "0 n1 +"),
    ],
)
def test_a_solution_is_spelled_as_it_is_written(solution: str, prefix: str, postfix: str) -> None:
    assert _spelled(PREFIX, solution) == prefix
    assert _spelled(POSTFIX, solution) == postfix


@given(problems())
def test_the_orders_are_those_of_the_notation(solved: Problem) -> None:
    prefix, postfix = (codec.learn([solved], ONCE) for codec in (PrefixCodec, PostfixCodec))
    for codec, notation in ((prefix, to_prefix), (postfix, to_postfix)):
        target = codec.encode(solved)
        assert not isinstance(target, NotCovered)
        names = [codec.symbols(solved)[index] for index in target]
        if "0" not in names:
            assert " ".join(names) == notation(codec.decode(target, solved))


def test_a_sign_that_cannot_be_folded_needs_the_constant_0() -> None:
    assert _spelled(UNSIGNED, "n1--n2") == "+ n1 n2"
    assert "number 0 is neither" in _why_not(UNSIGNED, "-n1")
    assert "number 0 is neither" in _why_not(UNSIGNED, "n1/(-(n2+n3))")


def test_an_exponent_that_is_no_number_is_not_covered() -> None:
    assert "whole number after ^" in _why_not(PREFIX, "n1^n2")
    assert PrefixCodec.learn([problem("n1^n2"), problem("n1+n2")], ONCE).operators == ("+",)


def test_an_exponent_is_a_constant_that_training_problems_must_use() -> None:
    train = [problem("n1^2")] * 3 + [problem("n1^3")] * 2
    assert PrefixCodec.learn(train, CodecSettings(3)).constants == ("1", "2", "3.14")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("", "incomplete: 1 operands are missing after 0 symbols"),
        ("+ n1", "incomplete: 1 operands are missing after 2 symbols"),
        ("+ + n1", "incomplete: 2 operands are missing after 3 symbols"),
        ("n1 n2", "too long: the tree is complete before n2, symbol 2"),
        ("+ n1 n2 +", "too long: the tree is complete before +, symbol 4"),
        ("^ n1 n2", "a whole constant after ^, found n2"),
        ("^ n1 3.14", "a whole constant after ^, found 3.14"),
        ("^ n1 + 1 1", r"a whole constant after ^, found 1 1 +"),
        ("^ n1 - 0 - 0 2", r"a whole constant after ^, found 2 ~ ~"),
    ],
)
def test_prefix_that_is_no_expression_is_refused_with_the_reason(names: str, reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        _decoded(PREFIX, names)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("", "incomplete: 0 operands are left"),
        ("n1 n2", "incomplete: 2 operands are left"),
        ("n1 +", "incomplete: +, symbol 2, lacks two operands before it"),
        ("+", "incomplete: +, symbol 1, lacks two operands before it"),
        ("n1 n2 ^", "a whole constant after ^, found n2"),
    ],
)
def test_postfix_that_is_no_expression_is_refused_with_the_reason(names: str, reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        _decoded(POSTFIX, names)
    assert reason in str(caught.value)


@pytest.mark.parametrize("codec", [PREFIX, POSTFIX])
@pytest.mark.parametrize("index", [-1, 13, NO_LABEL, 10**9])
def test_an_unknown_index_is_refused(codec: SequenceCodec, index: int) -> None:
    with pytest.raises(CodeError, match=f"a symbol from 0 to 12, found {index}"):
        codec.decode((index,), TRAIN[0])


def test_a_difference_from_zero_is_read_as_a_sign() -> None:
    assert _decoded(PREFIX, "* - 0 n1 n2") == "-n1*n2"
    assert _decoded(PREFIX, "- - 0 n1 n2") == "-n1-n2"
    assert _decoded(PREFIX, "^ n1 - 0 2") == "n1^-2"


@given(problems())
def test_signs_are_written_and_read_without_a_change_of_the_tree(solved: Problem) -> None:
    assert solved.expression is not None
    try:
        written = write_signs(solved.expression.items)
        read = read_signs(written)
    except CodeError as error:
        assert "after ^" in str(error)  # these solutions are not folded: n1^--2
        return
    assert "~" not in written
    assert MTree.from_expression(read) == solved.tree()


def test_a_batch_is_padded_behind_the_end() -> None:
    targets = [(5, 6, 0), (3,), ()]
    batch = PREFIX.collate(targets, slots=9)
    assert batch.symbols.dtype == batch.lengths.dtype == np.int64
    assert batch.symbols.tolist() == [[5, 6, 0], [3, NO_LABEL, NO_LABEL], [NO_LABEL] * 3]
    assert batch.lengths.tolist() == [3, 1, 0]
    assert PREFIX.collate([], slots=0).symbols.shape == (0, 0)


@pytest.mark.parametrize(
    "change",
    [
        {"operators": ["+", "="]},
        {"constants": ["one"]},
        {"constants": ["1.0"]},
        {"constants": [1]},
        {"constants": ["1", "1"]},
    ],
)
def test_symbols_that_cannot_be_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(CodeError, match="expected"):
        PrefixCodec.from_json({**PREFIX.to_json(), **change})
