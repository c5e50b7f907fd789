"""Which way a question wants a number of whole things rounded.

| question | rounded |
|---|---|
| How many buses are needed for 130 people? 至少要几辆车？ | up: a part of one is one more |
| How many full boxes are there? How many can she buy? 能买几本？ | down: a part is none |
| How many weeks until she has $100? 至少要几天看完？ | up: a part of a week is a week |
| How many days does she need to buy it? 几天可以看完？ | up, too |
| 最多够吃几天？ | down: on the last day it is not enough |
| How many loaves are needed per day? 平均每天需要几个？ | not at all: it may be an average |

Only the clause that asks is looked at: in "How many cakes can be baked if each cake needs 3 eggs?"
nothing is said about the cakes needed.
"""

import re
from typing import Literal

from sumc.lazy_regex import lazy_regex

Rounding = Literal["up", "down", ""]

_ASKING = lazy_regex(r"\bhow\s+many\b|\bwhat\b|\b(?:find|calculate|determine)\b", re.I)
_CONDITION = lazy_regex(
    r"\b(?:if|when|whenever|given|assuming|provided|suppos\w+|since|because|where|while)\b", re.I
)
_SHARED = lazy_regex(r"\b(?:equally|evenly|fairly)\b|\bon\s+average\b|\bto\s+average\b", re.I)
_FOR_EACH = lazy_regex(
    r"\b(?:do|does|did|must|will|would|should|shall|may)\s+(?:each|every)\b"
    r"|\b(?:need(?:ed|s)?|required?|necessary|get|have|has|receive)"
    r"\s+(?:(?:for|in|on|by|to|at|from)\s+)?(?:each|every|per)\b"
    r"|\bmust\b(?!.*\bto\b).*\b(?:each|every|per)\b|(?<!\d\s)\bper\b"
    r"|\b(?:each|every|per)\s+(?:second|minute|hour|day|night|week|month|year)\b"
    r"|(?<!\bin)(?<!\bfor)(?<!\bwithin)(?<!\bhalf)\s+an?\s+(?:minute|hour|day|night|week|month|year)"
    r"(?=\s*(?:[?.]|\Z|(?:do|does|did|must|will|would|should|are|is)\b))",
    re.I,
)
_CARRIERS = (
    r"(?:bus(?:es)?|coaches|vans|cars|taxis|cabs|boats|trucks|lorries|mini(?:vans|buses)|trips)"
)
_UP = lazy_regex(
    r"\bhow\s+many\b.*\b(?:need(?:ed|s)?|require(?:d|s)?|necessary|must|at\s+least|minimum"
    r"|ha(?:ve|s)\s+to|fewest)\b|\b(?:least|minimum|smallest|fewest)\s+(?:number|amount)?\b"
    rf"|\bhow\s+many\s+(?:\S+\s+)?{_CARRIERS}\s+will\s+(?:be\s+used|(?:\w+\s+){{1,3}}(?:use|take))\b",
    re.I,
)
_MADE = (
    "bought|afforded|made|filled|packed|cut|baked|fitted|formed|sewn|built|carried|assembled"
    "|wrapped|served|fed|knitted|created|prepared|decorated|framed|stuffed|bottled|bound|placed"
)
_MAKE = (
    "buy|afford|purchase|make|fill|get|pack|cut|bake|fit|form|sew|build|carry|assemble|wrap|serve"
    "|feed|knit|create|prepare|decorate|frame|stuff|bottle|bind"
)
_DOWN = lazy_regex(
    r"\bhow\s+many\s+(?:full|complete|whole|entire)\b|\bhow\s+many\b.*\b(?:completely|fully)\b"
    r"|\bhow\s+many\s+[a-z]+\s+(?:are|were|will\s+be)\s+full\b"
    r"|\bhow\s+many\s+[a-z]+\s+(?:will|would|do|can)\s+(?:the\s+|these\s+|all\s+)?\d+\s[^?]*\bfill\b"
    r"|\bhow\s+many\b.*\b(?:at\s+most|maximum)\b|\b(?:greatest|largest|maximum|most)\s+number\b"
    rf"|\bhow\s+many\b.*\b(?:can|could)\b.*\b(?:{_MAKE})\b"
    rf"|\bhow\s+many\b.*\b(?:can|could)\b.*\bbe\s+(?:\w+ly\s+)?(?:{_MADE})\b",
    re.I,
)
_ENOUGH_TIME = lazy_regex(
    r"\bat\s+least\b|\b(?:least|minimum|smallest|fewest)\s+number\b"
    r"|\b(?:until|till|before)\s+(?:he|she|they|we|I|you|(?-i:[A-Z][a-z]+))"
    r"\s+(?:has|have|will\s+have|can|could)\b"
    r"|\b(?:needs?|must|ha(?:s|ve)\s+to|will\s+it\s+take)\b.*\bto\s+(?:read|finish|buy|save|pay|afford)\b",
    re.I,
)
_TIMES_ASKED = lazy_regex(
    r"\bhow\s+many\s+(?:more\s+)?(?:nights|evenings|mornings|afternoons)\b", re.I
)


def english_rounding(sentence: str) -> Rounding:
    """Which way the things that an English sentence asks for are rounded.

    >>> english_rounding("How many cakes can be baked if each cake needs 3 eggs?")
    'down'
    """
    clause = _main_clause(sentence)
    if _SHARED.search(sentence):
        return ""
    if _TIMES_ASKED.search(clause):
        return english_time_rounding(sentence)
    if _DOWN.search(clause):
        return "down"
    return "up" if _UP.search(clause) and not _FOR_EACH.search(clause) else ""


def english_time_rounding(sentence: str) -> Rounding:
    """Whether the days or weeks that an English sentence asks for are whole ones."""
    clause = _main_clause(sentence)
    return "up" if _ENOUGH_TIME.search(clause) and not _SHARED.search(sentence) else ""


def _main_clause(sentence: str) -> str:
    """The clause that asks: neither "if each box holds 8, ..." nor "..., if each box holds 8"."""
    asking = _ASKING.search(sentence)
    position = asking.start() if asking else 0
    start = sentence.rfind(",", 0, position) + 1
    condition = _CONDITION.search(sentence, position)
    return sentence[start : condition.start() if condition else len(sentence)]


_THINGS = "辆只个条艘间次趟包瓶箱盒袋桶张组排"
_CHINESE_SHARED = lazy_regex(
    "平均|每一?[^\\d零一二两三四五六七八九十百千]{1,4}(?:至少)?(?:需要?|要)[^，。？]*(?:几|多少)"
)
_CHINESE_LEAST = lazy_regex("至少|最少")
_CHINESE_UP = lazy_regex(f"(?:需要?|(?<![只主重])要)[^，。？]*(?:几|多少)[{_THINGS}]")
_CHINESE_DOWN = lazy_regex(
    "最多|至多|装满|可供|(?<!才)(?:能装|(?:能够?|可以?|够)(?:做|剪|买|截|配|钉|锯|切|裁|捆|扎))"
    "|(?:可以?|能够?)(?:分|编|组)成(?:多少|几)[组队]"
)
_CHINESE_TRIPS = lazy_regex("[几多少][次趟](?:就|才)?(?:可以|能够?|可)?(?:全部)?[运搬拉载送]完")
_CHINESE_MOST = lazy_regex("(?:最多|至多)")
_CHINESE_READ = lazy_regex("[几多少][天周日](?:就|才)?(?:可以|能够?|可)(?:全部)?[看读]完")
_CHINESE_TOGETHER = lazy_regex("合|一起|共同|两人")


def chinese_rounding(clause: str) -> Rounding:
    """Which way the things that a Chinese clause asks for are rounded.

    >>> chinese_rounding("至少要几个箱子才能装完"), chinese_rounding("可以买几本")
    ('up', 'down')
    """
    if _CHINESE_SHARED.search(clause):
        return ""
    if _CHINESE_LEAST.search(clause):
        return "up"
    if _CHINESE_DOWN.search(clause):
        return "down"
    return "up" if _CHINESE_UP.search(clause) or _CHINESE_TRIPS.search(clause) else ""


def chinese_time_rounding(clause: str, text: str = "") -> Rounding:
    """Whether the days or weeks that a Chinese clause of a text asks for are whole ones.

    >>> chinese_time_rounding("几天可以看完"), chinese_time_rounding("几天可以修完")
    ('up', '')
    """
    if _CHINESE_SHARED.search(clause):
        return ""
    if _CHINESE_LEAST.search(clause):
        return "up"
    if _CHINESE_MOST.search(clause):
        return "down"
    is_shared = _CHINESE_TOGETHER.search(text or clause)
    return "up" if _CHINESE_READ.search(clause) and not is_shared else ""
