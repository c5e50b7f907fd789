"""One file per dataset: its folder to records, as published and as a stream."""
