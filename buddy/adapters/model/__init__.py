"""Models of every provider through pydantic-ai, which is imported only when a question is asked."""
