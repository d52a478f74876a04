"""Sessions of pytest beside plugins, hooks and options of others."""
