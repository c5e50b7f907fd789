"""How much of the time to the first answer is spent on loading the graphs, in several ways.

Milliseconds of processor time; `solving.py` measures the whole start.

    python benchmarks/loading.py [--model zh]
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import onnxruntime

from sumc.solving.solver import SHIPPED, SHIPPED_FOLDER

ROUNDS = 9
BASIC = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
"""What the solver asks for."""
NONE = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
EXTENDED = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED


def main() -> None:
    """Print how long the graphs take to load in each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", choices=SHIPPED, default="en")
    graphs = sorted((SHIPPED_FOLDER / parser.parse_args().model).glob("*.onnx"))
    show("basic optimisation, as it is", graphs, BASIC)
    show("no optimisation", graphs, NONE)
    show("extended optimisation", graphs, EXTENDED)
    show("basic, without prepacking", graphs, BASIC, prepacking=False)
    with tempfile.TemporaryDirectory() as folder:
        for graph in graphs:
            load(graph, BASIC, kept=Path(folder) / graph.name)
        show("optimised in the files", sorted(Path(folder).iterdir()), NONE)


def show(
    name: str,
    graphs: Sequence[Path],
    level: onnxruntime.GraphOptimizationLevel,
    *,
    prepacking: bool = True,
) -> None:
    """Print the least time of some rounds."""
    found = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for graph in graphs:
            load(graph, level, prepacking=prepacking)
        found.append(time.process_time() - start)
    print(f"{name:<32}{1e3 * min(found):4.0f} ms")


def load(
    graph: Path,
    level: onnxruntime.GraphOptimizationLevel,
    *,
    prepacking: bool = True,
    kept: Path | None = None,
) -> None:
    """Load one graph, and save the optimised form to another file if one is named."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_reuse = False
    options.graph_optimization_level = level
    options.log_severity_level = 3
    if not prepacking:
        options.add_session_config_entry("session.disable_prepacking", "1")
    if kept:
        options.optimized_model_filepath = str(kept)
    onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


if __name__ == "__main__":
    main()
