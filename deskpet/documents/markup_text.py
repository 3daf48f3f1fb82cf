"""Text of the XML of Office files, in the order of the document.

WordprocessingML and DrawingML name their elements alike: `p` is a paragraph, `t` a piece of text, `tr` and `tc` are the
rows and cells of tables. Text that was deleted with tracked changes is in `delText`, and left out.
"""

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
