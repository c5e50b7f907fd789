"""Settings of trainings and models: frozen dataclasses, read from TOML, without torch."""
