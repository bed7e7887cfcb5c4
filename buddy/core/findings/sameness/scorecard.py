"""What each measure is worth: learned, not written. See bench/train/sameness.py."""

BASE = -5.5737
DECISION = 2.55
"""The sum from which on two texts are the same; set by what projects that it was not learned on show."""

WEIGHTS = {
    "words_jaccard": 0.6730,
    "words_shared": 1.1395,
    "words_any": 0.8968,
    "words_alone": -1.0362,
    "size_least": 3.0983,
    "size_ratio": 0.1650,
    "concepts": 2.6949,
    "covered_least": 1.0737,
    "covered_mean": 0.8275,
    "letters": 5.2732,
    "phrases": 0.3980,
    "near_cosine": 1.5012,
    "near_within": 2.0178,
    "names_apart": -0.1900,
    "names_none": -0.8607,
    "names_alone": -3.8070,
    "names_alone_most": -1.2914,
    "quoted_shared": 1.3791,
    "quoted_apart": -0.3262,
    "files_shared": 0.9993,
    "lines_shared": 2.9096,
    "operators_shared": 3.4247,
    "marks_apart": -3.7577,
}
"""Measure to what it adds to the log-odds at its highest."""
