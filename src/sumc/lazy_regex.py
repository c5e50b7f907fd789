"""`lazy_regex`: a regular expression that is compiled when it is first used.

Two hundred of them read texts, most of them for one of the languages only or for rare forms.
Compiling all of them on import would take a tenth of the time to the first answer.
"""

import re
from functools import cached_property
from typing import Any, cast


class _LazyRegex:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._compiled, name)
        setattr(self, name, found)  # from now on as fast as that of the pattern itself
        return found


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern with all its methods; one that cannot be compiled fails on its first use.

    >>> lazy_regex("[a-z]+").findall("a pen, 2 books")
    ['a', 'pen', 'books']
    """
    return cast("re.Pattern[str]", _LazyRegex(pattern, flags))
