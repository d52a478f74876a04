"""Scoring the code changes that agents made from one base."""
