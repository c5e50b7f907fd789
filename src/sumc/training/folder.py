"""The files in the folder of a training; nothing here needs torch."""

from pathlib import Path

from sumc.solving.manifest import CODEC, ENCODING, FEATURES

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
