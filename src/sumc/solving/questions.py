"""What a text asks for, as far as that decides whether there is anything to calculate.

A text may ask for nothing, for several things at once, or for what no calculation gives: a name,
a place, a year of history. In doubt it asks for one number: a question that is refused although
it has an answer is worse than one that a model has to judge.
"""

import re
from functools import lru_cache

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language

_ASKS = lazy_regex(
    r"""[?？﹖]
    |\bhow\s+(?:many|much|long|far|old|tall|fast|big|often|heavy|wide|deep|high)\b|\bwhat\b|\bwhich\b
    |(?:\A|[.,;:!\n]|\b(?:and|then|please|to|can\ you|could\ you))\s*
        (?:find|calculate|compute|determine|solve|evaluate|estimate|simplify|convert|work\ out
        |figure\ out|tell|give|write|express|name|add|subtract|multiply|divide|count|sum
        |(?:state|show|list)\ (?:the|how|what|all))\b
    |多少|几|幾|求|吗|嗎|何|怎|哪|谁|算|什么|什麼|问|問|多[长長大高重远遠宽寬久深厚快慢]
    |[=＝:：]\s*[.．。]?\s*$|[(（_-]\s*[)）_-]  # a blank to fill in
    |\A(?![-+−–]?[\s\d.,，、。．;；%％$£€¥￥]+\Z)[\W\d_]*\Z  # a calculation without any words""",
    re.VERBOSE | re.IGNORECASE,
)


_BLANKS = lazy_regex(r"\s{2,}")


def one_blank(text: str) -> str:
    """A text without runs of blanks, where the patterns below would start over at every blank.

    >>> one_blank("3  pens \\n\\n How many?")
    '3 pens\\nHow many?'
    """
    return _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text)


def asks_something(text: str) -> bool:
    """Whether a text seems to ask for something; in doubt it does.

    >>> asks_something("Find the sum of 3 and 4."), asks_something("Ann has 3 pens.")
    (True, False)
    """
    return _ASKS.search(text) is not None


_TITLES = r"\b[A-Z]|\bMr|\bMs|\bDr|\bMrs|\bSt|\bMt"
_SHORTENED = (
    r"\bft|\d in|\din|any in|\boz|\blb|\blbs|\byd|\byds|\bmi|\bmin|\bmins|\bhr|\bhrs|\bsec|\bsecs"
    r"|\bgal|\bqt|\bpt|\bapprox|\bvs"
)


def _not_behind(words: str) -> str:
    return "".join(f"(?<!{each})" for each in words.split("|"))


_END = {  # the points of 2.5, of J.T., of Mr. and of "3 ft. of rope" end no sentence
    "en": lazy_regex(
        rf"[?!;\n]|{_not_behind(_TITLES)}(?:\.(?=\s+[A-Z\"“]|\s*\Z)"
        rf"|{_not_behind(_SHORTENED)}\.(?=\s))"
    ),
    "zh": lazy_regex("[。？?！；;\n]"),
}
_SIZES = "many|much|long|far|old|tall|fast|heavy|wide|deep|high|large|big"
_NUMBER_ASKED = {
    "en": lazy_regex(rf"\bhow\s+(?:{_SIZES})\b|\bwhat\b|\bat\s+what\b", re.IGNORECASE),
    "zh": lazy_regex("多少|几(?!何|乎)|多[长远高宽深厚重久大]"),
}
_MEASURES = {**_NUMBER_ASKED, "en": lazy_regex(rf"\bhow\s+(?:{_SIZES})\b", re.IGNORECASE)}
_JOINED = lazy_regex(
    rf"\bhow\s+(?:{_SIZES})\b[^?]*,?\s(?:and|or)\s+(?:also\s+)?"
    rf"(?:how\s+(?:{_SIZES})|(?:at\s+)?what\s+(?:is|are|was|were|percent(?:age)?|fraction|part))\b"
    rf"|\bwhat\s+(?:is|are|was|were|percent(?:age)?|fraction|part)\b[^?.!]*,?\s(?:and|or)\s+(?:also\s+)?"
    rf"how\s+(?:{_SIZES})\b",
    re.IGNORECASE,
)
_QUOTED = lazy_regex(r"[“\"「『][^“”\"「」『』\n]{0,200}[”\"」』]")
_RHETORICAL = lazy_regex(
    r"\A\W*(?:(?:and|but|so)\s+)?what\s+(?:now|next|happened|would\s+(?:you|he|she|we)\s+do|do\s+you\s+think"
    r"|an?\s+\w+(?:\s+\w+)?)\s*\?",
    re.IGNORECASE,
)
_REST_ASKED = lazy_regex(
    r"(?:多少|几)[^，。？?！；]{1,6}零(?:多少|几)|[(（]\s?[)）][一-鿿]{1,4}[=＝]?[(（]\s?[)）][一-鿿]"
)
_EACH_OF_SEVERAL = lazy_regex(
    "(?:各(?![地题种个自])|分别)[^，。？?！；]{0,6}(?:多少|几(?!何|乎|分之))"
)
_TWO_CLAUSES = lazy_regex(
    r"(?<!\w)[^，,。？?！；]{0,24}?(?:多少|几)(?![何乎分])[^，,。？?！；]{0,8}[，,]"
    r"[^，,。？?！；]{0,8}?(?:(?:[剩余]下?|找[回给]|多余)[^，,。？?！；]{0,6}"
    r"|[^，,。？?！；]{1,12}比[^，,。？?！；]{1,12})(?:多少|几)(?![何乎分])"
)
"""How many bags, how many are left: 可以装几袋，还剩几个."""
_NO_QUESTION = lazy_regex("如果|假如|若|当|无论|不论|不管|知道|还是|已[经知]|看[做作]|其[它他余]")
_ALL_THE_SAME = lazy_regex("同样|相同|相等|一样|同数|平均|每")


def asks_several(text: str, language: Language) -> bool:
    """Whether a text asks for more than one number.

    >>> asks_several("Ann has 3 pens. How many are blue? How many are red?", "en")
    True
    >>> asks_several("Ann has 3 pens. How many pens has she?", "en")
    False
    """
    spoken = _QUOTED.sub('""', text)
    if any(_questions(spoken, language)):
        text = spoken  # what somebody asks in a story is not what the text asks
    asking = [each for each in _questions(text, language) if _asks_number(each, language)]
    if len(asking) > 1:
        return True
    if language == "en":
        return _JOINED.search(text) is not None
    two = _TWO_CLAUSES.search(text)
    if _REST_ASKED.search(text) or (two and not _NO_QUESTION.search(two[0])):
        return True
    return bool(_EACH_OF_SEVERAL.search(text)) and not _ALL_THE_SAME.search(text)


def _asks_number(question: str, language: Language) -> bool:
    """Whether a question may ask for a number; "What would you do?" does not."""
    if _MEASURES[language].search(question):
        return True
    is_other = _NO_NUMBER[language].search(question) or _RHETORICAL.search(question)
    return bool(_NUMBER_ASKED[language].search(question)) and not is_other


@lru_cache(maxsize=64)  # several rules look at the same text
def _questions(text: str, language: Language) -> tuple[str, ...]:
    """The sentences of a text that end with a question mark."""
    found, start = [], 0
    for end in _END[language].finditer(text):
        if end[0] in "?？":
            found.append(text[start : end.end()].strip())
        start = end.end()
    return tuple(found)


_NO_NUMBER = {
    "en": lazy_regex(
        r"""\A\W*(?:and\s+|but\s+|so\s+|then\s+)?
        (?:who(?:se|m)?\b|where\b|why\b
        |(?:what|which)(?:\s+is|\s+was|\s+are|\s+were|\s+do|\s+does|'s)?(?:\s+(?:the|his|her|their|its))?
            (?:\s+(?:favou?rite|full|first|last))?
            \s+(?:names?|colou?rs?|capital(?:\s+city)?\s+of|country|city|planet|author|president|king|queen)\b
        |what(?:\s+is|\s+was|\s+are|\s+were|'s)\s+(?:[\w'’]+\s+){1,4}?
            (?:names?\s*\?|colou?rs?\s*\?|favou?rite\s+(?!number))
        |which\s+(?:\w+\s+){0,2}?(?:is|are|was|were|has|have|costs?|weighs?)\s+(?:the\s+)?
            (?:bigger|larger|greater|smaller|lesser|longer|shorter|taller|heavier|lighter|cheaper
            |older|younger|faster|slower|higher|lower|better|wider|more)\b(?!\s+(?:than|number|integer|value|part))
        |(?:in\s+)?(?:what|which)\s+(?:city|country|town|continent|language|planet)\b
        |(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)\s+(?!(?:you|we|anyone)\b))""",
        re.VERBOSE | re.IGNORECASE,
    ),
    "zh": lazy_regex(
        "谁|哪个人|哪一?[个种][^，。？?多少几]{0,6}(?:更|比较)?[大小高低长短重轻快慢]\\s*[？?]|什么名字|叫什么|什么颜色|哪个国家|哪座城市|首都|为什么|[吗么]\\s*[？?]"
    ),
}
_YEAR = {
    "en": lazy_regex(
        r"\b(?:in\s+)?(?:what|which)\s+(?:year|century)\b|\A\W*when\s+(?:did|was|were)\b", re.I
    ),
    "zh": lazy_regex("哪一?年|何年|什么时候|哪个世纪"),
}
_WHICH_YEAR = {
    "en": lazy_regex(r"\b(?:what|which)\s+year\b", re.IGNORECASE),
    "zh": lazy_regex("哪一?年(?!级)|何年"),
}
_CALCULATED_YEAR = 2
"""How many numbers it takes to calculate a year; one alone is more likely a part of a name."""


def asks_no_number(text: str, language: Language, numbers: int) -> bool:
    """Whether the one question of a text asks for a name, a place, a yes or a date.

    >>> asks_no_number("Ann is 3 and Tom is 4. Who is older?", "en", 2)
    True
    >>> asks_no_number("Who has more pens, and how many more?", "en", 2)
    False
    """
    asking = list(_questions(text, language))
    if not asking or any(map(_MEASURES[language].search, asking)):
        return False
    question = asking[-1]
    if _YEAR[language].search(question):
        return numbers < _CALCULATED_YEAR
    return _NO_NUMBER[language].search(question) is not None


def asks_year(text: str, language: Language) -> bool:
    """Whether a text asks for a year.

    >>> asks_year("Ann was 9 in 1990. In what year is she 30?", "en")
    True
    """
    return _WHICH_YEAR[language].search(text) is not None


_AGE_ASKED = {
    "en": lazy_regex(r"\bhow\s+old\b|\bwhat\s+is\s+(?:[\w'’]+\s+){1,3}?age\b", re.IGNORECASE),
    "zh": lazy_regex("多少岁|几岁|多大(?:年纪|岁数|了)|年龄是?多少"),
}
_AGE_TOLD = {
    "en": lazy_regex(
        r"\b(?:ages?|aged|years?|months?|weeks?|days?|old|older|oldest|young(?:er|est)?|born|birth\w*"
        r"|twins?|generations?|decades?|turn(?:s|ed)|was|will\s+be|were)\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex("岁|年|月|日|天|星期|周|大|小(?![明红华军丽刚强亮东])|出生|龄"),
}


def asks_an_age_never_told(text: str, language: Language) -> bool:
    """Whether a text asks how old somebody is, and tells nothing that has to do with age.

    >>> asks_an_age_never_told("A ship has 26 sheep and 10 goats. How old is the captain?", "en")
    True
    >>> asks_an_age_never_told("Ann is 3 years older than Tom, who is 8. How old is she?", "en")
    False
    """
    asked = _AGE_ASKED[language].search(text)
    if asked is None:
        return False
    rest = f"{text[: asked.start()]} {text[asked.end() :]}"
    return not _AGE_TOLD[language].search(rest)
