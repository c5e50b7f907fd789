"""Files to folders of answers on a Ray cluster: nothing is lost and nothing is done twice.

Ray Data hands the missing partitions to its actors, which each load the model once. It restarts
actors that were killed, and repeats what they had begun. An actor writes the file of a
partition as a whole, so that a repetition, another driver or a second start do no harm.
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from socket import gethostname
from typing import Any

from sumc.bulk.rows import FORMATS, Row, read_row
from sumc.bulk.run import Batch, Tally, answer_batch
from sumc.bulk.tasks import Answer, Task, answers_to
from sumc.errors import SumcError
from sumc.scale.cluster import connected
from sumc.scale.datasets import with_answers
from sumc.scale.outputs import PARQUET, Output, Plan
from sumc.scale.partitions import PARTITION_ROWS, Partition, find_files, read_partition, scan
from sumc.solving.solver import BATCH_SIZE
from sumc.strict_json import parse_json

MOST_BLOCKS = 10_000
"""The most pieces that Ray Data hands out; with more partitions, a piece has several."""

DEEPEST = 5
"""The most errors that Ray wraps around one of ours."""

Json = dict[str, Any]
Progress = Callable[[Tally, int], None]
"""Called with the tally so far and the total number of rows."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be read and written, and how."""

    source: str
    target: str
    kind: str = ""
    """The format of the input; empty to go by the names of the files."""
    workers: int | None = None
    address: str | None = None
    batch_size: int = BATCH_SIZE
    partition_rows: int = PARTITION_ROWS


@dataclass(frozen=True, slots=True)
class Report:
    """What a run has done, and how many rows were done before it."""

    tally: Tally
    before: int


def run_on_ray(
    task: Task, request: Request, progress: Progress = lambda tally, rows: None
) -> Report:
    """Answer all rows of an input that have no answers in the output yet."""
    with connected(request.address, request.workers) as workers:
        plan = Plan.of(task, _partitions(task, request), request.target)
        missing = Output(request.target).begin(plan)
        rows = sum(plan.partitions[number].rows for number in missing)
        tally = Tally()
        progress(tally, rows)
        for done in _work(task, plan, missing, request, workers):
            _count(tally, done)
            progress(tally, rows)
    if tally.lines != rows:
        raise SumcError(f"{rows - tally.lines} rows are still missing: run the same command again")
    return Report(tally, plan.rows - rows)


def _partitions(task: Task, request: Request) -> list[Partition]:
    """The partitions of all files, which are read in parallel."""
    import ray

    files = find_files(request.source)
    look, how = ray.remote(scan), (task.needed, request.partition_rows, request.kind)
    try:
        found: list[list[Partition]] = ray.get([look.remote(path, *how) for path in files])
    except ray.exceptions.RayTaskError as error:
        raise _own(error) from None
    return [part for parts in found for part in parts]


def _own(error: Exception) -> Exception:
    """What a worker raised: our own errors as they are, anything else as Ray shows it."""
    cause: BaseException | None = error
    for _ in range(DEEPEST):
        if cause is None or isinstance(cause, SumcError):
            break
        cause = getattr(cause, "cause", None) or cause.__cause__
    return cause if isinstance(cause, SumcError) else error


def _work(
    task: Task, plan: Plan, missing: list[int], request: Request, workers: int
) -> Iterator[Json]:
    """The outcome of each missing partition, as it finishes."""
    if not missing:
        return
    import ray
    from ray.data import ActorPoolStrategy, DataContext

    context = DataContext.get_current()
    context.enable_progress_bars = context.print_on_execution_start = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)  # progress is ours to show
    items = [_item(plan, number) for number in missing]
    done = ray.data.from_items(items, override_num_blocks=min(MOST_BLOCKS, len(items))).map(
        PartitionWorker,
        fn_constructor_args=(task, request.target, request.batch_size, task.identity()),
        compute=ActorPoolStrategy(min_size=1, max_size=workers),
        num_cpus=1,
    )
    try:
        yield from done.iter_rows()
    except ray.exceptions.RayError as error:
        raise _own(error) from None


def _item(plan: Plan, number: int) -> Json:
    return {"name": plan.name(number), "partition": json.dumps(plan.partitions[number].to_json())}


def _count(tally: Tally, done: Json) -> None:
    for outcome, count in parse_json(done["outcomes"]).items():
        tally.add([outcome] * count)


class PartitionWorker:
    """What an actor of Ray does with a partition; the task comes with its model."""

    def __init__(self, task: Task, target: str, batch_size: int, identity: Json) -> None:
        if task.identity() != identity:
            raise SumcError(
                f"on {gethostname()} the model is not the one that the run was started with"
            )
        self.task = task
        self.output = Output(target)
        self.batch_size = batch_size

    def __call__(self, item: Json) -> Json:
        """Answer a partition and write it; return its name and the counts of its outcomes."""
        part = Partition.from_json(parse_json(item["partition"]))
        answer = _to_parquet if item["name"].endswith(f".{PARQUET}") else _to_lines
        outcomes: Counter[str] = Counter()
        content = answer(self.task, part, self.batch_size, outcomes)
        self.output.write(item["name"], content)
        return {"name": item["name"], "outcomes": json.dumps(outcomes)}


def _batches(part: Partition, size: int) -> Iterator[Batch]:
    records = read_partition(part)
    before = part.before
    while batch := list(islice(records, size)):
        yield Batch(before, batch)
        before += len(batch)


def _to_lines(task: Task, part: Partition, size: int, outcomes: Counter[str]) -> list[bytes]:
    """The answers as JSON lines, just as a local run writes them."""
    parts = []
    for batch in _batches(part, size):
        lines = answer_batch(task, FORMATS[part.kind], batch)
        outcomes.update(line.outcome for line in lines)
        parts.append(b"".join(line.content for line in lines))
    return parts


def _to_parquet(task: Task, part: Partition, size: int, outcomes: Counter[str]) -> list[bytes]:
    """The answers as a Parquet file."""
    import pyarrow
    from pyarrow import parquet

    rows: list[Row] = []
    answers: list[Answer] = []
    for batch in _batches(part, size):
        kind, numbered = FORMATS[part.kind], enumerate(batch.records, start=batch.before + 1)
        read = [read_row(kind, record, number, task.main) for number, record in numbered]
        answers += answers_to(task, read)
        rows += read
    outcomes.update(answer.outcome for answer in answers)
    names = dict.fromkeys(name for row in rows for name in row.fields)
    columns = {name: _column([row.fields.get(name) for row in rows]) for name in names}
    table = with_answers(pyarrow.table(columns), task, [each.content for each in answers])
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    return [sink.getvalue().to_pybytes()]


def _column(values: list[Any]) -> Any:
    """An Arrow column; mixed types become JSON, so that no single row can fail a job."""
    import pyarrow

    try:
        return pyarrow.array(values)
    except (pyarrow.ArrowException, UnicodeEncodeError, OverflowError):
        texts = (None if each is None else json.dumps(each) for each in values)
        return pyarrow.array(list(texts), type="string")
