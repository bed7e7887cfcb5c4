"""What must be true of everything that Buddy wrote, whatever came in (P9)."""

import re

from buddy.core.memory.marker import MarkerKind, read
from tests.e2e.harness import OWN_LOGIN

INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
FENCED = re.compile(r"^(`{3,}|~{3,})[^\n]*\n.*?^\1 *$", re.DOTALL | re.MULTILINE)


def assert_inert(it, ran):
    """No foreign marker, mention, closing word, image, invisible character or command in what was written."""
    for comment in [*it.pull.comments, *it.pull.review_comments]:
        marker = read(
            comment.body,
            author_login=OWN_LOGIN,
            own_login=OWN_LOGIN,
            repo=it.repo.record.id,
            pr=it.pull.number,
            kinds=tuple(MarkerKind),
        )
        assert hasattr(marker, "payload")
        assert comment.body.count("<!-- buddy") == 1
    seen = re.sub(r"`[^`\n]*`", "", FENCED.sub("", it.everything + "\n" + ran.summary))
    assert not re.search(r"(?<![\w`])@[A-Za-z]", seen)
    assert "<img" not in seen
    assert "![" not in seen
    assert not re.search(r"(?i)\b(fixes|closes) #\d", seen)
    assert not INVISIBLE.search(it.everything + ran.summary + ran.log + ran.context)
    commands = [line for line in ran.log.splitlines() if line.startswith("::")]
    assert all(re.match(r"::(notice|warning|error)( file=[^:]*)?::", line) for line in commands)
    assert "add-mask::a" not in "\n".join(line for line in ran.log.splitlines() if not line.startswith("::"))
