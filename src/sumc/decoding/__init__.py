"""Scores to ranked hypotheses: search, ranking, calibration."""
