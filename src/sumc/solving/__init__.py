"""Solving people's own problems: a model folder and a text in, an exact answer out. No torch."""
