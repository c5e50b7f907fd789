"""The models of a server: loaded once, chosen by name or by the language of a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sumc.errors import ServeError
from sumc.solving.language import language_of
from sumc.solving.refusals import OTHER_LANGUAGE
from sumc.solving.solver import SHIPPED, Solver
from sumc.web.errors import MODEL, ApiError, shortened
from sumc.web.schemas import AUTO, Mistake

_TRIALS = {
    "en": "Ann has 3 pens and buys 4 more. How many pens does she have?",
    "zh": "小红有3支笔，又买了4支，现在有多少支？",
}
"""Texts that need a model, not one that an exact rule answers."""


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model under the name that clients use, which never reveals its folder."""

    name: str
    languages: tuple[str, ...]
    solver: Solver

    @classmethod
    def load(cls, model: str, min_confidence: float = 0.0) -> "LoadedModel":
        """A shipped model or that of a folder. It is tried out, so the first request is quick."""
        solver = Solver.load(model, min_confidence=min_confidence)
        name = model if model in SHIPPED else Path(model).resolve().name
        return cls(name, _languages(solver), solver)


def _languages(solver: Solver) -> tuple[str, ...]:
    """The languages that a solver accepts, found by trying a text in each."""
    return tuple(
        language
        for language, text in _TRIALS.items()
        if solver.solve(text).reason != OTHER_LANGUAGE
    )


class Models:
    """All models of a server by name."""

    def __init__(self, models: Sequence[LoadedModel]) -> None:
        if not models:
            raise ServeError("a server needs a model")
        self.by_name: Mapping[str, LoadedModel] = {model.name: model for model in models}
        if len(self.by_name) < len(models):
            names = ", ".join(model.name for model in models)
            raise ServeError(f"every model needs a name of its own, found {names}")
        if AUTO in self.by_name:
            raise ServeError(f"a model cannot be called {AUTO!r}")

    def choose(self, name: str, texts: Sequence[str]) -> list[tuple[LoadedModel, str]]:
        """The model for every text; 422 when no model has the name."""
        if name == AUTO:
            return [(self._reading(text), text) for text in texts]
        if mistake := self.unknown(name):
            raise ApiError(422, [mistake])
        return [(self.by_name[name], text) for text in texts]

    def unknown(self, name: str) -> Mistake | None:
        """What is wrong with the name of a model that a request asks for, if anything is."""
        known = (AUTO, *self.by_name)
        if name in known:
            return None
        what = f"no model is called {shortened(name)!r}"
        return Mistake(code="unknown-model", what=what, where=MODEL, accepted=", ".join(known))

    def reads(self, language: str) -> bool:
        """Whether one of them reads a language."""
        return any(language in model.languages for model in self.by_name.values())

    def _reading(self, text: str) -> LoadedModel:
        """The first model that reads the language of a text; else one that says it does not."""
        models = tuple(self.by_name.values())
        if len(models) == 1:
            return models[0]
        language = language_of(text)
        return next((model for model in models if language in model.languages), models[0])
