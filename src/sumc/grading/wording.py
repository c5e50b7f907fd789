"""What reports about a class say, in English and Chinese."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sumc.algebra.checking import Verdict
from sumc.errors import SumcError
from sumc.grading.chinese import in_chinese
from sumc.grading.classroom import Classroom, Graded, Mistake
from sumc.grading.marking import Mark
from sumc.grading.unread import unread_in_chinese

Language = Literal["en", "zh"]
AUTO = "auto"
"""Chooses the language that the texts are in."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a report in one language."""

    title: str
    answers: str
    problems: str
    mistakes: str
    broken: str
    problem: str
    name: str
    answer: str
    verdict: str
    points: str
    comment: str
    times: str
    example: str
    who: str
    summary: str
    """With the number of answers, the word for them, and the percentage of the points."""
    counted: tuple[str, str]
    """One answer, and several."""
    more: str
    """How many lines could not be graded besides those that are named."""
    more_mistakes: str
    """How many mistakes there are besides those that are shown."""
    points_of: str
    verdicts: Mapping[Verdict, str]


WORDS: Mapping[Language, Words] = {
    "en": Words(
        title="Graded answers",
        answers="Answers",
        problems="Problems",
        mistakes="Common mistakes",
        broken="Not graded",
        problem="Problem",
        name="Name",
        answer="Answer",
        verdict="Verdict",
        points="Points",
        comment="Comment",
        times="Times",
        example="For example",
        who="Who",
        summary="{0} {1}, {2} of the points",
        counted=("answer", "answers"),
        more="{0} more lines",
        more_mistakes="{0} more mistakes: --html FILE or --json has all of them",
        points_of="{0} of {1}",
        verdicts={
            "same-structure": "the same solution",
            "equivalent": "equal, written in another way",
            "repeated-addition": "right, by repeated addition",
            "worked-out": "right, with results worked out",
            "answer-only": "right answer without working",
            "equal-value": "right value by chance",
            "miscalculated": "right way, miscalculated",
            "different": "different",
            "unparseable": "cannot be read",
        },
    ),
    "zh": Words(
        title="批改结果",
        answers="答案",
        problems="题目",
        mistakes="常见错误",
        broken="未批改",
        problem="题号",
        name="姓名",
        answer="答案",
        verdict="评定",
        points="得分",
        comment="评语",
        times="人数",
        example="例如",
        who="谁",
        summary="{0} {1}，得分率 {2}",
        counted=("份答案", "份答案"),
        more="还有 {0} 行",
        more_mistakes="还有 {0} 种错误：--html FILE 或 --json 列出全部",
        points_of="{0} / {1}",
        verdicts={
            "same-structure": "同一种解法",
            "equivalent": "相等，写法不同",
            "repeated-addition": "正确：用连加代替乘法",
            "worked-out": "正确：中间结果已算出",
            "answer-only": "答案正确，没有过程",
            "equal-value": "只是数值碰巧相同",
            "miscalculated": "方法正确，计算有误",
            "different": "不同",
            "unparseable": "读不懂",
        },
    ),
}


def in_language(classroom: Classroom, language: Language) -> Classroom:
    """A class with its comments in a language."""
    if language == "en":
        return classroom
    return replace(
        classroom,
        graded=tuple(Graded(each.row, _mark(each.mark)) for each in classroom.graded),
        mistakes=tuple(_mistake(each) for each in classroom.mistakes),
        broken=tuple(map(in_chinese, classroom.broken)),
    )


def comment_in(language: Language, comment: str) -> str:
    """A comment, or the explanation of a verdict, in a language."""
    return in_chinese(comment) if language == "zh" else comment


def unread_in(language: Language, message: str) -> str:
    """Why a text is not an expression, in a language."""
    return unread_in_chinese(message) if language == "zh" else message


def _mark(mark: Mark) -> Mark:
    return replace(mark, comment=in_chinese(mark.comment))


def _mistake(mistake: Mistake) -> Mistake:
    return replace(mistake, comment=in_chinese(mistake.comment))


def chosen_language(choice: str, *texts: str) -> Language:
    """The language that is chosen by its name, or the one of the texts.

    >>> chosen_language("zh", "29 pencils"), chosen_language("auto", "29 pencils")
    ('zh', 'en')
    """
    return language_of(*texts) if choice == AUTO else language_named(choice)


def language_named(name: str) -> Language:
    """A language by its name."""
    for language in WORDS:
        if language == name:
            return language
    raise SumcError(f"expected a language ({', '.join(WORDS)}), found {name!r}")


def language_of(*texts: str) -> Language:
    """Chinese where the first line of a text, which names its columns, is; else English.

    >>> language_of("姓名,答案"), language_of("name,answer\\n王明,29")
    ('zh', 'en')
    """
    heads = "".join(text.strip().partition("\n")[0] for text in texts)
    return "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in heads) else "en"
