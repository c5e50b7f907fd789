"""Damaged folders of models and runs: an error of ours, or none where nothing is different."""

import json
import shutil
import tempfile
from functools import cached_property
from pathlib import Path
from random import Random

from soak.engine import Fuzzer, Json
from sumc import Solver
from sumc.errors import SumcError
from sumc.solving.manifest import MANIFEST, FileSum
from sumc.solving.solver import SHIPPED_FOLDER

LOADING_SECONDS = 2.0
"""Seconds after which a small model is loaded, or refused."""
TEXT = "Ann has 3 pens and finds 4 more. How many pens does she have?"


def damaged(random: Random, data: bytes) -> bytes:
    """The same bytes with a bit flipped, a piece cut out, moved or replaced."""
    place, size = random.randrange(len(data) + 1), random.choice((1, 8, 300))
    match random.randrange(5):
        case 0 if data:
            place = min(place, len(data) - 1)
            changed = data[place] ^ (1 << random.randrange(8))
            return data[:place] + bytes([changed]) + data[place + 1 :]
        case 1:
            return data[:place] + data[place + size :]
        case 2:
            return data[:place]
        case 3:
            return data[:place] + random.randbytes(size) + data[place + size :]
    return data[:place] + data[max(0, place - size) : place] + data[place:]


class Models(Fuzzer):
    """The folder of an exported model with a damaged file, whose sum is right or not."""

    name, full, most_mb = "model folders", 20_000, 1_000
    seconds = LOADING_SECONDS

    @cached_property
    def folder(self) -> Path:
        return Path(
            shutil.copytree(SHIPPED_FOLDER / "en-tiny", Path(tempfile.mkdtemp()) / "model")
        )

    @cached_property
    def whole(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.folder.glob("*.[jo]*"))}

    def draw(self, random: Random) -> Json:
        return [random.choice(list(self.whole)), random.random() < 0.7, random.randrange(10**9)]

    def judge(self, given: Json) -> None:
        name, with_sum, seed = given
        content = damaged(Random(seed), self.whole[name])
        (self.folder / name).write_bytes(content)
        if with_sum and name != MANIFEST:
            manifest = json.loads(self.whole[MANIFEST])
            found = FileSum.of(content)
            manifest["files"][name] = {"bytes": found.size, "sha256": found.sha256}
            (self.folder / MANIFEST).write_text(json.dumps(manifest))
        try:
            solution = self.soon(lambda: Solver.load(self.folder).solve(TEXT))
            json.dumps(solution.to_json(), allow_nan=False)
            assert with_sum or name == MANIFEST or content == self.whole[name], "not noticed"
        except SumcError:
            return
        finally:
            for each in (name, MANIFEST):
                (self.folder / each).write_bytes(self.whole[each])


class Runs(Fuzzer):
    """The folder of a training with a damaged file: every flipped bit is noticed."""

    name, full, most_mb = "run folders", 20_000, 1_000
    seconds = LOADING_SECONDS

    @cached_property
    def folder(self) -> Path:
        from soak.kills import small_training, trained

        settings = small_training(Path(tempfile.mkdtemp()))
        return trained(settings, settings.parent / "run")

    @cached_property
    def whole(self) -> dict[str, bytes]:
        from sumc.training.folder import SUMS
        from sumc.training.sums import read_sums

        names = [*sorted(read_sums(self.folder).keys() - {"metrics.jsonl"}), SUMS]
        return {name: (self.folder / name).read_bytes() for name in names}

    def draw(self, random: Random) -> Json:
        return [random.choice(list(self.whole)), random.randrange(10**9)]

    def judge(self, given: Json) -> None:
        from sumc.training.folder import SUMS
        from sumc.training.run import Run

        name, seed = given
        content = damaged(Random(seed), self.whole[name])
        (self.folder / name).write_bytes(content)
        try:
            assert self.soon(lambda: Run.load(self.folder).results)
            unseen = name == SUMS or content == self.whole[name]  # a list may lack a file
            assert unseen, f"the damage of {name} is not noticed"
        except SumcError:
            return
        finally:
            (self.folder / name).write_bytes(self.whole[name])
