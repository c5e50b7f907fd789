"""`sayable`: what the numbers of a text count, as far as an explanation can name it.

A word that cannot be a thing (a verb, a function word, `numbers`) names nothing, nor does what is
behind a name: flight 12 leaves, bus number 15 stops. A unit in the singular is named in the plural
where there is more than one: a 5 litre bucket holds 5 litres.
"""

import re
from dataclasses import replace

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_nouns import plural
from sumc.problems.numbers import Quantity
from sumc.problems.units.annotation import AnnotatedText, Counted
from sumc.problems.units.question import singular_of
from sumc.problems.units.things import is_plural, is_stop_word
from sumc.solving.events import is_past
from sumc.solving.number import SolvedNumber

_NO_THINGS = lazy_regex(
    r"(?:number|integer|digit|addend|factor|multiple|term|minus|plus|time|equal|wear|walk)s?"
    r"|divided|multiplied|subtracted|increased|decreased|squared|cubed|are|is|was|were"
)
_OPENERS = "the this that each every per a one another his her our by"
_NOT_ONE_OF = "".join(rf"(?<!\b{word} )" for word in _OPENERS.split())
_NAMED = "bus|flight|gate|train|tram|platform|room|lane|route|class"
_IS_NAME = lazy_regex(
    rf"{_NOT_ONE_OF}\b(?:{_NAMED})\s+#?$|\b(?:(?:{_NAMED})\s+)?(?:number|no\.)\s+#?$",
    re.IGNORECASE,
)
"""What is before a number that is a name: flight 12 is not 12 of anything."""


def sayable(text: AnnotatedText) -> AnnotatedText:
    """A text whose numbers count only what can be named."""
    if text.language != "en":
        return text
    pairs = zip(text.quantities, text.counted, strict=True)
    return replace(text, counted=tuple(_sayable(text, *pair) for pair in pairs))


def _sayable(text: AnnotatedText, number: Quantity, counted: Counted) -> Counted:
    words = counted.written.split()
    if not words:
        return counted
    if counted.unit is not None:
        is_singular = counted.written == counted.unit.singular
        return replace(counted, written=counted.unit.plural) if is_singular else counted
    head = words[-1].lower()
    is_name = _IS_NAME.search(text.text[max(0, number.start - 30) : number.start]) is not None
    is_odd = is_name or is_stop_word(head) or is_past(head)
    if is_odd or any(map(_NO_THINGS.fullmatch, map(str.lower, (*words, counted.per)))):
        return Counted("", None, end=counted.end)
    many = " ".join([*words[:-1], plural(words[-1])])
    is_known = not is_plural(words[-1]) and many.split()[-1] in text.text.lower()
    return replace(counted, written=many) if is_known and number.value != 1 else counted


def in_number(counted: Counted, number: SolvedNumber | Quantity) -> Counted:
    """What a number counts, in the singular for one and for a part of one: 1/2 hour, 3/4 cup.

    >>> from fractions import Fraction
    >>> half = Quantity("half", Fraction(1, 2), 0, 4, "words")
    >>> in_number(Counted("pizzas", None), half).written
    'pizza'
    """
    is_part = number.value < 1 and "." not in number.text
    if not (is_part or number.value == 1) or number.value <= 0 or not counted.written:
        return counted
    if counted.unit is not None:
        is_many = counted.written == counted.unit.plural
        return replace(counted, written=counted.unit.singular) if is_many else counted
    is_many = is_plural(counted.written.split()[-1])
    return replace(counted, written=singular_of(counted.written)) if is_many else counted
