"""Trained models to folders that need no torch: graphs in ONNX, checksums, a calibration."""
