"""The page in a real Chromium: what people see, hear and press."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("playwright", reason="the page is tested with playwright")

from playwright.sync_api import Browser, Page, Route, expect

from sumc.solving.refusals import SENTENCES
from web.browser import Visit, chromium
from web.serving import CRAYONS, ROPE, ServerProcess, sumc_serve

Visitor = Callable[..., Visit]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def usual(browser: Browser, server: ServerProcess) -> Visit:
    """One window for all tests that need nothing special."""
    return Visit(browser, server.url)


@pytest.fixture
def visit(browser: Browser, server: ServerProcess, usual: Visit) -> Iterator[Visitor]:
    """Visits of the page; in the end none has complained or asked anybody else."""
    visits: list[Visit] = []

    def make(**options: Any) -> Visit:
        if not options:
            usual.start_again()
        visits.append(Visit(browser, server.url, **options) if options else usual)
        return visits[-1]

    yield make
    for each in visits:
        if each is not usual:
            each.context.close()
        assert each.foreign() == []
        assert each.complaints == []


def lit_leaves(page: Page) -> list[str]:
    return page.locator(".result .leaf.lit text").all_text_contents()


def fits(page: Page) -> bool:
    """Whether nothing makes the page wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_solving_shows_the_answer_and_how_it_comes_about(visit: Visitor) -> None:
    page = visit().open()
    page.get_by_role("textbox", name="Word problem").fill(CRAYONS)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".answer")).to_have_text("29 crayons")
    expect(page.locator(".formula")).to_have_text("3×12−7")
    expect(page.locator(".problem-text")).to_have_text(CRAYONS)
    assert page.locator(".number").all_text_contents() == ["3", "12", "7"]
    assert sorted(page.locator(".leaf text").all_text_contents()) == ["12", "3", "−7"]
    expect(page.locator(".steps li").last).to_contain_text("29")
    meter = page.get_by_role("meter", name="Confidence")
    assert 0 < int(meter.get_attribute("aria-valuenow") or 0) <= 100
    expect(page.get_by_role("img", name=re.compile("M-tree"))).to_be_visible()


def test_numbers_and_leaves_light_up_together(visit: Visitor) -> None:
    page = visit().open("solve", text=CRAYONS)
    detail = page.locator(".number-detail")
    expect(detail).to_contain_text("Point at a number")
    page.get_by_role("button", name="7", exact=True).hover()
    assert lit_leaves(page) == ["−7"]
    expect(detail).to_have_text("7 crayons is taken away")
    page.get_by_role("button", name="12", exact=True).focus()
    assert lit_leaves(page) == ["12"]
    page.locator(".leaf", has_text="3").hover()
    expect(page.locator(".number.lit")).to_have_text("3")
    page.get_by_role("button", name="7", exact=True).click()
    page.mouse.move(0, 0)
    assert lit_leaves(page) == ["−7"]  # a click keeps it, for fingers that cannot hover
    page.keyboard.press("Escape")
    assert page.locator(".number[aria-pressed=true]").count() == 0


def test_emoji_do_not_move_the_numbers(visit: Visitor) -> None:
    text = "🍎🍐 Ann has 3 apples and buys 4 more apples. How many apples does she have now?"
    page = visit().open("solve", text=text)
    expect(page.locator(".number").first).to_have_text("3")
    expect(page.locator(".problem-text")).to_have_text(text)


def test_without_an_answer_the_page_says_why(visit: Visitor) -> None:
    here = visit()
    for text, why in (("How are you?", "no numbers"), ("Ann has 3 pens.", "asks no question")):
        page = here.open("solve", text=text)
        expect(page.locator(".refusal")).to_contain_text("No answer")
        expect(page.locator(".refusal")).to_contain_text(why)
        expect(page.locator("#view-solve .status")).to_contain_text(why)


def not_sure(route: Route) -> None:
    """The server's answer as it is where the model is not sure."""
    solution = route.fetch().json()
    other = {"answer": "22", "text": "22 crayons", "expression": "3+12+7", "share": 0.2591}
    chosen = {**solution["candidates"][0], "share": 0.29}
    route.fulfill(json={**solution, "sure": False, "candidates": [chosen, other]})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_answer_that_is_not_sure_has_candidates(visit: Visitor, scheme: str) -> None:
    here = visit(
        viewport={"width": 360, "height": 740}, color_scheme=scheme, reduced_motion="reduce"
    )
    here.page.route("**/api/solve", not_sure)
    page = here.open("solve", text=CRAYONS)
    expect(page.locator(".unsure .verdict")).to_have_text("Not sure")
    assert page.locator(".candidate-answer").all_text_contents() == ["29 crayons", "22 crayons"]
    expect(page.locator(".candidates .formula").last).to_have_text("3+12+7")
    shares = page.get_by_role("meter", name="Chance of being right")
    expect(shares.first).to_have_attribute("aria-valuenow", "29")  # 100 * 0.29 is below 29
    expect(shares.last).to_have_attribute("aria-valuenow", "25")  # rounded down, as by sumc solve
    expect(page.locator("#view-solve .status")).to_contain_text("Not sure")
    expect(page.locator(".steps-card h2")).to_contain_text("for the first of them")
    assert page.locator(".answer").count() == 0
    assert page.evaluate(CONTRAST) == []
    assert fits(page)


def test_checking_shows_verdict_credit_and_both_trees(visit: Visitor) -> None:
    page = visit().open("check")
    page.get_by_role("textbox", name="Student").fill("2*3 + 4 - 5")
    page.get_by_role("textbox", name="Reference").fill("2*3 + 4 + 5")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".verdict")).to_have_text("Different")
    credit = page.get_by_role("meter", name="Partial credit")
    expect(credit).to_have_attribute("aria-valuenow", "75")
    assert page.locator(".mtree").count() == 2
    assert page.locator("g.changed").all_text_contents() == ["is taken away−5≠", "is added5≠"]
    assert page.locator("g.same").count() == 6
    difference = page.locator(".differences li")
    expect(difference).to_contain_text("is taken away")
    expect(difference).to_contain_text("is added")


VERDICTS = (
    ("3*2+(5+4)", "2*3+4+5", "The same solution"),
    ("a/(a+b)+b/(a+b)", "1", "Equal"),
    ("12+12+12-7", "3*12-7", "Right, by repeated addition"),
    ("36-7", "3*12-7", "Right, with results worked out"),
    ("29 pencils", "3*12-7", "The right answer, without working"),
    ("3*12=35, 35-7=28", "3*12-7", "The right way, miscalculated"),
    ("2+2", "2*2", "The same value by chance"),
    ("2*", "2*3", "Cannot be read"),
)


def test_every_verdict_has_its_words(visit: Visitor) -> None:
    page = visit().open("check")
    for student, reference, verdict in VERDICTS:
        page.get_by_role("textbox", name="Student").fill(student)
        page.get_by_role("textbox", name="Reference").fill(reference)
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_have_text(verdict)
    expect(page.locator(".problem-card")).to_contain_text("character 3")


def test_a_class_is_graded_shown_and_downloaded(visit: Visitor) -> None:
    page = visit().open("grade")
    page.get_by_role("textbox", name="Reference").fill("3*12-7")
    page.get_by_role("textbox", name="Answers").fill(
        "name,answer\nAda,36-7\nBen,3*12+7\nCy,12*3+7\n<b>Di</b>,29"
    )
    page.get_by_role("button", name="Grade").click()
    expect(page.locator("#view-grade .rows").first).to_contain_text("Ben, Cy")
    expect(page.locator("#view-grade .rows").last).to_contain_text("<b>Di</b>")
    credit = page.get_by_role("meter", name="Points")
    expect(credit).to_have_attribute("aria-valuenow", "38")
    for button, name in (("Download CSV", "grades.csv"), ("Download report", "grades.html")):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        assert download.value.suggested_filename == name
    assert "Ada" not in page.url  # names stay out of the address


def test_a_file_of_answers_can_be_opened(visit: Visitor, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("name,problem,answer\nAda,1,3*4\nAda,2,5\n", encoding="utf-8")
    page = visit().open("grade")
    page.get_by_role("textbox", name="Reference").fill("problem,reference\n1,3*4\n2,2+3\n")
    page.locator("#grade-file").set_input_files(path)
    expect(page.get_by_role("textbox", name="Answers")).to_have_value(re.compile("Ada,2,5"))
    page.get_by_role("button", name="Grade").click()
    expect(page.locator("#view-grade .rows").last).to_contain_text("The right answer, without")


def test_work_is_checked_against_a_solved_problem(visit: Visitor) -> None:
    page = visit().open("solve", text=CRAYONS)
    page.get_by_role("link", name="Check a student").click()
    expect(page.get_by_role("textbox", name="Reference")).to_have_value("3*12-7")
    student = page.get_by_role("textbox", name="Student")
    expect(student).to_be_focused()
    student.fill("36-7")
    student.press("Control+Enter")
    expect(page.locator(".verdict")).to_have_text("Right, with results worked out")


def test_work_of_several_lines_is_kept(visit: Visitor) -> None:
    page = visit().open("check")
    page.get_by_role("textbox", name="Reference").fill("3*12-7")
    student = page.get_by_role("textbox", name="Student")
    student.fill("3*12=36")
    student.press("End")
    student.press("Enter")
    student.press_sequentially("36-7=29")
    expect(page.locator("#view-check .result")).to_be_hidden()  # Enter begins a line
    student.press("Control+Enter")
    expect(page.locator("#view-check .verdict")).to_have_text("The same solution")
    page.reload()  # the address keeps the lines
    expect(page.locator("#view-check .verdict")).to_have_text("The same solution")
    expect(student).to_have_value("3*12=36\n36-7=29")


def test_the_side_that_cannot_be_read_is_named_and_its_line_shown(visit: Visitor) -> None:
    page = visit().open("check", student="3*12=36\n(36-7", reference="3*12-7")
    card = page.locator("#view-check .problem-card")
    expect(card).to_contain_text("The student’s work cannot be read")
    expect(card.locator(".pointer")).to_have_text("(36-7")
    expect(card.locator("mark")).to_have_text("(")
    page.locator("#language").click()
    expect(card).to_contain_text("读不懂学生的解答")
    expect(card).to_contain_text("“(”没有配对的右括号（第 9 个字符）")
    page.goto(page.url.split("#")[0] + "#check?student=1&reference=2*&lang=zh")
    expect(card).to_contain_text("读不懂参考算式")
    expect(card).to_contain_text("后面还缺一个数")


def test_a_false_equality_is_told_whatever_the_verdict(visit: Visitor) -> None:
    page = visit().open("check", student="3*12 = 35, 35 + 7 = 42", reference="3*12-7")
    card = page.locator("#view-check .verdict-card")
    expect(card.locator(".verdict")).to_have_text("Different")
    expect(card.locator(".said")).to_contain_text("is 36, not 35")


CARS = "There are 29 students. Each car holds 4. How many cars are needed?"


def test_a_rounded_answer_is_rounded_when_work_is_checked(visit: Visitor) -> None:
    page = visit().open("solve", text=CARS)
    expect(page.locator(".answer")).to_have_text("8 cars")
    page.get_by_role("link", name="Check a student").click()
    expect(page.locator("#check-rounded")).to_have_value("up")
    student = page.get_by_role("textbox", name="Student")
    for work, verdict in (
        ("29/4=7.25, so 8 cars", "The same solution"),
        ("8 cars", "The right answer, without working"),
        ("29/4=7.25", "The right way, miscalculated"),
        ("7 cars", "Different"),
    ):
        student.fill(work)
        student.press("Control+Enter")
        expect(page.locator("#view-check .verdict")).to_have_text(verdict)
    page.goto(page.url.split("#")[0] + "#check?student=8&reference=29/4")
    expect(page.locator("#check-rounded")).to_have_value("exact")  # an address says all
    expect(page.locator("#view-check .verdict")).to_have_text("Different")


def test_a_class_is_graded_against_a_rounded_answer(visit: Visitor) -> None:
    page = visit().open("solve", text=CARS)
    page.get_by_role("link", name="Grade a class").click()
    page.get_by_role("textbox", name="Answers").fill('name,answer\nAda,"29/4=7.25, 8 cars"\nBen,7')
    page.get_by_role("button", name="Grade").click()
    rows = page.locator("#view-grade .rows").last.locator("tbody tr")
    expect(rows.first).to_contain_text("The same solution")
    expect(rows.last).to_contain_text("the answer is 8, not 7")


def test_examples_in_the_language_of_the_page_come_first(visit: Visitor) -> None:
    page = visit().open()
    languages = "all => all.map((each) => each.lang)"
    examples = page.locator("#solve-examples .example")
    assert examples.evaluate_all(languages) == ["en"] * 3 + ["zh"] * 3
    page.locator("#language").click()
    assert examples.evaluate_all(languages) == ["zh"] * 3 + ["en"] * 3


CHINESE_CLASS = "姓名,答案\n王明,36-7\n李喆,3*12+7\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16"])
def test_files_of_spreadsheets_are_read_in_their_encoding(
    visit: Visitor, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "class.csv"
    path.write_bytes(CHINESE_CLASS.encode(encoding))
    page = visit().open("grade")
    page.locator("#grade-file").set_input_files(path)
    expect(page.get_by_role("textbox", name="Answers")).to_have_value(CHINESE_CLASS)


def test_a_file_that_cannot_be_read_is_refused_in_words(visit: Visitor, tmp_path: Path) -> None:
    page = visit().open("grade")
    path = tmp_path / "class.csv"
    for data, told in (
        (b"name,answer\n" + b"Ada,36-7\n" * 200_000, "larger than 1 MB"),
        ("name,answer\nM\xfcller,36-7\n".encode("latin-1"), "Save it as CSV UTF-8"),
    ):
        path.write_bytes(data)
        page.locator("#grade-file").set_input_files(path)
        expect(page.locator("#view-grade .notice")).to_contain_text(told)
        expect(page.get_by_role("textbox", name="Answers")).to_have_value("")


def test_a_tree_is_drawn_with_codes_latex_and_a_file(visit: Visitor) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).open("tree")
    page.get_by_role("textbox", name="Expression").fill("n1*(n2-n3)/n4")
    page.keyboard.press("Enter")
    expect(page.locator(".codes tbody tr")).to_have_count(6)
    expect(page.locator(".codes")).to_be_hidden()  # codes are for people who ask for them
    page.locator("#view-tree .fold summary").last.click()
    page.locator(".codes tbody tr").first.hover()
    assert len(lit_leaves(page)) == 1
    page.get_by_role("button", name="Copy LaTeX").click()
    assert "\\frac{" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download SVG").click()
    assert download.value.suggested_filename == "mtree.svg"
    assert ElementTree.parse(download.value.path()).getroot().tag.endswith("svg")


def test_everything_can_be_done_with_the_keyboard(visit: Visitor) -> None:
    page = visit().open()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Word problem")).to_be_focused()
    page.keyboard.type(CRAYONS)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".answer")).to_have_text("29 crayons")
    seen = []
    for _ in range(20):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.textContent.trim()"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", seen
        if seen[-1] == "7":
            break
    assert seen[-3:] == ["3", "12", "7"]
    assert lit_leaves(page) == ["−7"]
    page.locator(".tabs a").nth(1).focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Student").focus()
    page.keyboard.type("1+2")
    page.keyboard.press("Tab")
    page.keyboard.type("2+1")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("The same solution")


def test_everything_that_is_pressed_or_filled_in_has_a_name(visit: Visitor) -> None:
    page = visit().open("solve", text=CRAYONS)
    expect(page.locator(".answer")).to_be_visible()
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, a, input, textarea, select, summary')]
        .filter((each) => each.checkVisibility())
        .filter((each) => !(each.ariaLabel || each.textContent.trim() || each.labels?.length))
        .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"


PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
WIDE = "+".join(f"n{number}*n{number + 1}/(n{number}-3)" for number in range(1, 9))


def test_a_phone_shows_all_of_it_in_its_width(visit: Visitor) -> None:
    here = visit(**PHONE)
    for view, state in (
        ("solve", {"text": CRAYONS}),
        ("check", {"student": "12*(8-3)/4 + 6", "reference": "(12*8-3)/4 - 6"}),
        ("tree", {"expression": WIDE}),
    ):
        page = here.open(view, **state)
        expect(page.locator(f"#view-{view} .mtree").first).to_be_visible()
        assert fits(page)
        small = page.evaluate(
            """[...document.querySelectorAll('button:not(.number), nav a, input, textarea')]
            .filter((each) => each.checkVisibility())
            .filter((each) => each.getBoundingClientRect().height < 36)
            .map((each) => each.outerHTML)"""
        )
        assert small == [], view


def test_a_phone_has_the_steps_before_the_tree_and_hints_for_fingers(visit: Visitor) -> None:
    page = visit(**PHONE).open()
    hint = page.locator("#solve-text").get_attribute("placeholder")
    assert hint == "Type a word problem"  # there is no Ctrl key
    page.get_by_role("textbox", name="Word problem").fill(CRAYONS)
    page.get_by_role("button", name="Solve").tap()
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    expect(page.locator(".number-detail")).to_have_text("Tap a number to see what it does.")
    cards = [page.locator(name).bounding_box() for name in (".steps-card", ".tree-card")]
    assert cards[0]
    assert cards[1]
    assert cards[0]["y"] < cards[1]["y"]
    page.locator(".number", has_text="7").tap()
    assert lit_leaves(page) == ["−7"]


def root_place(page: Page) -> tuple[float, float]:
    """How far the root of a tree is from the middle of its box, and how large it is drawn."""
    left, scale = page.evaluate(
        """() => {
          const box = document.querySelector('.tree-box').getBoundingClientRect();
          const root = document.querySelector('.branch rect').getBoundingClientRect();
          const middle = box.left + box.width / 2;
          return [(root.left + root.right) / 2 - middle, root.height / 32];
        }"""
    )
    return abs(left), scale


def test_a_wide_tree_opens_at_its_root_and_is_zoomed_and_pulled(visit: Visitor) -> None:
    page = visit().open("tree", expression=WIDE + "+" + WIDE)
    box = page.locator(".tree-box")
    expect(box).to_have_class(re.compile("scrolls"))
    away, opened = root_place(page)
    assert away < 3
    assert opened > 0.8
    page.get_by_role("button", name="Larger").click()
    away, larger = root_place(page)
    assert away < 20
    assert larger > opened
    box.focus()
    page.keyboard.press("-")
    assert root_place(page)[1] < larger
    page.get_by_role("button", name="Whole tree").click()
    whole = root_place(page)[1]
    assert whole < 0.5
    expect(box).not_to_have_class(re.compile("scrolls"))
    box.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("document.querySelector('.tree-box').classList.contains('scrolls')")
    assert root_place(page)[1] > whole
    before = box.evaluate("each => each.scrollLeft")
    place = box.bounding_box()
    assert place
    page.mouse.move(place["x"] + 200, place["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 120, place["y"] + 20)
    page.mouse.up()
    assert box.evaluate("each => each.scrollLeft") == pytest.approx(before + 80, abs=1)


def test_two_fingers_zoom_a_tree_and_not_the_page(visit: Visitor) -> None:
    page = visit(has_touch=True).open("tree", expression=WIDE + "+" + WIDE)
    place = page.locator(".tree-box").bounding_box()
    assert place
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: int) -> None:
        middle, y = place["x"] + 150, place["y"] + 60
        points = [{"x": middle + side * each, "y": y} for each in apart for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    _, opened = root_place(page)
    touch("touchStart", 40)
    touch("touchMove", 30)
    touch("touchMove", 20)
    _, smaller = root_place(page)
    touch("touchMove", 60)
    _, larger = root_place(page)
    touch("touchEnd")
    assert smaller == pytest.approx(opened / 2, rel=0.05)
    assert larger > opened
    assert page.evaluate("visualViewport.scale") == 1


def test_a_small_tree_has_a_small_card_without_buttons(visit: Visitor) -> None:
    page = visit().open("solve", text=CRAYONS)
    card, tree = (page.locator(each).bounding_box() for each in (".tree-card", ".mtree"))
    assert card
    assert tree
    assert card["width"] < tree["width"] + 250
    expect(page.get_by_role("button", name="Larger")).to_be_hidden()


def test_print_is_a_clean_light_sheet(visit: Visitor) -> None:
    page = visit(color_scheme="dark").open("solve", text=CRAYONS)
    expect(page.locator(".answer")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(CONTRAST) == []
    for hidden in ("#solve-form", ".top", ".bottom", ".number-detail", ".next", ".fold"):
        expect(page.locator(hidden).first).to_be_hidden()
    order = (".problem-text", ".answer", ".steps", ".mtree")
    tops = [page.locator(each).bounding_box() or {"y": -1} for each in order]
    assert tops == sorted(tops, key=lambda each: each["y"])


CONTRAST = """() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const linear = (part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const light = (color) => {
    const [red, green, blue] = numbers(color).map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (each) => {
    const color = getComputedStyle(each).backgroundColor;
    const opaque = numbers(color).length < 4 || numbers(color)[3] > 0;
    return opaque ? color : background(each.parentElement);
  };
  const kinds = 'h1, h2, p, a, button, li, code, summary, label span, b';
  const text = [...document.querySelectorAll(kinds)];
  return text.filter((each) => each.checkVisibility() && each.innerText.trim()).map((each) => {
    const [one, two] = [light(getComputedStyle(each).color), light(background(each))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    return [ratio, each.outerHTML.slice(0, 120)];
  }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_in_light_and_dark(visit: Visitor, scheme: str) -> None:
    """The contrast that WCAG asks for, AA."""
    page = visit(color_scheme=scheme, reduced_motion="reduce").open("solve", text=CRAYONS)
    expect(page.locator(".answer")).to_be_visible()
    assert page.evaluate(CONTRAST) == []
    page = visit(color_scheme=scheme, reduced_motion="reduce").open(
        "check", student="2+3-4*2", reference="2+3+4*2"
    )
    expect(page.locator(".verdict")).to_be_visible()
    assert page.evaluate(CONTRAST) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (max(map(int, re.findall(r"\d+", paper))) < 60) == (scheme == "dark")


def test_colours_can_be_chosen_and_are_remembered(visit: Visitor) -> None:
    here = visit(color_scheme="light")
    page = here.open()
    button = page.locator("#theme")
    expect(button).to_have_attribute("aria-label", "Colours: as set in the system")
    button.click()
    button.click()
    expect(button).to_have_attribute("aria-label", "Colours: dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    page.wait_for_selector("html.ready")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    button.click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_the_interface_speaks_chinese(visit: Visitor) -> None:
    here = visit(locale="zh-CN")
    page = here.open("solve", text=ROPE)
    assert page.evaluate("document.documentElement.lang") == "zh"
    expect(page.locator(".answer")).to_have_text("16米")
    expect(page.locator(".steps li").first).to_contain_text(re.compile("[\u4e00-\u9fff]"))
    english = page.evaluate(
        """[...document.querySelectorAll('h1, h2, button, summary, p, .legend li')]
        .filter((each) => each.checkVisibility() && /[A-Za-z]{4}/.test(each.innerText))
        .map((each) => each.innerText)"""
    )
    assert english == ["English", "程序接口（API） sumc 0.1.0"]
    page.locator(".tabs a[data-view=grade]").click()
    page.locator("#grade-examples .example").click()
    graded = page.locator("#view-grade .rows").last
    expect(graded).to_contain_text("7在这里是加上，在参考算式里是减去")
    page.locator("#language").click()
    expect(graded).to_contain_text("7 is added here and subtracted in the reference")
    page.locator(".tabs a[data-view=solve]").click()
    expect(page.locator(".card h2").first).to_have_text("Answer")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_both_languages_have_all_words(visit: Visitor) -> None:
    page = visit().open()
    shapes = page.evaluate(
        """import('/page/words.js').then(({ WORDS }) => {
          const shape = (value) => value && typeof value === 'object'
            ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, shape(value[key])]))
            : typeof value;
          return Object.values(WORDS).map((words) => JSON.stringify(shape(words)));
        })"""
    )
    assert len(shapes) == 2
    assert shapes[0] == shapes[1]
    assert set(json.loads(shapes[0])["reasons"]) == set(SENTENCES)


def test_a_link_opens_the_state_that_was_shared(visit: Visitor) -> None:
    here = visit(permissions=["clipboard-read", "clipboard-write"])
    page = here.open("check")
    page.get_by_role("textbox", name="Student").fill("12/(1/3+1/4) & 50%")
    page.get_by_role("textbox", name="Student").fill("12/(1/3+1/4)+50%")
    page.get_by_role("textbox", name="Reference").fill("12/(1/4+1/3)+0.5")
    page.locator("#view-check .copy-link").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = visit(locale="zh-CN")
    other.page.goto(link)
    expect(other.page.locator(".verdict")).to_have_text("The same solution")
    expect(other.page.locator("#check-student")).to_have_value("12/(1/3+1/4)+50%")
    assert all("12/" not in each for each in other.requests)  # a fragment stays in the browser


def test_views_keep_what_was_typed_and_the_browser_can_go_back(visit: Visitor) -> None:
    page = visit().open("solve", text=CRAYONS)
    expect(page.locator(".answer")).to_be_visible()
    page.get_by_role("link", name="Tree", exact=True).click()
    expect(page.get_by_role("textbox", name="Expression")).to_be_visible()
    page.go_back()
    expect(page.locator(".answer")).to_have_text("29 crayons")
    page.goto(page.url.split("#")[0] + "#nonsense?%ff=%")
    expect(page.get_by_role("textbox", name="Word problem")).to_be_visible()


def test_back_and_forward_step_through_solved_problems(visit: Visitor) -> None:
    here = visit()
    page = here.open()
    text = page.get_by_role("textbox", name="Word problem")
    for problem, answer in ((CRAYONS, "29 crayons"), (CRAYONS.replace("7", "5"), "31 crayons")):
        text.fill(problem)
        page.get_by_role("button", name="Solve").click()
        expect(page.locator(".answer")).to_have_text(answer)
    asked = len([each for each in here.requests if each.endswith("/api/solve")])
    page.go_back()
    expect(page.locator(".answer")).to_have_text("29 crayons")
    expect(text).to_have_value(CRAYONS)
    page.go_back()
    expect(page.locator(".answer")).to_have_count(0)
    expect(text).to_have_value("")
    page.go_forward()
    page.go_forward()
    expect(page.locator(".answer")).to_have_text("31 crayons")
    assert len([each for each in here.requests if each.endswith("/api/solve")]) == asked


def test_texts_are_never_taken_for_markup(visit: Visitor) -> None:
    text = (
        "<img src=x onerror=alert(1)> has 3 apples and 4 <b>pears</b>. How many fruits are there?"
    )
    page = visit().open("solve", text=text)
    expect(page.locator(".problem-text")).to_have_text(text)
    assert page.locator("#main img").count() == 0


def test_every_example_is_answered(visit: Visitor) -> None:
    page = visit().open()
    for view, result in (
        ("solve", ".answer, .unsure"),
        ("check", ".verdict"),
        ("grade", ".rows"),
        ("tree", ".mtree"),
    ):
        page.locator(f".tabs a[data-view={view}]").click()
        examples = page.locator(f"#{view}-examples .example")
        for number in range(examples.count()):
            page.locator(f"#view-{view}").evaluate(
                "each => each.querySelector('details').open = true"
            )
            page.locator(f"#view-{view} .result").evaluate("each => each.replaceChildren()")
            examples.nth(number).click()
            expect(page.locator(f"#view-{view}").locator(result).first).to_be_visible()


def test_an_expression_that_cannot_be_read_is_pointed_at(
    browser: Browser, server: ServerProcess
) -> None:
    here = Visit(browser, server.url)
    page = here.open("tree", expression="2*(3-1")
    expect(page.get_by_role("alert").locator("visible=true")).to_contain_text("never closed")
    expect(page.locator(".pointer mark")).to_have_text("(")
    page.get_by_role("textbox", name="Expression").fill("2*(3-1)")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("4")
    assert page.locator(".problem-card").count() == 0
    assert all("422" in each for each in here.complaints)  # the browser's own message about it
    here.context.close()


BUSY = {"code": "busy", "what": "too much", "where": "server", "accepted": "later"}
FAILURES: tuple[tuple[Callable[[Route], None], str], ...] = (
    (lambda route: route.abort(), "does not answer"),
    (lambda route: route.fulfill(status=500, body="oh"), "could not do this (500)"),
    (lambda route: route.fulfill(status=503, json={"errors": [BUSY]}), "too much: later"),
)


def test_when_the_server_fails_one_can_try_again(browser: Browser, server: ServerProcess) -> None:
    here = Visit(browser, server.url)
    page = here.open()
    for answer, told in FAILURES:
        page.route("**/api/solve", answer)
        page.get_by_role("textbox", name="Word problem").fill(CRAYONS)
        page.get_by_role("button", name="Solve").click()
        expect(page.locator("#view-solve .notice")).to_contain_text(told)
        page.unroute("**/api/solve")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".answer")).to_have_text("29 crayons")
    here.context.close()


def test_a_newer_question_replaces_an_older_one(visit: Visitor) -> None:
    page = visit().open()
    held: list[Route] = []
    page.route("**/api/tree", lambda route: held.append(route), times=1)  # never answered
    page.locator(".tabs a[data-view=tree]").click()
    page.get_by_role("textbox", name="Expression").fill("1+1")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    page.get_by_role("textbox", name="Expression").fill("2+3")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("5")
    assert len(held) == 1


def test_a_server_with_a_token_asks_for_it(browser: Browser) -> None:
    with sumc_serve("--model", "en", "--token", "s3cret") as guarded:
        here = Visit(browser, guarded.url)
        page = here.page
        page.goto(guarded.url)
        dialog = page.get_by_role("dialog")
        for token, told in (("wrong", "was not accepted"), ("s3cret", "")):
            page.get_by_role("textbox", name="Token").fill(token)
            page.keyboard.press("Enter")
            if told:
                expect(dialog).to_contain_text(told)
        expect(dialog).to_be_hidden()
        page.get_by_role("textbox", name="Word problem").fill(CRAYONS)
        page.get_by_role("button", name="Solve").click()
        expect(page.locator(".answer")).to_have_text("29 crayons")
        assert "s3cret" not in page.url
        here.context.close()


def test_the_documentation_works_offline_and_tries_requests(visit: Visitor) -> None:
    here = visit()
    page = here.page
    page.goto(f"{here.url}/docs")
    expect(page.locator(".operation-head h2")).to_have_count(7)
    card = page.locator("section", has=page.get_by_role("heading", name="/api/check"))
    card.get_by_role("button", name="Try it").click()
    expect(card.locator("form .source")).to_contain_text("same-structure")
    card.locator("summary").last.click()
    expect(card).to_contain_text("verdict:")
    assert fits(page)


FRAGMENTS = (
    *("constructor", "__proto__", "toString", "nothing", "%", "?", "solve?lang=__proto__"),
    *("solve?__proto__=1", "check?student=%E0%A4%A", "constructor?text=1"),
    "solve?" + "&".join(f"a{number}=1" for number in range(2_000)),
)


def test_any_fragment_shows_a_page_that_works(visit: Visitor) -> None:
    """What an object of JavaScript inherits is no view and no language."""
    opened = visit()
    for number, fragment in enumerate(FRAGMENTS):
        if number < 2:  # also as the first thing that a page sees
            opened.page.goto("about:blank")
        opened.page.goto(f"{opened.url}/#{fragment}")
        opened.page.wait_for_selector("html.ready")
        assert opened.page.locator("main > section:visible").count() == 1, fragment
        expect(opened.page.locator("[data-view][aria-current=page]")).to_have_count(1)
    page = opened.open("constructor")
    page.get_by_role("textbox", name="Word problem").fill(CRAYONS)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".answer")).to_have_text("29 crayons")
