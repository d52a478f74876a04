"""Is a suite any good? Faults are put into what a bot said, and checks are to notice them."""
