"""Fit the ranker of a trained model on its validation problems."""

import json
from pathlib import Path

from sumc.decoding.ranking import fit_ranker
from sumc.encoding.batches import collate, evaluation_batches
from sumc.models.model import CodeModel
from sumc.training.checkpoint import write_text
from sumc.training.material import Material
from sumc.training.run import RANKER, Run

BATCH = 64


def fit_on_validation(folder: Path, material: Material) -> int | None:
    """Fit and write the ranker of a run; how many validation problems it solves then.

    The figure is not a measurement: the ranker was fitted on the same problems.
    """
    model = Run.load(folder).model
    if not isinstance(model, CodeModel):
        return None
    rows = [
        each
        for examples in evaluation_batches(material.validation, BATCH)
        for each in model.judged_features(collate(examples))
    ]
    model.ranker = fit_ranker(rows)
    write_text(folder / RANKER, json.dumps(model.ranker.to_json(), indent=2) + "\n")
    return sum(
        prediction.solves(example.problem)
        for examples in evaluation_batches(material.validation, BATCH)
        for prediction, example in zip(model.predict(collate(examples)), examples, strict=True)
    )
