"""CodeRabbit's learnings as CSV: any order of columns, quoted cells over several lines, spreadsheets' separators."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from buddy.core.interop.coderabbit_learnings import COLUMNS, TEXT, Row, plain_name, read_rows, values_of
from buddy.core.interop.conversion import Loss, Place, Reading, Unusable, Written
from buddy.core.interop.foreign_text import text_of, unusable
from buddy.core.interop.loss import lost
from buddy.core.learnings.record import Kind, Learning

_CARRIED = {"id", "text", "paths", "createdAt", "updatedAt", "source.by"}
_LONGEST_CELL = 1_000_000


class CodeRabbitCsv:
    """The export of an organization's learnings with `format=csv`."""

    name = "coderabbit-csv"
    title = "CodeRabbit learnings, CSV"
    patterns: Sequence[str] = ()
    file = "coderabbit-learnings.csv"

    def recognises(self, path: str, content: bytes) -> bool:
        """A `.csv`, or a header with a column `learning`."""
        if path.lower().endswith((".csv", ".tsv")):
            return True
        text = text_of(path, content[:100_000].split(b"\n", 1)[0])
        if isinstance(text, Unusable):
            return False
        header = _header(text.split("\n", 1)[0])
        return len(header) > 1 and "learning" in header

    def read(self, files: Mapping[str, bytes]) -> Reading:
        return read_rows(row for path, data in files.items() for row in _rows(path, data))

    def write(self, records: Sequence[Learning], existing: Mapping[str, bytes]) -> Written:
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        losses: list[Loss] = []
        left_out: list[Loss] = []
        for record in records:
            if record.kind is Kind.SUPPRESSION:
                left_out.append(Loss(item=record.id, field="*", why="CodeRabbit's learnings hide no findings"))
                continue
            writer.writerow(values_of(record))
            losses += lost(record, carried=_CARRIED, because="CodeRabbit's learnings have no column for it")
        return Written(files={self.file: out.getvalue().encode()}, losses=losses, left_out=left_out)


def _rows(path: str, data: bytes) -> Iterator[Row | Unusable]:
    text = text_of(path, data)
    if isinstance(text, Unusable):
        yield text
        return
    first = text.split("\n", 1)[0]
    header = _header(first)
    if not any(name in header for name in TEXT):
        message = "the first line names no column `learning`; is it CodeRabbit's export?"
        yield unusable(path, "no-header", message, line=1)
        return
    yield from _cells(path, text, header, separator=_separator(first))


def _cells(path: str, text: str, header: Sequence[str], *, separator: str) -> Iterator[Row | Unusable]:
    # Half a pair of quotes would swallow the file: a cell has its limit, and what is behind the break is said.
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    next(reader)
    line = reader.line_num + 1
    try:
        for cells in reader:
            place = Place(path=path, line=line)
            line = reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                message = f"the row has {len(cells)} cells, the header {len(header)}"
                yield Unusable(place=place, reason="wrong-columns", message=message)
                continue
            yield Row(place=place, values={name: cell for name, cell in zip(header, cells, strict=True) if name})
    except csv.Error:
        yield unusable(path, "broken-csv", "from here on the file is no CSV; is a quote left open?", line=line)


def _header(line: str) -> list[str]:
    """No names at all where the line is no CSV: then the file is none of CodeRabbit's."""
    try:
        cells = next(csv.reader([line], delimiter=_separator(line)), [])
    except csv.Error:
        return []
    return [plain_name(cell) for cell in cells]


def _separator(line: str) -> str:
    """Spreadsheets of some countries write semicolons, "Unicode text" has tabs."""
    return max(",;\t", key=line.count)


FORMAT = CodeRabbitCsv()
