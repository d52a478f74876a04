"""Checks, scores, gates, ranking and statistics: plain functions over plain values."""
