"""What the repository's own tests and examples need from pytest."""

pytest_plugins = ["pytester"]
