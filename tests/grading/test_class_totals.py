"""What is said of a class adds up to what is said of its answers, whoever wrote them."""

import csv
import io
from collections import Counter
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc import Limits, check
from sumc.algebra.checking import VERDICTS
from sumc.grading.classroom import MOST_NAMES, Classroom, grade, points_text
from sumc.grading.marking import MOST_REFERENCES, mark
from sumc.grading.report import COLUMNS, percent, to_csv, to_html
from sumc.grading.rows import Row, Rows, Task
from sumc.grading.scheme import DEFAULT_SCHEME, POINTS, Scheme

TASKS = {"1": Task(("3*12-7",)), "2": Task(("80*(1-25%)",), "$")}
WRITTEN = [
    "12*3-7",
    "36-7=29",
    "12+12+12-7",
    "29",
    "3*12=35, 35-7=28",
    "20+9",
    "3*12+7",
    "3*12+",
    "$60",
    "80*0.75",
    "80-20 = 60 $",
    "",
]
CLASSES = st.lists(
    st.tuples(
        st.sampled_from(["Ada", "Ben", "Cy"]), st.sampled_from(WRITTEN), st.sampled_from("12")
    ),
    min_size=1,
    max_size=12,
)
SCHEMES = st.builds(
    Scheme,
    points=st.fixed_dictionaries(
        {name: st.integers(0, 4).map(Fraction) for name in VERDICTS}
    ).filter(lambda points: any(points.values())),
    partial=st.booleans(),
    reduced=st.booleans(),
    deduction=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(3)]),
)


def graded(answers: list[tuple[str, str, str]], scheme: Scheme = DEFAULT_SCHEME) -> Classroom:
    rows = tuple(Row(line, *each) for line, each in enumerate(answers, start=2))
    return grade(Rows(rows), TASKS, scheme)


@given(CLASSES, SCHEMES)
def test_a_class_is_the_sum_of_its_answers(
    answers: list[tuple[str, str, str]], scheme: Scheme
) -> None:
    found = graded(answers, scheme)
    marks = [each.mark for each in found.graded]
    assert [each.row.answer for each in found.graded] == [answer for _, answer, _ in answers]
    assert found.verdicts == {
        v: n for v in VERDICTS if (n := Counter(m.verdict for m in marks)[v])
    }
    assert found.mean == sum(m.points / m.full for m in marks) / len(marks)
    assert 0 <= found.mean <= 1
    assert sum(len(each) for each in found.problems.values()) == len(answers)
    assert sum(each.count for each in found.mistakes) == sum(not m.is_right for m in marks)
    counts = [each.count for each in found.mistakes]
    assert counts == sorted(counts, reverse=True)


@given(CLASSES, SCHEMES)
def test_no_mark_is_below_zero_or_above_the_full_points(
    answers: list[tuple[str, str, str]], scheme: Scheme
) -> None:
    for each in graded(answers, scheme).graded:
        assert 0 <= each.mark.points <= each.mark.full == scheme.full
        if each.mark.broken:
            assert each.mark.points <= max(Fraction(0), scheme.full - scheme.deduction)


@given(CLASSES)
def test_the_same_answer_has_the_same_mark(answers: list[tuple[str, str, str]]) -> None:
    seen: dict[tuple[str, str], object] = {}
    for each in graded([*answers, *reversed(answers)]).graded:
        key = each.row.answer, each.row.problem
        assert seen.setdefault(key, each.mark) == each.mark


@given(CLASSES)
def test_the_csv_has_a_row_for_every_answer(answers: list[tuple[str, str, str]]) -> None:
    found = graded(answers)
    text = to_csv(found)
    assert text.startswith("\ufeff"), "spreadsheets see that it is UTF-8"
    heads, *rows = csv.reader(io.StringIO(text[1:], newline=""))
    assert tuple(heads) == COLUMNS
    for row, each in zip(rows, found.graded, strict=True):
        cells = dict(zip(heads, row, strict=True))
        assert cells["name"] == each.row.name
        assert cells["answer"].removeprefix("'") == each.row.answer
        assert Fraction(cells["points"]) == each.mark.points
        assert cells["verdict"] == each.mark.verdict


class _Cells(HTMLParser):
    """The cells of the last table of a page, and its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags[tag] += 1
        if tag == "table":
            self.rows = []
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and data.strip():
            self.rows[-1][-1] += data


@given(CLASSES, st.text(max_size=12))
def test_the_page_shows_every_answer(answers: list[tuple[str, str, str]], title: str) -> None:
    several = len({problem for _, _, problem in answers}) > 1
    page = to_html(graded(answers), title)
    parser = _Cells()
    parser.feed(page)
    heads, *rows = parser.rows
    assert heads == ["Name", *["Problem"] * several, "Answer", "Verdict", "Points", "Comment"]
    shown = [(row[0], row[1 + several]) for row in rows]
    assert shown == [(name, answer) for name, answer, _ in answers]
    assert parser.tags["script"] == 0
    assert unescape(page.split("<title>")[1].split("</title>")[0]) == (title or "Graded answers")


def test_a_mistake_lists_the_first_names_and_counts_all() -> None:
    many = [(f"pupil {number}", "3*12+7", "1") for number in range(MOST_NAMES + 4)]
    (mistake,) = graded(many).mistakes
    assert mistake.count == MOST_NAMES + 4
    assert mistake.to_json()["names"] == [f"pupil {number}" for number in range(MOST_NAMES)]
    assert mistake.to_json()["count"] == MOST_NAMES + 4


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (Fraction(1, 3), "33 %"),
        (0.999, "99 %"),
        (1, "100 %"),
        (Fraction(1, 200), "0 %"),
    ],
)
def test_a_hundred_percent_is_all_of_it(share: object, text: str) -> None:
    assert percent(share) == text


@given(st.fractions(min_value=0, max_value=100, max_denominator=100))
def test_points_are_written_with_two_decimals_at_most(points: Fraction) -> None:
    text = points_text(points)
    assert abs(Fraction(text) - points) <= Fraction(1, 200) + Fraction(1, 10**9)
    assert not text.endswith((".", ".0", ".00"))
    assert len(text.partition(".")[2]) <= 2


@pytest.mark.parametrize("written", ["2*3.14*5", "2*22/7*5", "2*π*5", "2*pi*5"])
def test_a_constant_may_be_written_in_every_way_that_the_scheme_names(written: str) -> None:
    scheme = Scheme(constants={"pi": ("3.14", "22/7")})
    assert mark(written, ["2*pi*5"], scheme).is_right
    assert mark(written, ["2*π*5"], scheme).is_right
    assert not mark(written.replace("5", "6"), ["2*pi*5"], scheme).is_right


def test_constants_are_whole_words_and_their_spellings_are_bounded() -> None:
    scheme = Scheme(constants={"pi": ("3.14",)})
    assert not mark("3.14+1", ["pin+1"], scheme).is_right
    many = Scheme(constants={name: tuple(map(str, range(2, 12))) for name in "abc"})
    assert mark("a*b*c", ["a*b*c"], many).is_right
    assert MOST_REFERENCES < 10**3


def test_what_is_too_large_to_compare_gets_no_points_and_says_why() -> None:
    found = mark("(2+3)^9", ["(3+2)^9+0"], limits=Limits(polynomial_products=1, leaves=4))
    assert found.points == 0
    assert found.verdict == "unparseable"
    assert "the limit is" in found.comment


@given(st.sampled_from(WRITTEN), st.sampled_from(["3*12-7", "80*(1-25%)"]))
def test_a_mark_says_what_check_says(answer: str, reference: str) -> None:
    found = mark(answer, [reference])
    if answer:
        result = check(answer, reference)
        assert found.verdict == result.verdict
        assert found.comment == result.explanation
        assert found.points == POINTS[result.verdict]
