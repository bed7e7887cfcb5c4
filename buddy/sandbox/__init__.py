"""A GitHub in a box: one process over HTTP with a real git repository behind it."""
