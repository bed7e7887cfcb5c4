"""What a repository needs for Buddy to work in it: the files of `buddy init`, as values."""

from buddy.core.setup.choices import Choices, defaults
from buddy.core.setup.facts import Found, RepositoryFacts
from buddy.core.setup.plan import Plan, PlannedFile, State, plan, touched

__all__ = ["Choices", "Found", "Plan", "PlannedFile", "RepositoryFacts", "State", "defaults", "plan", "touched"]
