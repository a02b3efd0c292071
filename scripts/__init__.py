"""Things a person runs by hand."""
