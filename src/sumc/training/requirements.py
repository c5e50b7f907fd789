"""`requirements.txt` of a run: the other packages that its model needs.

    my-models==1.0  # model my-model, codec my-codec

So a run says what to install on a machine that lacks it.
"""

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from sumc.codecs import CODECS
from sumc.encoding.inputs import INPUTS
from sumc.errors import RunError
from sumc.settings.models import MODELS
from sumc.settings.settings import Settings


def requirements(settings: Settings) -> str:
    """The packages that model, codec and inputs come from, a line for each, except sumc."""
    used = [
        (MODELS.package(settings.kind.name), f"model {settings.kind.name}"),
        (CODECS.package(settings.codec_name), f"codec {settings.codec_name}"),
        *((INPUTS.package(name), f"input {name}") for name in settings.kind.inputs),
    ]
    packages: dict[str, list[str]] = {}
    for package, what in used:
        if package is not None:
            packages.setdefault(package, []).append(what)
    return "".join(f"{each}  # {', '.join(what)}\n" for each, what in packages.items())


def check_requirements(path: Path) -> None:
    """Make sure that the packages of a run are installed; a missing one is named, with its use."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        package, _, what = (part.strip() for part in line.partition("#"))
        if package and not _is_installed(package.partition("==")[0].strip()):
            raise RunError(
                f"{path.parent} needs {package} ({what}), which is not installed: "
                f"pip install -r {path}"
            )


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except (PackageNotFoundError, ValueError):  # a name that no package can have
        return False
    return True
