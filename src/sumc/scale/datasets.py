"""Ray Datasets in, Ray Datasets out: for your own pipelines.

All columns of a dataset stay, ours are added. A row that cannot be answered says why in `reason`
or `error`; none stops the job. Ray makes as many actors as it is asked for and loads one model in
each.
"""

from typing import TYPE_CHECKING, Any

from sumc.bulk.rows import Row, check_columns
from sumc.bulk.tasks import Checking, Converting, Solving, Task, answers_to, free_name
from sumc.solving.solver import BATCH_SIZE, Solver

if TYPE_CHECKING:  # imported by those who have a dataset
    import pyarrow
    from ray.data import Dataset

COLUMNS = {
    "solve": {
        "answer": "string",
        "answer_float": "double",
        "unit": "string",
        "said": "string",
        "expression": "string",
        "tree": "string",
        "confidence": "double",
        "model": "string",
        "language": "string",
        "reason": "string",
        "error": "string",
    },
    "check": {
        "verdict": "string",
        "score": "double",
        "explanation": "string",
        "student_tree": "string",
        "student_value": "string",
        "reference_tree": "string",
        "reference_value": "string",
        "error": "string",
    },
    "tree": {
        "tree": "string",
        "canonical": "string",
        "value": "string",
        "reason": "string",
        "error": "string",
    },
}
"""What is added to a table, by task, with the types of Arrow."""


def solve_dataset(
    ds: "Dataset",
    model: str = "auto",
    *,
    min_confidence: float = 0.0,
    workers: int | None = None,
    batch_size: int = BATCH_SIZE,
    **ray_options: Any,
) -> "Dataset":
    """A dataset with a column `text`, with the answers beside it.

    A model of your own must be in the same folder on all machines. Without `workers` there are
    as many as the cluster has processors; `ray_options` go to Ray's `map_batches`.
    """
    task = Solving(Solver.load(model, min_confidence=min_confidence))
    return apply_task(ds, task, workers, batch_size, **ray_options)


def check_dataset(
    ds: "Dataset",
    reference: str | None = None,
    *,
    tolerance: str = "0",
    workers: int | None = None,
    **ray_options: Any,
) -> "Dataset":
    """A dataset with columns `student` and `reference`, or one reference for all, graded."""
    return apply_task(ds, Checking(reference, tolerance=tolerance), workers, **ray_options)


def tree_dataset(ds: "Dataset", *, workers: int | None = None, **ray_options: Any) -> "Dataset":
    """A dataset with a column `expression`, with the M-trees beside it."""
    return apply_task(ds, Converting(), workers, **ray_options)


def apply_task(
    ds: "Dataset",
    task: Task,
    workers: int | None = None,
    batch_size: int = BATCH_SIZE,
    **ray_options: Any,
) -> "Dataset":
    """A dataset with what a task adds to its rows."""
    from ray.data import ActorPoolStrategy

    from sumc.scale.cluster import processors

    pool = ActorPoolStrategy(min_size=1, max_size=workers or processors())
    return ds.map_batches(
        TableWorker,
        fn_constructor_args=(task,),
        batch_size=batch_size,
        batch_format="pyarrow",
        compute=pool,
        **{"num_cpus": 1, **ray_options},
    )


class TableWorker:
    """What an actor of Ray does with a table; the task comes with its model."""

    def __init__(self, task: Task) -> None:
        self.task = task

    def __call__(self, table: "pyarrow.Table") -> "pyarrow.Table":
        return answer_table(self.task, table)


def answer_table(task: Task, table: "pyarrow.Table") -> "pyarrow.Table":
    """A table with the columns of a task."""
    check_columns(table.column_names, task.needed)
    columns = [table.column(name).to_pylist() for name in task.needed]
    rows = [
        Row(dict(zip(task.needed, cells, strict=True)), number)
        for number, cells in enumerate(zip(*columns, strict=True), start=1)
    ]
    return with_answers(table, task, [answer.content for answer in answers_to(task, rows)])


def with_answers(
    table: "pyarrow.Table", task: Task, contents: list[dict[str, Any]]
) -> "pyarrow.Table":
    """The table with our columns added; its own are renamed where the names clash."""
    import pyarrow

    ours = COLUMNS[task.name]
    taken = {*ours, *table.column_names}
    names = [free_name(name, tuple(ours), taken) for name in table.column_names]
    table = table.rename_columns(names)
    for name, kind in ours.items():
        values = pyarrow.array([each.get(name) for each in contents], type=kind)
        table = table.append_column(name, values)
    return table
