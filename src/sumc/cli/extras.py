"""What the extra `train` installs, and how to say that it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from sumc.errors import SumcError

TRAIN = ("torch", "safetensors", "numpy", "onnx")


@contextmanager
def needing_extras(what: str) -> Iterator[None]:
    """Do something that needs the extra; without it, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in TRAIN:
            raise
        raise SumcError(f'{what} needs {error.name}: pip install "sumc[train]"') from None
