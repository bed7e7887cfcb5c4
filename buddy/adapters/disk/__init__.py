"""Files of this machine that Buddy changes: whole or not at all, one writer at a time."""
