"""Units: what the numbers of a text count, and what units can be turned into one another."""
