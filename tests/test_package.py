"""What a user of the installed package meets: names, lightness, errors."""

import json
import pickle
import subprocess
import sys
from importlib.metadata import metadata, requires, version

import pytest

import sumc
from sumc.errors import DatasetError, EquationError, ExpressionError, SumcError

HEAVY = ("torch", "numpy", "onnxruntime", "transformers", "typer", "rich", "sympy")


def _modules_after(statement: str) -> set[str]:
    code = f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_importing_sumc_imports_nothing_heavy() -> None:
    loaded = _modules_after("import sumc")
    assert not loaded & set(HEAVY)
    assert "sumc.algebra.mtree" not in loaded


def test_checking_imports_nothing_heavy() -> None:
    assert not _modules_after("from sumc import MTree, check; check('a', 'a')") & set(HEAVY)


def test_every_public_name_is_there_and_listed() -> None:
    assert dir(sumc) == sorted(sumc.__all__)
    for name in sumc.__all__:
        assert getattr(sumc, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sumc.nothing  # noqa: B018


def test_the_version_and_the_extras_are_those_of_the_package() -> None:
    assert version("sumc") == sumc.__version__
    assert set(metadata("sumc").get_all("Provides-Extra") or ()) == {
        "parquet",
        "plm",
        "plots",
        "scale",
        "tensorboard",
        "train",
        "web",
    }
    core = [need for need in requires("sumc") or () if "extra" not in need]
    assert not [
        need
        for need in core
        if need.startswith(("torch", "transformers", "sympy", "ray", "pyarrow"))
    ]


def test_errors_are_one_family_and_can_be_pickled() -> None:
    error = EquationError("not linear", "x*x=4", 2)
    assert isinstance(error, ExpressionError)
    assert issubclass(DatasetError, SumcError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
