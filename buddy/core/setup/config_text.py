"""The configuration file of a new set-up: every key that people change, with its default; a test compares them."""

from __future__ import annotations

from typing import Final

CONFIG: Final = ".buddy/config.yml"

CONFIG_TEXT: Final = """\
# yaml-language-server: $schema=https://raw.githubusercontent.com/buddy-review/buddy/v0/docs/reference/config.schema.json
# Reviews read this file from the base branch: a change counts from its merge on. `buddy config check` checks it.
ai:
  model: null # rules-only; provider:name lets a model review beside the tools
  learnings:
    enabled: true
    file: .buddy/learnings.jsonl
    maxPromptEntries: 20
    maxPromptTokens: 2000
    implicitCapture: true # propose what is said in discussions; recorded only after a 👍
review:
  maxComments: 25 # inline comments a run; the rest stands in the summary
  drafts: false
  exclude: ["**/*.lock", "dist/**"]
  # protected: categories that no learning hides, such as "gitleaks/*"; the default grows with Buddy
record:
  branch: buddy/learnings
  target: default # or base: the branch of the pull request on which it was said
  maxBatch: 20
  minIntervalHours: 24
trustedBases: [default, protected]
"""
