"""Judging reviews by a model: small cases of what should be found and what not, with and without the memory."""
