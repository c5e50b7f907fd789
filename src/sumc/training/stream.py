"""What a training learns from: problems of several sources, mixed by seed, encoded when needed.

Nothing is kept but the order of an epoch (a whole number for each problem), a window of encoded
problems, and a bounded memory of encodings for datasets that fit into it. So a million problems
take no more memory than ten thousand, and any batch of any epoch can be made without those before:

    order of the epoch -> windows -> encoded, sorted by length -> batches, shuffled
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any

from sumc.codecs import CODECS, Codec, NotCovered
from sumc.encoding.batches import SORTED_BATCHES, Example, mixed_batches
from sumc.encoding.text import TextEncoding
from sumc.errors import RunError
from sumc.models import learn_encoding
from sumc.problems.datasets import GENERATED, generated_problem, load_dataset
from sumc.problems.loading import weights_in
from sumc.problems.numbers import Language
from sumc.problems.problem import Problem
from sumc.problems.records import Skipped
from sumc.problems.splits import Split
from sumc.problems.world import ANSWERABLE, VARIATIONS, languages_of_stories, story_problem
from sumc.settings.settings import Settings
from sumc.settings.training import DataSettings
from sumc.training.one_unit import learned_in_one_unit

REMEMBERED = 25_000
"""The most encoded problems that are kept; about three thousand bytes each."""


@dataclass(frozen=True)
class Stream:
    """The usable training problems, and how they are encoded."""

    codec: Codec[Any]
    encoding: TextEncoding
    train: Sequence[Problem]
    usable: Sequence[int]
    """The places of the usable training problems."""
    left_out: Counter[str]
    """Training problems that are left out, by reason."""
    generated: Sequence[Problem]
    """Built-in problems for the early epochs."""
    stories: Sequence[Problem]
    """Problems told from worlds, different ones in every epoch."""
    settings: Settings
    weights: Mapping[str, float] = field(default_factory=dict)
    """How often an epoch has each problem of a source, where that is not once."""
    _memory: dict[int, Example] = field(default_factory=dict, repr=False)

    def lasting(self, epochs: int) -> "Stream":
        """The same for a training or stage of this many epochs: built-in problems are in the
        first share of them."""
        training = replace(self.settings.training, epochs=epochs)
        return replace(self, settings=replace(self.settings, training=training))

    def solved(self, count: int) -> list[Problem]:
        """The first usable problems that have a solution, at most this many."""
        found = (self.train[place] for place in self.usable)
        return list(islice((each for each in found if each.expression is not None), count))

    def size(self, epoch: int) -> int:
        """The number of problems of an epoch (from 0)."""
        if self.weights:
            return len(self._order(epoch))
        return len(self.usable) + self._mixed_count(epoch) + self.settings.data.stories

    def steps(self, epoch: int, batch_size: int) -> int:
        """The number of batches of an epoch."""
        return math.ceil(self.size(epoch) / batch_size)

    def batches(self, epoch: int, batch_size: int, start: int = 0) -> Iterator[list[Example]]:
        """The batches of an epoch from number `start` on: a pure function of seed and epoch."""
        order = self._order(epoch)
        wide = batch_size * SORTED_BATCHES
        seed = self.settings.training.seed
        for number in range(start // SORTED_BATCHES, math.ceil(len(order) / wide)):
            window = [self._example(place) for place in order[number * wide : (number + 1) * wide]]
            batches = mixed_batches(window, batch_size, f"{seed} {epoch} {number}")
            yield from islice(batches, max(0, start - number * SORTED_BATCHES), None)

    def _order(self, epoch: int) -> "array[int]":
        """The problems of an epoch in the order they are learned; in their numbering built-in
        ones come after the training problems, and stories after those."""
        random = Random(f"epoch {self.settings.training.seed} {epoch}")
        order = array("l", self._drawn(random))
        order.extend(len(self.train) + place for place in self._mixed_in(random, epoch))
        first, count = len(self.train) + len(self.generated), self.settings.data.stories
        order.extend(range(first + epoch * count, first + (epoch + 1) * count))
        random.shuffle(order)
        return order

    def _drawn(self, random: Random) -> Iterator[int]:
        """Every usable problem as often as the weight of its source says."""
        if not self.weights:
            yield from self.usable
            return
        for place in self.usable:
            weight = self.weights.get(self.train[place].source, 1.0)
            times = int(weight) + (random.random() < weight % 1)
            yield from (place for _ in range(times))

    def _mixed_in(self, random: Random, epoch: int) -> Sequence[int]:
        """A sample of the built-in problems, or new ones in every epoch if they are fresh."""
        count = self._mixed_count(epoch)
        if isinstance(self.generated, FreshProblems):
            return range(epoch * count, (epoch + 1) * count)
        return random.sample(range(len(self.generated)), count)

    def _mixed_count(self, epoch: int) -> int:
        settings = self.settings
        if epoch >= settings.data.generated_share * settings.training.epochs:
            return 0
        if isinstance(self.generated, FreshProblems):
            return settings.data.generated
        return min(len(self.generated), len(self.usable))  # no more than there are real ones

    def _example(self, place: int) -> Example:
        if place not in self._memory:
            example = self._encode(place)
            if self._is_fresh(place) or len(self._memory) >= REMEMBERED:
                return example
            self._memory[place] = example
        return self._memory[place]

    def _is_fresh(self, place: int) -> bool:
        """Whether a problem comes only once, so that it need not be remembered."""
        is_generated = place < len(self.train) + len(self.generated)
        return place >= len(self.train) and (
            not is_generated or isinstance(self.generated, FreshProblems)
        )

    def _encode(self, place: int) -> Example:
        problems: Sequence[Problem] = self.train
        for problems in (self.train, self.generated, self.stories):
            if problems is self.stories or place < len(problems):
                break
            place -= len(problems)
        problem = problems[place]
        codec = self.codec
        target = codec.encode(problem) if problem.answerable else codec.unanswerable
        return self.encoding.encode(problem, target)


def open_stream(
    settings: Settings,
    split: Split,
    known: tuple[Codec[Any], TextEncoding] | None = None,
) -> Stream:
    """Learn codec and encoding on the training problems, if need be, and see what can be used."""
    if not split.validation:
        reasons = "; ".join(_removed(split))
        raise RunError(
            f"{split.name} has no validation problems to choose the model on"
            f"{reasons and ': '}{reasons}"
        )
    codec = known[0] if known else _learn_codec(settings, split)
    generated = _generated(settings, split, codec)
    told = _stories(settings, split, codec)
    data = settings.data  # of what is fresh, the words of the first epoch are known
    more = chain(islice(generated, data.generated), islice(told, data.stories))
    encoding = known[1] if known else learn_encoding(split.train, settings, codec, more)
    usable, left_out = _usable(split.train, codec, encoding, refusal=settings.learns_refusal)
    if not usable:
        found = [f"{count:,} {reason}" for reason, count in left_out.items()]
        reasons = "; ".join([*found, *_removed(split)]) or "none"
        raise RunError(f"{split.name} has no training problems to learn from: {reasons}")
    weights = weights_in(settings.data.also)
    stream = Stream(
        codec, encoding, split.train, usable, left_out, generated, told, settings, weights
    )
    if not (told or stream.solved(1)):
        reasons = "".join(f"; {each}" for each in _removed(split))
        raise RunError(
            f"{split.name} has no training problems with a solution, only {len(usable):,} without "
            f"an answer{reasons}"
        )
    return stream


def _removed(split: Split) -> Iterator[str]:
    """How many problems may not be learned from, and why."""
    return (f"{count:,} removed: {why}" for why, count in split.removed.items() if count)


def _learn_codec(settings: Settings, split: Split) -> Codec[Any]:
    """The codec, learned from the training problems and some of the stories."""
    stories = islice(_stories(settings, split, None), min(settings.data.stories, MOST_STORIES))
    solved = (problem for problem in stories if problem.answerable)
    return CODECS[settings.codec_name].learn(chain(split.train, solved), settings.codec)


def _usable(
    problems: Sequence[Problem], codec: Codec[Any], encoding: TextEncoding, *, refusal: bool
) -> tuple["array[int]", Counter[str]]:
    """The places of the usable problems, and why the others are left out."""
    usable, left_out = array("l"), Counter[str]()
    for place, problem in enumerate(problems):
        is_refused = refusal and not problem.answerable and bool(problem.quantities)
        if problem.expression is None and not is_refused:
            lacking = "an equation" if problem.answerable else "an answer"
            left_out[f"without {lacking}"] += 1
        elif not is_refused and isinstance(codec.encode(problem), NotCovered):
            left_out["not expressible with what the codec has learned"] += 1
        elif encoding.encode(problem).length > encoding.longest:
            left_out[f"longer than {encoding.longest} tokens"] += 1
        else:
            usable.append(place)
    return usable, left_out


Draft = Problem | Skipped | None
Draw = Callable[[Language, int], Draft]
"""Gives problem number i in a language, if there is a usable one."""


class FreshProblems(Sequence[Problem]):
    """As many different problems as requested, each drawn when needed."""

    def __init__(
        self,
        languages: Sequence[Language],
        codec: Codec[Any] | None,
        size: int,
        draw: Draw,
        data: DataSettings,
    ) -> None:
        """Of all that are drawn, those that a codec covers; without one, all."""
        self.languages = languages
        self.codec = codec
        self.size = size
        self.draw = draw
        self.data = data

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: Any) -> Any:
        """Problem number `index`; one that the codec does not cover is replaced by another."""
        language = self.languages[index % len(self.languages)]
        for turn in range(MOST_TURNS):
            drawn = self.draw(language, index + turn * APART)
            if isinstance(drawn, Problem):
                problem = _as_read(drawn, self.data)
                if self._is_usable(problem):
                    return problem
        raise RunError(f"the codec covers none of {MOST_TURNS} built-in problems in {language!r}")

    def _is_usable(self, problem: Problem) -> bool:
        return self.codec is None or not problem.answerable or self.codec.covers(problem)


FIRST_SEED = 1_000_000
"""The built-in dataset has the seed 0; what is drawn afresh is never in it."""
APART = 1 << 40
"""How far apart the numbers of the problems are that are tried in turn."""
MOST_TURNS = 200
MOST_STORIES = 20_000
"""The most stories that the codec learns from."""


def _generated(settings: Settings, split: Split, codec: Codec[Any]) -> Sequence[Problem]:
    """Built-in problems in the language of the training problems that the codec covers."""
    data = settings.data
    if not data.generated:
        return []
    languages = sorted({problem.language for problem in split.train})
    if data.fresh:
        size, seed = data.generated * settings.training.epochs, _fresh_seed(settings)
        draw = partial(_draw_generated, seed=seed, words=data.words)
        return FreshProblems(languages, codec, size, draw, data)
    built_in = load_dataset(GENERATED, words=data.words).problems
    known = (
        problem
        for problem in (_as_read(each, data) for each in built_in)
        if problem.language in languages and codec.covers(problem)
    )
    return list(islice(known, data.generated))


def _fresh_seed(settings: Settings) -> int:
    return FIRST_SEED + settings.training.seed


def _draw_generated(language: Language, number: int, *, seed: int, words: bool) -> Draft:
    return generated_problem(language, number, seed, words=words)


def _stories(settings: Settings, split: Split, codec: Codec[Any] | None) -> Sequence[Problem]:
    """Problems told from worlds, in the languages of the training problems."""
    count = settings.data.stories
    if not count:
        return []
    known = languages_of_stories()
    languages = sorted({p.language for p in split.train}.intersection(known))
    if not languages:
        raise RunError(f"data.stories: stories are told in {', '.join(known)} only")
    draw = partial(
        _draw_story,
        seed=_fresh_seed(settings),
        words=settings.data.words,
        variations=VARIATIONS if settings.learns_refusal else ANSWERABLE,
    )
    size = count * settings.training.epochs
    return FreshProblems(languages, codec, size, draw, settings.data)


def _as_read(problem: Problem, data: DataSettings) -> Problem:
    return learned_in_one_unit(problem) if data.one_unit else problem


def _draw_story(
    language: Language, number: int, *, seed: int, words: bool, variations: int
) -> Draft:
    story, place = divmod(number, variations)
    return story_problem(language, story, place, seed, words=words)
