"""Many races: running and summarizing them, and weights fitted to what people merged."""
