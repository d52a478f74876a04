"""Parse the untrusted results of test runners and linters; one module per family of formats."""
