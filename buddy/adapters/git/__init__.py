"""The local repository, through the `git` program."""
