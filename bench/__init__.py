"""Benchmarks: each prints a table of ratios measured in one run. Speed is never a test."""
