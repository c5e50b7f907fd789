"""Fit the ranker of a trained model on its validation problems; it remembers the training ones."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sumc.batching.batches import collate, evaluation_batches
from sumc.batching.features import Example
from sumc.models.model import CodeModel
from sumc.targets.memory import Memory
from sumc.targets.mtree_codes import UNSEEN, MTreeCodes
from sumc.targets.ranking import DEFAULT_WEIGHTS, Ranker, fit_ranker
from sumc.training.checkpoint import write_bytes, write_text
from sumc.training.material import Material
from sumc.training.run import MEMORY, RANKER, Run

BATCH = 64


def fit_on_validation(folder: Path, material: Material, *, memory: bool) -> int | None:
    """Fit and write the ranker of a run; how many validation problems it solves then.

    The figure is not a measurement: the ranker was fitted on the same problems.
    """
    model = Run.load(folder).model
    if not isinstance(model, CodeModel):
        return None
    remembered = _remember(model.target, material.train) if memory else None
    model.ranker = Ranker(DEFAULT_WEIGHTS, remembered)
    rows = [
        each
        for examples in evaluation_batches(material.validation, BATCH)
        for each in model.judged_features(collate(examples))
    ]
    model.ranker = replace(fit_ranker(rows), memory=remembered)
    if remembered and model.ranker.compares:
        write_bytes(folder / MEMORY, remembered.to_bytes())
    write_text(folder / RANKER, json.dumps(model.ranker.to_json(), indent=2) + "\n")
    return sum(
        prediction.solves(example.problem)
        for examples in evaluation_batches(material.validation, BATCH)
        for prediction, example in zip(model.predict(collate(examples)), examples, strict=True)
    )


def _remember(target: MTreeCodes, train: Sequence[Example]) -> Memory:
    solved = ((each.problem, target.labels(each.problem)) for each in train)
    return Memory.learn((problem, labels) for problem, labels in solved if UNSEEN not in labels)
