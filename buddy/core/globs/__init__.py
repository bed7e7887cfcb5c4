"""Globs: which files a learning is about, in the gitignore dialect, with bounded cost on hostile input."""

from buddy.core.globs.dialect import literal, normalise
from buddy.core.globs.glob_set import GlobProblem, GlobSet
from buddy.core.globs.path_index import PathIndex
from buddy.core.globs.reasons import BadGlob, GlobReason

__all__ = ["BadGlob", "GlobProblem", "GlobReason", "GlobSet", "PathIndex", "literal", "normalise"]
