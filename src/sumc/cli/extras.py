"""What the extras install, and the message when one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from sumc.errors import SumcError

EXTRAS = {
    "parquet": ("pyarrow",),
    "scale": ("ray",),
    "train": ("torch", "safetensors", "numpy", "onnx"),
    "plm": ("transformers",),
    "tensorboard": ("tensorboard",),
    "plots": ("matplotlib",),
    "web": ("fastapi", "starlette", "pydantic", "uvicorn", "httptools", "prometheus_client"),
}
"""The modules of each extra."""
CPU_BUILD = (
    "\n(torch brings gigabytes of GPU libraries; without a GPU, install its CPU build first, as "
    'the page "Get started" of pytorch.org says)'
)


@contextmanager
def needing_extras(what: str) -> Iterator[None]:
    """Do something that needs an extra; without it, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = next((name for name, modules in EXTRAS.items() if error.name in modules), None)
        if extra is None:
            raise
        message = f'{what} needs {error.name}: pip install "sumc[{extra}]"'
        raise SumcError(message + (CPU_BUILD if error.name == "torch" else "")) from None
