"""Docstrings as the site shows them: examples are code, also where they follow a sentence."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


def fenced(text: str) -> str:
    """A docstring in which every example is a block of code."""
    return _EXAMPLE.sub(r"```pycon\n\g<0>\n```", text)


class FencedExamples(griffe.Extension):
    """Applies `fenced` to everything that is documented."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the docstring of one object, once it is read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
