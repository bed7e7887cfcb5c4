"""Findings: read from tools' reports, identified across pushes, hidden by suppressions, placed on the diff."""
