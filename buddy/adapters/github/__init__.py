"""GitHub over REST; the only place that imports PyGithub."""
