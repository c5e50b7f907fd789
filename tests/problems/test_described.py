"""Datasets that are described, not programmed: those of the catalogue, and your own."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from sumc.errors import DatasetError
from sumc.evaluation.protocol import benchmark_of_dataset
from sumc.problems.datasets import READERS, SOURCES, load_dataset
from sumc.problems.description import read_catalogue, read_description
from sumc.problems.files import LARGEST_OBJECT
from sumc.problems.loading import SplitChoice, load_split
from sumc.problems.provenance import Base, Part
from sumc.problems.splits import all_splits, default_split, fold_split, template_split

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize(
    ("name", "solutions", "answers"),
    [
        ("ape210k_test", {"200": "n1 n2 *"}, ["40"]),
        ("paramawps", {"1": "n1 n2 *", "10001": "n1 n2 *", "10002": "n1 n2 +"}, ["28", "28", "8"]),
        ("mathqa", {"0": "n1 n2 *", "4": "3.14 n1 2 ^ *"}, ["27", "314/25"]),
        ("unbiased_mwp", {"1": "n1 n2 -", "2": "1 n1 -", "3": "n1 n2 *"}, ["7", "3/4", "24"]),
        ("contest_zh", {"0": "", "1": ""}, ["12", "5/3"]),
        ("cm17k", {"11": "n1 n2 *", "12": "n2 n1 /"}, ["24", "7"]),
        ("hmwp", {"21": "n2 n1 -", "23": "n2 n1 /"}, ["7", "20"]),
        ("draw", {"40": "n2 n1 -", "41": "n2 n1 -", "42": "n2 n1 -"}, ["17", "16", "15"]),
        ("dmath", {"dmath-0": "n1 n2 *", "dmath-1": ""}, ["20", "1"]),
        ("gsm8k_zh", {"gsm8k_zh-0": "n1 n2 -"}, ["5"]),
        ("tinygsm", {"tinygsm-0": "n1 7 *"}, ["35"]),
    ],
)
def test_the_columns_of_a_dataset_are_read(
    name: str, solutions: dict[str, str], answers: list[str]
) -> None:
    problems = load_dataset(name, DATA).problems
    found = {p.id: " ".join(p.expression.items) if p.expression else "" for p in problems}
    assert found == solutions
    assert [str(problem.answer) for problem in problems] == answers
    assert {problem.source for problem in problems} == {name}


def test_files_and_columns_tell_the_published_parts() -> None:
    def parts(name: str) -> list[Part]:
        return [problem.part for problem in load_dataset(name, DATA).problems]

    assert parts("paramawps") == [Part("train", 1), Part("validation", 3), Part("test", 0)]
    assert parts("unbiased_mwp") == [Part("train"), Part("validation"), Part("test")]
    assert parts("alg514") == [Part(fold=fold) for fold in range(1, 5)]
    assert load_dataset("alg514", DATA).skipped[0].part == Part(fold=0)
    assert load_dataset("alg514", DATA).skipped[0].reason == "several equations"


def test_variations_name_what_they_vary() -> None:
    paraphrase = load_dataset("paramawps", DATA).problems[1]
    assert paraphrase.base == Base("mawps", "1")
    named, texted = load_dataset("problemathic_adversarial", DATA).problems
    assert named.base == Base("mawps", "1", "nora keeps [num] jars with [num] buttons each .")
    assert texted.base == Base("", "", "a bus has [num] riders , [num] leave .")


def test_what_reports_want_to_know_is_in_the_tags() -> None:
    english, unanswerable, chinese = load_dataset("challenge", DATA).problems
    assert english.tagged("kinds") == ("price", "groups")
    assert (english.tagged("group"), english.tagged("steps")) == (("g1",), ("1",))
    assert (chinese.language, chinese.tagged("rounded")) == ("zh", ("up",))
    assert not unanswerable.answerable
    assert unanswerable.answer is None
    assert english.answerable
    assert load_dataset("mathcamps", DATA).problems[1].tagged("kind") == ("modified",)
    assert load_dataset("dmath", DATA).problems[1].tagged("grounded") == ("true",)
    assert not load_dataset("umwp_unanswerable", DATA).problems[0].answerable


def test_the_challenge_tests_and_nothing_else() -> None:
    dataset = load_dataset("challenge", DATA)
    split = default_split(dataset)
    assert (split.train, split.validation, len(split.test)) == ((), (), 3)
    assert all_splits(dataset) == [split]
    for learn in (fold_split, template_split):
        with pytest.raises(DatasetError, match="challenge is for testing only"):
            learn(dataset, 0)
    with pytest.raises(DatasetError, match="challenge is for testing only"):
        load_split(SplitChoice("mawps", also="challenge"), DATA)
    assert len(load_split(SplitChoice("mawps", unseen="challenge"), DATA).test) == 1


def test_paraphrases_of_what_is_tested_are_not_learned_from() -> None:
    """Problem 1 is in fold 0: its paraphrases go, and those of problem 2 may stay."""
    split = load_split(SplitChoice("mawps", "fold-0", also="paramawps"), DATA)
    kept = [(p.source, p.id) for p in (*split.train, *split.validation)]
    assert ("paramawps", "10002") in kept
    assert not {("paramawps", "1"), ("paramawps", "10001")} & set(kept)


def test_paraphrases_of_a_text_that_stands_in_another_dataset_are_known(tmp_path: Path) -> None:
    """The base of a paraphrase is looked up: its text may be tested under another name."""
    base = load_dataset("mawps", DATA).problems[1]
    mine = tmp_path / "mine.jsonl"
    mine.write_text(json.dumps({"text": base.text, "answer": 1}), encoding="utf-8")
    choice = SplitChoice("mawps", "fold-0", also="paramawps", unseen=str(mine))
    kept = [(p.source, p.id) for p in load_split(choice, DATA).train]
    assert ("paramawps", "10002") not in kept


MINE = """
about = "two problems"
files = { "a.csv" = "train", "b.jsonl" = "test" }
language = "en"
rewrite = { "PI" = "3.14" }

[columns]
text = "question"
answer = "result"
"""


def _write_mine(folder: Path, description: str = MINE) -> str:
    (folder / "a.csv").write_text("question,equation,result\nr is 2,PI*2*2,12.56\n")
    (folder / "b.jsonl").write_text('{"question": "3 cats and 4 dogs", "result": 7}\n')
    path = folder / "mine.toml"
    path.write_text(description, encoding="utf-8")
    return str(path)


def test_a_description_of_ones_own_is_a_dataset(tmp_path: Path) -> None:
    path = _write_mine(tmp_path)
    first, second = load_dataset(path).problems
    assert first.expression is not None
    assert first.expression.items == ("3.14", "n1", "*", "n1", "*")
    assert (first.part, second.part) == (Part("train"), Part("test"))
    assert second.source == path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('language = "en"', 'language = "fr"'), "language: expected en or zh, found 'fr'"),
        (('about = "two', 'abuot = "two'), "abuot: unknown; known: about, licence"),
        (('text = "question"', "text = 3"), "columns.text: expected a text, found 3"),
        (('text = "question"', 'tetx = "question"'), "columns.tetx: unknown; known: text"),
        (('"train"', '"training"'), "files: expected a list of names, or a table of names"),
        (('"PI" = "3.14"', '"PI" = 3'), "rewrite: expected a table of texts"),
        (("files = {", "folders = {"), "files: at least one is needed"),
        (("files = {", "files = ["), "is not TOML"),
        (('text = "question"', 'text = "q"'), "no column q; found question, equation, result"),
        (('answer = "result"', 'answer = "result"\nfold = "f"'), "no column f; found question"),
        (('answer = "result"', 'answer = "result"\ntags = "a"'), "expected a list of texts"),
        (("a.csv", "c.csv"), r"no file .*c\.csv"),
    ],
)
def test_mistakes_in_a_description_are_told(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    assert change[0] in MINE
    with pytest.raises(DatasetError, match=message):
        load_dataset(_write_mine(tmp_path, MINE.replace(*change)))


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(DatasetError) as told:
        read_catalogue('[one]\nfolds = 1\nfoo = 2\n[one.columns]\nid = ["a"]', "mine")
    assert str(told.value).splitlines() == [
        "mine: one does not describe a dataset:",
        "    folds: expected files, found 1",
        "    foo: unknown; known: about, licence, folder, base, files, folds, header, language, "
        "rewrite, null_answer, percentages, columns",
        "    columns.id: expected a text, found ['a']",
        "    files: at least one is needed",
    ]
    with pytest.raises(DatasetError, match="expected a table"):
        read_catalogue("one = 1", "mine")


@pytest.mark.parametrize(
    ("text", "answer", "others"),
    [
        ("What percent of 40 is 6?", "15", ("0.15",)),
        ("40的百分之几是6？", "0.15", ("15",)),
        ("What is 15% of 40?", "6", ()),
        ("15% of the 40 pens are red. How many is that?", "6", ()),
    ],
)
def test_a_percentage_is_right_either_way_where_the_dataset_says_so(
    tmp_path: Path, text: str, answer: str, others: tuple[str, ...]
) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"text": text, "answer": answer}))
    for line, accepted in (("", {answer}), ('percentages = "either"', {answer, *others})):
        (tmp_path / "mine.toml").write_text(f'files = ["a.jsonl"]\n{line}')
        (problem,) = load_dataset(str(tmp_path / "mine.toml")).problems
        tried = {answer, *others, "0.06", "0.6", "1500"}
        assert {each for each in tried if problem.is_solved_by(Fraction(each))} == accepted
        benchmark = benchmark_of_dataset(str(tmp_path / "mine.toml"))
        assert any("15 or 0.15" in note for note in benchmark.protocol) == (len(accepted) > 1)


def test_a_file_without_rows_is_named(tmp_path: Path) -> None:
    path = _write_mine(tmp_path)
    (tmp_path / "a.csv").write_text("question,equation,result\n")
    with pytest.raises(DatasetError, match=r"a\.csv: the file holds no problems"):
        load_dataset(path)


def test_every_dataset_says_what_it_is_and_whose() -> None:
    for name, source in SOURCES.items():
        assert source.about, name
        assert source.licence, name
        assert source.base in ("", *SOURCES), name
        assert not (source.columns.base_id and not source.base), name
    assert READERS.keys() <= SOURCES.keys()


def test_defaults_of_a_description() -> None:
    found = read_description('files = ["a.csv"]', "a")
    assert (found.name, found.files, found.language) == ("a", {"a.csv": ""}, "")
    assert found.columns.text == "text"


def test_a_broken_line_is_counted_and_named_and_the_others_go_on(tmp_path: Path) -> None:
    """Broken JSON, another kind of value, bytes that are no UTF-8 and a line without an end."""
    lines = [
        b'{"text": "3 cats and 4 dogs", "answer": 7}',
        b'{"text": "3 cats',
        b"",
        b"[1]",
        b'{"text": "\xff"}',
        b'{"text": "5 cats and 4 dogs", "answer": 9}',
        b'{"text": "' + b"a" * LARGEST_OBJECT,
    ]
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"\n".join(lines))
    dataset = load_dataset(str(path))
    assert [problem.answer for problem in dataset.problems] == [7, 9]
    assert dataset.reasons() == {"a broken line": 4}
    named = [skipped.id for skipped in dataset.skipped]
    assert named == [f"mine.jsonl, line {number}" for number in (2, 4, 5, 7)]


def test_a_file_of_broken_lines_alone_is_refused_with_their_reasons(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"hello\n\xff\n1\n2\n")
    with pytest.raises(DatasetError, match="no problems; line 1: expected a JSON object") as found:
        load_dataset(str(path))
    assert "line 2: not UTF-8" in str(found.value)
    assert "line 4" not in str(found.value)


def test_a_description_that_is_not_utf8_is_an_error_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'files = ["\xff.csv"]')
    with pytest.raises(DatasetError, match=r"mine\.toml: not UTF-8"):
        load_dataset(str(path))


def test_a_list_is_read_whatever_its_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('[\n{"text": "3 cats and 4 dogs",\n"answer": 7}]', encoding="utf-8")
    assert len(load_dataset(str(path)).problems) == 1
