"""Other tools' memory files: reading them as learnings, writing learnings as them, and saying what is lost."""
