"""The command line: reads the clock, builds adapters, turns errors into exit codes."""
