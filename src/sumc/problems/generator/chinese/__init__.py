"""Chinese problems: grammar, word lists, and one module of schemas per topic."""

from sumc.problems.generator.chinese import (
    amounts,
    averages,
    combining,
    fractions,
    geometry,
    groups,
    mixed,
    money,
    patterns,
    percents,
    ratios,
    travel,
    work,
)
from sumc.problems.generator.chinese.asides import with_aside
from sumc.problems.generator.chinese.grammar import ChineseGrammar
from sumc.problems.generator.chinese.lexicon import LEXICON
from sumc.problems.generator.chinese.noise import NOISE
from sumc.problems.generator.schema import Language

TOPICS = (
    amounts,
    averages,
    combining,
    fractions,
    geometry,
    groups,
    mixed,
    money,
    patterns,
    percents,
    ratios,
    travel,
    work,
)

LANGUAGE = Language(
    code="zh",
    grammar=ChineseGrammar(),
    lexicon=LEXICON,
    schemas=tuple(with_aside(schema) for topic in TOPICS for schema in topic.SCHEMAS),
    noise=NOISE,
)
