"""One handler a command; `buddy.core.respond.dispatch` holds the table."""
