"""Exams of all kinds of splits, over a data folder like that of MAWPS (see `write_mawps`)."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the settings of a training know the models")

from evaluation.samples import perfect, texts_of, write_mawps
from sumc.codecs.mtree import MTreeCodes
from sumc.evaluation.exam import Exam, sit
from sumc.evaluation.preparation import CHANGED, Part, prepare_exam, prepare_other_exam
from sumc.evaluation.report import ALL, ALL_ASKED, ALL_WRONG, ANSWERS, REFERENCE, Report, merge
from sumc.evaluation.score import Score
from sumc.problems.loading import load_split
from sumc.settings.settings import Settings, load_settings
from sumc.training.material import fingerprint


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mawps(tmp_path_factory.mktemp("data"))


def _settings(*overrides: str) -> Settings:
    return load_settings(None, ["data.dataset=mawps", *overrides])


def _exam(data: Path, split: str, part: Part = "test") -> Exam:
    return prepare_exam(_settings(f"data.split={split}"), data, part)


def _all_folds(data: Path, kind: str) -> Report:
    target = MTreeCodes.learn(load_split(_settings("data.split=all-0").data, data).train)
    exams = [_exam(data, f"{kind}-{fold}") for fold in range(5)]
    return merge(kind, [sit(exam, perfect, target).report for exam in exams])


def test_reference_folds_are_counted_over_both_denominators(data: Path) -> None:
    report = _all_folds(data, "fold")
    assert report.denominators() == {
        REFERENCE: Score(49, 50),
        ALL_ASKED: Score(57, 60),
        ALL_WRONG: Score(49, 60),
    }
    assert report.skipped.total() == 1
    assert report.beyond_skipped.total() == 2
    assert any("dealt out" in line for line in report.protocol)


@pytest.mark.parametrize("kind", ["all", "template"])
def test_folds_of_all_records_are_counted_over_both_denominators(data: Path, kind: str) -> None:
    report = _all_folds(data, kind)
    assert report.denominators() == {ALL: Score(57, 60), REFERENCE: Score(49, 50)}


def test_what_is_asked_was_never_trained_on(data: Path) -> None:
    asked: list[str] = []
    for fold in range(5):
        exam = _exam(data, f"fold-{fold}")
        split = load_split(_settings(f"data.split=fold-{fold}").data, data)
        ids = [problem.id for problem in (*exam.problems, *exam.beyond)]
        asked += [*ids, *(each.id for each in exam.skipped + exam.beyond_skipped)]
        assert not set(ids) & {problem.id for problem in (*split.train, *split.validation)}
        assert exam.seen_texts == texts_of(split.train)
    assert sorted(asked, key=int) == [str(number) for number in range(1, 61)]


def test_without_published_folds_auto_is_a_reference_fold(data: Path) -> None:
    auto, fold = _exam(data, "auto"), _exam(data, "fold-0")
    assert (auto.problems, auto.beyond) == (fold.problems, fold.beyond)


def test_a_published_test_part_has_one_denominator() -> None:
    settings = load_settings(None, ["data.dataset=math23k", "data.language=zh"])
    exam = prepare_exam(settings, Path(__file__).parents[1] / "data")
    assert [problem.id for problem in exam.problems] == ["6"]
    assert not exam.beyond
    assert not exam.outside
    assert any("language zh" in line for line in exam.protocol)
    report = sit(exam, perfect, MTreeCodes.learn(exam.problems)).report
    assert list(report.denominators()) == [ANSWERS]


def test_built_in_problems_have_no_reference_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sumc.problems.datasets.GENERATED_SIZE", 20)
    exam = prepare_exam(load_settings(None, ["data.split=fold-1"]))
    assert len(exam.problems) == 8
    assert not exam.beyond


@pytest.mark.parametrize(("part", "says"), [("validation", "flatter"), ("train", "very problems")])
def test_other_parts_say_what_they_are_worth(data: Path, part: Part, says: str) -> None:
    exam = _exam(data, "fold-0", part)
    assert any(says in line for line in exam.protocol)
    assert any("3 records outside the test part cannot be read" in line for line in exam.protocol)
    assert not exam.beyond
    assert not exam.skipped
    split = load_split(_settings("data.split=fold-0").data, data)
    assert exam.problems == getattr(split, part)


@pytest.mark.parametrize(("language", "says"), [("zh", "57 of these"), ("en", ""), ("", "")])
def test_problems_that_the_model_does_not_read_are_counted(
    data: Path, language: str, says: str
) -> None:
    text = " ".join(prepare_other_exam("mawps", data, language=language).protocol)
    assert says in text
    assert ("Careful: the model reads" in text) == bool(says)


def test_the_texts_of_the_training_part_are_known_or_not(data: Path) -> None:
    learned = load_split(_settings("data.split=fold-0").data, data).train
    exam = prepare_other_exam("mawps:fold-0", data, learned=learned)
    assert exam.seen_texts == texts_of(learned)
    exam = prepare_other_exam("mawps:fold-0", data)
    assert exam.seen_texts is None
    assert any("is not known here" in line for line in exam.protocol)


def test_the_protocol_names_what_differs_from_the_default(data: Path) -> None:
    settings = _settings("data.words=false", "data.limit=10", "training.seed=4")
    text = " ".join(prepare_exam(settings, data).protocol)
    assert "Number words are no numbers. Seed 4." in text
    assert "Trained on 10 problems only." in text


def test_other_training_problems_than_those_of_the_run_are_noticed(data: Path) -> None:
    settings = _settings("data.split=fold-0")
    known = fingerprint(load_split(settings.data, data))
    assert CHANGED not in prepare_exam(settings, data, trained_on=known).protocol
    assert CHANGED in prepare_exam(settings, data, trained_on="something else").protocol
