"""The exact algebra of M-trees: expressions, trees, codes and the comparison of formulas.

Pure Python; it needs nothing but the standard library.
"""
