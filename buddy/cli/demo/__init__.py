"""`buddy demo`: reviews, and a memory that learns, before your eyes: in a GitHub in a box, without token or network."""
