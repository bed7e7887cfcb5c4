"""What is wrong with a set-up: checks over what stands on the default branch and what GitHub says of the repository."""

from buddy.core.doctor.checks import CHECKS, Check, Result, Verdict, examine
from buddy.core.doctor.standing import Standing, read_first

__all__ = ["CHECKS", "Check", "Result", "Standing", "Verdict", "examine", "read_first"]
