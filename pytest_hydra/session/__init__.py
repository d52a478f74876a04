"""One pytest session: what it collects, what its processes tell each other, and its report."""
