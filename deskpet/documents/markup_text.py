"""Parts of documents that are archives of XML files, and the text of the XML of Office files. Used in child processes.

WordprocessingML and DrawingML name their elements alike: `p` is a paragraph, `t` a piece of text, `tr` and `tc` are the
rows and cells of tables. Text that was deleted with tracked changes is in `delText`, and left out.
"""

import io
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from lxml import etree

from deskpet.documents.child import UnreadableDocument
from deskpet.documents.document import UnreadCause

_PIECES = {"tab": "\t", "noBreakHyphen": "-"}
_BREAKS = ("br", "cr")
CELL_END = " | "


def text_of(root: Any) -> str:
    """Return the text of an element of lxml: a line for each paragraph, and for each row of a table."""
    pieces: list[str] = []
    events = etree.iterwalk(root, events=("start", "end"))
    cells = 0
    for event, element in events:
        name = etree.QName(element).localname if isinstance(element.tag, str) else ""
        # The lines of a cell stay on that of its row.
        line_end = " " if cells else "\n"
        if event == "start":
            cells += name == "tc"
            # Properties have no text, and a fallback repeats that of a drawing for programs that don't know it.
            if name.endswith("Pr") or name == "Fallback":
                events.skip_subtree()
            elif name == "t":
                pieces.append(element.text or "")
            else:
                pieces.append(line_end if name in _BREAKS else _PIECES.get(name, ""))
        elif name == "p":
            pieces.append(line_end)
        elif name == "tc":
            cells -= 1
            pieces.append(CELL_END)
        elif name == "tr":
            pieces.append("\n")
    return joined_lines(pieces)


def joined_lines(pieces: Iterable[str]) -> str:
    """Join the pieces of a text, with CELL_END after each cell of a table, without blanks at the end of its lines."""
    lines = "".join(pieces).replace(f" {CELL_END}", CELL_END).split("\n")
    return "\n".join(line.rstrip(" |\t") for line in lines).strip("\n")


def drawn_texts(relations: Iterable[Any]) -> Iterator[str]:
    """Yield the texts of the charts and diagrams of a part, which are parts of their own. `relations` are its own."""
    for each in relations:
        if not each.is_external and each.reltype.endswith("/chart"):
            yield _chart_text(parsed(each.target_part.blob))
        elif not each.is_external and each.reltype.endswith("/diagramData"):
            yield text_of(parsed(each.target_part.blob))


def parsed(xml: bytes) -> Any:
    """Return the root element of XML. Entities stay as they are, and no other file is read."""
    return etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


def _chart_text(chart: Any) -> str:
    """Return the title of a chart, and a line for each of its rows of values."""
    lines = [text_of(each) for each in chart.iter("{*}title")]
    for series in chart.iter("{*}ser"):
        name, labels, values = (_values(series, kinds) for kinds in (("tx",), ("cat", "xVal"), ("val", "yVal")))
        pairs = ", ".join(f"{labels[number]} {value}".strip() for number, value in sorted(values.items()))
        lines.append(f"{name[0]}: {pairs}" if name[0] else pairs)
    return "\n".join(filter(None, lines))


def _values(series: Any, kinds: Iterable[str]) -> defaultdict[int, str]:
    """Return the values below elements of these kinds, by their numbers in the row."""
    found: defaultdict[int, str] = defaultdict(str)
    for kind in kinds:
        for parent in series.iterchildren(f"{{*}}{kind}"):
            for number, value in enumerate(parent.iter("{*}v")):
                index = (value.getparent().get("idx") or "").strip()
                found[int(index) if index.isdecimal() else number] = (value.text or "").strip()
    return found


_DAMAGED = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, SyntaxError)


def archive_of(parts: Mapping[str, bytes]) -> bytes:
    """Return an archive with these parts."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


class ArchiveParts:
    """The files of an archive. A context manager, which turns what the libraries raise into UnreadableDocument."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __enter__(self) -> Self:
        try:
            self._archive = ZipFile(io.BytesIO(self._data))
        except BadZipFile as error:
            raise UnreadableDocument(UnreadCause.DAMAGED) from error
        self._names = frozenset(self._archive.namelist())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, _DAMAGED) and not isinstance(error, RecursionError):
            raise UnreadableDocument(UnreadCause.DAMAGED) from error

    def has(self, name: str) -> bool:
        """Return whether there is a part of this name."""
        return name in self._names

    def read(self, name: str) -> bytes:
        """Return the bytes of a part. Raises KeyError if there is none."""
        return self._archive.read(name)

    def xml(self, name: str) -> Any:
        """Return the root element of a part, see `parsed`."""
        return parsed(self.read(name))


def local_name(element: Any) -> str:
    """Return the name of an element without its namespace, empty for comments and instructions."""
    # In HTML, names may have colons, which QName refuses.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Any, name: str) -> str:
    """Return an attribute by its name without its namespace, empty if the element has none."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
