"""Answers by what a dataset says of its problems: their kinds, and the groups that they form."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sumc.evaluation.judgement import Judgement
from sumc.evaluation.score import Score

GROUP = "group"
"""The tag that variations of one story share."""
MOST_VALUES = 80
"""A tag with more different values says nothing about kinds: it is a name or a number."""


Tag = tuple[str, str]
"""What a dataset says of a problem: a name and a value, as in `("steps", "2")`."""


def by_tag(judgements: Iterable[Judgement]) -> dict[Tag, Score]:
    """Answers for every value of every tag; a problem with several tags counts in each of them."""
    scores: dict[Tag, Score] = {}
    for judgement in judgements:
        for tag in dict.fromkeys(_tags(judgement)):
            scores[tag] = scores.get(tag, Score()) + Score.of([judgement.answer])
    return scores


def kinds_of(scores: Mapping[Tag, Score]) -> dict[str, Score]:
    """Those scores whose tags tell kinds of problems apart, as in `steps: 2`.

    Which tags do so is only known from all problems: a fold may have a single value of one.
    """
    values = Counter(name for name, _ in scores)
    return {
        f"{name}: {value}": score
        for (name, value), score in sorted(scores.items())
        if 1 < values[name] <= MOST_VALUES
    }


def _tags(judgement: Judgement) -> Iterator[Tag]:
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
