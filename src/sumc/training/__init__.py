"""Training: settings from TOML, one loop for every model, and the folder that a run is."""
