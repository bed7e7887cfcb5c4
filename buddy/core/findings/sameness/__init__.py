"""Whether two findings report the same problem in other words."""
