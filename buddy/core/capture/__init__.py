"""What is worth remembering: the rules that judge people's own words. Who may say it is decided elsewhere."""
