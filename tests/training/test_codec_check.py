"""What a codec promises is looked at before the first epoch."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs torch")

from sumc.algebra.expression import Expression, parse_expression
from sumc.codecs import CODECS, Codec, NotCovered, read_codec
from sumc.codecs.codec import CodecSettings
from sumc.codecs.mtree import MTreeCodes
from sumc.codecs.prefix import PrefixCodec
from sumc.errors import CodeError, PluginError
from sumc.problems.datasets import load_dataset
from sumc.problems.problem import Problem
from sumc.training.codec_check import check_read_back, check_reversible
from training.tiny import write_problems


@pytest.fixture(name="problems")
def _problems(tmp_path: Path) -> Sequence[Problem]:
    return load_dataset(str(write_problems(tmp_path))).problems


@pytest.mark.parametrize("name", CODECS)
def test_our_codecs_keep_their_promises(name: str, problems: Sequence[Problem]) -> None:
    kind = CODECS[name]
    codec = kind.learn(problems, kind.settings())
    assert any(not isinstance(codec.encode(each), NotCovered) for each in problems)
    check_reversible(codec, problems)
    check_read_back(codec, read_codec({"name": name, **codec.to_json()}), problems)


def _learn(kind: type[Codec[Any]], problems: Sequence[Problem]) -> Codec[Any]:
    return kind.learn(problems, kind.settings())


class Sums(PrefixCodec):
    """Everything is a sum."""

    def decode(self, output: object, problem: Problem) -> Expression:
        return parse_expression("n1+n2")


class Nothing(MTreeCodes):
    """Nothing can be decoded."""

    def decode(self, output: object, problem: Problem) -> Expression:
        raise CodeError("no tree")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Sums, r"another for 45 of 60 training problems: n1\+n2 instead of n1-n2 for '2'"),
        (
            Nothing,
            r"another for 60 of 60 training problems: an error \(no tree\) instead of n1\+n2",
        ),
    ],
)
def test_a_codec_that_is_not_reversible_is_told_with_an_example(
    kind: type[Codec[Any]], told: str, problems: Sequence[Problem]
) -> None:
    codec = _learn(kind, problems)
    with pytest.raises(PluginError, match=f"the codec '{kind.name}': .* {told}"):
        check_reversible(codec, problems)


def test_some_solutions_may_be_simplified(problems: Sequence[Problem]) -> None:
    codec = _learn(Sums, problems)
    sums = [problem for problem in problems if str(problem.tree()) == str(problems[0].tree())]
    assert len(sums) > 2  # most of them
    check_reversible(codec, [*sums, *problems[1:3]])


def test_a_codec_that_is_read_back_as_another_is_told(problems: Sequence[Problem]) -> None:
    settings = CodecSettings()
    codec, other = PrefixCodec.learn(problems, settings), Sums.learn(problems, settings)
    with pytest.raises(PluginError, match=r"'2' becomes n1\+n2 instead of n1-n2"):
        check_read_back(codec, other, problems)


class Turned(MTreeCodes):
    """Its targets are those of another problem."""

    def encode(self, problem: Problem) -> Any:
        expression = problem.expression and parse_expression("n1*n2")
        return super().encode(replace(problem, expression=expression))


class Lost(PrefixCodec):
    """It lost something on its way through a file."""

    def decode(self, output: object, problem: Problem) -> Expression:
        raise IndexError("tuple index out of range")


def test_a_codec_that_breaks_when_it_is_read_back_is_told(problems: Sequence[Problem]) -> None:
    codec, lost = _learn(PrefixCodec, problems), _learn(Lost, problems)
    with pytest.raises(PluginError, match=r"becomes an error \(IndexError: tuple index"):
        check_read_back(codec, lost, problems)


def test_a_codec_that_encodes_otherwise_when_it_is_read_back_is_told(
    problems: Sequence[Problem],
) -> None:
    codec, other = _learn(MTreeCodes, problems), _learn(Turned, problems)
    with pytest.raises(PluginError, match=r"'1' becomes n1\*n2 instead of n1\+n2"):
        check_read_back(codec, other, problems)
