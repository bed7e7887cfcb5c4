"""What of a comment is its author's own visible words. Importing it loads the Markdown library, so do that late."""

from buddy.core.prose.visible import LONGEST, Block, BlockKind, Line, visible_blocks

__all__ = ["LONGEST", "Block", "BlockKind", "Line", "visible_blocks"]
