"""What is wrong with a memory beyond what reading finds: one module a check, the table of them in `checks`."""
