"""Reading Python source without running it: names, constants and conditions."""
