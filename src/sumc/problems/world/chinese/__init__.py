"""Chinese for worlds: words, phrases and grammar."""
