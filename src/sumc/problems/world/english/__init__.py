"""English for worlds: words, phrases and grammar."""
