"""Problems: numbers in texts, datasets, splits and the built-in generator; no torch."""
