"""Trainings by several processes, forked from one that has imported all they need."""

import json
import subprocess
import sys
from typing import Any

from sumc.settings.settings import to_toml

FORKS = """
import json, os, random, signal, socket, sys, time
from pathlib import Path
from typing import Any
import torch
import torch.distributed
from sumc.training.train import train
from sumc.training.progress import ProcessesChanged
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings

torch.set_num_threads(1)
torch.optim.AdamW([torch.zeros(1, requires_grad=True)])  # what it imports, all children have
os.environ["MASTER_ADDR"] = "127.0.0.1"
random.seed(0)

def say(event):
    if isinstance(event, ProcessesChanged):
        print(f"{event.before} to {event.now}", flush=True)

def start(rank, port):
    child = os.fork()
    if child == 0:
        os.environ |= {"RANK": str(rank), "WORLD_SIZE": str(size), "MASTER_PORT": str(port)}
        code = 1
        try:
            train(settings, split, folder, resume=True, progress=say)
            code = 0
        finally:
            os._exit(code)
    return child

def run(kill):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    children = [start(rank, port) for rank in range(size)]
    if kill:
        names = ("checkpoint.safetensors", "results.json")
        while not any((folder / name).exists() for name in names):
            time.sleep(0.005)
        time.sleep(0 if kill == "stop" else random.random() * 0.3)
        if kill == "stop":  # one is asked to at once, and all save and end
            os.kill(children[-1], signal.SIGTERM)
            assert all(os.waitpid(child, 0)[1] for child in children)
            return
        victims = children if kill == "all" else [children[int(kill)]]
        for child in victims:
            os.kill(child, signal.SIGKILL)
    # as torchrun does: when one has failed, the others end
    codes = {}
    while len(codes) < size:
        child, status = os.wait()
        codes[child] = status
        if status:
            for other in children:
                if other not in codes:
                    os.kill(other, signal.SIGKILL)
    assert kill or not any(codes.values())

for config, folder, size, *kills in json.loads(sys.argv[1]):
    settings, folder = load_settings(config), Path(folder)
    split = load_split(settings.data)
    for kill in kills or [""]:
        run(kill)
"""


def train_together(*runs: tuple[Any, ...]) -> str:
    """Train into folders with some processes; what they said about their number.

    After the number may come kills, one for each start: of a rank, of `all`, `stop` (the last
    process is asked to stop) or none, which is empty.
    """
    jobs = []
    for settings, folder, processes, *kills in runs:
        config = folder.with_suffix(".toml")
        config.write_text(to_toml(settings), encoding="utf-8")
        jobs.append([str(config), str(folder), processes, *kills])
    done = subprocess.run(
        [sys.executable, "-c", FORKS, json.dumps(jobs)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
