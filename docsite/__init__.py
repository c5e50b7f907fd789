"""The parts of the documentation site that programs write: nothing here is installed."""
