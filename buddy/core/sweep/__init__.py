"""What the conversations of a repository have waiting, seen from its latest comments."""
