"""What a model predicts, as reversible pairs: a problem encoded, a prediction decoded."""
