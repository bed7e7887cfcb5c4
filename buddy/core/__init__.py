"""Nouns, pure: values in, values out; no clock, disk, network or log."""
