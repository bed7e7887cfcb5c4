"""The Actions runner: its inputs, its event file, its workspace, its log."""
