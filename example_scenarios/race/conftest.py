"""What is raced here is a project of its own: its tests are run in the race, not from here."""

collect_ignore = ["base"]
