"""Verbs, one use case a file: gather, decide, apply."""
