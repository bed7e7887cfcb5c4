"""SARIF 2.1.0 as real tools write it, turned into findings."""
