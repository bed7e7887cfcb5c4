"""Outside things, one package each; all I/O happens here."""
