"""One pytest session: collection, communication between its processes, and the report."""
