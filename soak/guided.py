"""Fuzzing that is led by what the code does: atheris where it is installed, hypothesis always."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from soak.engine import Budget, Fuzzer, Json, Row

CHILD = """
import sys
import atheris
with atheris.instrument_imports(include=["sumc"]):
    from soak.fuzzing import Checks, Codes, Expressions
expressions = Expressions()
def test(data):
    text = atheris.FuzzedDataProvider(data).ConsumeUnicode(400)
    complaint = expressions.complaint(text)
    if complaint:
        expressions.write_failure(text, complaint)
        raise RuntimeError(complaint)
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
    """Expressions that reach new code are changed further."""
    row = Row("guided expressions")
    if not has_atheris():
        row.note = "atheris is not installed (pip install --group soak): hypothesis alone"
        return row
    corpus = Path(tempfile.mkdtemp())
    options = [f"-max_total_time={max(1, int(budget.seconds))}", f"-runs={budget.count}"]
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *options, f"-seed={budget.seed + 1}", str(corpus)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    found = [line for line in done.stderr.splitlines() if line.startswith("Done ")]
    row.count = row.survived = int(found[-1].split()[1]) if found else 0
    row.worst_seconds = time.monotonic() - start
    if done.returncode:
        row.failures.append(done.stderr[-500:])
    return row


class Shrinking(Fuzzer):
    """What hypothesis draws from the strategies of the tests, and makes small by itself."""

    name, full, most_mb = "hypothesis", 1_000_000, 300

    def draw(self, random: Random) -> Json:
        raise AssertionError("hypothesis draws by itself")

    def judge(self, given: Json) -> None:
        from soak.fuzzing import Expressions

        Expressions().judge(given)

    def run(self, budget: Budget) -> Row:
        from hypothesis import HealthCheck, given, seed, settings

        from strategies import expressions, texts

        row = Row(self.name)
        deadline = time.monotonic() + budget.seconds
        quiet = settings(
            max_examples=budget.count,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )

        @seed(budget.seed)
        @quiet
        @given(expressions() | texts())
        def holds(text: str) -> None:
            if time.monotonic() > deadline:
                return
            start = time.perf_counter()
            self.judge(text)
            row.add(time.perf_counter() - start)

        try:
            holds()
        except Exception as error:
            row.add(0, f"{type(error).__name__}: {json.dumps(str(error)[:300])}")
        return row
