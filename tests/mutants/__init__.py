"""Mutants: the program with one thing changed; each must be noticed by a test."""
