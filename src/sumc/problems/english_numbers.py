"""Find numbers that need an English number word.

| text | read as |
|---|---|
| `seven`, `twenty-five`, `three hundred and five`, `a hundred`, `zero` | the number |
| `two hundred and three hundred`, `one thousand, two thousand` | two numbers |
| `twenty five-dollar bills` | two numbers: 20 and 5 |
| `a thirty five-minute walk`, `twenty five-year-old` | 35, 25 |
| `3 million`, `2.5 million`, `half a million`, `half a dozen` | the product |
| `two dozen`, `3 dozens`, `1/2 dozen`, `two and a half dozen` | two numbers: 2 and 12 |
| `a dozen`, `how many dozen` | 12 |
| `a dozen and a half`, `two million and a half` | 18, 2.5 million |
| `half`, `a third of`, `one-third`, `two thirds`, `three-quarter`, `3 quarters of` | a fraction |
| `One in four pupils walks`, `About one in 5 cars is` | 1/4, 1/5 |
| `One in ten times`, `One in 3 boxes has`, `One out of six eggs` | 10, 3, 6 |
| `one and a half`, `2 and 1/2`, `two-and-a-half`, `one and three-quarter` | a mixed number |
| `three and three quarters`, `two and a quarter miles` | a mixed number |
| `between two and three quarters`, `$5 and a quarter` | no mixed number |
| `55 and 20%`, `2 and 0.5`, `100% and 1/2` | two numbers: only a fraction adds to a whole number |
| `25 percent`, `five per cent`, `five %` | the hundredth, as with `%` |
| `fell to minus 5`; `7 minus 5`, `their sum minus 5` | -5; 7 and 5, 5: a subtraction |
| `3 degrees and minus 5 degrees`; `20 degrees minus 5 degrees` | 3 and -5; 20 and 5 |
| `negative 5`; `negative three` | -5; 3 |
| `twice`, `thrice`, `double`, `doubled`, `triples`, `quadruple` | 2, 3, 4 |

The equations write "two dozen" as 2*12, hardly ever as 24. For "half a dozen" those of GSM8K have
6 as often as 12/2, and never 1/2*12.

Of the words "two" to "nineteen" 74 % are used by the equations of GSM8K, of "double" and
"triple" 73 %, of "one" 22 % (5 % in the school datasets). What is left out, and why:

- "one" alone, mostly a pronoun or an article (every model has the constant 1), except where it
  was used: "one more" (or less, fewer, extra), "one dozen", "has one dog", "ate one apple".
- Ordinals: "first", "third grade", "the fourth day", "twenty-first", "a third friend". "second"
  is always a time, so that "thirty-second timer" gives 30.
- "quarter(s)" as coins: without a hyphen it needs "of", "as", "pound", "litre" or the like.
- "first half" and "second half" of a match: only "first half of" is a half. "halves", "half past".
- Names with a number word: "grade three", "Room twelve", "chapter five", "Route sixty-six".
- "hundreds", "dozens of", a bare "thousand", "a couple", "a pair", "both", "once", "single":
  vague, or used no more often than a 2 that the text does not have.
- "point": "three point five" is 3 and 5, because "a three point shot" is more common.
"""

from collections.abc import Sequence
from fractions import Fraction

from sumc.lazy_regex import lazy_regex
from sumc.problems.english_number_words import JOINT, TENS, UNITS, Source, Span, Token, tokenize

__all__ = ["TENS", "UNITS", "find_number_words"]

Phrase = tuple[Fraction, int]  # value, index of the token after the phrase

_AND = lazy_regex(r"(?:\s{1,2}|[-\u2010\u2011])and(?:\s{1,2}|[-\u2010\u2011])")
_BEFORE_PERCENT = lazy_regex(rf"{JOINT.pattern}|")  # twenty%, 20percent
_COMMA = lazy_regex(r",\s{1,2}")
_OF = lazy_regex(
    r"\s{1,2}(?:of|as|the|that|what|less|more|fewer|full|off|than|times|are|were|have|had"
    r"|pound|mile|hour|cup|inch|gallon|acre|teaspoon|tablespoon|ounce|million|billion"
    r"|kilo|(?:kilo)?(?:gram|met(?:er|re))|lit(?:er|re))\b"
)
_UNIT = lazy_regex(
    r"[\s-](?:pound|mile|hour|cup|gallon|acre|teaspoon|tablespoon|ounce|yard|year|month|week|day"
    r"|time|dozen|inche|feet|kilo|(?:kilo|centi)?(?:gram|met(?:er|re))|lit(?:er|re))s?\b"
)
_ORDINAL_NOUN = lazy_regex(r"[\s-]{1,2}(?:grade|place|prize|floor|period|quarter)")
_GRADE = lazy_regex(r"[\s-]{1,2}grade")
_NAME = lazy_regex(
    r"\b(?:grade|room|chapter|route|lesson|level|highway|phase|gate|platform|size|section)\s$"
)
_PART_OF_A_MATCH = lazy_regex(r"\b(?:first|second)\s$")
_MORE = lazy_regex(r"\s{1,2}(?:more|less|fewer|extra|additional|dozen)\b")
_HAVING = lazy_regex(
    r"\b(?:has|have|had|ate|eats?|gave|gives?|lost|loses|found|finds|took|takes?|bought)\s$"
)
_NOUN = lazy_regex(r"\s(?!(?:of|for|is|and|or|in|at|on|to|from|by|with|who|that|which)\b)[a-z]")
_DEGREES_BEHIND = lazy_regex(r"\s?(?:degrees?\b|[°℃])")
_DEGREES_BEFORE = lazy_regex(r"(?:degrees?|celsius|fahrenheit|[\d)°℃]\s?[cf]?)\s$")
_SIGN_BEFORE = lazy_regex(r"^$|[.?!(]\s?$|\b(?:is|was|be|to|from|at|of|than|between|reached)\s$")
_HYPHENED_NOUN = lazy_regex(r"[-\u2010\u2011](?!years?\b)[a-z]")  # five-dollar, not five-year-old
_ARTICLE = lazy_regex(r"\ban?\s$")
_BETWEEN = lazy_regex(r"\bbetween\s$")

_SHARE_BEFORE = lazy_regex(r"(?:^|[.!?:]\s|\b(?:about|exactly|nearly|almost)\s)$")
_SHARE_BEHIND = lazy_regex(
    r"\s(?:(?:people|children|(?:wo)?men|girls|boys|kids|pupils|students|adults|teachers|workers"
    r"|teenagers|voters|visitors|customers|players|members|drivers|employees|families)\s[a-z]"
    r"|[a-z]+s\s(?:is|are|was|were)\b)"
)

_MILLION = 10**6
_LONGEST_GROUP = 6  # two hundred and twenty five thousand: words of a scale and its factor

_BEFORE_DOZENS = ("digits", "unit", "tens", "hundred", "scale", "half", "denominators", "quarters")


def find_number_words(text: str, digits: Sequence[Span], most_words: int = 5_000) -> list[Span]:
    """The numbers of an English text that need a number word, given those written in digits.

    A text with more than `most_words` number words is refused with a `LimitError`.

    >>> find_number_words("two and a half of 3 million", [(18, 19, Fraction(3))])
    [(0, 14, Fraction(5, 2)), (18, 27, Fraction(3000000, 1))]
    """
    source = tokenize(text, digits, most_words)
    found, index = [], 0
    while index < len(source.tokens):
        phrase = _phrase(source, index)
        if phrase is None:
            index += 1
            continue
        value, behind = phrase
        if _counts(source, index, behind):
            found.append((source.tokens[index].start, source.tokens[behind - 1].end, value))
        index = behind
    return found


def _phrase(source: Source, index: int) -> Phrase | None:
    """The longest number that begins with a token."""
    if source.kind(index) in ("minus", "negative"):
        return _negative(source, index)
    if source.kind(index) == "multiple":
        return source.tokens[index].value, index + 1
    if _is_dozen(source, index):
        is_one = not source.joined(index) or source.tokens[index - 1].value == 1
        dozen = source.tokens[index].value, index + 1
        return _with_half_of(source, *dozen) if is_one else dozen
    phrase = _share(source, index) or _fraction(source, index) or _mixed(source, index)
    if phrase is None:
        return None
    value, behind = _multiplied(source, *phrase)
    value, behind = _with_half_of(source, value, behind)
    if source.kind(behind) == "percent" and source.joined(behind, _BEFORE_PERCENT):
        return value / 100, behind + 1
    return value, behind


def _negative(source: Source, index: int) -> Phrase | None:
    """ "negative 5", and "minus 5" with nothing before it that 5 could be subtracted from.

    "negative fifteen" stays 15, as the published figures were measured.
    """
    if not source.joined(index + 1) or source.kind(index + 1) in ("minus", "negative"):
        return None
    number = _phrase(source, index + 1)
    if number is None or number[0] <= 0:
        return None
    value, behind = number
    first = source.text[source.tokens[index + 1].start]
    if source.kind(index) == "negative" and not first.isdigit():
        return None
    if source.kind(index) == "minus" and not _SIGN_BEFORE.search(source.before(index)):
        is_temperature = _DEGREES_BEHIND.match(source.text, source.tokens[behind - 1].end)
        if not is_temperature or _DEGREES_BEFORE.search(source.before(index)):
            return None
    return -value, behind


def _is_dozen(source: Source, index: int) -> bool:
    """Whether a token is a 12: any "dozen", but "dozens" only after a number."""
    if source.kind(index) == "dozens":
        return source.joined(index) and source.kind(index - 1) in _BEFORE_DOZENS
    return source.kind(index) == "dozen"


def _with_half_of(source: Source, value: Fraction, behind: int) -> Phrase:
    """ "a dozen and a half" is 18, "two million and a half" 2.5 million."""
    scale = source.tokens[behind - 1].value
    is_round = source.kind(behind - 1) == "dozen" or scale >= _MILLION
    ends = behind + 2
    if (
        not is_round
        or (source.kind(behind), source.kind(behind + 1)) != ("a", "half")
        or not (source.joined(behind, _AND) and source.joined(behind + 1))
        or source.joined(ends)
        or _OF.match(source.text, source.tokens[ends - 1].end)
    ):
        return value, behind
    return value + scale / 2, ends


def _mixed(source: Source, index: int) -> Phrase | None:
    """A whole number, with the fraction that an "and" adds to it."""
    whole = _cardinal(source, index)
    if whole is None:
        return None
    value, behind = whole
    is_whole = value.denominator == 1 and not source.is_point_or_percent(behind - 1)
    if not is_whole or not source.joined(behind, _AND):
        return whole
    if source.kind(behind - 1) == "scale" and source.tokens[behind - 1].value >= _MILLION:
        return whole
    part = _added_fraction(source, behind) or _added_quarters(source, index, behind)
    return (value + part[0], part[1]) if part else whole


def _added_fraction(source: Source, index: int) -> Phrase | None:
    token = source.tokens[index]
    if token.kind == "digits":
        is_fraction = 0 < token.value < 1 and not source.is_point_or_percent(index)
        return (token.value, index + 1) if is_fraction else None
    is_bare = token.kind == "half"  # "two and half", but not "two and half of them"
    return None if is_bare and _OF.match(source.text, token.end) else _fraction(source, index)


def _added_quarters(source: Source, whole: int, index: int) -> Phrase | None:
    """The quarters of "three and three quarters" and "two and a quarter miles"."""
    numerator = _cardinal(source, index)
    if numerator is None or source.kind(numerator[1]) not in ("quarter", "quarters"):
        return None
    value, behind = numerator
    is_clear = value == 3 or _UNIT.match(source.text, source.tokens[behind].end)
    if not is_clear or not 0 < value < 4 or not source.joined(behind):
        return None
    is_span = _BETWEEN.search(source.before(whole))  # between two and three quarters
    return None if is_span else (value / 4, behind + 1)


def _share(source: Source, index: int) -> Phrase | None:
    """A quarter, written as "One in four pupils walks"."""
    one = source.tokens[index]
    if source.text[one.start : one.end] != "one" or index + 1 == len(source.tokens):
        return None
    whole = source.tokens[index + 1]
    is_joined = source.text[one.end : whole.start] == " in "
    if not is_joined or not _SHARE_BEFORE.search(source.before(index)):
        return None
    is_small = whole.kind in ("unit", "tens", "digits") and whole.value in range(2, 101)
    counts = is_small and _SHARE_BEHIND.match(source.text, whole.end)
    return (1 / whole.value, index + 2) if counts else None


def _fraction(source: Source, index: int) -> Phrase | None:
    """ "half", or a number over a denominator: "a third of", "two-thirds"."""
    token = source.tokens[index]
    if token.kind == "half":
        return (Fraction(1, 2), index + 1) if _is_half(source, index) else None
    numerator = _cardinal(source, index)
    if numerator is None or not _is_denominator(source, *numerator):
        return None
    value, behind = numerator
    return value / source.tokens[behind].value, behind + 1


def _is_half(source: Source, index: int) -> bool:
    token = source.tokens[index]
    if source.text.startswith(" past", token.end):
        return False
    is_of = source.text.startswith(" of ", token.end)
    return is_of or not _PART_OF_A_MATCH.search(source.before(index))


def _is_denominator(source: Source, numerator: Fraction, index: int) -> bool:
    """Whether the token after a numerator makes a fraction, not an ordinal or a coin."""
    if not source.joined(index) or numerator.denominator != 1:
        return False
    word, before = source.tokens[index], source.tokens[index - 1]
    is_hyphened = not source.text[before.end : word.start].isspace()
    is_clear = is_hyphened or _OF.match(source.text, word.end) is not None
    if word.kind in ("denominators", "quarters"):
        return word.kind == "denominators" or is_clear
    if numerator != 1:  # three-quarter hours, but not two third graders, twenty-fifth
        return is_hyphened and before.kind == "unit" and word.kind in ("quarter", "denominator")
    if word.kind == "quarter" or (word.kind == "denominator" and before.kind == "a"):
        return is_clear
    if word.kind == "denominator":
        return is_hyphened or not _ORDINAL_NOUN.match(source.text, word.end)
    return word.kind == "half" and before.kind != "digits"  # 1 half-dollar is a coin


def _multiplied(source: Source, value: Fraction, behind: int) -> Phrase:
    """The number times the hundred or million after it; a dozen only after "a" or "half"."""
    index, last = behind, source.kind(behind - 1)
    if source.kind(index) == "a" and source.joined(index) and value == Fraction(1, 2):
        index += 1  # half a dozen
    if source.kind(index) in ("dozen", "dozens"):
        is_factor = last == "a" or (last == "half" and value == Fraction(1, 2))
    else:
        takes_scale = value.denominator != 1 or last == "digits"
        is_factor = takes_scale and source.kind(index) in ("hundred", "scale")
    if not is_factor or not source.joined(index):
        return value, behind
    return value * source.tokens[index].value, index + 1


def _cardinal(source: Source, index: int) -> Phrase | None:
    """A whole number in words, or a number in digits."""
    first = source.tokens[index]
    if first.kind == "digits":
        return first.value, index + 1
    if first.kind not in ("unit", "tens", "a"):
        return None
    total, group, ceiling = Fraction(0), first.value, Fraction(10**15)
    index += 1
    while index < len(source.tokens) and _continues(source, index, group, ceiling):
        token = source.tokens[index]
        if token.kind == "scale":
            total, group, ceiling = total + group * token.value, Fraction(0), token.value
        else:
            group = group * 100 if token.kind == "hundred" else group + token.value
        index += 1
    return total + group, index


def _continues(source: Source, index: int, group: Fraction, ceiling: Fraction) -> bool:
    """Whether a token continues the number: `group` is what follows the last scale."""
    before, token = source.tokens[index - 1], source.tokens[index]
    after_round = before.kind in ("hundred", "scale")
    if token.kind == "hundred":
        fits = 0 < group < 100 and not after_round
    elif token.kind == "scale":
        fits = group > 0 and token.value < ceiling
    elif token.kind == "unit" and before.kind == "tens":
        fits = 0 < token.value < 10 and not _is_counted_noun(source, index)
    else:
        fits = token.kind in ("unit", "tens") and token.value > 0 and after_round
        fits = fits and not _is_next_number(source, index, ceiling)
    return fits and (
        source.joined(index)
        or (after_round and source.joined(index, _AND))
        or (before.kind == "scale" and source.joined(index, _COMMA))
    )


def _is_counted_noun(source: Source, index: int) -> bool:
    """Whether a unit after tens belongs to a noun: "twenty five-dollar bills"."""
    if not source.text[source.tokens[index - 1].end : source.tokens[index].start].isspace():
        return False
    is_hyphened = _HYPHENED_NOUN.match(source.text, source.tokens[index].end)
    is_number = source.joined(index + 1)
    return bool(is_hyphened) and not is_number and not _ARTICLE.search(source.before(index - 1))


def _is_next_number(source: Source, index: int, ceiling: Fraction) -> bool:
    """Whether another number begins after a round one: "two hundred and three hundred"."""
    after_hundred = source.kind(index - 1) == "hundred"
    for behind in range(index + 1, index + _LONGEST_GROUP):
        kind = source.kind(behind)
        is_and = source.kind(behind - 1) == "hundred" and source.joined(behind, _AND)
        if not is_and and not source.joined(behind):
            return False
        if kind == "scale":
            return source.tokens[behind].value >= ceiling
        if kind == "hundred" and after_hundred:
            return True
        if kind not in ("unit", "tens", "hundred"):
            return False
    return False


def _counts(source: Source, index: int, behind: int) -> bool:
    """Whether a phrase is a number of the problem: see the list at the top of this file."""
    first, last = source.tokens[index], source.tokens[behind - 1]
    if behind == index + 1 and first.kind in ("digits", "a"):
        return False
    if first.kind == "digits":
        return True
    if behind == index + 1 and source.text[first.start : first.end] == "one":
        return _is_counted_one(source, index)
    return not _NAME.search(source.before(index)) and not _is_ordinal(source, last, behind)


def _is_counted_one(source: Source, index: int) -> bool:
    end = source.tokens[index].end
    if _MORE.match(source.text, end):
        return True
    return bool(_HAVING.search(source.before(index)) and _NOUN.match(source.text, end))


def _is_ordinal(source: Source, last: Token, behind: int) -> bool:
    """Whether an ordinal ends the number: "twenty-first", but not "twenty fifth graders"."""
    if last.kind not in ("tens", "hundred", "scale") or not source.joined(behind):
        return False
    word = source.tokens[behind]
    if word.kind not in ("ordinal", "denominator"):
        return False
    return "-" in source.text[last.end : word.start] or not _GRADE.match(source.text, word.end)
