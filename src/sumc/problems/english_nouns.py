"""English nouns in the singular and the plural: the same rules for writing and for reading."""

IRREGULAR = {
    "child": "children",
    "man": "men",
    "woman": "women",
    "person": "people",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "ox": "oxen",
    "shelf": "shelves",
    "loaf": "loaves",
    "half": "halves",
    "calf": "calves",
    "leaf": "leaves",
    "wolf": "wolves",
    "scarf": "scarves",
    "thief": "thieves",
    "knife": "knives",
    "wife": "wives",
    "tomato": "tomatoes",
    "potato": "potatoes",
    "mango": "mangoes",
    "hero": "heroes",
    "quiz": "quizzes",
}
"""Nouns whose plural does not follow the rules."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLURALS = {plural: noun for noun, plural in IRREGULAR.items()}
# Where a plural could belong to either of two kinds of nouns, the rarer kind is listed:
_IN_IE = _words(
    "pie tie necktie movie cookie brownie smoothie selfie hoodie calorie zombie genie magpie "
    "birdie rookie veggie pixie prairie lie die"
)
_IN_OE = _words("shoe horseshoe toe tiptoe canoe hoe oboe foe doe")
_IN_S = _words("gas atlas iris lens canvas alias bias pancreas trellis")
_IN_USE = _words("use fuse excuse muse ruse")
_IN_CHE = _words("ache headache toothache cache niche quiche avalanche creche mustache")


def plural(noun: str) -> str:
    """The plural of a noun of one word.

    >>> [plural(noun) for noun in ("box", "berry", "day", "person", "quiz")]
    ['boxes', 'berries', 'days', 'people', 'quizzes']
    """
    if noun in IRREGULAR:
        return IRREGULAR[noun]
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def is_irregular_plural(word: str) -> bool:
    """Whether a word is a plural that does not follow the rules."""
    return word in _PLURALS


def singular(word: str) -> str:
    """The singular of a plural in small letters.

    >>> [singular(word) for word in ("boxes", "berries", "people", "cookies", "buses", "houses")]
    ['box', 'berry', 'person', 'cookie', 'bus', 'house']
    """
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("men"):
        return f"{word[:-2]}an"
    if word.endswith("ies") and len(word) > 4 and word[:-1] not in _IN_IE:
        return f"{word[:-3]}y"
    if _adds_es(word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _adds_es(word: str) -> bool:
    """Whether a plural is the noun with es added: boxes and buses, not shoes and houses."""
    if word.endswith("oes"):
        return word[:-1] not in _IN_OE
    if word.endswith("ches"):
        return word[:-1] not in _IN_CHE
    if word.endswith("uses"):
        return not word.endswith(("ouses", "auses")) and word[:-1] not in _IN_USE
    return word.endswith(("shes", "xes", "sses", "tzes")) or word[:-2] in _IN_S
