"""Grading what a class wrote, and worksheets for it to write on."""
