"""Recording approved learnings by pull request: what goes into the file, what the pull request says. No host here."""
