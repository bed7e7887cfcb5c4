"""The real git repository behind the box: objects, refs, diffs, all by the `git` command."""
