"""Rewrites a checkout for a release: what main names by tag or builds, the release names by digest.

`pin_image.py base DIGEST` pins the Dockerfile's base image, before the image is built; `pin_image.py action
IMAGE@DIGEST` makes action.yml name the published image, so that users pull instead of building. Standard library
only: it runs before anything is installed.
"""

import argparse
import re
import sys
from pathlib import Path

DIGEST = r"sha256:[0-9a-f]{64}"
IMAGE = rf"[a-z0-9.:-]+(?:/[a-z0-9._-]+)+@{DIGEST}"


class NotPinnable(Exception):
    """The file or the digest is not what a release expects; nothing was written."""


def pin_base(dockerfile: str, *, digest: str) -> str:
    """Every `FROM name:tag` gains the digest and keeps its tag for the reader."""
    if not re.fullmatch(DIGEST, digest):
        raise NotPinnable(f"{digest!r} is no digest (sha256: and 64 hex digits)")
    pinned, count = re.subn(r"(?m)^(FROM [^\s:@]+:[^\s:@]+)(?=\s)", rf"\g<1>@{digest}", dockerfile)
    if not count or count != len(re.findall(r"(?m)^FROM ", dockerfile)):
        raise NotPinnable("the Dockerfile has a FROM without a plain name:tag")
    return pinned


def pin_action(action: str, *, image: str) -> str:
    """`image: Dockerfile` becomes `image: docker://…@sha256:…`."""
    if not re.fullmatch(IMAGE, image):
        raise NotPinnable(f"{image!r} names no image by digest (registry/owner/name@sha256:…, in lower case)")
    pinned, count = re.subn(r"(?m)^  image: Dockerfile$", f"  image: docker://{image}", action)
    if count != 1:
        raise NotPinnable(f"action.yml says `  image: Dockerfile` {count} times, not once")
    return pinned


def main(argv: list[str], *, root: Path) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["base", "action"])
    parser.add_argument("to", metavar="DIGEST|IMAGE@DIGEST")
    options = parser.parse_args(argv)
    path = root / {"base": "Dockerfile", "action": "action.yml"}[options.what]
    try:
        text = path.read_text(encoding="utf-8")
        pinned = pin_base(text, digest=options.to) if options.what == "base" else pin_action(text, image=options.to)
    except NotPinnable as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    path.write_text(pinned, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], root=Path.cwd()))
