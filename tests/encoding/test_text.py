import json
from dataclasses import replace

import pytest
from sumc.encoding.features import Features, FeatureSettings

from sumc.encoding.pieces import WordPieces
from sumc.errors import ProblemError
from sumc.problems.datasets import load_dataset
from sumc.problems.numbers import find_quantities
from sumc.problems.problem import Problem

PROBLEMS = load_dataset("generated").problems
TRAIN = PROBLEMS[:300]
PIECES = WordPieces(("[PAD]", "[UNK]", "[CLS]", "[SEP]", "how", "many", "the"))


def test_constants_stand_before_the_text() -> None:
    features = Features.learn(TRAIN, FeatureSettings())
    constants = features.target.constants
    for problem in TRAIN[:20]:
        example = features.example(problem, labelled=False)
        names = [features.tokens.tokens[token] for token in example.tokens]
        assert names[: len(constants)] == [f"<{constant}>" for constant in constants]
        assert example.positions[: len(constants)] == list(range(len(constants)))
        slots = [names[place] for place in example.positions[len(constants) :]]
        assert slots == ["<number>"] * len(problem.quantities)


def test_labels_and_counts_say_the_same() -> None:
    features = Features.learn(TRAIN, FeatureSettings())
    vectors = features.target.class_vectors()
    for problem in filter(features.target.covers, TRAIN):
        example = features.example(problem, labelled=True)
        assert [vectors[label] for label in example.labels] == example.counts


def test_the_vocabulary_is_limited_and_learned_on_training_problems() -> None:
    small = Features.learn(TRAIN, FeatureSettings(vocabulary=50))
    assert len(small.tokens) == 52
    more = Features.learn(TRAIN, FeatureSettings(), extra=PROBLEMS[300:400])
    assert len(more.tokens) > len(Features.learn(TRAIN, FeatureSettings()).tokens)
    assert more.target == Features.learn(TRAIN, FeatureSettings()).target


def test_a_number_between_pieces_is_one_place_of_its_own() -> None:
    features = Features.learn(TRAIN, FeatureSettings(), PIECES)
    for problem in TRAIN[:50]:
        example = features.example(problem, labelled=False)
        assert len(set(example.positions)) == len(features.target.slots(problem))
        assert example.tokens[0] == PIECES.start
        assert example.tokens[-1] == PIECES.end
        assert example.labels == []


def test_own_words_read_a_text_alike_whether_a_dataset_gives_its_words_or_not() -> None:
    text = "小明有3个红苹果和4个梨"
    words = ("小", "明", "有", "3", "个", "红", "苹果", "和", "4", "个", "梨")
    given = Problem("1", text, "zh", find_quantities(text), words=words)
    plain = replace(given, words=())
    learned = [replace(given, words=("小明", "有", "3", "个", "红苹果", "和", "4", "个", "梨"))]
    own = Features.learn(learned, FeatureSettings(own_words=True))
    assert own.example(given, labelled=False).tokens == own.example(plain, labelled=False).tokens
    theirs = Features.learn(learned, FeatureSettings())
    one, other = (theirs.example(each, labelled=False).tokens for each in (given, plain))
    assert one != other
    assert own.example(given, labelled=False).tokens == other
    again = Features.from_json(json.loads(json.dumps(own.to_json())))
    assert again == own


@pytest.mark.parametrize("pieces", [None, PIECES])
@pytest.mark.parametrize("target", ["mtree", "binary"])
def test_features_survive_a_file(pieces: WordPieces | None, target: str) -> None:
    settings = FeatureSettings(target=target)  # type: ignore[arg-type]
    features = Features.learn(TRAIN, settings, pieces, None if pieces is None else {"a": 1})
    again = Features.from_json(json.loads(json.dumps(features.to_json())))
    assert again == features
    assert again.example(TRAIN[0], labelled=True) == features.example(TRAIN[0], labelled=True)


@pytest.mark.parametrize(
    "data", [{}, {"version": 1}, {"version": 1, "target": {"name": "x"}, "unit": "words"}]
)
def test_a_foreign_file_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ProblemError, match="expected the features"):
        Features.from_json(data)
