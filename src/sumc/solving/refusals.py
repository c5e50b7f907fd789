"""When not to answer, and the named reasons; most are decided before a model runs."""

from collections.abc import Mapping
from dataclasses import dataclass

from sumc.decoding.hypothesis import NO_NUMBERS, NO_SCORES, NO_TREE, TOO_LONG, UNANSWERABLE
from sumc.errors import LimitError
from sumc.problems.numbers import Language, NumberLimits
from sumc.problems.problem import Problem
from sumc.problems.units.reading import read_quantities
from sumc.solving.language import language_of
from sumc.solving.questions import (
    asks_an_age_never_told,
    asks_no_number,
    asks_several,
    asks_something,
    one_blank,
)

NO_QUESTION = "no-question"
SEVERAL_QUESTIONS = "several-questions"
NO_CALCULATION = "no-calculation"
TOO_MANY_NUMBERS = "too-many-numbers"
TOO_LARGE_NUMBER = "too-large-number"
UNKNOWN_LANGUAGE = "unknown-language"
OTHER_LANGUAGE = "other-language"
LOW_CONFIDENCE = "low-confidence"
AMBIGUOUS = "ambiguous"
DIVISION_BY_ZERO = "division-by-zero"
NO_SOLUTION = "no-solution"
ANY_NUMBER = "any-number"
NOT_LINEAR = "not-linear"
SEVERAL_UNKNOWNS = "several-unknowns"
NO_CONVERSION = "no-conversion"
OTHER_OPERATION = "other-operation"
UNREAD_CALCULATION = "unread-calculation"

SENTENCES: Mapping[str, str] = {
    NO_NUMBERS: "the text has no numbers to calculate with",
    NO_QUESTION: "the text asks no question: add one, such as how many are left",
    SEVERAL_QUESTIONS: "the text asks for more than one number: ask one question at a time",
    NO_CALCULATION: "the question asks for a fact, a name, or yes or no, not for a number",
    TOO_LONG: "the text is too long for this model",
    TOO_MANY_NUMBERS: "the text has too many numbers for a word problem",
    TOO_LARGE_NUMBER: "the text has a number with too many digits for a word problem",
    UNKNOWN_LANGUAGE: "the text is neither English nor Chinese",
    OTHER_LANGUAGE: "this model does not read the language of the text: try the model auto",
    LOW_CONFIDENCE: "the model is not confident enough of its answer",
    NO_SCORES: "the model is damaged: its network returns no numbers",
    NO_TREE: "the model finds no calculation that gives an answer",
    UNANSWERABLE: "the question cannot be answered from the text: something seems to be missing",
    AMBIGUOUS: "the words can be read in several ways with different answers: add brackets",
    DIVISION_BY_ZERO: "the text asks for a division by zero",
    NO_SOLUTION: "no number solves the equation",
    ANY_NUMBER: "every number solves the equation",
    NOT_LINEAR: "the equation is not linear: the unknown is in a power or is multiplied by itself",
    SEVERAL_UNKNOWNS: "the equation has more than one unknown",
    NO_CONVERSION: "the units measure different things and cannot be converted",
    OTHER_OPERATION: "the question needs more than adding, subtracting, multiplying and dividing",
    UNREAD_CALCULATION: "the calculation cannot be read: write it with + - * / and brackets",
}
"""Every reason with what it means, as the rest of the sentence "no answer: ..."."""
CHINESE_SENTENCES: Mapping[str, str] = {
    NO_NUMBERS: "题目里没有可以计算的数",
    NO_QUESTION: "题目没有提问，请加上问题，例如“还剩多少个？”",
    SEVERAL_QUESTIONS: "题目问了不止一个数，请一次只问一个",
    NO_CALCULATION: "题目问的是事实、名称或是非，不是可以算出来的数",
    TOO_LONG: "题目太长，这个模型读不完",
    TOO_MANY_NUMBERS: "题目里的数太多，不像一道应用题",
    TOO_LARGE_NUMBER: "题目里有位数太多的数",
    UNKNOWN_LANGUAGE: "题目既不是英文也不是中文",
    OTHER_LANGUAGE: "这个模型不读题目的语言，请改用模型auto",
    LOW_CONFIDENCE: "模型对答案的把握不够",
    NO_SCORES: "模型的网络算不出数，模型已损坏",
    NO_TREE: "模型找不到能得出答案的算式",
    UNANSWERABLE: "题目给出的条件似乎不够，无法回答",
    AMBIGUOUS: "这句话有几种读法，答案不同，请加上括号",
    DIVISION_BY_ZERO: "题目要求除以零",
    NO_SOLUTION: "这个方程无解",
    ANY_NUMBER: "任何数都是这个方程的解",
    NOT_LINEAR: "这不是一元一次方程：未知数有乘方，或与自己相乘",
    SEVERAL_UNKNOWNS: "方程里不止一个未知数",
    NO_CONVERSION: "这些单位计量的不是同一种量，不能换算",
    OTHER_OPERATION: "题目要求的不是加减乘除能算出来的",
    UNREAD_CALCULATION: "读不懂这个算式，请用+、-、*、/和括号来写",
}
"""The same in Chinese, after 没有答案."""


def sentence_of(reason: str, language: str) -> str:
    """A reason in words; in English where the language is another one."""
    sentences = CHINESE_SENTENCES if language == "zh" else SENTENCES
    return sentences.get(reason, reason)


@dataclass(frozen=True, slots=True)
class TextLimits:
    """How large a text may be before it is refused; a model may read less than that."""

    characters: int = 2_000
    """Characters of the text."""
    numbers: int = 16
    """Numbers of the text."""
    digits: int = 30
    """Characters of one number."""


DEFAULT_LIMITS = TextLimits()


def read_problem(
    text: str,
    language: Language | None = None,
    *,
    words: bool = True,
    compounds: bool = False,
    limits: TextLimits = DEFAULT_LIMITS,
) -> Problem | str:
    """The problem that a text is, or the reason why no model should answer it.

    >>> read_problem("Ann has 3 pens and buys 4."), read_problem("How are you?")
    ('no-question', 'no-numbers')
    """
    if len(text) > limits.characters:
        return TOO_LONG
    language = language or language_of(text)
    if language is None:
        return UNKNOWN_LANGUAGE
    sizes = NumberLimits(limits.characters, quantities=limits.characters, digits=limits.digits)
    try:
        quantities = read_quantities(
            text, words=words, language=language, limits=sizes, compounds=compounds
        )
    except LimitError:
        return TOO_LARGE_NUMBER
    if len(quantities) > limits.numbers:
        return TOO_MANY_NUMBERS
    if not quantities:
        return NO_NUMBERS
    written = one_blank(text)
    if not asks_something(written):
        return NO_QUESTION
    if asks_several(written, language):
        return SEVERAL_QUESTIONS
    if asks_no_number(written, language, len(quantities)):
        return NO_CALCULATION
    if asks_an_age_never_told(written, language):
        return UNANSWERABLE
    return Problem("", text, language, quantities)
