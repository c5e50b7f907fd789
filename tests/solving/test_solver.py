"""The solver: order, batches, refusals, threads, pickling, and hostile texts."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pace import ordinary_seconds
from posix_marks import NEEDS_LINKS
from solving.invariants import check_solution
from solving.stubs import CHINESE_PENCILS, PENCILS, Adder, Both, adding_solver
from sumc import Solver
from sumc.errors import ModelError, ProblemError, SumcError
from sumc.problems import numbers
from sumc.problems.generator import generate
from sumc.solving.solver import LANGUAGES, SHIPPED


@pytest.fixture(name="shipped", scope="module")
def _shipped() -> Solver:
    return Solver.load("auto")


def test_the_shipped_models_solve_an_easy_problem(shipped: Solver) -> None:
    solution = shipped.solve(PENCILS)
    assert solution.answer == 29
    assert solution.expression == "3*12-7"
    assert str(solution.tree) == "(+ (* n1 n2) -n3)"
    assert (solution.model, solution.language, solution.reason) == ("en", "en", None)
    assert 0 < solution.confidence <= 1
    chinese = shipped.solve(CHINESE_PENCILS)
    assert chinese.answer == 29
    assert (chinese.model, chinese.language) == ("zh", "zh")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_reads_its_own_language_alone(name: str) -> None:
    solver = Solver.load(name)
    texts = (PENCILS, CHINESE_PENCILS)
    own, other = texts if SHIPPED[name] == "en" else reversed(texts)
    assert solver.solve(own).answer == 29
    refused = solver.solve(other)
    assert (refused.reason, refused.answer, refused.model) == ("other-language", None, name)
    assert solver.name == name


def test_solving_one_and_many_is_the_same(shipped: Solver) -> None:
    texts = [PENCILS, "", CHINESE_PENCILS, "How much is 3 more than 4?", PENCILS, "Sieben?"]
    one_by_one = [shipped.solve(text) for text in texts]
    for many in (shipped.solve_many(texts), shipped.solve_many(iter(texts), batch_size=2)):
        found = list(many)
        assert [solution.text for solution in found] == texts
        assert [solution.answer for solution in found] == [each.answer for each in one_by_one]
        assert [solution.reason for solution in found] == [each.reason for each in one_by_one]


def numbered(count: int) -> Iterator[str]:
    for index in range(count):
        yield f"How much is {index} and 1?" if index % 5 else "Nothing?"


def test_many_texts_keep_their_order_and_are_asked_in_batches() -> None:
    model = Adder()
    found = list(adding_solver(model).solve_many(numbered(100), batch_size=20))
    answers = [None if index % 5 == 0 else Fraction(index + 1) for index in range(100)]
    assert [solution.answer for solution in found] == answers
    assert model.batches == [16] * 5, "what is refused at once is not asked"


def test_texts_of_two_languages_are_asked_together_and_come_back_in_order() -> None:
    models = Both()
    texts = ["How much is 1 and 2?", "3和4一共是多少？"] * 8
    found = list(Solver(models).solve_many(texts, batch_size=16))
    assert [solution.answer for solution in found] == [3, 7] * 8
    assert [solution.model for solution in found] == ["adder-en", "adder-zh"] * 8
    assert (models.models["en"].batches, models.models["zh"].batches) == ([8], [8])


def test_texts_are_read_as_solutions_are_taken() -> None:
    read: list[str] = []

    def texts() -> Iterator[str]:
        for text in numbered(10**9):
            read.append(text)
            yield text

    many = adding_solver().solve_many(texts(), batch_size=10)
    assert not read
    for taken in range(1, 100):
        next(many)
        assert len(read) <= taken + 10
    assert list(adding_solver().solve_many([])) == []


@pytest.mark.parametrize("bad", [None, 3, b"3 and 4?", ["3"]])
def test_what_is_no_text_is_an_error_after_the_texts_before_it(bad: Any) -> None:
    many = adding_solver().solve_many([*numbered(3), bad, "How much is 1 and 1?"])
    assert [next(many).text for _ in range(3)] == list(numbered(3))
    with pytest.raises(ProblemError, match=f"expected problem 4 as a text, found {_kind(bad)}"):
        next(many)
    with pytest.raises(ProblemError, match=f"found {_kind(bad)}"):
        adding_solver().solve(bad)


def _kind(value: object) -> str:
    return type(value).__name__


def test_one_text_for_many_is_a_mistake_that_is_told() -> None:
    with pytest.raises(ProblemError, match="use solve"):
        list(adding_solver().solve_many(PENCILS))
    with pytest.raises(SumcError, match="batch size"):
        list(adding_solver().solve_many([PENCILS], batch_size=0))


def test_an_answer_needs_the_confidence_that_was_asked_for() -> None:
    unsure = adding_solver(Adder(confidence=0.5), min_confidence=0.6).solve(PENCILS)
    assert (unsure.reason, unsure.answer, unsure.tree) == ("low-confidence", None, None)
    assert unsure.confidence == 0.5
    assert len(unsure.numbers) == 3
    assert adding_solver(Adder(confidence=0.6), min_confidence=0.6).solve(PENCILS).answer == 22
    for bad in (-0.1, 1.1, float("nan")):
        with pytest.raises(SumcError, match="from 0 to 1"):
            adding_solver(min_confidence=bad)


def test_a_model_that_finds_nothing_gives_a_reason_of_ours() -> None:
    assert adding_solver(Adder(reason="too-long")).solve(PENCILS).reason == "too-long"
    assert adding_solver(Adder(reason="no combination fits")).solve(PENCILS).reason == "no-tree"


def test_threads_share_a_solver() -> None:
    solver = Solver.load("auto")  # both models are loaded while the threads run
    texts = [problem.text for language in LANGUAGES for problem in generate(language, 10, seed=1)]
    expected = [Solver.load("auto").solve(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(solver.solve, texts)) == expected


def test_a_solver_is_pickled_by_its_name() -> None:
    for name in ("auto", "en"):
        solver = Solver.load(name, min_confidence=0.25)
        data = pickle.dumps(solver)
        assert len(data) < 500
        again = pickle.loads(data)
        assert repr(again) == repr(solver) == f"Solver.load({name!r}, min_confidence=0.25)"
        assert again.solve(PENCILS) == solver.solve(PENCILS)


@NEEDS_LINKS
def test_a_folder_is_found_again_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = Path(sys.modules["sumc.solving.solver"].__file__ or "").parent / "shipped"
    (tmp_path / "mine").symlink_to(shipped / "en")
    monkeypatch.chdir(tmp_path)
    data = pickle.dumps(Solver.load("mine"))
    monkeypatch.chdir("/")
    assert pickle.loads(data).solve(PENCILS).answer == 29


def test_a_solution_can_be_pickled(shipped: Solver) -> None:
    solution = shipped.solve(PENCILS)
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_what_is_no_model_is_a_clear_error(tmp_path: Path) -> None:
    for name in ("fr", "", str(tmp_path / "nowhere"), tmp_path, "a\0b", "x" * 5_000):
        with pytest.raises(
            ModelError, match="expected auto, tiny, en, zh, en-tiny, zh-tiny, a folder"
        ):
            Solver.load(name)


def test_solving_imports_no_torch() -> None:
    code = (
        "import sys; from sumc import Solver\n"
        f"assert Solver.load('auto').solve({PENCILS!r}).answer == 29\n"
        "heavy = {'torch', 'transformers', 'typer', 'rich', 'pydantic', 'onnx'}\n"
        "print(sorted(heavy & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


SECONDS = 0.1

HOSTILE = [
    "\0" * 1_999,
    "How many are 3 and 4? " + "\ud800" * 1_900,
    "How many are 3 and 4? " + "\N{COMBINING ACUTE ACCENT}" * 1_900,
    "How many are 3 and 4? " + "\u202e\u200d\ufeff" * 600,
    "How many are 3 and 4? " + "\U0010ffff" * 1_900,
    "How many are 3 and 4? " + "a" * 1_900,
    "How many are 3 and 4? " + "a b " * 470,
    "How many are 3 and 4? " + " " * 1_900,
    "How many are 3 and 4? " + "(" * 1_900,
    "How many are " + "1/2/" * 480,
    "How many are " + "9" * 1_900,
    "How many are " + "one hundred " * 160,
    "How many are " + "1 1/2 " * 16 + "?",
    "How many are " + "３".join([" "] * 16) + "?",
    "How many are " + f"{'9' * 30} and " * 15 + "0?",
    "".join(f"Tom has {index} boxes. " for index in range(3, 19)) + "How many boxes?",
    "".join(f"小明有{index}个苹果，" for index in range(3, 19)) + "一共多少？",
    "小明有3个苹果和4个梨，一共多少？" + "苹果" * 950,
    "小明有3个苹果和4个梨，一共多少？" + "𠀀" * 1_900,
    "三百万零五千" * 300 + "是多少？",
    "0 / 0 = ?",
    "How much is 0 divided by 0?",
    "?" * 2_000,
    "3?" * 16,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_is_answered_or_refused_at_once(shipped: Solver, text: str) -> None:
    shipped.solve(PENCILS), shipped.solve(CHINESE_PENCILS)  # loading takes longer

    def solve() -> None:
        numbers._find_quantities.cache_clear()  # it remembers the last texts
        check_solution(shipped.solve(text), text)

    assert ordinary_seconds(solve, SECONDS) < SECONDS


SPLICES = [
    *(
        "\0",
        "\ud800",
        "\u202e",
        "\u0301",
        "\n",
        "\t",
        "😀",
        "½",
        "％",
        "٣",
        "３",
        "ﬁ",
        "ß",
        "一",
        "的",
    ),
    *("-", "/", "/0", ".", ",", "(", ")", "$", "?", "。", "e9", "0", "99999999999999999999"),
    *("half", "dozen", "and", "<b>", "n1", "<number>", "[CLS]"),
]


def mutated(text: str, random: Random) -> str:
    """A text after a few accidents: pieces lost, doubled, moved, or something foreign in them."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((0, 1, 1, 2, 5, 20)))
        piece = random.choice(("", text[start:end] * 2, text[start:end][::-1], *SPLICES))
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.uncounted
def test_ten_thousand_mutated_problems_break_nothing() -> None:
    """Through everything but a network; a tenth of the solutions is checked more closely."""
    problems = [p.text for language in LANGUAGES for p in generate(language, 500, seed=2)]
    random = Random(3)
    texts = [mutated(random.choice(problems), random) for _ in range(10_000)]
    found = list(Solver(Both()).solve_many(texts, batch_size=500))
    for solution, text in zip(found[::10], texts[::10], strict=True):
        check_solution(solution, text)
    answered = sum(solution.reason is None for solution in found)
    assert 7_000 < answered < 10_000


@pytest.mark.uncounted
def test_mutated_problems_do_not_break_the_shipped_models(shipped: Solver) -> None:
    problems = [p.text for language in LANGUAGES for p in generate(language, 200, seed=4)]
    random = Random(5)
    texts = [mutated(random.choice(problems), random) for _ in range(1_000)]
    found = list(shipped.solve_many(texts))
    for solution, text in zip(found, texts, strict=True):
        check_solution(solution, text)
    assert 700 < sum(solution.reason is None for solution in found) < 1_000
