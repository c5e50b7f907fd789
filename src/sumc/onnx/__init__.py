"""Trained models to folders that need no torch: graphs in ONNX, checked sums, a calibration."""
