"""What is fitted on validation problems once a model is trained: ranker and calibration."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sumc.decoding.calibration import Calibration
from sumc.decoding.hypothesis import DEFAULT_SEARCH, Search
from sumc.decoding.ranking import Ranker, fit_ranker
from sumc.problems.problem import Problem
from sumc.solving.predictor import Predictor, Predicts
from sumc.storage import write_text
from sumc.training.folder import CALIBRATION, RANKER
from sumc.training.run import Run


def fit_on_validation(
    folder: Path,
    problems: Sequence[Problem],
    search: Search = DEFAULT_SEARCH,
    *,
    ranker: bool = True,
    others: Sequence[Problem] = (),
) -> int:
    """Fit and write ranker and calibration of a run; return how many problems it solves.

    The figure is not a measurement: the ranker was fitted on the same problems. The calibration
    is fitted on others where there are some.
    """
    fitted = Run.load(folder).predictor  # perhaps fitted before a kill: then again
    start = Ranker.default(fitted.backend.evidence)
    predictor = replace(fitted, ranker=start, calibration=None)
    if ranker:
        rows = list(predictor.judged_features(problems, search))
        predictor = replace(predictor, ranker=fit_ranker(predictor.ranker, rows))
        write_text(folder / RANKER, json.dumps(predictor.ranker.to_json(), indent=2) + "\n")
    calibration, right = calibrate(predictor, problems, search)
    if others:
        calibration, _ = calibrate(predictor, others, search)
    write_text(folder / CALIBRATION, json.dumps(calibration.to_json(), indent=2) + "\n")
    return right


def calibrate(
    predictor: Predicts, problems: Sequence[Problem], search: Search = DEFAULT_SEARCH
) -> tuple[Calibration, int]:
    """The calibration of a predictor on some problems, and how many of them it solves.

    Each source of problems counts the same, however many problems it has.
    """
    if isinstance(predictor, Predictor):
        predictor = replace(predictor, calibration=None, refuses=False)
    predictions = list(predictor.predict(problems, search))
    right = [each.solves(problem) for each, problem in zip(predictions, problems, strict=True)]
    sources = [problem.source for problem in problems]
    curve = Calibration.fit(predictions, right, sources)
    curve = curve.with_floor(predictions, [each.answerable for each in problems], sources)
    return curve.with_sure(predictions, right), sum(right)
