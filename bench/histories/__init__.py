"""Real histories with findings placed on them: what `bench/fingerprints.py` measures on."""
