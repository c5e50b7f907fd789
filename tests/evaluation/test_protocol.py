"""Benchmarks of all kinds of splits, over a data folder like that of MAWPS (see `write_mawps`)."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the settings of a training know the models")

from evaluation.samples import perfect, texts_of, write_mawps
from sumc.codecs import MTreeCodes
from sumc.codecs.mtree import MTreeSettings
from sumc.evaluation.benchmark import Benchmark, evaluate
from sumc.evaluation.protocol import (
    CHANGED,
    Role,
    benchmark_of_dataset,
    benchmark_of_run,
    learned_by,
)
from sumc.evaluation.report import ALL, ALL_ASKED, ALL_WRONG, ANSWERS, REFERENCE, Report, merge
from sumc.evaluation.score import Score
from sumc.problems.loading import load_split
from sumc.settings.settings import Settings, load_settings
from training.tiny import write_problems


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mawps(tmp_path_factory.mktemp("data"))


def _settings(*overrides: str) -> Settings:
    return load_settings(None, ["data.dataset=mawps", *overrides])


def _benchmark(data: Path, split: str, role: Role = "test") -> Benchmark:
    return benchmark_of_run(_settings(f"data.split={split}"), data, role)


def _all_folds(data: Path, kind: str) -> Report:
    codec = MTreeCodes.learn(
        load_split(_settings("data.split=all-0").data, data).train, MTreeSettings()
    )
    benchmarks = [_benchmark(data, f"{kind}-{fold}") for fold in range(5)]
    return merge(kind, [evaluate(benchmark, perfect, codec).report for benchmark in benchmarks])


def test_reference_folds_are_counted_over_both_denominators(data: Path) -> None:
    report = _all_folds(data, "fold")
    assert report.denominators() == {
        REFERENCE: Score(49, 50),
        ALL_ASKED: Score(57, 60),
        ALL_WRONG: Score(49, 60),
    }
    assert report.skipped.total() == 1
    assert report.beyond_skipped.total() == 2
    assert any("distributed over the folds" in line for line in report.protocol)


def test_a_broken_record_is_counted_as_wrong_in_the_fold_of_its_id(tmp_path: Path) -> None:
    path = write_mawps(tmp_path) / "mawps" / "MAWPS_2373.json"
    records = path.read_text(encoding="utf-8").replace("}, {", "},\n{")
    path.write_text(records.replace('{"id": 7, ', '{"id": 7; '), encoding="utf-8")
    benchmark = _benchmark(tmp_path, "fold-2")
    assert [each.id for each in benchmark.skipped] == ["MAWPS_2373.json, line 7"]
    codec = MTreeCodes.learn(benchmark.problems, MTreeSettings())
    report = evaluate(benchmark, perfect, codec).report
    assert report.skipped == {"a broken line": 1}
    assert report.denominators()[REFERENCE] == Score(9, 10)


@pytest.mark.parametrize("kind", ["all", "template"])
def test_folds_of_all_records_are_counted_over_both_denominators(data: Path, kind: str) -> None:
    report = _all_folds(data, kind)
    assert report.denominators() == {ALL: Score(57, 60), REFERENCE: Score(49, 50)}


def test_what_is_asked_was_never_trained_on(data: Path) -> None:
    asked: list[str] = []
    for fold in range(5):
        benchmark = _benchmark(data, f"fold-{fold}")
        split = load_split(_settings(f"data.split=fold-{fold}").data, data)
        ids = [problem.id for problem in (*benchmark.problems, *benchmark.beyond)]
        asked += [*ids, *(each.id for each in benchmark.skipped + benchmark.beyond_skipped)]
        assert not set(ids) & {problem.id for problem in (*split.train, *split.validation)}
        assert benchmark.seen_texts == texts_of(split.train)
    assert sorted(asked, key=int) == [str(number) for number in range(1, 61)]


def test_without_published_folds_auto_is_a_reference_fold(data: Path) -> None:
    auto, fold = _benchmark(data, "auto"), _benchmark(data, "fold-0")
    assert (auto.problems, auto.beyond) == (fold.problems, fold.beyond)


def test_a_published_test_part_has_one_denominator() -> None:
    settings = load_settings(None, ["data.dataset=math23k", "data.language=zh"])
    benchmark = benchmark_of_run(settings, Path(__file__).parents[1] / "data")
    assert [problem.id for problem in benchmark.problems] == ["6"]
    assert not benchmark.beyond
    assert not benchmark.outside
    assert any("language zh" in line for line in benchmark.protocol)
    report = evaluate(
        benchmark, perfect, MTreeCodes.learn(benchmark.problems, MTreeSettings())
    ).report
    assert list(report.denominators()) == [ANSWERS]


def test_built_in_problems_have_no_reference_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sumc.problems.datasets.GENERATED_SIZE", 20)
    benchmark = benchmark_of_run(load_settings(None, ["data.split=fold-1"]))
    assert len(benchmark.problems) == 8
    assert not benchmark.beyond


@pytest.mark.parametrize(
    ("role", "says"), [("validation", "optimistic"), ("train", "trained on these")]
)
def test_other_parts_say_what_they_are_worth(data: Path, role: Role, says: str) -> None:
    benchmark = _benchmark(data, "fold-0", role)
    assert any(says in line for line in benchmark.protocol)
    assert any(
        "3 records outside the test part cannot be read" in line for line in benchmark.protocol
    )
    assert not benchmark.beyond
    assert not benchmark.skipped
    split = load_split(_settings("data.split=fold-0").data, data)
    assert benchmark.problems == getattr(split, role)


@pytest.mark.parametrize(("language", "is_odd"), [("zh", True), ("en", False), ("", False)])
def test_a_dataset_in_another_language_is_asked_with_a_warning(
    data: Path, language: str, is_odd: bool
) -> None:
    benchmark = benchmark_of_dataset("mawps", data, language=language)
    assert len(benchmark.problems) == 57
    assert ("Careful: the model reads zh" in " ".join(benchmark.protocol)) == is_odd


def test_of_a_dataset_in_two_languages_a_model_is_asked_those_of_its_own(tmp_path: Path) -> None:
    english = {"text": "Ann has 3 pens and buys 4. How many has she?", "equation": "3+4"}
    chinese = {"text": "小明有3支笔，又买了4支。一共有几支？", "equation": "3+4"}
    path = tmp_path / "both.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (english, chinese, english)))
    own = benchmark_of_dataset(str(path), language="zh")
    assert [problem.text for problem in own.problems] == [chinese["text"]]
    assert "2 problems in another language are not asked" in " ".join(own.protocol)


def test_the_texts_of_the_training_part_are_known_or_not(data: Path) -> None:
    learned = load_split(_settings("data.split=fold-0").data, data).train
    benchmark = benchmark_of_dataset("mawps:fold-0", data, learned=learned)
    assert benchmark.seen_texts == texts_of(learned)
    benchmark = benchmark_of_dataset("mawps:fold-0", data)
    assert benchmark.seen_texts is None
    assert any("is not known here" in line for line in benchmark.protocol)


def test_the_protocol_names_what_differs_from_the_default(data: Path) -> None:
    settings = _settings("data.words=false", "data.limit=10", "training.seed=4")
    text = " ".join(benchmark_of_run(settings, data).protocol)
    assert "Number words do not count as numbers. Seed 4." in text
    assert "Trained on 10 problems only." in text


def test_other_training_problems_than_those_of_the_run_are_noticed(data: Path) -> None:
    settings = _settings("data.split=fold-0")
    known = load_split(settings.data, data).fingerprint()
    assert CHANGED not in benchmark_of_run(settings, data, trained_on=known).protocol
    assert CHANGED in benchmark_of_run(settings, data, trained_on="something else").protocol


@pytest.mark.parametrize(
    ("limit", "says"),
    [(1, "Trained on 1 problem only."), (2, "Trained on 2 problems only.")],
)
def test_one_problem_is_not_many(data: Path, limit: int, says: str) -> None:
    assert says in benchmark_of_run(_settings(f"data.limit={limit}"), data).protocol


def test_nothing_is_said_about_unreadable_records_where_there_are_none(tmp_path: Path) -> None:
    settings = load_settings(None, [f"data.dataset={write_problems(tmp_path)}"])
    protocol = " ".join(benchmark_of_run(settings, role="validation").protocol)
    assert "optimistic" in protocol
    assert "outside the test part" not in protocol


def test_why_the_texts_of_the_training_part_are_not_known_is_said(data: Path) -> None:
    settings = load_settings(None, ["data.dataset=gone.jsonl"])
    learned, why = learned_by(settings.data, data)
    assert learned is None
    benchmark = benchmark_of_dataset("mawps:fold-0", data, learned=learned, why_unknown=why)
    said = "training part: the training data cannot be read (no file gone.jsonl)."
    assert any(line.endswith(said) for line in benchmark.protocol)
    known = _settings("data.split=fold-0").data
    assert learned_by(known, data) == (load_split(known, data).train, "")
