"""Foreign text on its way out: cleaned, made inert for its place, kept within bounds (P9, P11)."""
