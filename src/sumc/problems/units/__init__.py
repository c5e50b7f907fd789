"""Units: what the numbers of a text count, and which units can be converted into one another."""
