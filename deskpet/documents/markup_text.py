"""Text of the XML of Office files, in the order of the document.

WordprocessingML and DrawingML name their elements alike: `p` is a paragraph, `t` a piece of text, `tr` and `tc` are the
rows and cells of tables. Text that was deleted with tracked changes is in `delText`, and left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree

_PIECES = {"tab": "\t", "noBreakHyphen": "-"}
_BREAKS = ("br", "cr")
_CELL_END = " | "


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
            pieces.append(_CELL_END)
        elif name == "tr":
            pieces.append("\n")
    lines = "".join(pieces).replace(f" {_CELL_END}", _CELL_END).split("\n")
    return "\n".join(line.rstrip(" |\t") for line in lines).strip("\n")


def drawn_texts(relations: Iterable[Any]) -> Iterator[str]:
    """Yield the texts of the charts and diagrams of a part, which are parts of their own. `relations` are its own."""
    for each in relations:
        if not each.is_external and each.reltype.endswith("/chart"):
            yield _chart_text(_parsed(each))
        elif not each.is_external and each.reltype.endswith("/diagramData"):
            yield text_of(_parsed(each))


def _parsed(relation: Any) -> Any:
    return etree.fromstring(relation.target_part.blob, etree.XMLParser(resolve_entities=False, no_network=True))


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
