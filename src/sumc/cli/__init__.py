"""The `sumc` command, one file for each subcommand."""
