"""Answers by what a dataset says of its problems: their kinds, and the groups that they form."""

from collections.abc import Iterable, Iterator, Sequence

from sumc.evaluation.judgement import Judgement
from sumc.evaluation.score import Score

GROUP = "group"
"""The tag that variations of one story share."""
MOST_VALUES = 80
"""A tag with more different values says nothing about kinds: it is a name or a number."""


def by_kind(judgements: Sequence[Judgement]) -> dict[str, Score]:
    """Answers for every value of every tag that tells kinds of problems apart, as `steps: 2`.

    A problem of several kinds counts in each of them.
    """
    values: dict[str, dict[str, Score]] = {}
    for judgement in judgements:
        for name, value in dict.fromkeys(_tags(judgement)):
            lines = values.setdefault(name, {})
            lines[value] = lines.get(value, Score()) + Score.of([judgement.answer])
    return {
        f"{name}: {value}": score
        for name, lines in sorted(values.items())
        if 1 < len(lines) <= MOST_VALUES
        for value, score in sorted(lines.items())
    }


def _tags(judgement: Judgement) -> Iterator[tuple[str, str]]:
    return (pair for pair in judgement.problem.tags if pair[0] != GROUP)


def whole_groups(judgements: Iterable[Judgement]) -> Score:
    """Groups of several variations of one story, and how many of them are right as a whole."""
    groups: dict[tuple[str, str, str], list[bool]] = {}
    for judgement in judgements:
        problem = judgement.problem
        for name, value in problem.tags:
            if name == GROUP:
                key = problem.source, problem.language, value
                groups.setdefault(key, []).append(judgement.answer)
    return Score.of(all(each) for each in groups.values() if len(each) > 1)


def refusals(judgements: Iterable[Judgement]) -> tuple[Score, Score]:
    """How many problems without an answer were refused, and how many that have one."""
    judged = [(each.problem.answerable, each.prediction.answer is None) for each in judgements]
    rightly = Score.of(is_refused for has_answer, is_refused in judged if not has_answer)
    wrongly = Score.of(is_refused for has_answer, is_refused in judged if has_answer)
    return rightly, wrongly
