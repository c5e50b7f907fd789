"""The goal-driven decoder: fast teaching and growth beside one tree at a time, in plain words."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

pytest.importorskip("torch", reason="models need torch")

import torch
from torch import Tensor

from sumc.models.attention import NEVER
from sumc.models.beam_search import beam_search
from sumc.models.rows import of_texts
from sumc.models.tree_decoder import Gated, GoalDecoder, TextStates
from sumc.models.tree_growth import TreeSession
from sumc.models.tree_teaching import read_trees, teach

OPERATORS, LEAVES, WIDTH = 2, 3, 6
TOKENS = (5, 2, 4, 1)
"""The lengths of the texts."""


@pytest.fixture(name="decoder")
def _decoder() -> GoalDecoder:
    torch.manual_seed(0)
    return GoalDecoder(WIDTH, 3, OPERATORS, dropout=0.5).double().eval()


def _texts(decoder: GoalDecoder, lengths: Sequence[int] = TOKENS, seed: int = 1) -> TextStates:
    """Texts with random states; one leaf of every second text does not exist."""
    random = torch.Generator().manual_seed(seed)
    count, longest = len(lengths), max(lengths)

    def some(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=random, dtype=torch.double)

    mask = torch.arange(longest) < torch.tensor(lengths)[:, None]
    exist = torch.ones(count, LEAVES, dtype=torch.bool)
    exist[::2, -1] = False
    parts = some(count, WIDTH), some(count, longest, WIDTH), some(count, LEAVES, WIDTH)
    return decoder.look_at(parts[0], parts[1], mask, parts[2], exist)


def _random_tree(random: Random, size: int) -> list[int]:
    """A tree with some number of operators, in prefix order."""
    if not size:
        return [OPERATORS + random.randrange(LEAVES - 1)]
    left = random.randrange(size)
    first, second = _random_tree(random, left), _random_tree(random, size - 1 - left)
    return [random.randrange(OPERATORS), *first, *second]


def _trees(seed: int) -> list[list[int]]:
    random = Random(seed)
    return [_random_tree(random, random.choice([0, 1, 2, 3, 7])) for _ in TOKENS]


class _Slow:
    """One tree of one text, node by node, as the paper tells it."""

    def __init__(self, decoder: GoalDecoder, text: TextStates, row: int) -> None:
        self.decoder = decoder
        self.goal = text.goal[row]
        self.states = text.tokens.states[row][text.tokens.mask[row]]
        self.leaves = text.leaves.vectors[row]
        self.exist = text.leaves.exist[row].tolist()
        self.total = torch.zeros((), dtype=torch.double)

    def score(self, symbols: Sequence[int]) -> Tensor:
        self.visit(iter(symbols), self.goal, None)
        return self.total

    def visit(self, symbols: Iterator[int], goal: Tensor, sibling: Tensor | None) -> Tensor:
        """Score a subtree; its vector."""
        node = self.node(goal, sibling)
        context = self.context(node)
        symbol = next(symbols)
        self.total = self.total + self.scores(node, context)[symbol]
        if symbol >= OPERATORS:
            return self.leaves[symbol - OPERATORS]
        operator = self.decoder.embedding.weight[symbol]
        left, right = self.children(torch.cat([node, context, operator]))
        first = self.visit(symbols, left, None)
        second = self.visit(symbols, right, first)
        return _gated(self.decoder.of_subtree, torch.cat([operator, first, second]))

    def node(self, goal: Tensor, sibling: Tensor | None) -> Tensor:
        if sibling is None:
            return _gated(self.decoder.of_goal, goal)
        return _gated(self.decoder.of_goal_and_sibling, torch.cat([sibling, goal]))

    def context(self, node: Tensor) -> Tensor:
        layers = self.decoder.attention
        scores = [
            layers.score(torch.tanh(layers.of_number(node) + layers.of_token(state)))
            for state in self.states
        ]
        weights = torch.cat(scores).softmax(0)
        return sum((w * s for w, s in zip(weights, self.states, strict=True)), torch.zeros(()))

    def scores(self, node: Tensor, context: Tensor) -> Tensor:
        both = torch.cat([node, context])
        layers = self.decoder
        of_leaves = [
            layers.leaf_score(torch.tanh(layers.leaf_query(both) + layers.leaf_key(leaf)))
            if exists
            else torch.tensor([-torch.inf], dtype=torch.double)
            for leaf, exists in zip(self.leaves, self.exist, strict=True)
        ]
        return torch.cat([layers.operator_scores(both), *of_leaves]).log_softmax(0)

    def children(self, all_three: Tensor) -> tuple[Tensor, Tensor]:
        value, gate = self.decoder.of_children.both(all_three).chunk(2)
        goals = torch.tanh(value) * torch.sigmoid(gate)
        return goals[:WIDTH], goals[WIDTH:]


def _gated(layer: Gated, states: Tensor) -> Tensor:
    value, gate = layer.both(states).chunk(2)
    return torch.tanh(value) * torch.sigmoid(gate)


@pytest.mark.parametrize("seed", range(5))
def test_teaching_gives_what_one_tree_at_a_time_gives(decoder: GoalDecoder, seed: int) -> None:
    """The same score for each tree, and the same gradients for all weights."""
    text, trees = _texts(decoder), _trees(seed)
    lesson = teach(decoder, text, trees)
    found = torch.zeros(len(trees), dtype=torch.double).index_add(0, lesson.texts, lesson.chances)
    slow = torch.stack([_Slow(decoder, text, row).score(tree) for row, tree in enumerate(trees)])
    assert torch.allclose(found, slow, atol=1e-12)
    for fast, slower in zip(_slopes(decoder, found), _slopes(decoder, slow), strict=True):
        assert torch.allclose(fast, slower, atol=1e-10)


def _slopes(decoder: GoalDecoder, scores: Tensor) -> tuple[Tensor, ...]:
    weights = list(decoder.parameters())
    return torch.autograd.grad(
        scores.sum(), weights, retain_graph=True, allow_unused=True, materialize_grads=True
    )


@pytest.mark.parametrize("seed", range(5))
def test_trees_grow_symbol_by_symbol_with_the_scores_they_are_taught_with(
    decoder: GoalDecoder, seed: int
) -> None:
    """Also when they change their places, and some are there twice, as in a beam."""
    random = Random(seed)
    text, trees = _texts(decoder), _trees(seed)
    taught = teach(decoder, text, trees)
    wanted = torch.zeros(len(trees), dtype=torch.double)
    wanted = wanted.index_add(0, taught.texts, taught.chances)
    session = TreeSession(decoder, text, longest=99)
    growing, total = list(range(len(trees))), torch.zeros(len(trees), dtype=torch.double)
    step, ended = 0, {}
    while growing:
        places = [random.randrange(len(growing)) for _ in growing] + list(range(len(growing)))
        session.keep(places)
        growing, total = [growing[place] for place in places], total[places]
        symbols = [trees[tree][step] for tree in growing]
        total = total + session.step()[torch.arange(len(symbols)), torch.tensor(symbols)]
        is_finished = session.grow(symbols)
        step += 1
        for tree, score, over in zip(growing, total.tolist(), is_finished, strict=True):
            assert over == (len(trees[tree]) == step)
            if over:
                ended[tree] = score
        first = {tree: row for row, tree in enumerate(growing) if not is_finished[row]}
        session.keep(list(first.values()))
        growing, total = list(first), total[list(first.values())]
    assert [ended[tree] for tree in range(len(trees))] == pytest.approx(wanted.tolist(), abs=1e-12)


@torch.no_grad()
def test_a_wide_beam_finds_all_trees_with_their_probabilities(decoder: GoalDecoder) -> None:
    text = _texts(decoder, (3, 2))
    trees = [tree for leaves in (1, 2, 3) for tree in _all_trees(leaves)]
    found = beam_search(TreeSession(decoder, text, longest=5), 2, width=len(trees))
    for row, some in enumerate(found):
        slow = {tree: _Slow(decoder, text, row).score(tree).item() for tree in trees}
        possible = {tree: score for tree, score in slow.items() if score > NEVER}
        assert (len(possible) == len(slow)) == bool(row), "a leaf of the first does not exist"
        assert {tree: score for score, tree in some} == pytest.approx(possible)
        assert [score for score, _ in some] == sorted((score for score, _ in some), reverse=True)


def _all_trees(leaves: int) -> Iterator[tuple[int, ...]]:
    """All trees with some number of leaves, in prefix order."""
    if leaves == 1:
        yield from ((OPERATORS + leaf,) for leaf in range(LEAVES))
    for left in range(1, leaves):
        for first in _all_trees(left):
            for second in _all_trees(leaves - left):
                yield from ((operator, *first, *second) for operator in range(OPERATORS))


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_text_is_decoded_the_same_alone_and_beside_others(
    decoder: GoalDecoder, width: int
) -> None:
    text = _texts(decoder)
    together = beam_search(TreeSession(decoder, text, longest=9), len(TOKENS), width)
    for row, wanted in enumerate(together):
        alone = of_texts(text, torch.tensor([row]))
        (found,) = beam_search(TreeSession(decoder, alone, longest=9), 1, width)
        assert [tree for _, tree in found] == [tree for _, tree in wanted]
        assert [score for score, _ in found] == pytest.approx([score for score, _ in wanted])


@pytest.mark.parametrize("longest", [1, 2, 3, 6, 7])
def test_no_tree_is_longer_than_it_may_be(decoder: GoalDecoder, longest: int) -> None:
    with torch.no_grad():
        decoder.operator_scores.bias.fill_(50.0)  # it would never choose a leaf
    found = beam_search(TreeSession(decoder, _texts(decoder), longest), len(TOKENS), 3)
    wanted = longest if longest % 2 else longest - 1
    for some in found:
        assert max(len(tree) for _, tree in some) == wanted
        for _, tree in some:
            read_trees([tree], OPERATORS)  # whole, or it would run out of subtrees


def test_padding_and_missing_leaves_have_no_chance(decoder: GoalDecoder) -> None:
    text = _texts(decoder)
    chances = TreeSession(decoder, text, longest=9).step().exp()
    assert chances.sum(1).tolist() == pytest.approx([1.0] * len(TOKENS))
    assert (chances[::2, -1] == 0).all()
    assert (chances[1::2] > 0).all()


def test_dropout_makes_two_lessons_differ_and_is_off_when_asked(decoder: GoalDecoder) -> None:
    text, trees = _texts(decoder), _trees(0)
    decoder.train()
    assert not torch.equal(teach(decoder, text, trees).scores, teach(decoder, text, trees).scores)
    decoder.eval()
    assert torch.equal(teach(decoder, text, trees).scores, teach(decoder, text, trees).scores)


def test_joined_subtrees_are_those_with_an_operator(decoder: GoalDecoder) -> None:
    trees = [[OPERATORS], [0, OPERATORS, OPERATORS], [1, 0, *[OPERATORS] * 3], [OPERATORS + 1]]
    subtrees = teach(decoder, _texts(decoder), trees).subtrees
    assert sorted(subtrees.texts.tolist()) == [1, 2, 2]
    assert subtrees.joined.shape == (3, WIDTH)
    alone = teach(decoder, _texts(decoder), [[OPERATORS]] * 4).subtrees
    assert alone.joined.shape == (0, WIDTH)
