"""Several runs of one split as an ensemble."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sumc.problems.problem import Problem
from sumc.solving.predictor import Ensemble
from sumc.training.fitting import calibrate
from sumc.training.run import Run


def load_ensemble(
    folders: Sequence[str | Path], validation: Sequence[Problem]
) -> tuple[Ensemble, list[Run]]:
    """The runs of some folders as one predictor, calibrated on the validation problems."""
    runs = [Run.load(folder) for folder in folders]
    members = tuple(replace(run.predictor, calibration=None) for run in runs)
    ensemble = Ensemble(members)
    return replace(ensemble, calibration=calibrate(ensemble, validation)[0]), runs
