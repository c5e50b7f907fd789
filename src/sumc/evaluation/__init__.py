"""How good a run is: every figure with its counts, its interval and its protocol."""
