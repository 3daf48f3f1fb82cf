"""Documents as bytes, written part by part so that they can be wrong in every way."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping

_MAIN = "http://schemas.openxmlformats.org"
_WORD = f"{_MAIN}/wordprocessingml/2006/main"
_SHEET = f"{_MAIN}/spreadsheetml/2006/main"
_RELATIONS = f"{_MAIN}/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument"
BODY = (
    f'<w:document xmlns:w="{_WORD}"><w:body><w:p><w:r><w:t>Tea at five</w:t></w:r></w:p></w:body></w:document>'.encode()
)
ROWS = (
    f'<worksheet xmlns="{_SHEET}"><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>'.encode()
)
_LAUGHS = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
ENTITY_BOMB = BODY.replace(b"<w:doc", f'<!DOCTYPE x [<!ENTITY e0 "a">{_LAUGHS}]><w:doc'.encode(), 1).replace(
    b"Tea at five", b"&e9;"
)
ENTITY_FILE = BODY.replace(b"<w:doc", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:doc', 1).replace(
    b"Tea at five", b"&e;"
)

ZEROS = bytes(1 << 20)
"""A part that stands for 1 GB of zeros."""
_REPEATED = 1 << 10


def deep_xml(depth: int) -> bytes:
    """Return a Word document whose paragraph is nested."""
    return BODY.replace(b"<w:p>", b"<w:p>" + b"<w:r>" * depth).replace(b"</w:p>", b"</w:r>" * depth + b"</w:p>")


def pdf(*pages: str) -> bytes:
    """Return a PDF with a line of text on each page."""
    contents = [f"BT /F 12 Tf 9 9 Td ({text}) Tj ET".encode("latin-1") if text else b"" for text in pages]
    return _pdf(_page_objects(contents))


def _page_objects(contents: Iterable[bytes]) -> dict[int, bytes]:
    objects = {3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
    kids: list[str] = []
    for content in contents:
        number = len(objects) + 10
        kids.append(f"{number} 0 R")
        objects[number] = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents {number + 1} 0 R >>".encode()
        objects[number + 1] = stream(content)
    resources = "<< /Font << /F 3 0 R >> >>"
    listed = " ".join(kids)
    objects[2] = f"<< /Type /Pages /Count {len(kids)} /Kids [{listed}] /Resources {resources} >>".encode()
    return objects


def stream(content: bytes, entries: str = "") -> bytes:
    """Return a stream object."""
    return f"<< /Length {len(content)} {entries} >>\nstream\n".encode() + content + b"\nendstream"


def _pdf(objects: Mapping[int, bytes], trailer: str = "") -> bytes:
    """Return a file of these numbered objects; 1 is the catalogue, and 2 the pages."""
    file = bytearray(b"%PDF-1.7\n")
    table = "xref\n0 1\n0000000000 65535 f \n"
    for number, content in sorted({1: b"<< /Type /Catalog /Pages 2 0 R >>", **objects}.items()):
        table += f"{number} 1\n{len(file):010} 00000 n \n"
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    begin = len(file)
    size = max(objects) + 1
    trailer = trailer.replace("SELF", str(begin))
    return bytes(file) + f"{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{begin}\n%%EOF".encode()


def many_pages(count: int) -> bytes:
    """Return a PDF that shows the same page again and again."""
    objects = _page_objects([b"BT /F 12 Tf (again) Tj ET"])
    kid = next(number for number in objects if number > 10)
    kids = f"{kid} 0 R " * count
    return _pdf({**objects, 2: f"<< /Type /Pages /Count {count} /Kids [{kids}] >>".encode()})


def recursive_pages() -> bytes:
    return _pdf({2: b"<< /Type /Pages /Count 1 /Kids [2 0 R 2 0 R] >>"})


def recursive_form() -> bytes:
    objects = _page_objects([b"BT /F 12 Tf (Tea) Tj ET /X Do"])
    resources = "/Resources << /Font << /F 3 0 R >> /XObject << /X 5 0 R >> >>"
    form = stream(b"/X Do /X Do", f"/Type /XObject /Subtype /Form /BBox [0 0 9 9] {resources}")
    pages = objects[2].replace(b"/F 3 0 R >>", b"/F 3 0 R >> /XObject << /X 5 0 R >>")
    return _pdf({**objects, 2: pages, 5: form})


def recursive_table() -> bytes:
    return _pdf(_page_objects([b"BT /F 12 Tf (Tea) Tj ET"]), "/Prev SELF")


def stream_bomb(size: int) -> bytes:
    packer = zlib.compressobj(9)
    piece = bytes(1 << 20)
    packed = b"".join([*(packer.compress(piece) for _ in range(size >> 20)), packer.flush()])
    objects = _page_objects([b""])
    number = max(objects)
    return _pdf({**objects, number: stream(packed, "/Filter /FlateDecode")})


def many_operators(count: int) -> bytes:
    content = zlib.compress(b"BT /F 12 Tf " + b"(a) Tj " * count + b"ET")
    objects = _page_objects([b""])
    return _pdf({**objects, max(objects): stream(content, "/Filter /FlateDecode")})


def _package(main: str, kind: str, parts: Mapping[str, bytes]) -> bytes:
    types = f"""<Types xmlns="{_MAIN}/package/2006/content-types"><Default Extension="rels"
        ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
        ContentType="application/xml"/><Override PartName="/{main}" ContentType="{_TYPE}.{kind}.main+xml"/></Types>"""
    relations = f"""<Relationships xmlns="{_MAIN}/package/2006/relationships"><Relationship Id="r1"
        Type="{_RELATIONS}/officeDocument" Target="{main}"/></Relationships>"""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", relations)
        for name, content in parts.items():
            with archive.open(name, "w") as part:
                for _ in range(_REPEATED if content == ZEROS else 1):
                    part.write(content)
    return file.getvalue()


def docx_of(document: bytes) -> bytes:
    """Return a Word file with this main part."""
    return _package("word/document.xml", "wordprocessingml.document", {"word/document.xml": document})


def xlsx_of(sheet: bytes) -> bytes:
    """Return an Excel file whose only sheet is this part."""
    workbook = f"""<workbook xmlns="{_SHEET}" xmlns:r="{_RELATIONS}"><sheets>
        <sheet name="Costs" sheetId="1" r:id="r1"/></sheets></workbook>""".encode()
    relations = f"""<Relationships xmlns="{_MAIN}/package/2006/relationships"><Relationship Id="r1"
        Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>""".encode()
    parts = {
        "xl/workbook.xml": workbook,
        "xl/_rels/workbook.xml.rels": relations,
        "xl/worksheets/sheet1.xml": sheet,
    }
    return _package("xl/workbook.xml", "spreadsheetml.sheet", parts)


def far_cell() -> bytes:
    """Return an Excel file with a cell in the first and the last place of its sheet."""
    last = b'<row r="1048576"><c r="XFD1048576"><v>8</v></c></row>'
    return xlsx_of(ROWS.replace(b"</sheetData>", last + b"</sheetData>"))


def pdf_with_unicode_range() -> bytes:
    """Return a PDF whose font names its characters by a range, which is decoded by a codec of its own."""
    objects = _page_objects([b"BT /F 12 Tf 9 9 Td (Hello) Tj ET"])
    names = b"1 begincodespacerange\n<00> <ff>\nendcodespacerange\n1 beginbfrange\n<20> <7e> <0020>\nendbfrange\n"
    objects[3] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>"
    return _pdf({**objects, 4: stream(b"/CIDInit /ProcSet findresource begin begincmap\n" + names + b"endcmap end")})


def pdf_without_table(text: str) -> bytes:
    """Return a PDF that ends before its table of objects."""
    whole = pdf(text)
    return whole[: whole.index(b"startxref")]


def archive_of(parts: Mapping[str, bytes]) -> bytes:
    """Return an archive, whose first part is not compressed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, kind)
    return file.getvalue()


_OPEN_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"))
)


def open_document(kind: str, body: str, *, is_encrypted: bool = False) -> bytes:
    """Return an OpenDocument file; `kind`: text, presentation, spreadsheet or graphics."""
    content = (
        f"<office:document-content {_OPEN_NAMES}><office:body><office:{kind}>{body}</office:{kind}></office:body>"
        "</office:document-content>"
    )
    manifest = "<manifest:encryption-data/>" if is_encrypted else ""
    return archive_of(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}".encode(),
            "content.xml": content.encode(),
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="x">{manifest}</manifest:manifest>'.encode(),
        }
    )


def epub(*pages: str, encryption: str = "") -> bytes:
    """Return a book with these pages of HTML, whose files are listed in the opposite order."""
    container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    numbers = range(len(pages))
    items = "".join(
        f'<item id="i{n}" href="part%20{n}.xhtml" media-type="application/xhtml+xml"/>' for n in reversed(numbers)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in numbers)
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
    )
    parts = {f"OEBPS/part {n}.xhtml": pages[n].encode() for n in numbers}
    locked = {"META-INF/encryption.xml": encryption.encode()} if encryption else {}
    return archive_of(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "OEBPS/book.opf": package.encode(),
            **parts,
            **locked,
        }
    )
