"""Changes in the middle of JSON, for tests of damaged files."""

from typing import Any


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with something else at a path of keys and places."""
    if not path:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = changed(value[path[0]], path[1:], new)
    return copied
