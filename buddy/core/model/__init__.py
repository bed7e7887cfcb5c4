"""What a model is asked, what it may answer, and how much of the answer is believed."""
