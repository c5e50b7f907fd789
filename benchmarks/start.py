"""Where the time from `sumc solve` to the first answer goes, in milliseconds of processor time.

python benchmarks/start.py
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import onnxruntime

import sumc

TEXT = "Tom has 3 boxes with 12 pencils each. He gives away 7 pencils. How many are left?"
COMMANDS = {
    "import numpy and onnxruntime": ("-c", "import numpy, onnxruntime"),
    "sumc solve, model en": ("-m", "sumc", "solve", TEXT),
    "sumc solve, model en-tiny": ("-m", "sumc", "solve", "--model", "en-tiny", TEXT),
}
ROUNDS = 9
LEVELS = {
    "basic (as it is)": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC,
    "none": onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL,
    "extended": onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED,
}


def main() -> None:
    """Print what the commands take, and what loading the graphs of a model takes of it."""
    taken = {name: _least(arguments) for name, arguments in COMMANDS.items()}
    first = next(iter(taken.values()))
    for name, seconds in taken.items():
        print(f"{name:<32}{1e3 * seconds:6.0f} ms  {seconds / first:5.2f} times")
    graphs = sorted((Path(sumc.__file__).parent / "solving/shipped/en").glob("*.onnx"))
    for name, level in LEVELS.items():
        print(f"{'loading en, optimised: ' + name:<48}{1e3 * _loading(graphs, level):4.0f} ms")
    unpacked = _loading(graphs, LEVELS["basic (as it is)"], prepacking=False)
    print(f"{'loading en, without prepacking':<48}{1e3 * unpacked:4.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        _loading(graphs, LEVELS["basic (as it is)"], kept_in=folder)
        kept = _loading([Path(folder) / graph.name for graph in graphs], LEVELS["none"])
    print(f"{'loading en, optimised in its files':<48}{1e3 * kept:4.0f} ms")


def _least(arguments: tuple[str, ...]) -> float:
    """The least processor time that a command took in some rounds."""
    found = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        found.append(user + system)
    return min(found)


def _loading(
    graphs: list[Path],
    level: onnxruntime.GraphOptimizationLevel,
    *,
    prepacking: bool = True,
    kept_in: str = "",
) -> float:
    """The least processor time that the sessions of all graphs took in some rounds."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for graph in graphs:
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            options.enable_cpu_mem_arena = options.enable_mem_reuse = False
            options.graph_optimization_level = level
            options.log_severity_level = 3
            if not prepacking:
                options.add_session_config_entry("session.disable_prepacking", "1")
            if kept_in:
                options.optimized_model_filepath = str(Path(kept_in) / graph.name)
            onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        found.append(time.process_time() - start)
    return min(found)


if __name__ == "__main__":
    main()
