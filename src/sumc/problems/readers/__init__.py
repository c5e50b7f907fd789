"""One module per dataset, which streams the records in its folder as they were published."""
