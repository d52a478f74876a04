"""Many races: run, added up, and what people chose after them."""
