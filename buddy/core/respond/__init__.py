"""Answering people: commands, their answers, proposals and votes, all derived from comments (P6)."""
