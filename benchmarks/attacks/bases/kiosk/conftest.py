pytest_plugins = ["plugged"]
