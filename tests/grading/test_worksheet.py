"""A worksheet has different problems on its topic, a right key, and is the same for a seed."""

import re
from fractions import Fraction
from html import escape
from html.parser import HTMLParser

import pytest

from sumc import MTree
from sumc.algebra.equation import parse_solution
from sumc.errors import SumcError
from sumc.grading.classroom import grade
from sumc.grading.marking import mark
from sumc.grading.rows import Row, Rows, read_problems
from sumc.grading.sheets import (
    WORDS,
    formula_text,
    latex_text,
    sheet_html,
    sheet_latex,
    sheet_problems,
    sheet_text,
    title_of,
)
from sumc.grading.worksheet import (
    ABOUT,
    DIFFICULTIES,
    TOPICS,
    Difficulty,
    Item,
    Worksheet,
    difficulty_of,
    make_worksheet,
    stories_of,
)
from sumc.problems.generator.loading import load_language
from sumc.problems.generator.schema import LanguageCode

LANGUAGES: tuple[LanguageCode, ...] = ("en", "zh")
NASTY = Worksheet("all", "en", "any", 0, (Item("<b>5% & $3_{2}^~\\</b>", "3*4", Fraction(12)),))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_problems_with_a_right_key(topic: str, language: LanguageCode) -> None:
    sheet = make_worksheet(topic, 5, seed=3, language=language)
    assert len({each.text for each in sheet.items}) == 5
    for each in sheet.items:
        assert MTree.parse(each.equation).evaluate() == each.answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_has_units(language: LanguageCode) -> None:
    """Most answers of a sheet count something, and the key says what."""
    sheet = make_worksheet("money", 12, seed=2, language=language)
    counted = [each for each in sheet.items if re.search(r"[$£€元%]|[^\W\d]", each.answer_text)]
    assert len(counted) >= 8
    for form in (sheet_text, sheet_html):
        assert all(
            escape(each.answer_text) in escape(form(sheet), quote=False) for each in counted
        )
    money = Item("", "47/2+147/5", Fraction(529, 10), "$52.90")
    assert r"{}$\$52.90" in sheet_latex(Worksheet("money", "en", "any", 0, (money,)))


@pytest.mark.parametrize(
    ("equation", "printed"),
    [
        ("3*12-7", "3×12−7"),
        ("40*(1-(3/4))", "40×(1−3/4)"),
        ("(1/2)/3", "1/2÷3"),
        ("240*(1/4)/(1/5)", "240×1/4÷(1/5)"),
        ("(1/9+1/36)*2", "(1÷9+1÷36)×2"),
        ("500*15%", "500×15%"),
        ("2(1/3)*6", "2(1/3)×6"),
        ("", ""),
    ],
)
def test_a_key_is_printed_as_in_books(equation: str, printed: str) -> None:
    assert formula_text(equation) == printed
    sheet = Worksheet("all", "en", "any", 0, (Item("A", equation, Fraction(5)),))
    assert f"<li>{printed} = 5</li>" in sheet_html(sheet) or not equation
    assert f"1. {printed} = 5" in sheet_text(sheet) or not equation


def test_a_key_in_latex_has_fractions_and_signs() -> None:
    sheet = Worksheet("all", "en", "any", 0, (Item("A", "6/2*(1-(3/4))", Fraction(3, 4)),))
    assert r"$6\div 2\times (1-\frac{3}{4}) = {}$0.75" in sheet_latex(sheet)


def test_fractions_have_no_brackets_in_the_text() -> None:
    sheet = make_worksheet("fractions", 20, seed=11, language="zh")
    assert not any(re.search(r"\([0-9]+/[0-9]+\)", each.text) for each in sheet.items)
    assert any(re.search(r"[0-9]+/[0-9]+", each.text) for each in sheet.items)


def test_an_interest_rate_is_in_percent() -> None:
    rate = make_worksheet("percent", 20, seed=7).items[16]
    assert (rate.equation, rate.answer_text) == ("240/2000/3", "0.04 = 4 %")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_difficulty_is_kept(difficulty: Difficulty) -> None:
    sheet = make_worksheet("money", 6, seed=1, difficulty=difficulty)
    assert difficulty == "any" or {difficulty_of(each.equation) for each in sheet.items} == {
        difficulty
    }


def test_a_seed_gives_the_same_sheet_and_another_seed_another() -> None:
    sheet = make_worksheet("percent", 4, seed=7)
    assert sheet == make_worksheet("percent", 4, seed=7)
    assert sheet.items == make_worksheet("percent", 6, seed=7).items[:4]
    assert sheet != make_worksheet("percent", 4, seed=8)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_stories_has_a_topic(language: LanguageCode) -> None:
    files = {schema.place.file.stem for schema in load_language(language).schemas}
    assert {name for topic in TOPICS.values() for name in topic[language]} == files
    assert len(stories_of("all", language)) == len(load_language(language).schemas)
    assert ABOUT.keys() == TOPICS.keys()


@pytest.mark.parametrize(
    ("topic", "count", "difficulty", "message"),
    [
        ("percents", 1, "any", "topics: addition"),
        ("percent", 0, "any", "expected 1 to 500"),
        ("percent", 1, "simple", r"expected a difficulty \(any"),
    ],
)
def test_what_there_is_none_of_is_refused(
    topic: str, count: int, difficulty: Difficulty, message: str
) -> None:
    with pytest.raises(SumcError, match=message):
        make_worksheet(topic, count, difficulty=difficulty)


def test_too_few_problems_are_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sumc.grading.worksheet.DRAWS_EACH", 0)
    with pytest.raises(SumcError, match="only 0 any problems on percent were found"):
        make_worksheet("percent", 3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("write", [sheet_html, sheet_latex, sheet_text])
def test_the_key_can_be_left_out(language: LanguageCode, write: object) -> None:
    assert callable(write)
    sheet = make_worksheet("fractions", 3, language=language)
    key = str(WORDS[language]["key"])
    assert key in write(sheet, key=True)
    assert key not in write(sheet, key=False)
    assert title_of(sheet) in write(sheet)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


def test_texts_are_text_in_html_and_in_latex() -> None:
    page = _Tags()
    page.feed(sheet_html(NASTY))
    assert "b" not in page.tags
    assert r"5\% \& \$3\_\{2\}\textasciicircum{}\textasciitilde{}\textbackslash{}" in sheet_latex(
        NASTY
    )
    assert latex_text("2 €") == r"2 \texteuro{}"


def test_the_problems_of_a_sheet_grade_its_answers() -> None:
    sheet = make_worksheet("all", 8, seed=2)
    tasks = read_problems(sheet_problems(sheet))
    rows = Rows(
        tuple(
            Row(number, "Ada", f"{each.equation} = {each.answer}", str(number))
            for number, each in enumerate(sheet.items, start=1)
        )
    )
    assert grade(rows, tasks).mean == 1


@pytest.mark.parametrize(
    ("equation", "said", "reference", "right", "wrong"),
    [
        ("132/550", "24 %", "132/550*100%", ("24", "24%", "0.24"), "2.4"),
        ("1-0.75", "0.25 = 25 %", "(1-0.75)*100%", ("25", "25 %"), "75"),
        ("80*25%", "20 pupils", "80*25%", ("20",), "2000"),
    ],
)
def test_a_problem_in_percent_says_so(
    equation: str, said: str, reference: str, right: tuple[str, ...], wrong: str
) -> None:
    item = Item("How much?", equation, Fraction(0), said)
    problems = sheet_problems(Worksheet("percent", "en", "any", 0, (item,)))
    (task,) = read_problems(problems).values()
    assert task.references == (reference,)
    assert {mark(each, task.references).verdict for each in right} == {"answer-only"}
    assert mark(wrong, task.references).verdict == "different"


def test_json_has_the_sheet() -> None:
    data = make_worksheet("averages", 2, seed=5).to_json()
    assert data["topic"] == "averages"
    assert parse_solution(data["problems"][0]["equation"])
