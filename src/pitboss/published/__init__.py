"""Figures that others published, as data with source and tolerance."""
