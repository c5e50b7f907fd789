"""The rules of the exact routes: each has a name and a sentence in both languages."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class Rule:
    """Why an exact answer is the answer."""

    name: str
    """A short name that does not change, such as subtract-from."""
    sentences: tuple[tuple[str, str], ...]
    """The rule in words, by language."""

    def sentence(self, language: str) -> str:
        """The rule in words: English unless the language has its own.

        >>> rule("subtract-from").sentence("en")
        'Subtracting a from b gives b − a.'
        """
        said = dict(self.sentences)
        return said.get(language, said["en"])


def rule(name: str, **words: Mapping[str, str]) -> Rule:
    """The rule with this name; words fill the gaps of its sentence, by language."""
    said = _sentences()[name]
    return Rule(
        name,
        tuple(
            (language, sentence.format(**{gap: each[language] for gap, each in words.items()}))
            for language, sentence in said.items()
        ),
    )


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    text = (Path(__file__).parent / "rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def rule_names() -> tuple[str, ...]:
    """The names of all rules."""
    return tuple(_sentences())
