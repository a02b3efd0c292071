"""The version, where anything can read it."""

__version__ = "0.2.0"
