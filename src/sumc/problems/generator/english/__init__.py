"""English: the grammar in Python, everything else in TOML files."""
