"""English problems: grammar, word lists, and one module of schemas per topic."""

from sumc.problems.generator.english import (
    averages,
    change,
    combining,
    comparing,
    everyday,
    fractions,
    geometry,
    groups,
    hobbies,
    money,
    multi_step,
    percents,
    rates,
    ratios,
    together,
    units,
)
from sumc.problems.generator.english.grammar import EnglishGrammar
from sumc.problems.generator.english.lexicon import LEXICON
from sumc.problems.generator.english.noise import NOISE
from sumc.problems.generator.schema import Language

LANGUAGE = Language(
    code="en",
    grammar=EnglishGrammar(),
    lexicon=LEXICON,
    schemas=(
        *combining.SCHEMAS,
        *change.SCHEMAS,
        *comparing.SCHEMAS,
        *groups.SCHEMAS,
        *money.SCHEMAS,
        *rates.SCHEMAS,
        *percents.SCHEMAS,
        *fractions.SCHEMAS,
        *averages.SCHEMAS,
        *geometry.SCHEMAS,
        *units.SCHEMAS,
        *ratios.SCHEMAS,
        *multi_step.SCHEMAS,
        *everyday.SCHEMAS,
        *hobbies.SCHEMAS,
        *together.SCHEMAS,
    ),
    noise=NOISE,
)
