"""Problems to batches of numpy arrays: the same code prepares training and solving."""
