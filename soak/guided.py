"""Fuzzing that is led by what the code does: atheris where it is installed, hypothesis always."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

from soak.engine import Budget, Fuzzer, Json, Row, forget_peak, peak_mb
from soak.fuzzing import Expressions

INSTRUMENTED_SECONDS = 1.0
"""The limit of a call in code that counts its branches, several times as slow."""
CHILD = """
import json
import sys
from dataclasses import replace
from pathlib import Path
import atheris
with atheris.instrument_imports(include=["sumc"]):
    from soak.fuzzing import Checks, Codes, Expressions, Texts
report, seconds = Path(sys.argv.pop(1)), float(sys.argv.pop(1))
expressions, checks, codes, texts = fuzzers = Expressions(), Checks(), Codes(), Texts()
for each in fuzzers:
    each.seconds = seconds
    each.warm_up()
found = {"count": 0, "worst": 0.0, "failure": ""}
def judge(fuzzer, given):
    complaint = fuzzer.complaint(given)
    found["count"] += 1
    found["worst"] = max(found["worst"], fuzzer.worst)
    if complaint:
        found["failure"] = fuzzer.write_failure(given, complaint)
    if complaint or found["count"] % 1_000 == 0:
        report.write_text(json.dumps(found))
    if complaint:
        raise RuntimeError(complaint)
def test(data):
    provider = atheris.FuzzedDataProvider(data)
    kind, text = provider.ConsumeIntInRange(0, 15), provider.ConsumeUnicode(400)
    if kind == 0:
        judge(texts, text)
    elif kind < 4:
        judge(codes, [[each[:1], each[1:]] for each in text.split("\\n")])
    elif kind < 8:
        judge(checks, [text[: len(text) // 2], text[len(text) // 2 :]])
    else:
        judge(expressions, text)
atheris.Setup(sys.argv, test)
atheris.Fuzz()
"""


def has_atheris() -> bool:
    """Whether the extra dev group `soak` is installed."""
    try:
        import atheris  # noqa: F401
    except ImportError:
        return False
    return True


def guided(budget: Budget) -> Row:
    """Expressions, pairs of them, codes and texts that reach new code are changed further."""
    row = Row("guided by coverage")
    if not has_atheris():
        row.note = "atheris is not installed (pip install --group soak): hypothesis alone"
        return row
    folder = Path(tempfile.mkdtemp())
    report, corpus = folder / "report.json", folder / "corpus"
    corpus.mkdir()
    options = [f"-max_total_time={max(1, int(budget.seconds))}", f"-runs={budget.count}"]
    done = subprocess.run(
        [
            *(sys.executable, "-c", CHILD, str(report), str(INSTRUMENTED_SECONDS), *options),
            *(f"-seed={budget.seed + 1}", str(corpus)),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    found: Json = json.loads(report.read_text()) if report.exists() else {}
    row.count = row.survived = found.get("count", 0)
    row.worst_seconds = found.get("worst", 0.0)
    row.memory_mb = peak_mb(resource.RUSAGE_CHILDREN)
    row.note = f"{len(list(corpus.iterdir())):,} inputs that reached something new; instrumented"
    if done.returncode:
        row.survived -= 1
        row.failures.append(found.get("failure") or done.stderr[-500:])
    elif not row.count:
        row.failures.append(f"nothing was judged: {done.stderr[-500:]}")
    return row


EXAMPLES = 1_000
"""What hypothesis draws at once; between two of these the time is looked at."""


class Shrinking(Fuzzer):
    """What hypothesis draws from the strategies of the tests, and makes small by itself."""

    name, full, most_mb = "hypothesis", 1_000_000, 300

    def __init__(self) -> None:
        self.expressions = Expressions()

    def draw(self, random: Random) -> Json:
        raise AssertionError("hypothesis draws by itself")

    def judge(self, given: Json) -> None:
        self.expressions.judge(given)

    def run(self, budget: Budget) -> Row:
        row = Row(self.name)
        forget_peak()
        examples = min(EXAMPLES, budget.count)
        for number in replace(budget, count=budget.count // examples).rounds():
            try:
                self.judge_some(row, examples, budget.seed + number)
            except Exception as error:
                row.add(0, f"{type(error).__name__}: {json.dumps(str(error)[:300])}")
                break
        row.memory_mb = self.peak()
        return row

    def judge_some(self, row: Row, examples: int, number: int) -> None:
        """Let hypothesis draw so many, in a way of its own for every number."""
        from hypothesis import HealthCheck, given, seed, settings

        from strategies import expressions, texts

        quiet = settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )

        @seed(number)
        @quiet
        @given(expressions() | texts())
        def holds(text: str) -> None:
            self.judge(text)
            row.add(self.expressions.worst)

        holds()
