"""Run folders and caches on disk, and the wire format between processes."""
