"""Edits of a learnings file by a person at a terminal: what each does to the bytes, and what is said of it."""
