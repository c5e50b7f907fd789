"""Short questions about numbers alone that adding, subtracting, multiplying and dividing do not
answer: a common factor, a median, a rounded number, the larger of two.

Nothing but numbers may stand beside the words, so no story that has a factor or a mean in it is
meant. A model knows the words as little as the routes do, and would guess.
"""

import re
from collections.abc import Mapping, Sequence

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language
from sumc.solving.refusals import NO_CALCULATION, OTHER_OPERATION
from sumc.solving.routes.exact import Unanswerable

LONGEST = 120
"""The most characters of such a question."""

_SIGNS = r"[\s\d.,;:/½¼¾⅐-⅞%$£€()+×÷*=−–-]"
_LIST = (
    rf"(?:{_SIGNS}|x(?=[\s\d])|(?:and|or|to|the|these|this|following|two|three|numbers?|data|set"
    r"|list|values?|of|for|in|from|between)(?![a-z]))*"
)
_LEAD = (
    r"(?:please\s)?(?:can\syou\s)?(?:(?:what(?:\s(?:is|are|was)|['’]?s)|find|calculate|determine"
    r"|compute|give|tell\sme|name|list|state|write(?:\sdown)?|identify|show|work\sout)\s)?"
    r"(?:all\s)?(?:the\s|a\s|an\s)?"
)
_KINDS = "(?:even|odd|prime|whole|natural|composite|square|consecutive)"
_PLACE = r"(?:ones|units?|tens|hundreds|thousands|tenths|hundredths|thousandths)"
_TERM = (
    r"(?:(?:lowest|least|smallest|greatest|highest|largest|biggest)\scommon\s"
    r"(?:multiple|factor|divisor|denominator)|lcm|lcd|gcf|gcd|hcf|common\s(?:factors|multiples)"
    r"|mode|median|range|standard\sdeviation|variance|(?:prime\s)?(?:factors|factori[sz]ation)"
    r"|factorial|divisors|multiples|(?:square|cube|fourth)\sroots?|absolute\svalue|logarithm|log"
    r"|place\svalue|digit\ssum|sum\sof\sthe\sdigits|simplest\sform|lowest\sterms|ratio)"
)
_MORE = (
    "(?:bigger|larger|greater|smaller|lesser|longer|shorter|heavier|lighter|higher|lower|more|less"
    "|biggest|largest|greatest|smallest|longest|shortest|heaviest|lightest|highest|lowest|most"
    "|least)"
)
_CHINESE_LIST = r"[\s\d.,，、;；:：/½¼¾%()（）和与跟及或这两三个数○]*"
_OTHER: Mapping[Language, Sequence[re.Pattern[str]]] = {
    "en": [
        lazy_regex(rf"{form}\s*[.?!]*", re.IGNORECASE)
        for form in (
            rf"{_LEAD}{_TERM}(?![a-z]){_LIST}",
            rf"{_LEAD}\d+\s?(?:factorial|!)",
            rf"(?:factori[sz]e|simplify|estimate){_LIST}",
            rf"(?:express|write|give|put|convert|change|turn|what\sis){_LIST}"
            r"(?:in|to|as|into)\s(?:its\s|the\s|a\s)?"
            r"(?:simplest\sform|lowest\sterms|simplest\sfraction|(?:mixed|improper)\s\w+"
            r"|fraction|ratio|roman\snumerals?|words|expanded\sform|product\sof\s[\w\s]{1,30})",
            rf"(?:round|approximate|estimate)\s(?:off\s)?{_LIST}(?:to\s[\w\s-]{{1,40}})?",
            rf"{_LEAD}{_SIGNS}*(?:when\s|if\s)?(?:is\s)?rounded\s(?:(?:off|up|down)\s)?to\s"
            r"[\w\s-]{1,40}",
            r"how\smany\s(?:prime\s|common\s)?(?:factors|divisors|multiples|digits)\s"
            rf"(?:does|do|has|are\sthere|are)\s?{_LIST}(?:have)?",
            rf"how\smany\s(?:\d+['’]?s|{_PLACE})\s(?:are|go|fit)\s(?:there\s)?in(?:to)?\s\d+",
            rf"how\smany\s(?:{_KINDS}\s)+(?:numbers|integers)\s[a-z\s]{{0,30}}{_LIST}",
            rf"{_LIST}{_LEAD}(?:sum\sof\s)?(?:the\s)?(?:next|previous|first|missing|largest|smallest)\s"
            rf"(?:{_KINDS}\s)*(?:number|term|integer)s?\s?(?:(?:after|before|in|of|is)\s)?"
            rf"(?:(?:the|this)\s(?:sequence|pattern|series|row))?[_?]*{_LIST}[_?…]*",
            rf"{_LEAD}(?:place\s)?value\sof\s(?:the\s)?(?:digit\s)?{_LIST}",
            rf"(?:what|which)\sdigit\sis\sin\sthe\s{_PLACE}(?:['’]?\splace)?{_LIST}",
            rf"{_LEAD}(?:digit\sin\sthe\s)?{_PLACE}\s(?:digit|place){_LIST}",
            rf"{_LEAD}{_SIGNS}+(?:raised\s)?to\sthe\s(?:power\s(?:of\s)?)?{_SIGNS}*"
            r"(?:(?:st|nd|rd|th)\s)?(?:power)?",
            rf"{_LEAD}remainder\s(?:when|if|of|for)?{_LIST}(?:is\s)?(?:divided\sby)?{_LIST}",
        )
    ],
    "zh": [
        lazy_regex(rf"(?:求|请问|问|写出|找出|计算|请?[把将])?{form}\s*[。.？?！!]*")
        for form in (
            rf"{_CHINESE_LIST}的?(?:所有)?的?(?:最大公[因约]数|最小公倍数|公[因约]数|公倍数|众数"
            r"|中位数|极差|方差|标准差|质?因数|约数|倍数|阶乘|平方根|算术平方根|立方根|绝对值"
            r"|最简分数|最简整数比)(?:一共|共)?(?:是|有|为)?(?:多少|几|哪些|哪几|什么)?个?数?",
            rf"{_CHINESE_LIST}分解质因数{_CHINESE_LIST}",
            rf"{_CHINESE_LIST}(?:用)?(?:四舍五入|保留|精确|省略|凑整|约等于|估算|≈)[^。？?]{{0,24}}",
            rf"{_CHINESE_LIST}(?:的?比)?(?:化简|化[成为]|写成|改写成)(?:最简)?"
            r"(?:的?(?:整数)?比|[带假真]?分数|带分数|几比几)?(?:是多少)?",
            rf"(?:化简|化成最简)(?:的?(?:整数)?比|分数)?{_CHINESE_LIST}",
            r"\d+(?:以内|之内|到\d+|至\d+)[^。？?，]{0,6}的?(?:质数|合数|奇数|偶数|素数)"
            r"[^。？?]{0,12}",
            rf"{_CHINESE_LIST}(?:中|里|里面)?的?\d*(?:在|表示|是)[^。？?]{{0,4}}"
            r"(?:数位|哪一?位|什么位|[个十百千万]位|多少个[一十百千万]|计数单位)[^。？?]{0,8}",
            r"一个[两三四]位数(?:[，,]?(?:它的)?(?:[个十百千]位上?(?:的?数字?)?是\d))+[，,]"
            r"(?:求)?这个[两三四]?位?数(?:是(?:多少|几))?",
            r"\d+[里中]面?(?:含?有)(?:几|多少)个(?:\d+|[一十百千万])",
            rf"根号{_CHINESE_LIST}(?:是多少|等于多少)?",
            rf"{_CHINESE_LIST}的\d+次[方幂](?:是多少|等于多少)?",
        )
    ],
}
_COMPARED: Mapping[Language, Sequence[re.Pattern[str]]] = {
    "en": [
        lazy_regex(rf"{form}\s*[.?!]*", re.IGNORECASE)
        for form in (
            r"(?:which|what)\s(?:one\s|number\s|fraction\s|decimal\s)?(?:of\s)?"
            rf"{_LIST}(?:is|are)\s(?:the\s)?{_MORE}(?:\snumber|\sfraction|\sone)?{_LIST}",
            rf"(?:what\sis|find|name)\sthe\s{_MORE}\s(?:number\s|one\s)?(?:of|in|among){_LIST}",
            rf"(?:compare|order|arrange|sort|put)(?![a-z]){_LIST}[a-z\s]{{0,40}}",
        )
    ],
    "zh": [
        lazy_regex(rf"{form}\s*[。.？?！!]*")
        for form in (
            rf"{_CHINESE_LIST}(?:相比|比)?[，,]?(?:中|里)?(?:哪|谁)一?个?数?(?:更|比较|最)?[大小多少]",
            rf"(?:比较|比一比)?{_CHINESE_LIST}的?(?:比较)?大小{_CHINESE_LIST}",
            rf"比大小{_CHINESE_LIST}",
        )
    ],
}


def read_beyond(text: str, language: Language) -> Unanswerable | None:
    """Why a question about numbers alone has no answer here; None for any other text.

    >>> read_beyond("What is the LCM of 4 and 6?", "en").reason
    'other-operation'
    >>> read_beyond("Which is bigger, 3/4 or 2/3?", "en").reason
    'no-calculation'
    """
    written = " ".join(text.split())
    if len(text) > LONGEST or not any(map(str.isdecimal, written)):
        return None
    for reason, forms in ((NO_CALCULATION, _COMPARED), (OTHER_OPERATION, _OTHER)):
        if any(form.fullmatch(written) for form in forms[language]):
            return Unanswerable(reason)
    return None
