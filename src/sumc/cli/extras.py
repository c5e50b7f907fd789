"""What the extras install, and the message when one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from sumc.errors import SumcError

EXTRAS = {
    "parquet": ("pyarrow",),
    "scale": ("ray",),
    "train": ("torch", "safetensors", "numpy", "onnx"),
    "tensorboard": ("tensorboard",),
    "web": ("fastapi", "starlette", "pydantic", "uvicorn", "httptools", "prometheus_client"),
}
"""The modules of each extra."""


@contextmanager
def needing_extras(what: str) -> Iterator[None]:
    """Do something that needs an extra; without it, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = next((name for name, modules in EXTRAS.items() if error.name in modules), None)
        if extra is None:
            raise
        raise SumcError(f'{what} needs {error.name}: pip install "sumc[{extra}]"') from None
