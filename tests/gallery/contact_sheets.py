"""Contact sheets of the pictures, and an HTML page to view them."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

COLUMNS, CELL_WIDTH, CELL_HEIGHT, CAPTION, GAP = 5, 300, 220, 20, 14

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>deskpet: every state</title>
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }}
body {{ max-width: 1400px; margin: 0 auto; padding: 1.5rem; }}
nav {{ position: sticky; top: 0; background: Canvas; padding: .6rem 0; border-bottom: 1px solid #8884; z-index: 1; }}
nav select {{ font: inherit; margin-right: 1rem; padding: .2rem .5rem; }}
section {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(380px, 1fr)); }}
section {{ gap: 1.4rem; align-items: start; }}
figure {{ margin: 0; }}
figure img {{ max-width: 100%; border-radius: 10px; box-shadow: 0 2px 12px #0004; }}
figcaption {{ padding-top: .4rem; }}
figcaption code {{ opacity: .6; }}
</style>
<h1>deskpet: every state</h1>
<nav><label>Language <select id="language">{languages}</select></label>
<label>Theme <select id="look"><option value="">both</option>{looks}</select></label></nav>
{groups}
<script>
const language = document.getElementById("language"), look = document.getElementById("look");
function show() {{
  for (const each of document.querySelectorAll("figure")) {{
    const other = each.dataset.language !== language.value || (look.value && each.dataset.look !== look.value);
    each.hidden = other;
  }}
}}
language.onchange = look.onchange = show;
show();
</script>
</html>
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on disk, and a description of it."""

    group: str
    name: str
    told: str
    language: str
    look: str
    file: Path


def write_page(folder: Path, pictures: Sequence[Picture]) -> Path:
    """Write an index.html that shows the pictures below `folder`; it loads nothing from elsewhere."""
    groups = dict.fromkeys(picture.group for picture in pictures)
    parts = [f"<h2>{escape(group)}</h2><section>{_figures(folder, pictures, group)}</section>" for group in groups]
    languages = dict.fromkeys(picture.language for picture in pictures)
    looks = dict.fromkeys(picture.look for picture in pictures)
    page = folder / "index.html"
    page.write_text(
        _PAGE.format(languages=_options(languages), looks=_options(looks), groups="\n".join(parts)), encoding="utf-8"
    )
    return page


def _options(names: dict[str, None]) -> str:
    return "".join(f'<option value="{name}">{name}</option>' for name in names)


def _figures(folder: Path, pictures: Sequence[Picture], group: str) -> str:
    return "".join(
        f'<figure data-language="{each.language}" data-look="{each.look}">'
        f'<a href="{each.file.relative_to(folder).as_posix()}">'
        f'<img loading="lazy" src="{each.file.relative_to(folder).as_posix()}" alt="{escape(each.told)}"></a>'
        f"<figcaption>{escape(each.told)} <code>{each.name} {each.look}</code></figcaption></figure>"
        for each in pictures
        if each.group == group
    )


def write_sheets(folder: Path, pictures: Sequence[Picture]) -> list[Path]:
    """Write one contact sheet for each theme and language with pictures."""
    kinds = dict.fromkeys((picture.language, picture.look) for picture in pictures)
    files: list[Path] = []
    for language, look in kinds:
        file = folder / f"sheet-{language}-{look}.png"
        _sheet([each for each in pictures if (each.language, each.look) == (language, look)]).save(str(file))
        files.append(file)
    return files


def _sheet(pictures: Sequence[Picture]) -> QImage:
    rows = -(-len(pictures) // COLUMNS)
    step = CELL_HEIGHT + CAPTION + GAP
    sheet = QImage(COLUMNS * (CELL_WIDTH + GAP) + GAP, rows * step + GAP, QImage.Format.Format_RGB32)
    is_dark = bool(pictures) and pictures[0].look == "dark"
    sheet.fill(QColor("#1d1b1a" if is_dark else "#f4f1ed"))
    painter = QPainter(sheet)
    painter.setPen(QColor("#d8cfc6" if is_dark else "#4a3428"))
    for number, picture in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        left, top = GAP + column * (CELL_WIDTH + GAP), GAP + row * step
        room = Qt.AspectRatioMode.KeepAspectRatio
        image = QImage(str(picture.file))
        small = image.scaled(CELL_WIDTH, CELL_HEIGHT, room, Qt.TransformationMode.SmoothTransformation)
        if small.width() > image.width():
            small = image
        painter.drawImage(left, top + CELL_HEIGHT - small.height(), small)
        painter.drawText(QRectF(left, top + CELL_HEIGHT + 2, CELL_WIDTH, CAPTION), picture.name)
    painter.end()
    return sheet
