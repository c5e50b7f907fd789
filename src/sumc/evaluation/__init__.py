"""The figures of a run, each with its counts, its interval and its protocol."""
