"""The graphs of Graph2Tree: which tokens of a text are related through its numbers."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from sumc.encoding.pieces import Pieces
from sumc.encoding.quantity_graphs import NEAR, find_group, quantity_graphs
from sumc.encoding.text import TextEncoding, Words
from sumc.encoding.tokens import NUMBER
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem
from sumc.settings.encoders import RecurrentSettings

PENS = "Ann has 3 red pens in her 2 boxes. How many pens are there?"
SPACED = "ann has # red pens in her # boxes . how many pens are there ?"
TOKENS = SPACED.split()


def _graphs(words: list[str], values: list[object]) -> np.ndarray:
    """The graphs of a text in which # is a number."""
    vocabulary = sorted(set(words))
    spelled = [NUMBER if word == "#" else word for word in vocabulary]
    numbers = [place for place, word in enumerate(words) if word == "#"]
    exact = [Fraction(str(value)) for value in values]
    tokens = [vocabulary.index(word) for word in words]
    return quantity_graphs(tokens, numbers, exact, spelled.__getitem__)


def _edges(graph: np.ndarray, words: list[str]) -> set[tuple[str, str]]:
    """The edges between different tokens, each token with its place."""
    names = [f"{word}{place}" for place, word in enumerate(words)]
    return {(names[i], names[j]) for i, j in zip(*np.nonzero(graph), strict=True) if i != j}


@pytest.mark.parametrize(
    ("values", "edges"),
    [
        ([3, 2], {("#0", "#1")}),
        ([2, 3], {("#1", "#0")}),
        ([2, 2], {("#0", "#1"), ("#1", "#0")}),
        (["3/2", 1], {("#0", "#1")}),  # 1(1/2) is more than 1
        (["1/2", 1], {("#1", "#0")}),  # and 50% is less
        ([1, 2, 2], {("#1", "#0"), ("#2", "#0"), ("#1", "#2"), ("#2", "#1")}),
    ],
)
def test_larger_numbers_have_edges_to_smaller_ones(
    values: list[object], edges: set[tuple[str, str]]
) -> None:
    words = ["#"] * len(values)
    assert _edges(_graphs(words, values)[0], words) == edges


def test_numbers_are_related_to_what_is_said_of_them() -> None:
    edges = _edges(_graphs(TOKENS, [3, 2])[1], TOKENS)
    one_way = {
        ("has1", "#2"),
        ("#2", "red3"),
        ("#2", "pens4"),  # one of the last three content tokens, two places away
        ("pens4", "#7"),  # and three places before the other number
        ("her6", "#7"),
        ("#7", "boxes8"),
        ("#2", "#7"),
        ("pens4", "pens12"),
    }
    assert edges == one_way | {(b, a) for a, b in one_way}


@pytest.mark.parametrize(
    ("words", "group"),
    [
        (SPACED, "has # red pens her # boxes pens"),
        ("# red blue pens and boxes are there now ?", "# red blue pens boxes"),
        ("# pens", "# pens"),  # a text that starts with its number
        ("pens #", "pens #"),
        ("[CLS] # [SEP]", "#"),  # what a pretrained encoder adds is not a neighbour
        ("<1> # pens", "# pens"),  # nor is a constant
        ("[UNK] # <unknown>", "[UNK] # <unknown>"),  # words that are unknown are words
        ("how many ?", ""),
    ],
)
def test_a_group_has_the_numbers_their_neighbours_and_the_end_of_the_question(
    words: str, group: str
) -> None:
    tokens = words.split()
    numbers = [place for place, word in enumerate(tokens) if word == "#"]
    found = find_group(range(len(tokens)), numbers, lambda place: tokens[place])
    assert [tokens[place] for place in found] == group.split()


def test_every_token_has_an_edge_to_itself_and_padding_has_none() -> None:
    graphs = _graphs(TOKENS, [3, 2])
    assert graphs.shape == (2, len(TOKENS), len(TOKENS))
    assert graphs[:, range(len(TOKENS)), range(len(TOKENS))].all()


@pytest.mark.parametrize("seed", range(20))
def test_only_numbers_are_compared_and_only_near_tokens_are_related(seed: int) -> None:
    random = Random(seed)
    words = random.choices(["#", "#", "pens", "red", "of", "how", "?", "boxes"], k=12)
    count = words.count("#")
    compared, cells = _graphs(words, [random.randrange(5) for _ in range(count)])
    for i, j in zip(*np.nonzero(compared), strict=True):
        assert i == j or words[i] == words[j] == "#"
        assert compared[i, j] or compared[j, i]
    assert (cells == cells.T).all()
    for i, j in zip(*np.nonzero(cells), strict=True):
        assert words[i] == words[j] or ("#" in (words[i], words[j]) and abs(i - j) <= NEAR)


@pytest.mark.parametrize("kind", ["words", "pieces"])
def test_a_text_of_ones_own_has_its_graphs(kind: str) -> None:
    problem = Problem("", PENS, "en", find_quantities(PENS))
    inputs = ("quantity_graphs",)
    if kind == "words":
        words = Words.learn([problem], RecurrentSettings(), ())
        encoding = TextEncoding((), words=words, inputs=inputs)
    else:
        known = ["[UNK]", "[CLS]", "[SEP]", "red", "pen", "##s", "box", "##es", "her", "has", "?"]
        encoding = TextEncoding((), pieces=Pieces.of_words(known), encoder={}, inputs=inputs)
    example = encoding.encode(problem)
    graphs = example.inputs["quantity_graphs"]
    assert graphs.shape == (2, example.length, example.length)
    first, second = example.positions
    assert (graphs[0, first, second], graphs[0, second, first]) == (True, False)
    assert graphs[1, first, [first - 1, first + 1]].all()
    if kind == "pieces":
        assert not graphs[1, 0, 1:].any(), "[CLS] looks like a number but is none"


def test_constants_before_the_text_are_no_numbers_of_it() -> None:
    problem = Problem("", PENS, "en", find_quantities(PENS))
    words = Words.learn([problem], RecurrentSettings(), ("1", "3.14"))
    encoding = TextEncoding(("1", "3.14"), words=words, inputs=("quantity_graphs",))
    graphs = encoding.encode(problem).inputs["quantity_graphs"]
    assert graphs[:, :2].sum() == 4
