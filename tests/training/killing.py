"""A training that is killed again and again, by SIGKILL, until it is done."""

import subprocess
import sys
from pathlib import Path

from sumc.settings.settings import Settings, to_toml

KILLS = """
import os, random, signal, sys, time
from pathlib import Path
import torch
from sumc.training.train import train
from sumc.problems.loading import load_split
from sumc.settings.settings import load_settings

torch.set_num_threads(1)
torch.optim.AdamW([torch.zeros(1, requires_grad=True)])  # what it imports, all children have
settings, folder = load_settings(sys.argv[1]), Path(sys.argv[2])
split = load_split(settings.data)
random.seed(int(sys.argv[3]))

def start():
    child = os.fork()
    if child == 0:
        code = 1
        try:
            train(settings, split, folder, resume=True)
            code = 0
        finally:
            os._exit(code)
    return child

def is_over(child):
    return os.waitpid(child, os.WNOHANG)[0] == child

def drafts():
    return [*folder.glob("*.tmp")]

def wait_for_draft(child, count):
    '''Until a file is being written for the count-th time; the process stands still then.'''
    while not is_over(child):
        if drafts():
            count -= 1
            os.kill(child, signal.SIGSTOP)
            if count <= 0 and drafts():
                return False
            os.kill(child, signal.SIGCONT)
        time.sleep(0.0002)
    return True

def wait(child, seconds):
    time.sleep(seconds)
    return is_over(child)

killed_drafts = killed = 0
for turn in range(8):
    child = start()
    if turn % 2:
        over = wait_for_draft(child, random.randint(1, 4))
    else:
        over = wait(child, random.uniform(0.02, 0.2))
    if over:
        break
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    killed += 1
    killed_drafts += bool(drafts())
child = start()
assert os.waitpid(child, 0)[1] == 0
print(killed, killed_drafts)
"""


def kill_again_and_again(settings: Settings, folder: Path, seed: int) -> tuple[int, int]:
    """Train in a folder, killed at random moments and while files are written, then to the end.

    How often it was killed, and how often while it was writing.
    """
    toml = folder.with_suffix(".toml")
    toml.write_text(to_toml(settings), encoding="utf-8")
    command = [sys.executable, "-c", KILLS, str(toml), str(folder), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    killed, killed_drafts = map(int, done.stdout.split())
    return killed, killed_drafts
