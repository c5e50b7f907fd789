"""Files of problems, pairs or expressions, answered a batch at a time."""
