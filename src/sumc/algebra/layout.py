"""How written work is laid out: its steps, and the words around them.

`Total: 50+20=70. Average: 70/2=35`, `(1) 3*12=36 (2) 36-7=29`, `3×12-7=29（支）\n答：还剩29支。`:
every step ends with one sign, and labels, step numbers and sentences around a number are left
out. What is left is read by `handwriting`.
"""

import re
from collections.abc import Iterator, Sequence

from sumc.algebra.spoken import TENS, in_signs
from sumc.algebra.writing import SEPARATOR, Writing, replaced, substituted
from sumc.lazy_regex import lazy_regex

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
"""Chinese characters, for a character class of a pattern."""
MOST_NUMBERED = 20
"""The highest step number that is looked for."""

_WIDE = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
        **dict(zip("【】〔〕", "[][]", strict=True)),
        **dict.fromkeys("\u00a0\u2009\u202f\u3000\t\r", " "),
        **dict.fromkeys("；。、→⇒⟹➔∴∵", SEPARATOR),
        "∶": ":",
        **dict.fromkeys("✓✔☑✅", " "),
    }
)
_TEX_DOLLARS = lazy_regex(r"\s*\$+([^$]+)\$+\s*")
_ARROWS = lazy_regex(r"[-=]>")
_LEADS_TO = lazy_regex("[-=]>|[→⇒⟹➔]")
_STEP_ENDS = lazy_regex("[;；,，。\\n→⇒⟹➔]|[-=]>")
_HAS_EQUALS = lazy_regex("[=＝≈]")
_OPERATION = lazy_regex(r"[0-9)\]] *[-+*/×÷xX] *[0-9($]")
_LONE = lazy_regex(
    r" {0,9}[$€£￥¥]?[0-9][0-9.,/]{0,30}(?: {0,9}[^\W\d_]{1,20})?[.。]? {0,9}"
    r"(?:[\n;；→⇒⟹➔]|[-=]>|$)"
)
_TWICE_EQUAL = lazy_regex("==(?![=>])")
_TICK = lazy_regex(r"(?<=[0-9)\]]) {0,9}(?:(?:!{1,9}|√) {0,9}(?=\n|$)|!{1,9}(?= {1,9}[0-9A-Z(]))")
_BULLETS = lazy_regex(r" {0,9}(?P<sign>[-–—−*•·▪◦]) .*(?:\n+ {0,9}(?P=sign) .*)*\n*")
_BULLET = lazy_regex(r"(?:^|(?<=\n)) {0,9}[-–—−*•·▪◦](?= )")
_ENDING = lazy_regex(
    rf"(?:(?<=[0-9)\] %²³°!])|(?<=[{HAN}])(?<![回解口作求]))(?=答 ?:)"
    r"|(?<=[0-9)\] %²³°!])(?=(?:解|检验|验算) ?:)"
)
"""Where an answer sentence, or a check, begins without a sign before it."""
_GOES_ON = lazy_regex(r"[\n;,]\s{0,9}(?=[=≈](?!>))")
"""What comes before an = that begins a line but belongs to the line before."""
_STEP_MARKS = lazy_regex(
    r"\n|[①-⑳]|第[0-9一二三四五六七八九十]{1,3}步[:,]?|\bstep ?[0-9]{1,2}\b ?[:.)]?",
    re.IGNORECASE,
)
_NUMBERINGS = (r"\(N\)", r"N\)", r"N\.(?= )", rf"N{SEPARATOR}")
_LETTERINGS = (r"\(N\)(?= ?[0-9$])", r"N\)(?= ?[0-9$])", r"N\.(?= [0-9$])")
_END_OF_SENTENCE = lazy_regex(
    rf"(?<=[0-9])\.(?= +\S)|(?<=[^\W\d_)%²³])\.(?= +(?:[A-Z0-9({HAN}]|[a-z] ?[-+=*/]))"
)
_ABOUT = r"(?:about|approximately|approx\.?|around|roughly|nearly|大约|约)"
_ROUNDED = lazy_regex(rf"[=≈] {{0,3}}(?:[~≈]|{_ABOUT}(?= ?[0-9$]))", re.IGNORECASE)
_START = r"(?:^|(?<=[;,]))[ ]{0,9}"
_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)?"
_LABEL = lazy_regex(
    rf"""{_START}(?:(?:
        (?:(?:the|my)\ +)?(?:final\ +)?(?:answer|ans|result|solution|total)
            (?:\ +is\b\ *[:=]?|\ *[:=])
        |(?:答案?|解得?|得数?|可得|得到)(?:是|为)?\ *[:=]?
        |(?!pi\b)(?:{_WORD}\ +){{0,7}}
            (?:[{HAN}][{HAN}0-9]{{0,20}}|[^\W\d_]{{2,}}(?:\ +[0-9]{{1,2}})?)\ *:
        |{_WORD}\ +(?:{_WORD}\ +){{1,7}}[0-9]{{1,9}}(?:\ +{_WORD}){{1,7}}\ *:
        |(?-i:A):(?=\ +[-0-9$(])
        |[=≈~]
    )\ {{0,9}})+""",
    re.IGNORECASE | re.VERBOSE,
)
_LET = lazy_regex(
    rf"{_START}(?:设|假设|令|(?:let|suppose|assume)\b)(?:[^;,0-9]*(?=[;,]|$))?", re.IGNORECASE
)
_SENTENCE = lazy_regex(
    rf"""(?:^|(?<=[;,=]))\ {{0,9}}(?:
        (?:(?!not?\b|never\b){_WORD}\ +){{0,7}}
            (?:has|have|had|is|are|was|were|be|gets?|got|needs?|costs?|pays?|paid|left|remains?
            |makes?|made|totals?|equals?|gives?|did|calculated|computed|found)\ +
            (?:(?:only|still|now|exactly)\ +)?
            (?:{_ABOUT}\ +)?(?=[-0-9.$€£(])
        |{_ABOUT}\ *(?=[-0-9.$€£(])
        |(?:(?![不没非未负半倍之乘加减除])[{HAN}]){{1,20}}
            (?<![二三四五六七八九十百千万两几第])(?<![二三四五六七八九十百千万两几]个)
            \ ?(?=[0-9$￥¥])
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_STATEMENT = lazy_regex(
    rf"""{_START}(?=[^\W\d_]{{2}})(?:(?!not?\b|never\b){_WORD}\ +){{1,7}}
        (?:has|have|had|is|are|was|were|costs?|gets?|got|needs?)\ +
        [$€£]?([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)(?:\ +{_WORD}){{0,7}}\ {{0,9}}
        (?=[;,][^;,=]{{0,99}}(?<![0-9.])\1(?![0-9.])[^;,=]{{0,99}}=)""",
    re.IGNORECASE | re.VERBOSE,
)
"""What is said before the step that needs it: There are 36 pencils. 36-7=29."""
_PIECE = lazy_regex("[^;,]+")
_TALK = lazy_regex(rf"(?!pi\b)(?=.*?(?:[^\W\d_]{{2}}|[{HAN}]))(?:[^\W\d_]|[ '’!?.])+")
_BORDER = lazy_regex(rf"(?<=[{HAN}])(?=[0-9A-Za-z])|(?<=[A-Za-z])(?=[{HAN}])")
_IS_WORK = lazy_regex(rf"[{HAN}]|[^\W\d_]{{2}} ?[0-9]{{0,2}} ?[:：]|^ {{0,9}}A: {{1,9}}[0-9$(]")


def is_work(text: str) -> bool:
    """Whether a text means something else as work than as an expression: `Answer: 29`, `3÷1/2`."""
    if "/" in text and any(sign in text for sign in "÷:：∶"):
        return True
    if text.isascii() and ":" not in text:
        return "ty-" in text and bool(TENS.search(text))
    return bool(_IS_WORK.search(text))


def laid_out(writing: Writing) -> Writing:
    """The steps of a work, each ended by one sign, without the words around them.

    >>> from sumc.algebra.writing import written
    >>> laid_out(written("Total: 50+20=70. Average: 70/2=35")).text
    '50+20=70;70/2=35'
    """
    writing = replaced(writing, _leading_to(writing.text))
    writing = writing._replace(text=writing.text.translate(_WIDE))
    if tex := _TEX_DOLLARS.fullmatch(writing.text):
        writing = writing.part(*tex.span(1))
    writing = in_signs(_in_steps(writing))
    for words in (_STATEMENT, _LABEL, _LET, _LABEL, _SENTENCE):
        writing = substituted(writing, words, "")
    return substituted(_without_talk(writing), _BORDER, " ")


def _leading_to(text: str) -> Iterator[tuple[int, int, str]]:
    """The arrows that mean =: from an operation to a lone number, as in 12/3 -> 4."""
    start = 0
    for end in _STEP_ENDS.finditer(text):
        before, start = text[start : end.start()], end.end()
        is_arrow = _LEADS_TO.fullmatch(end[0]) and not _HAS_EQUALS.search(before)
        if is_arrow and _OPERATION.search(before) and _LONE.match(text, start):
            yield (*end.span(), "=")


def _in_steps(writing: Writing) -> Writing:
    if _BULLETS.fullmatch(writing.text) and _is_list(writing.text):
        writing = substituted(writing, _BULLET, " ")
    for sign, plain in ((_TWICE_EQUAL, "="), (_TICK, ""), (_ENDING, SEPARATOR)):
        writing = substituted(writing, sign, plain)
    writing = substituted(writing, _GOES_ON, " ")
    for sign in (_ARROWS, _STEP_MARKS):
        writing = substituted(writing, sign, SEPARATOR)
    writing = substituted(_without_numbers(writing), _END_OF_SENTENCE, SEPARATOR)
    return substituted(writing, _ROUNDED, "≈")


def _is_list(text: str) -> bool:
    """Whether signs before all lines are bullets: a lone - is a minus sign."""
    lines = text.strip().splitlines()
    return text.lstrip()[0] in "*•·▪◦" or (len(lines) > 1 and all("=" in line for line in lines))


def _without_numbers(writing: Writing) -> Writing:
    """The writing with a separator for `1)`, `2)` and so on, or `a)`, `b)`."""
    numbers = [str(number) for number in range(1, MOST_NUMBERED + 1)]
    letters = [chr(ord("a") + number) for number in range(MOST_NUMBERED)]
    for names, styles, fewest in ((numbers, _NUMBERINGS, 1), (letters, _LETTERINGS, 2)):
        for style in styles:
            spans = _numbering(writing.text, style, names)
            ends = [*(start for start, _ in spans[1:]), len(writing.text)]
            steps = [writing.text[end:stop] for (_, end), stop in zip(spans, ends, strict=False)]
            if len(spans) >= fewest and all("=" in step for step in steps[:-1] or steps):
                return replaced(writing, [(*span, SEPARATOR) for span in spans])
    return writing


def _numbering(text: str, style: str, names: Sequence[str]) -> Sequence[tuple[int, int]]:
    """Where 1, 2, 3 and so on are written in one style, the first of them at the beginning."""
    spans: list[tuple[int, int]] = []
    for name in names if names[0] in text else ():
        pattern = rf"(?:^|(?<=[ ;,.])){style.replace('N', name)}"
        found = re.compile(pattern).search(text, spans[-1][1] if spans else 0)
        if not found or (not spans and text[: found.start()].strip(f" {SEPARATOR}")):
            break
        spans.append(found.span())
    return spans


def _without_talk(writing: Writing) -> Writing:
    """The writing without the steps that are nothing but words, where there are others."""
    pieces = list(_PIECE.finditer(writing.text))
    talk = [(*each.span(), "") for each in pieces if _TALK.fullmatch(each[0].strip())]
    return replaced(writing, talk) if talk and len(talk) < len(pieces) else writing
