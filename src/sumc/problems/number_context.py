"""Digits that are one number or two, depending on what is beside them.

| text | read as |
|---|---|
| `12 000 people`, `$1 200`, `7 % of 1 200?`, `1 200 km in all`, `1 920元` | one number |
| `2 050 beads`, `1 500 beads and`, `has 2 450 beads.`, `1 500 moved away` | one number |
| `4 120 seats`, `only 5 100 buses` where another number is `12 000` | one number |
| `1'200`, and a no-break or thin space between the groups | one number |
| `5 200 g bags`, `8 100-won coins`, `only 5 100 buses`, `60 120 180` | two numbers or more |
| `2-1/2 cups`, `a 2-1/2-inch nail` | a mixed number, as recipes and carpenters write it |
| `2-1/2`, `2-1/2 = ?`, `2-1/2 of it` | two numbers: a subtraction |

After an ordinary blank, three digits other than `000` could be a number of their own: texts were
found to mean five buses of number 100, or two contracts of 132 pages. So the digits, with no more
than `km`, `kg`, `dollars` or `euros`, have to end the sentence or to be followed by a Chinese
character, an operator or a word such as `of`, `and` or `in`. A plural noun will do where the first
number is 1 (one bead is not `beads`), where the text has another number that must be in groups,
or, with a round number, behind a verb such as `has`.
"""

import re
from functools import lru_cache

from sumc.lazy_regex import lazy_regex

_NO_BREAK = "\u00a0\u2007\u2009\u202f'\N{RIGHT SINGLE QUOTATION MARK}"
"""Blanks and signs that stand between digits only where they are one number."""

GROUPS = rf"(?P<first>[1-9][0-9]{{0,2}})(?:[\ {_NO_BREAK}][0-9]{{3}}){{1,4}}(?![0-9])"
"""A verbose pattern of digits in groups of three, which `is_one_number` has to confirm."""

_BLANK_GROUPS = lazy_regex(r"(?<![0-9])[1-9][0-9]{0,2}(?: [0-9]{3})+(?![0-9])")
_LIST_BEFORE = lazy_regex(r"[0-9](?:\s|[-\u2013:/.,])$")
_LIST_BEHIND = lazy_regex(r"\s?[-\u2013/]?\s?[0-9]")
_CURRENCY_BEFORE = lazy_regex(r"[$£€¥￥]\s?$")
_NAME_BEFORE = lazy_regex(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|grade|class|room|page|day|week|year|level|line"
    r"|chapter|bus|route|gate|team|group|number|no\.|at|by|until|till|before|after|since)\s$",
    re.IGNORECASE,
)
_GOES_ON = (
    "of|and|or|to|in|is|are|was|were|more|less|than|from|for|at|on|by|with|into|each|per|that"
    "|which|who|if|when|a|an|the|every|away|as|but|plus|minus|times|divided|equals?|what|left"
)
_COMPLETE = lazy_regex(
    rf"\s?(?:[\u4e00-\u9fff%℃°€£$]|(?:km|kg|dollars|euros)?"
    rf"(?:\s*(?:$|[.,;:?!)+*×÷，。；：？！）、]|=(?!\s?[0-9]))|\s(?:{_GOES_ON})\b))",
    re.IGNORECASE,
)
_PAST_VERB = lazy_regex(
    r"\s(?:[a-z]{2,}ed|left|came|went|sold|took|got|fell|broke|ran|flew|swam|stayed|had|have)\b"
    rf"(?:\s*(?:$|[.,;:?!)])|\s(?:{_GOES_ON}|back|home|out)\b)"  # not 3 100 used cars
)
_PLURAL_BEHIND = lazy_regex(
    r"\s(?:people|children|men|women|sheep|geese|fish|[a-z]{2,}(?<!s)s)"
    rf"(?:\s*(?:$|[.,;:?!)])|\s(?:{_GOES_ON}|have|has|had|live|lived|came|come|went|go|were|left"
    r"|this|last|today|yesterday|during|before|after|over|through|about|between|he|she|they|it"
    r"|how|sold|here|there|now|then|because|while|so)\b)"
)
_HAVING_BEFORE = lazy_regex(
    r"\b(?:has|have|had|were|are|buys?|bought|sells?|sold|makes?|made|gets?|got|there\sare"
    r"|collects?|collected|counts?|counted|prints?|printed|needs?|produced?|produces)\s$"
)
_LOOK_BACK = 12  # characters, enough for the words before a number

_NOUN_BEHIND = lazy_regex(rf"[\s-](?!(?:{_GOES_ON})\b)[a-z]")
_OPENS = lazy_regex(r"(?:^|[\s(])$")


def is_one_number(text: str, start: int, end: int) -> bool:
    """Whether digits in groups of three, found with `GROUPS`, are one number.

    >>> [is_one_number(text, 0, 5) for text in ("1 200 km in all", "1 200 km races")]
    [True, False]
    """
    if _is_certain(text, start, end):
        return True
    is_plural = _is_alone(text, start, end) and _PLURAL_BEHIND.match(text, end) is not None
    return is_plural and text[start:end].count(" ") == 1 and _has_certain_groups(text)


@lru_cache(maxsize=16)
def _has_certain_groups(text: str) -> bool:
    """Whether a text has a number such as `12 000` or `1 050 were`, with a blank in it."""
    return any(_is_certain(text, *match.span()) for match in _BLANK_GROUPS.finditer(text))


def _is_certain(text: str, start: int, end: int) -> bool:
    """Whether digits in groups are one number, whatever else the text has."""
    before, groups = text[max(0, start - _LOOK_BACK) : start], text[start:end].split(" ")
    if _LIST_BEFORE.search(before) or _LIST_BEHIND.match(text, end):
        return False
    if len(groups) == 1 or groups[-1] == "000" or _CURRENCY_BEFORE.search(before):
        return True
    if len(groups) > 2 or _NAME_BEFORE.search(before):
        return False
    if groups[1].startswith("0") or _COMPLETE.match(text, end) or _PAST_VERB.match(text, end):
        return True
    is_total = groups[1].endswith("0") and _HAVING_BEFORE.search(before) is not None
    return (groups[0] == "1" or is_total) and _PLURAL_BEHIND.match(text, end) is not None


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether neither another number nor a name such as `Room` is beside digits in groups."""
    before = text[max(0, start - _LOOK_BACK) : start]
    beside = _LIST_BEFORE.search(before) or _NAME_BEFORE.search(before)
    return not beside and not _LIST_BEHIND.match(text, end)


def is_mixed_number(text: str, start: int, end: int) -> bool:
    """Whether a hyphen between a whole number and a fraction joins them: a noun follows.

    >>> [is_mixed_number(text, 0, 5) for text in ("2-1/2 cups", "2-1/2 = ?")]
    [True, False]
    """
    is_opening = _OPENS.search(text[max(0, start - 1) : start]) is not None
    return is_opening and _NOUN_BEHIND.match(text, end) is not None
