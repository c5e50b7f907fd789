"""Commands of `sumc` as processes of their own that need not import torch anew.

One process imports torch and waits for orders; it forks for every command. The child gets the
path that PYTHONPATH would give it, and nothing of it comes back but its output and exit code.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import sumc

SOURCE = Path(sumc.__file__).parents[1]
_SERVER = """
import json, os, sys, traceback
import sumc.cli.app, sumc.cli.evaluate, sumc.cli.train, sumc.evaluation.runs, sumc.training.train
import torch
try:
    import matplotlib.backends.backend_agg, matplotlib.figure
except ImportError:
    pass

torch.optim.AdamW([torch.zeros(1, requires_grad=True)])  # what it imports, all children have

def count_down(name, left):
    '''End the process, as a power cut would, just before a file gets its name again.'''
    def hook(event, arguments):
        nonlocal left
        if event == "os.rename" and str(arguments[1]).endswith(name):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), 9)
    return hook

def run(order):
    for number, place in enumerate(("/dev/null", order["out"], order["err"])):
        os.dup2(os.open(place, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(order["folder"])
    sys.path[:0] = order["path"]
    sys.argv = ["sumc", *order["arguments"]]
    if order["kill"]:
        sys.addaudithook(count_down(*order["kill"]))
    from sumc.cli.main import main
    main()

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            run(json.loads(line))
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os._exit(0)  # torch takes a second to leave
"""


class Done(NamedTuple):
    """How a command ended; the code of one that was killed is minus the signal's number."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Commands:
    """Runs commands in a folder, with packages installed in `site`."""

    server: "subprocess.Popen[str]"
    folder: Path
    site: Path

    def __call__(
        self,
        *arguments: str,
        installed: bool = True,
        kill: tuple[str, int] | None = None,
    ) -> Done:
        """Run `sumc` with these arguments; `kill` ends it at the n-th writing of a file."""
        out, err = self.folder / ".out", self.folder / ".err"
        order = {
            "arguments": arguments,
            "path": [str(self.site)] if installed else [],
            "folder": str(self.folder),
            "kill": kill,
            "out": str(out),
            "err": str(err),
        }
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(order) + "\n")
        self.server.stdin.flush()
        code = int(self.server.stdout.readline())
        return Done(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))


@contextmanager
def serving(folder: Path, site: Path) -> Iterator[Commands]:
    """Commands that can be given for a while."""
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as server:
        yield Commands(server, folder, site)
        assert server.stdin is not None
        server.stdin.close()


def environment(*sites: Path) -> dict[str, str]:
    """The variables of a process that finds sumc and the packages in some folders."""
    path = os.pathsep.join(map(str, (SOURCE, *sites)))
    return {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}


def fresh(arguments: Sequence[str], folder: Path, site: Path) -> Done:
    """Run Python from the beginning, the way a user does."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(site),
        capture_output=True,
        text=True,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
