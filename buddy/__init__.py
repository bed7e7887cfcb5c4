"""Buddy gives code review a memory that lives in the repository."""

__version__ = "0.1.0"
