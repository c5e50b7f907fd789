"""A look, before the first epoch, at what a codec promises: a broken promise costs a training."""

from collections.abc import Sequence
from typing import Any

from sumc.algebra.mtree import MTree
from sumc.algebra.notation import to_infix
from sumc.codecs import Codec
from sumc.errors import PluginError, SumcError
from sumc.problems.problem import Problem

LOOKED_AT = 200
"""The most training problems that are encoded and decoded."""


def check_reversible(codec: Codec[Any], problems: Sequence[Problem]) -> None:
    """Make sure that most problems have the same solution when they are encoded and decoded.

    Not all of them, because a codec may simplify solutions.
    """
    wrong = [problem for problem in problems if not _comes_back(codec, problem)]
    if 2 * len(wrong) > len(problems):
        first = wrong[0]
        wanted = to_infix(first.expression) if first.expression else ""
        raise PluginError(
            f"the codec {codec.name!r}: decode(encode(problem), problem) should be the solution, "
            f"but is another for {len(wrong):,} of {len(problems):,} training problems: "
            f"{_there_and_back(codec, codec, first)} instead of {wanted} for {first.id!r}"
        )


def check_read_back(codec: Codec[Any], again: Codec[Any], problems: Sequence[Problem]) -> None:
    """Make sure that a codec encodes and decodes the same after `to_json` and `from_json`."""
    for problem in problems:
        before = _there_and_back(codec, codec, problem)
        for after in (
            _there_and_back(codec, again, problem),
            _there_and_back(again, codec, problem),
        ):
            if before != after:
                raise PluginError(
                    f"the codec {codec.name!r}: from_json does not give back what to_json wrote: "
                    f"the training problem {problem.id!r} becomes {after} instead of {before}"
                )


def _comes_back(codec: Codec[Any], problem: Problem) -> bool:
    try:
        decoded = codec.decode(codec.encode(problem), problem)
        return MTree.from_expression(decoded) == problem.tree()
    except Exception:  # of a codec that anybody may have written
        return False


def _there_and_back(writer: Codec[Any], reader: Codec[Any], problem: Problem) -> str:
    """What one codec decodes from the target that one encodes."""
    try:
        return to_infix(reader.decode(writer.encode(problem), problem))
    except SumcError as error:
        return f"an error ({error})"
    except Exception as error:  # whatever a codec that lost something may raise
        return f"an error ({type(error).__name__}: {error})"
