"""Which tokens of a text are related through its numbers: the two graphs of Graph2Tree.

The first graph compares quantities: number i has an edge to number j if i is not the smaller one,
so equal numbers have edges both ways. Values are exact: 1(1/2) is 1.5, 50% is less than 1.

The second graph relates quantities to the words that describe them. The authors' groups of tokens
came from a parser and were published without the program that made them; ours follow from the
text:

    Ann has 3 red pens in her 2 boxes . How many pens are there ?
        --- - ---         --- - -----              a number and its neighbours
                  ----          -----            ----   the last three content tokens

- the group of a text has each number, the token before it and the one after it, and the last
  three content tokens, which the question usually has;
- a number has an edge to every token of the group that is not a number and at most three away;
- two tokens of the group that are the same word have an edge, and so have any two numbers.

Both graphs have an edge from every token to itself.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from sumc.lazy_regex import lazy_regex

Graphs = np.ndarray[Any, np.dtype[np.bool_]]

NEAR = 3
"""How far from a number a token that describes it may be."""
TAIL = 3
"""Content tokens at the end of a text that tell what is asked for."""
_ENGLISH = """
a all am an and are as at be by can could did do does each every for from get had has have he her
him his how if in is it its left many more much need now of on or she should so some that the
their them there they this to together total was were what when which who will with would you your
"""
_CHINESE = """
一 一共 个 么 了 什 什么 他 们 你 你们 共 几 到 吗 呢 和 在 多 多少 她 它 少 已 把 是 有 求
现在 的 给 要 解 还 还剩 那 那么 都 问 需 需要
"""
FUNCTION_WORDS = frozenset(_ENGLISH.split() + _CHINESE.split())
"""Words that do not say what is asked for, however often questions end with them."""
_SPECIAL = lazy_regex(r"[<\[](?!unk).+[>\]]", re.IGNORECASE)
"""[CLS], [SEP], <number> and the like; a word that is only unknown is not one of them."""


def quantity_graphs(
    tokens: Sequence[int],
    numbers: Sequence[int],
    values: Sequence[Fraction],
    spell: Callable[[int], str],
) -> Graphs:
    """The comparison graph and the cell graph of a text of T tokens: (2, T, T).

    `numbers` are the places of the numbers in the text, `spell` says what a token is.
    """
    graphs = np.zeros((2, len(tokens), len(tokens)), np.bool_)
    graphs[:, range(len(tokens)), range(len(tokens))] = True
    for place, value in zip(numbers, values, strict=True):
        for other, smaller in zip(numbers, values, strict=True):
            graphs[0, place, other] = value >= smaller
    for one, other in _cell_edges(tokens, numbers, spell):
        graphs[1, [one, other], [other, one]] = True
    return graphs


def _cell_edges(
    tokens: Sequence[int], numbers: Sequence[int], spell: Callable[[int], str]
) -> list[tuple[int, int]]:
    group = find_group(tokens, numbers, spell)
    others = [place for place in group if place not in numbers]
    near = [(i, j) for i in numbers for j in others if abs(i - j) <= NEAR]
    same = [(i, j) for i in group for j in group if tokens[i] == tokens[j]]
    return near + same


def find_group(
    tokens: Sequence[int], numbers: Sequence[int], spell: Callable[[int], str]
) -> list[int]:
    """The places of the tokens that say what the numbers are about, in their order."""
    around = {place for number in numbers for place in (number - 1, number + 1)}
    beside = {
        place
        for place in around.difference(numbers)
        if 0 <= place < len(tokens) and not _SPECIAL.fullmatch(spell(tokens[place]))
    }
    tail: list[int] = []
    for place in range(len(tokens) - 1, -1, -1):
        if len(tail) == TAIL:
            break
        if place not in numbers and is_content(spell(tokens[place])):
            tail.append(place)
    return sorted({*numbers, *beside, *tail})


def is_content(word: str) -> bool:
    """Whether a token says something: no punctuation, function word or special token.

    >>> [is_content(word) for word in ("pens", "##s", "苹果", "?", "how", "[SEP]", "<unknown>")]
    [True, True, True, False, False, False, True]
    """
    if _SPECIAL.fullmatch(word):
        return False
    return any(map(str.isalnum, word)) and word.lower() not in FUNCTION_WORDS
