"""`find_exact`: what the exact routes say about a text."""

from collections.abc import Callable, Sequence

from sumc.problems.numbers import Language
from sumc.solving.refusals import UNREAD_CALCULATION
from sumc.solving.routes.beyond import read_beyond
from sumc.solving.routes.calculation import is_left_unread, read_calculation
from sumc.solving.routes.clock import read_clock
from sumc.solving.routes.conversion import read_conversion
from sumc.solving.routes.equation import read_equation
from sumc.solving.routes.exact import Exact, Unanswerable
from sumc.solving.routes.words import read_in_words
from sumc.solving.routes.years import read_years

ALGEBRA = "algebra"
"""What a solution names as its model when no model was needed."""

Route = Callable[[str, Language], Exact | Unanswerable | None]
IN_WORDS: Sequence[Route] = (
    read_conversion,
    read_equation,
    read_in_words,
    read_clock,
    read_years,
    read_beyond,
)
LONGEST = 300
"""The most characters of a text that they look at; only a calculation may be longer."""


def find_exact(text: str, language: Language) -> Exact | Unanswerable | None:
    """The answer of the first route that covers a text; None if a model has to answer.

    >>> find_exact("Subtract 5 from 12.", "en").rules[0].name
    'subtract-from'
    >>> find_exact("Tom has 12 pens and gives away 5. How many are left?", "en")
    """
    for route in (read_calculation, *(IN_WORDS if len(text) <= LONGEST else ())):
        if (found := route(text, language)) is not None:
            return found
    return Unanswerable(UNREAD_CALCULATION) if is_left_unread(text) else None
