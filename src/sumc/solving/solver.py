"""`Solver`: a text in, a `Solution` out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Protocol

from sumc.algebra.notation import shortened
from sumc.decoding.hypothesis import NO_TREE, TOO_LONG, Prediction
from sumc.errors import ModelError, ProblemError, SumcError
from sumc.problems.numbers import Language
from sumc.problems.problem import Problem
from sumc.solving.language import language_of
from sumc.solving.predictor import SolvingModel
from sumc.solving.questions import asks_year
from sumc.solving.refusals import (
    DEFAULT_LIMITS,
    LOW_CONFIDENCE,
    OTHER_LANGUAGE,
    SENTENCES,
    UNKNOWN_LANGUAGE,
    TextLimits,
    read_problem,
)
from sumc.solving.routes.clock_questions import asks_length_between_times, asks_time_of_day
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.finding import ALGEBRA, find_exact
from sumc.solving.solution import Solution

LANGUAGES: tuple[Language, ...] = ("en", "zh")
"""The languages that the shipped models read."""
AUTO = "auto"
"""The shipped model of the language that a text is in."""
TINY = "tiny"
"""The same at a tenth of the size: several times as fast, and wrong more often."""
SHIPPED: Mapping[str, Language] = {"en": "en", "zh": "zh", "en-tiny": "en", "zh-tiny": "zh"}
"""The models that come with the package, and the language of each."""
CHOICES: Mapping[str, tuple[str, ...]] = {AUTO: ("en", "zh"), TINY: ("en-tiny", "zh-tiny")}
"""The shipped models among which the language of a text chooses."""
BATCH_SIZE = 128
"""Texts that are solved together."""
NEVER = 2.0
"""A confidence that no answer has: models give numbers, and no number is a time of day."""
FIRST_YEAR, LAST_YEAR = 1000, 2100
"""Years that texts ask for."""

SHIPPED_FOLDER = Path(__file__).parent / "shipped"
"""Has a folder for each of them."""


class Models(Protocol):
    """Where a solver gets its models from."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def source(self) -> str:
        """What loads them again, whatever the current folder is."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that they read."""

    @property
    def words(self) -> bool:
        """Whether number words counted as numbers in their training."""

    @property
    def compounds(self) -> bool:
        """Whether 2 hours 30 minutes was one number there."""

    def reading(self, language: Language) -> SolvingModel:
        """The model for one of the languages."""


class Solver:
    """Answers word problems. Threads can share one; pickling it keeps only its name."""

    def __init__(
        self, models: Models, *, min_confidence: float = 0.0, limits: TextLimits = DEFAULT_LIMITS
    ) -> None:
        if not isinstance(min_confidence, int | float) or not 0 <= min_confidence <= 1:
            raise SumcError(f"expected a confidence from 0 to 1, found {min_confidence!r}")
        self._models = models
        self.min_confidence = min_confidence
        self.limits = limits

    @classmethod
    def load(cls, model: str | Path = AUTO, *, min_confidence: float = 0.0) -> "Solver":
        """A solver with a shipped model ("en", "zh", "en-tiny", "zh-tiny") or with a folder's.

        With "auto" and "tiny" the language of each text chooses the model. A folder is one that
        `sumc export` wrote, or a run of `sumc train`, which needs torch.
        """
        return cls(_find(model), min_confidence=min_confidence)

    @property
    def name(self) -> str:
        """What its model is called; "auto" if it has one for each language."""
        return self._models.name

    def fingerprint(self) -> str:
        """A checksum over all files of its models but their cards, the same on every machine."""
        source = self._models.source
        names = CHOICES.get(source, (source,))
        folders = [SHIPPED_FOLDER / name if name in SHIPPED else Path(name) for name in names]
        state = sha256()
        for path in (path for folder in folders for path in sorted(folder.iterdir())):
            if path.is_file() and not path.name.startswith(".") and path.suffix != ".md":
                state.update(f"{path.name} {path.stat().st_size}\n".encode())
                state.update(path.read_bytes())
        return state.hexdigest()

    def solve(self, text: str) -> Solution:
        """The answer to one problem, or the reason why there is none."""
        _check_text(text, "the problem")
        return self._solve([text])[0]

    def solve_many(self, texts: Iterable[str], batch_size: int = BATCH_SIZE) -> Iterator[Solution]:
        """One solution for each text, in their order; texts are read as solutions are taken."""
        if batch_size < 1:
            raise SumcError(f"expected a batch size of at least 1, found {batch_size}")
        for batch in _batches(texts, batch_size):
            yield from self._solve(batch)

    def _solve(self, texts: Sequence[str]) -> list[Solution]:
        """Refuse what can be refused at once, and run each model once on all the rest."""
        found: dict[int, Solution] = {}
        waiting: dict[int, tuple[SolvingModel, list[tuple[int, Problem]]]] = {}
        for index, text in enumerate(texts):
            prepared = self._prepare(text)
            if isinstance(prepared, Solution):
                found[index] = prepared
            else:
                model = self._models.reading(prepared.language)
                waiting.setdefault(id(model), (model, []))[1].append((index, prepared))
        for model, problems in waiting.values():
            predictions = model.predictor.predict([problem for _, problem in problems])
            for (index, problem), prediction in zip(problems, predictions, strict=True):
                found[index] = self._solution(problem, prediction, model)
        return [found[index] for index in range(len(texts))]

    def _prepare(self, text: str) -> Solution | Problem:
        """The problem that a text is, or the refusal for which no model is needed."""
        models = self._models
        if len(text) > self.limits.characters:
            return Solution.refused(text, TOO_LONG, models.name)
        expected = models.languages[0] if len(models.languages) == 1 else ""
        language = language_of(text, expected)
        if language is None:
            return Solution.refused(text, UNKNOWN_LANGUAGE, models.name)
        if language not in models.languages:
            return Solution.refused(text, OTHER_LANGUAGE, models.name, language)
        exact = find_exact(text, language)
        if exact is not None:
            return _exact_solution(exact, text, language)
        problem = read_problem(
            text, language, words=models.words, compounds=models.compounds, limits=self.limits
        )
        if isinstance(problem, str):
            return Solution.refused(text, problem, models.name, language)
        return problem

    def _solution(self, problem: Problem, prediction: Prediction, model: SolvingModel) -> Solution:
        if prediction.best is None:
            given = prediction.reason or NO_TREE
            reason = given if given in SENTENCES else NO_TREE
            return Solution.refused(problem.text, reason, model.name, problem.language, problem)
        if prediction.confidence < self.min_confidence:
            confidence = prediction.confidence
            return Solution.refused(
                problem.text, LOW_CONFIDENCE, model.name, problem.language, problem, confidence
            )
        is_never = _is_never_sure(problem, prediction.best.answer)
        return Solution.of(problem, prediction, model.name, NEVER if is_never else model.sure)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _reload, (self._models.source, self.min_confidence, self.limits)

    def __repr__(self) -> str:
        return f"Solver.load({self._models.source!r}, min_confidence={self.min_confidence})"


def _is_never_sure(problem: Problem, answer: Fraction) -> bool:
    """Whether no model can answer a question, whatever its confidence: one for a time of day, for
    how long it is between two of them, or for a year where the answer is none."""
    text, language = problem.text, problem.language
    if asks_time_of_day(text, language) or asks_length_between_times(text, language):
        return True
    return asks_year(text, language) and not FIRST_YEAR <= answer <= LAST_YEAR


def _exact_solution(found: Exact | Unanswerable, text: str, language: Language) -> Solution:
    """What a rule says about a text, for which no model is needed."""
    if isinstance(found, Unanswerable):
        return Solution.refused(text, found.reason, ALGEBRA, language, found.problem)
    return Solution.exact(found, ALGEBRA)


def _reload(source: str, min_confidence: float, limits: TextLimits) -> Solver:
    return Solver(_find(source), min_confidence=min_confidence, limits=limits)


def _check_text(text: object, what: str) -> None:
    if not isinstance(text, str):
        raise ProblemError(f"expected {what} as a text, found {type(text).__name__}")


def _batches(texts: Iterable[str], size: int) -> Iterator[list[str]]:
    """The texts in lists of one size; those before a bad one are still yielded."""
    if isinstance(texts, str):
        raise ProblemError("expected several texts, found one: use solve")
    if not isinstance(texts, Iterable):
        raise ProblemError(f"expected several texts, found {type(texts).__name__}")
    batch: list[str] = []
    for number, text in zip(count(1), texts, strict=False):
        if not isinstance(text, str):
            if batch:
                yield batch
            _check_text(text, f"problem {number}")
        batch.append(text)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


class OneModel:
    """One model for all texts that it can read."""

    def __init__(self, model: SolvingModel, source: str) -> None:
        self.model = model
        self.name = model.name
        self.source = source
        self.languages = (model.language,) if model.language else LANGUAGES
        self.words = model.words
        self.compounds = model.compounds

    def reading(self, language: Language) -> SolvingModel:
        """The model."""
        return self.model


class ShippedModels:
    """Models of the package, one for each language, loaded when the first text needs them."""

    languages = LANGUAGES
    words = True
    compounds = False

    def __init__(self, name: str) -> None:
        self.name = self.source = name
        self._folders = {SHIPPED[each]: SHIPPED_FOLDER / each for each in CHOICES[name]}
        self._loaded: dict[Language, SolvingModel] = {}
        self._lock = Lock()

    def reading(self, language: Language) -> SolvingModel:
        """The shipped model of the language."""
        with self._lock:
            if language not in self._loaded:
                self._loaded[language] = _load_folder(self._folders[language])
            return self._loaded[language]


def _find(model: str | Path) -> Models:
    """Models by name; a name is looked up in the package before it is taken for a folder."""
    if not isinstance(model, str | Path):
        kind = type(model).__name__
        raise ModelError(f"expected the name of a model or a folder, found {kind}")
    if model in CHOICES:
        return ShippedModels(str(model))
    if model in SHIPPED:
        return OneModel(_load_folder(SHIPPED_FOLDER / model), str(model))
    folder = Path(model)
    return OneModel(_load_folder(folder), str(folder.resolve()))


LOADERS = {
    "model.json": "sumc.solving.exported:load_exported_model",
    "settings.toml": "sumc.training.run:load_run_model",
}
"""What loads a folder, by the file that shows what it is; only runs need torch."""


def _load_folder(folder: Path) -> SolvingModel:
    """The model in a folder, whichever kind it is."""
    for marker, place in LOADERS.items():
        if _has(folder, marker):
            module, _, name = place.partition(":")
            load: Callable[[Path], SolvingModel] = getattr(_import(module), name)
            return load(folder)
    names = ", ".join((*CHOICES, *SHIPPED))
    raise ModelError(
        f"no model {shortened(str(folder))!r}: expected {names}, a folder that `sumc export` "
        "wrote or a run of `sumc train`"
    )


def _import(module: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ModelError(
            f'solving with a run needs {error.name}: pip install "sumc[train]", or export it '
            "where torch is installed: sumc export RUN DIR"
        ) from None


def _has(folder: Path, name: str) -> bool:
    try:
        return (folder / name).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
