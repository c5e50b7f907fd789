"""Questions about times of day: what they ask for, and whether a text answers them for certain.

A question is left to a model where the text says that more is going on than one stretch of time
(every day, late, a break, clocks of two places), or where the question speaks of what the text
does not: it is asked how long somebody slept, and told when he was awake.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sumc.lazy_regex import lazy_regex
from sumc.problems.numbers import Language
from sumc.solving.routes.clock_words import TIME, clock_words
from sumc.solving.routes.times import Time

_LENGTH: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:for\s+)?how\s+(?:long|much\s+time|many\s+(?P<unit>hours|minutes)(?:\s+and\s+(?:how\s+many"
        r"\s+)?minutes)?)\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        "多长时间|多久|多少时间|(?:多少|(?<![时点])几)个?(?P<unit>小时|分钟|分(?!之))(?:[零又]?(?:多少|几)分钟?)?"
    ),
}
_UNIT: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?:\bin|\()\s*(?P<unit>hours|minutes)\b(?!\s+of)(?:\s+and\s+minutes)?", re.IGNORECASE
    ),
    "zh": lazy_regex(
        r"[用以](?P<unit>小时|分钟)(?:来|作单位|为单位)?|[(（](?P<other>小时|分钟)[)）]"
    ),
}
"""The unit that a question about a length names elsewhere: "how long, in minutes"."""
_UNIT_NAMES = {
    "hours": "hour",
    "小时": "hour",
    "minutes": "minute",
    "分钟": "minute",
    "分": "minute",
}
_WHEN: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:what\s+time|when)\b(?P<said>[^.?!]*)\?", re.IGNORECASE),
    "zh": lazy_regex("(?P<said>[^，。？]*(?:几时|几点|什么时[候间刻]|何时)[^，。？]*)"),
}
_WHAT_TIME: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:what\s+(?:is\s+the\s+|was\s+the\s+|will\s+the\s+)?time|(?:\A|[.?!,;:]\s*|\b(?:and|at|so)\s+)when)\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex("几时|几点(?![意建要原理])|什么时[候间刻]|何时"),
}
_TIME_ALONE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?<!\bin )\bwhat\s+time\s+(?:is\s+it|was\s+it|will\s+it\s+be|(?:does|do|did|will|should"
        r"|must|can|could|would)\s(?!(?:[\w'’]+\s+){1,6}?(?:take|need|spend|have|save)\b))",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        "(?<!第)几点(?:钟|[几多]分|出发|开始|结束|到|起床|能|可以|才|[^一-鿿]|$)|几时几分"
    ),
}
"""What asks for nothing but a time of day, even where the text has none."""
_SENTENCE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex("[.?!;]"),
    "zh": lazy_regex("[，,。．.？?！!；;：:]"),
}
_WORD = lazy_regex(r"[A-Za-z]+")
_CUT = lazy_regex(rf"\b(?:if|when|until|till|from|between)\b(?=.*{TIME})", re.IGNORECASE)
"""Where a question goes on with what the text tells."""
_THE = lazy_regex(r"\bthe\s+(?P<noun>[a-z]+)", re.IGNORECASE)
_FLIGHT = lazy_regex(r"\b(?:planes?|flights?|fl[iy]\w*|flew|airport|jet)\b", re.IGNORECASE)
_PLACE = lazy_regex(r"\b(?:[Ff]rom|[Tt]o|in|at|for|lea\w+|left|reach\w*)\s+[A-Z][a-z]")
_LEFTOVER = lazy_regex(
    "半|(?<![时立即])刻|[一二两三四五六七八九十]+个?(?:点|分钟|分(?!之)|小时|钟头|时(?![间候刻常]))"
)
"""Numbers in Chinese that are read neither as a time nor as a length of time."""
_IRREGULAR = {
    **dict.fromkeys(("slept", "asleep"), "sleep"),
    **dict.fromkeys(("woke", "wake", "woken", "wak"), "awake"),
    **dict.fromkeys(("drove", "driven", "driv"), "drive"),
    **dict.fromkeys(("rode", "ridden", "rid"), "ride"),
    **dict.fromkeys(("ran", "runn"), "run"),
    **dict.fromkeys(("flew", "flies", "flown", "flight"), "fly"),
    **dict.fromkeys(("swam", "swum", "swimm"), "swim"),
    **dict.fromkeys(("wrote", "written", "writ"), "write"),
    **dict.fromkeys(("sang", "sung"), "sing"),
    **dict.fromkeys(("taught",), "teach"),
    **dict.fromkeys(("left", "leav"), "leave"),
    **dict.fromkeys(("sat", "sitt"), "sit"),
    **dict.fromkeys(("stood",), "stand"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What a text asks about times of day."""

    text: str
    language: Language
    start: int
    end: int
    """Where the words that ask are: how many hours."""
    is_length: bool
    """Whether it asks how long something is, not when."""
    unit: str = ""
    """The unit that the question names, by its English name."""
    written: str = ""
    """The same as it is written."""
    said: str = ""
    """What is asked about in a question with "when"."""

    def without(self, spans: Iterable[tuple[int, int]]) -> "Question":
        """The same question with something else in the place of times and lengths of time."""
        text = self.text
        for start, end in spans:
            text = text[:start] + TIME * (end - start) + text[end:]
        said = _WHEN[self.language].search(text) if not self.is_length else None
        return replace(self, text=text, said=said["said"] if said else "")

    def form(self, times: Iterable[tuple[int, int]], length: tuple[int, int]) -> str:
        """The text with T for the time and L for the length, in small letters."""
        time = min(start for start, _ in times), max(end for _, end in times)
        text = self.text
        for (start, end), letter in sorted([(time, "\1"), (length, "\2")], reverse=True):
            text = text[:start] + letter + text[end:]
        lowered = " ".join(text.lower().split()).replace("’", "'")
        return lowered.replace("\1", "T").replace("\2", "L")

    def before(self, place: int) -> str:
        """What is said before a place in its part of the sentence."""
        return re.split(r"[.?!。？！,，]", self.text[:place])[-1].lower()

    def around(self, place: int) -> str:
        """The part of the sentence that a place is in."""
        return self.before(place) + re.split(r"[.?!。？！,，]", self.text[place:])[0].lower()

    @property
    def sentence(self) -> tuple[int, int]:
        """Where the sentence, or in Chinese the part of it, that asks begins and ends."""
        ends = [each.end() for each in _SENTENCE[self.language].finditer(self.text)]
        start = max((each for each in ends if each <= self.start), default=0)
        return start, min((each for each in ends if each >= self.end), default=len(self.text))

    @property
    def is_delay(self) -> bool:
        """Whether it asks how much too late or too early something is."""
        words, (start, end) = clock_words(self.language), self.sentence
        found = (
            words.later.search(self.text, start, end),
            words.earlier.search(self.text, start, end),
        )
        return self.is_length and any(found)

    def without_delay(self) -> "Question":
        """The same question without the words that say so."""
        words, (start, end) = clock_words(self.language), self.sentence
        asking = self.text[start:end]
        for each in (words.later, words.earlier):
            asking = each.sub(lambda found: " " * len(found[0]), asking)
        return replace(self, text=self.text[:start] + asking + self.text[end:])

    def lateness(self, length: tuple[int, int]) -> str:
        """+ where something happens so much later than was planned, - where it is earlier."""
        words = clock_words(self.language)
        event = (words.ends if words.ends.search(self.said) else words.starts).search(self.said)
        planned = words.planned.search(self.text)
        if planned is None or event is None or event[0].lower() not in self.around(planned.end()):
            return ""
        later, earlier = (
            each.search(self.around(length[0])) for each in (words.later, words.earlier)
        )
        rest = planned.re.sub(" ", words.later.sub(" ", words.earlier.sub(" ", self.text)))
        is_plain = bool(later) != bool(earlier) and not is_left_open(replace(self, text=rest))
        return ("+" if later else "-") if is_plain else ""


def read_question(text: str, language: Language) -> Question | None:
    """The question of a text, if it is about times of day.

    >>> read_question("It lasts from 7:15 to 8:20. How long is it in minutes?", "en").unit
    'minute'
    """
    asked = _LENGTH[language].search(text)
    if asked is None:
        when = _WHEN[language].search(text)
        return when and Question(text, language, *when.span(), is_length=False)
    elsewhere = _UNIT[language].search(text)
    written = asked["unit"] or ""
    if not written and elsewhere:
        written = next(each for each in elsewhere.groups() if each)
    unit = _UNIT_NAMES.get(written.lower(), "")
    return Question(text, language, *asked.span(), True, unit, written)


def asks_time_of_day(text: str, language: Language) -> bool:
    """Whether a text asks what the clock says, so that no number can be the answer.

    >>> asks_time_of_day("It is 3:45. What time was it half an hour ago?", "en")
    True
    >>> asks_time_of_day("When Ann came home at 5 pm she had 3 pens. How many pens had she?", "en")
    False
    """
    alone = _TIME_ALONE[language].search(text)
    asked = alone or _WHAT_TIME[language].search(text)
    if asked is None or not (alone or _CLOCK[language].search(text)):
        return False
    question = Question(text, language, *asked.span(), is_length=False)
    start, end = question.sentence
    rest = text[start : asked.start()] + text[asked.end() : end]
    is_asking = language == "zh" or text[end - 1 : end] == "?"
    return is_asking and not clock_words(language).several_questions.search(rest)


def asks_length_between_times(text: str, language: Language) -> bool:
    """Whether a text with two times of day asks how long something takes.

    >>> asks_length_between_times("Ann ran 5 km from 7:00 to 7:30. How long did she run?", "en")
    True
    """
    times = sum(1 for _ in _CLOCK[language].finditer(text))
    return times > 1 and _LENGTH[language].search(text) is not None


_CLOCK: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\d:[0-5]\d\b|\d\s*[ap]\.?m\b|o['’]?clock|\b(?:noon|midnight|half\s+past|quarter\s+(?:past|to))\b",
        re.IGNORECASE,
    ),
    "zh": lazy_regex(
        r"\d[:：][0-5]\d|[\d一二三四五六七八九十两]点|(?:[早晚]上?|[上中下]午|凌晨)\s*\d+时"
        r"|\d时(?:\d+分)?(?=上[课班学]|放学|下[课班]|开[始出]|出发|起[飞床])"
    ),
}


def is_left_open(question: Question) -> bool:
    """Whether words of a text may make its question a different one from what its numbers say."""
    words, text = clock_words(question.language), question.text
    if question.language == "en":
        is_between = _FLIGHT.search(text) and len(_PLACE.findall(text)) > 1
        if is_between:
            return True  # each of the places may have its own time
    elif _LEFTOVER.search(text):
        return True
    return bool(words.otherwise.search(text) or words.zones.search(text))


def names_something_new(question: Question) -> bool:
    """Whether the question is about something that the text has not mentioned."""
    neutral = clock_words(question.language).neutral
    before = question.text[: question.start].lower()
    nouns = (each["noun"].lower() for each in _THE.finditer(question.text, question.start))
    return any(each not in before and not neutral.fullmatch(each) for each in nouns)


def is_of_another(question: Question, length: int) -> bool:
    """Whether it is not the thing asked about that takes a length of time: the trailer takes ten
    minutes, and when does the film end?"""
    neutral = clock_words(question.language).neutral
    asked, taking = (
        {each for each in map(str.lower, _THE.findall(text)) if not neutral.fullmatch(each)}
        for text in (question.text[question.start :], question.before(length))
    )
    return bool(asked and taking) and asked.isdisjoint(taking)


def is_about_length(question: Question, first: Time, second: Time) -> bool:
    """Whether a text, without its two times, asks for the time between them and nothing else."""
    words = clock_words(question.language)
    if is_delay := question.is_delay:
        if not _is_planned(question, first, second):
            return False
        question = question.without_delay()
    start, end = question.sentence
    asking = question.text[start : question.start] + question.text[question.end : end]
    if words.several_questions.search(question.text, 0, question.start) or (
        words.several_questions.search(question.text, question.end)
    ):
        return False
    rest = question.text[: question.start] + " " + question.text[question.end :]
    rest = words.daily.sub(" ", rest) if words.daily.search(asking) else rest
    if is_left_open(replace(question, text=rest)):
        return False
    if words.total.search(asking) and words.several.search(question.text):
        return False
    if words.interrupted and any(each not in asking for each in words.interrupted.findall(rest)):
        return False
    if not is_delay and _is_backwards(question, first, second):
        return False
    return _is_told(question, first, second)


def _is_planned(question: Question, first: Time, second: Time) -> bool:
    """Whether one of two times was planned: the first one of what is late, the second one of what
    is early."""
    words, (start, end) = clock_words(question.language), question.sentence
    is_late = words.later.search(question.text, start, end) is not None
    told = question.text[: second.start] if is_late else question.text[first.end :]
    return bool(words.planned.search(told) or words.lessons.search(told))


def _is_backwards(question: Question, first: Time, second: Time) -> bool:
    """Whether the end is told before the beginning."""
    if question.language == "zh":
        return False
    words = clock_words("en")
    one, other = question.text[: first.start], question.text[first.end : second.start]
    is_end = words.ends.search(one) and not words.starts.search(one)
    is_waiting = "wait" in question.text[question.end :]
    return bool(
        is_end and not is_waiting and words.starts.search(other) and not words.ends.search(other)
    )


def _is_told(question: Question, first: Time, second: Time) -> bool:
    """Whether the question speaks of nothing that the text has not said of the two times."""
    tail, body = (_parts if question.language == "en" else _chinese_parts)(question)
    words = clock_words(question.language)
    told = question.text[: second.start], question.text[first.end : question.start]
    if question.language == "zh":
        told = question.text[: second.start], question.text[first.end :]
    for one, other in words.opposites:
        for asked, against in ((one, other), (other, one)):
            if asked.search(tail) and _comes_first(against, asked, body):
                return False
    left = words.neutral.sub(" ", words.daily.sub(" ", tail))
    for frame in words.frames:
        if frame.first.search(told[0]) and frame.second.search(told[1]):
            left = frame.asked.sub(" ", left)
    if question.language == "zh":
        return all(each in body for each in left if each.isalnum())
    known = {_stem(each) for each in _WORD.findall(body)}
    return all(_stem(each) in known for each in _WORD.findall(left))


def _comes_first(one: re.Pattern[str], other: re.Pattern[str], text: str) -> bool:
    """Whether a text has words of the first kind before any of the other."""
    found, instead = one.search(text), other.search(text)
    return found is not None and (instead is None or found.start() < instead.start())


def _parts(question: Question) -> tuple[str, str]:
    """What an English question is about, and all the rest of the text."""
    text, (_, end) = question.text, question.sentence
    cut = _CUT.search(text, question.end, end)
    end = cut.start() if cut else end
    return text[question.end : end], text[: question.start] + " . " + text[end:]


def _chinese_parts(question: Question) -> tuple[str, str]:
    """What a Chinese question is about, and all the rest; all of the text where its times are in
    the question too."""
    text, (start, end) = question.text, question.sentence
    tail = text[start : question.start] + text[question.end : end]
    if TIME in tail:
        return tail[tail.rfind(TIME) + 1 :], text[:start] + tail[: tail.rfind(TIME)] + text[end:]
    return tail, text[:start] + text[end:]


def _stem(word: str) -> str:
    """A word without its ending: opens, opened, opening, open.

    >>> [_stem(word) for word in ("opens", "closed", "stopping", "slept")]
    ['open', 'clos', 'stop', 'sleep']
    """
    lower = word.lower()
    for ending in ("ing", "ed", "es", "s", "e"):
        if lower.endswith(ending) and len(lower) - len(ending) > 2:
            lower = lower.removesuffix(ending)
            break
    lower = _IRREGULAR.get(word.lower(), _IRREGULAR.get(lower, lower))
    is_double = len(lower) > 3 and lower[-1] == lower[-2] and lower[-1] not in "aeiouls"
    return lower[:-1] if is_double else lower.removesuffix("e") if len(lower) > 4 else lower
