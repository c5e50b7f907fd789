"""sumc: math word problems to exact answers, by way of the M-tree.

>>> from sumc import MTree, check
>>> str(MTree.parse("3*2 + (5+4)"))
'(+ (* 2 3) 4 5)'
>>> check("3*2+(5+4)", "2*3+4+5").verdict
'same-structure'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sumc.algebra.checking import CheckResult, check
    from sumc.algebra.codebook import Codebook
    from sumc.algebra.limits import Limits
    from sumc.algebra.mtree import MTree
    from sumc.errors import SumcError
    from sumc.solving.solution import Solution
    from sumc.solving.solver import Solver

__version__ = "0.1.0"
__all__ = [
    "CheckResult",
    "Codebook",
    "Limits",
    "MTree",
    "Solution",
    "Solver",
    "SumcError",
    "__version__",
    "check",
]

# Names are imported when they are first used: `import sumc` stays quick and light.
_HOMES = {
    "CheckResult": "sumc.algebra.checking",
    "Codebook": "sumc.algebra.codebook",
    "Limits": "sumc.algebra.limits",
    "MTree": "sumc.algebra.mtree",
    "Solution": "sumc.solving.solution",
    "Solver": "sumc.solving.solver",
    "SumcError": "sumc.errors",
    "check": "sumc.algebra.checking",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'sumc' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
