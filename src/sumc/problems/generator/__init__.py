"""Built-in word problems in English and Chinese, drawn from story schemas.

>>> for problem in generate("en", 1):
...     print(problem.language, problem.answer > 0)
en True
"""

from sumc.problems.generator.engine import GeneratedProblem, generate, generate_one

__all__ = ["GeneratedProblem", "generate", "generate_one"]
