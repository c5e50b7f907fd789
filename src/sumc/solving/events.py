"""What happens to a number of a text: 7 pencils are given away, 14 more are found, 借走17本.

Only what is certain is read: a known verb with nothing but small words between it and its number.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Quantity
from sumc.problems.units.annotation import AnnotatedText, Counted

LOSS, GAIN = "-", "+"


@dataclass(frozen=True, slots=True)
class Event:
    """What happens, as the end of a sentence about a number."""

    said: str
    """given away, sold; in Chinese what comes before the number: 借走."""
    sign: str
    """Whether things become fewer or more."""


_LOST = {
    "given away": "give gives gave giving",
    "sold": "sell sells sold",
    "eaten": "eat eats ate",
    "lost": "lose loses lost",
    "used": "use uses used",
    "spent": "spend spends spent",
    "donated": "donate donates donated",
    "broken": "break breaks broke",
    "thrown away": "throw throws threw",
    "cut off": "cut cuts",
    "removed": "remove removes removed",
    "handed out": "hand hands handed",
    "poured out": "pour pours poured",
}
_WON = {
    "found": "find finds found",
    "bought": "buy buys bought",
    "picked": "pick picks picked",
    "collected": "collect collects collected",
    "added": "add adds added",
    "planted": "plant plants planted",
    "baked": "bake bakes baked",
    "caught": "catch catches caught",
    "won": "win wins won",
    "earned": "earn earns earned",
    "saved": "save saves saved",
}


def _events(table: Mapping[str, str], sign: str) -> dict[str, Event]:
    return {form: Event(said, sign) for said, forms in table.items() for form in forms.split()}


_BY_FORM = {**_events(_LOST, LOSS), **_events(_WON, GAIN)}
_BY_PARTICIPLE = {
    **{said: Event(said, LOSS) for said in _LOST},
    **{said: Event(said, GAIN) for said in _WON},
    "taken away": Event("taken away", LOSS),
    "taken out": Event("taken out", LOSS),
}
_PAST = frozenset(
    forms.split()[2] for forms in (*_LOST.values(), *_WON.values()) if forms.count(" ") > 1
)


def is_past(word: str) -> bool:
    """Whether an English word is the past of a verb of something that happens.

    >>> is_past("sold"), is_past("pens")
    (True, False)
    """
    return word in _PAST


_SMALL = (
    "away out off up down another other more the of about only just exactly a total his her their "
    "its my him them us to friend friends brother sister mother father neighbour neighbor teacher "
    "class"
)
_BEFORE = lazy_regex(
    rf"\b({'|'.join(_BY_FORM)})\b((?:\s+(?:{'|'.join(_SMALL.split())}|[A-Z][a-z]+))*)\s+[$£€]?$"
)
_PASSIVE = lazy_regex(
    r"(?:\s+[a-z]+){0,4}?\s+(?:is|are|was|were|get|got|been)\s+(?:then\s+|later\s+)?"
    rf"({'|'.join(_BY_PARTICIPLE)})\b"
)
_SAME_AGAIN = lazy_regex(
    r"(?:\s+[a-z]+){0,2}(?:\s+(?:in|on|at|for)\s+(?:the\s+|an?\s+)?[A-Za-z]+)?,?\s+(?:and|then)\s+[$£€]?"
)
_GAMES = lazy_regex(r"\b(?:games?|match(?:es)?|sets?|rounds?|races?|fights?)$", re.IGNORECASE)
_CHINESE = lazy_regex(
    "(?P<loss>(?:又|再|已经?)?(?:送给[^，。；\\d]{0,4}|送出|送走|卖出|卖掉|吃掉|用去|用掉|剪去|借走|借出|花去"
    "|拿走|取出|运走|流出|开走|飞走|倒出|(?:吃|用|花|卖|丢|看)(?=了)))了?$"
    "|(?P<gain>(?:又|再)?(?:买来|运来|借来|捡到|得到|收到|增加|放进|放入|(?:买|种|做)(?=了)))了?$"
)
_LOOK_BACK = 60
_COMPARES = lazy_regex(
    r"\bhow\s+(?:many|much)\b[^.?!]*?\b(?:more|fewer|less|\w+er)\b[^.?!]*\bthan\b"
    r"|\bhow\s+(?:many|much)\s+(?:fewer|less|\w+er)\b"
    "|比[^，。；？]*[多少大小高矮长短快慢重轻贵](?:[^，。；？]{0,3})(?:几|多少)|相差",
    re.IGNORECASE,
)


def compares(text: str) -> bool:
    """Whether a text asks how much two things differ: nothing happens in that last step.

    >>> compares("Tom sold 9 cups. How many more did he sell than Ann?"), compares("How many?")
    (True, False)
    """
    return _COMPARES.search(text) is not None


def event_of(text: AnnotatedText, place: int) -> Event | None:
    """What happens to the number at a place among those of a text; None where that is uncertain.

    >>> from sumc.problems.numbers import find_quantities
    >>> from sumc.problems.units.annotation import annotate
    >>> text = "Tom has 9 pens and gives away 4 pens. How many are left?"
    >>> found = annotate(text, find_quantities(text), "en")
    >>> event_of(found, 0), event_of(found, 1).said
    (None, 'given away')
    """
    if text.language == "zh":
        return _chinese(text.text, text.quantities[place])
    return _english(text.text, text.quantities, text.counted, place)


def _english(
    text: str, numbers: Sequence[Quantity], counted: Sequence[Counted], place: int
) -> Event | None:
    if _is_of_games(counted, place):
        return None
    number = numbers[place]
    before = re.split(r"[.?!;]", text[max(0, number.start - _LOOK_BACK) : number.start])[-1]
    if found := _BEFORE.search(before):
        return _meant(found[1], found[2])
    clause = re.split(r"[.?!;,]", text[number.end : number.end + _LOOK_BACK])[0]
    if passive := _PASSIVE.match(clause):
        return _BY_PARTICIPLE[passive[1]]
    if place and _SAME_AGAIN.fullmatch(text, numbers[place - 1].end, number.start):
        return _english(text, numbers, counted, place - 1)
    return None


def _is_of_games(counted: Sequence[Counted], place: int) -> bool:
    """Whether games are counted, which are played whether they are won or lost: 12 games, lost 5.

    A number that counts nothing is about what the last one before it counts.
    """
    told = (each.written for each in reversed(counted[: place + 1]) if each.written)
    return _GAMES.search(next(told, "")) is not None


def _meant(form: str, rest: str) -> Event | None:
    """What a verb means together with what follows it: to throw a ball is not to lose it."""
    event, words = _BY_FORM[form], rest.split()
    if event.said == "given away":
        return Event("given away", LOSS) if words or form != "giving" else None
    last = event.said.split()[-1]
    needs = event.said in ("thrown away", "cut off", "handed out", "poured out")
    return event if not needs or last in words else None


def _chinese(text: str, number: Quantity) -> Event | None:
    found = _CHINESE.search(text[max(0, number.start - 10) : number.start])
    if found is None:
        return None
    return Event(found[0], LOSS if found["loss"] else GAIN)
