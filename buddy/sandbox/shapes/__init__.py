"""What answers look like: records as the JSON that GitHub sends, one module a family."""
