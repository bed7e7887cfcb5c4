"""What Buddy knows about one pull request: its marker, snapshot and ledger, and how they are composed."""
