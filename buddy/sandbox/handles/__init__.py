"""How tests and the demo act on the box in Python: as people, by name, without HTTP and without tokens."""
