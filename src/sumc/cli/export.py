"""`sumc export`: a trained run to a folder that solves without torch."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer
from rich.table import Table

from sumc.cli.data import DataFolder
from sumc.cli.extras import needing_extras
from sumc.cli.options import AsJson
from sumc.cli.output import console, print_json, working

if TYPE_CHECKING:  # torch is imported when the command runs
    from sumc.solving.manifest import Manifest


RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a training.")]
Target = Annotated[
    Path,
    typer.Argument(
        metavar="DIR", help="The folder to write: a new one, or an earlier export to replace."
    ),
]
Name = Annotated[
    Optional[str],  # noqa: UP045  (typer reads the annotation at run time on Python 3.10)
    typer.Option(metavar="NAME", help="Its name in solutions; default: the name of DIR."),
]
Int8 = Annotated[bool, typer.Option("--int8", help="One byte per weight: a quarter of the size.")]
Vocabulary = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        metavar="N", min=1, help="Keep N word pieces, those of the training texts first."
    ),
]
CalibrationNames = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Datasets or files, separated by commas, to calibrate the confidence on as well: "
        "texts like those that it will be asked.",
    ),
]
Mean = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        metavar="MODEL",
        help="Export the mean of RUN's weights and those of another run or exported model "
        "that was trained the same way, such as an earlier stage. May be given several times.",
    ),
]


def export_command(
    run: RunFolder,
    folder: Target,
    name: Name = None,
    int8: Int8 = False,
    vocabulary: Vocabulary = None,
    calibration: CalibrationNames = "",
    mean: Mean = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Export a trained model as ONNX, with its confidence calibrated on the validation problems.

    The folder needs neither torch nor the datasets: sumc solve "TEXT" --model DIR
    Exit code: 0 done, 2 bad input or usage.
    """
    with needing_extras("exporting"):
        from sumc.evaluation.checking import check_training_data
        from sumc.onnx.export import export_run
        from sumc.training.run import read_settings

        check_training_data(run, read_settings(run).data)
        with working("exporting and calibrating"):
            manifest = export_run(
                run,
                folder,
                name=name,
                int8=int8,
                vocabulary=vocabulary,
                calibration=calibration,
                mean=mean or (),
                data=data,
            )
    if as_json:
        print_json({"folder": str(folder), **manifest.to_json()})
    else:
        _show(folder, manifest)


def _as_model(folder: Path) -> str:
    """A folder as an argument of `--model`, where the name of one of our models means that one."""
    from sumc.solving.solver import CHOICES, SHIPPED

    is_ours = str(folder) in (*CHOICES, *SHIPPED)
    return f"./{folder}" if is_ours else shlex.quote(str(folder))


def _show(folder: Path, manifest: "Manifest") -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    size = sum(each.size for each in manifest.files.values())
    for row in (
        ("model", manifest.name),
        ("language", manifest.language or "both"),
        ("size", f"{size / 1e6:.1f} MB"),
        ("folder", str(folder)),
        ("next", f'sumc solve "TEXT" --model {_as_model(folder)}'),
    ):
        table.add_row(*row)
    console().print(table)
