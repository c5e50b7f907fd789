"""The files in the folder of a training; nothing here needs torch."""

from pathlib import Path

from sumc.errors import RunError
from sumc.solving.manifest import CODEC, ENCODING, FEATURES
from sumc.storage import DRAFT

SETTINGS = "settings.toml"
REQUIREMENTS = "requirements.txt"
WEIGHTS = "model.safetensors"
CHECKPOINT = "checkpoint.safetensors"
RANKER = "ranker.json"
CALIBRATION = "calibration.json"
METRICS = "metrics.jsonl"
STEPS = "steps.jsonl"
RESULTS = "results.json"
CURVE = "curve.png"
README = "README.md"
SUMS = "SHA256SUMS"
LOCK, HOLDER = ".lock", ".holder"

FIRST_OF_SEVERAL = ("fold-0", "seed-0")
"""The first folder inside one that has a training for each fold or seed."""

SUMMED = (
    *(SETTINGS, CODEC, ENCODING, REQUIREMENTS, WEIGHTS),
    *(RANKER, CALIBRATION, METRICS, RESULTS),
)
"""The files that have a sum when all is done."""

ABOUT = f"""# A training of sumc

| file | what it is |
|---|---|
| `{SETTINGS}` | all settings; `sumc train {SETTINGS} --output DIR` trains the same weights again |
| `{CODEC}` | what the model predicts: codes or symbols and constants, from the training problems |
| `{ENCODING}` | how it reads a text: the vocabulary or the word pieces, and constants |
| `{REQUIREMENTS}` | the packages besides sumc that the model needs, if it needs any |
| `{WEIGHTS}` | the weights that were best on the validation problems |
| `{RANKER}` | how the best hypothesis is chosen, fitted on the validation problems |
| `{CALIBRATION}` | maps the share of an answer to its chance of being right, fitted on them too |
| `{METRICS}` | one line for every epoch |
| `{STEPS}` | loss and learning rate, one line for every few steps |
| `{RESULTS}` | seed, versions, sizes and the validation accuracy; written when all is done |
| `{SUMS}` | the checksums of these files; `sha256sum -c {SUMS}` checks them |
| `{CURVE}` | the learning curve, if matplotlib was installed |
| `{CHECKPOINT}` | the state of the training; it is removed when all is done |

Continue after an interruption: `sumc train --resume --output DIR`.
Evaluate it on problems that it never saw: `sumc evaluate DIR --split test`.

The model was chosen on the validation problems alone: the first epoch with the highest share of
right answers. The test problems were not touched.
"""


def is_finished(folder: Path) -> bool:
    """Whether a folder holds a training that is done."""
    return (folder / RESULTS).is_file()


def is_old_run(folder: Path) -> bool:
    """Whether a folder was written before codecs and encodings had files of their own."""
    return (folder / FEATURES).is_file()


def names_inside(folder: Path) -> set[str]:
    """The files of a folder, except what a training killed at its very start leaves behind."""
    try:
        names = {path.name for path in folder.iterdir()}
    except FileNotFoundError:
        return set()
    except NotADirectoryError:
        raise RunError(f"{folder} is a file, not a folder") from None
    return {name for name in names if not name.endswith(DRAFT)} - {LOCK, HOLDER}


def begun_beside(folder: Path) -> Path | None:
    """The first training of a fold or seed, where another of its kind has not begun yet: they
    have the same settings but for fold and seed."""
    if SETTINGS in names_inside(folder):
        return None
    first = (folder.parent / name for name in FIRST_OF_SEVERAL)
    kind = folder.name.partition("-")[0]
    return next(
        (each for each in first if each.name.startswith(kind) and SETTINGS in names_inside(each)),
        None,
    )


def check_several(folder: Path) -> None:
    """Make sure that no single training is where one for each fold or seed is to be."""
    names = names_inside(folder)
    if SETTINGS in names and names.isdisjoint(FIRST_OF_SEVERAL):
        raise RunError(
            f"{folder} holds a single training: leave out --folds and --seeds, or choose another "
            "folder with --output"
        )
