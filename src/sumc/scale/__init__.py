"""More than one machine, with Ray: datasets, files, trainings and plans of jobs.

>>> import ray, sumc.scale                                                    # doctest: +SKIP
>>> problems = ray.data.read_parquet("s3://bucket/problems")                  # doctest: +SKIP
>>> sumc.scale.solve_dataset(problems, model="en").write_parquet("answers")   # doctest: +SKIP
"""

from sumc.scale.datasets import check_dataset, solve_dataset, tree_dataset

__all__ = ["check_dataset", "solve_dataset", "tree_dataset"]
