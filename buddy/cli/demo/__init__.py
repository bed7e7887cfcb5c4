"""`buddy demo`: a pull request reviewed before your eyes, against a GitHub in a box, without token or network."""
