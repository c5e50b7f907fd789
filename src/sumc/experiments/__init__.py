"""One file per table or figure of the paper: ours beside theirs."""
