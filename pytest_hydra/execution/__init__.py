"""Running other people's programs: time-outs, limits, whole trees ended."""
