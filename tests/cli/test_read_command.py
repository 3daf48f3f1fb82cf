"""`deskpet read`: the text of a document in the terminal, and its exit codes."""

import json
from pathlib import Path

import pytest

from tests.documents import files
from tests.support.deskpet_process import start, start_python

WITHOUT_QT = """
import sys
from deskpet.__main__ import main
code = main(sys.argv[1:])
print(*sorted({"PySide6", "keyring", "pypdf", "docx"} & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def output_of(*arguments: str) -> tuple[int, str, str]:
    program = start("read", *arguments)
    out, err = program.communicate(timeout=100)
    return program.returncode, out, err


def test_a_pdf_is_one_json_object(tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    file = tmp_path / "plan.pdf"
    file.write_bytes(files.pdf("Tea at five", "Cake"))
    code, out, err = output_of(str(file), "--json")
    assert (code, err) == (0, "")
    expected = {"file": str(file), "kind": "pdf", "pages": ["Tea at five", "Cake"], "tokens": 4, "encoding": ""}
    assert json.loads(out) == expected
    assert output_of(str(file)) == (0, "Tea at five\n\f\nCake\n", "")


def test_an_office_file_is_read_as_its_words(tmp_path: Path) -> None:
    pytest.importorskip("docx")
    file = tmp_path / "plan 茶.docx"
    file.write_bytes(files.docx_of(files.BODY.replace(b"at five", "五点".encode())))
    code, out, err = output_of(str(file), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["file"], found["kind"], found["pages"]) == (str(file), "docx", ["Tea 五点"])


def test_a_file_that_can_not_be_read_is_an_error_in_the_object(tmp_path: Path) -> None:
    file = tmp_path / "plan.pdf"
    file.write_text("hello")
    code, out, err = output_of(str(file), "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "file": str(file),
        "code": "wrong_type",
        "error": "plan.pdf is no PDF file, although it is named like one.",
    }
    assert output_of(str(file)) == (1, "", "deskpet: plan.pdf is no PDF file, although it is named like one.\n")


@pytest.mark.parametrize("name", ["none.pdf", "."])
def test_a_missing_file_or_a_folder_is_a_usage_error(tmp_path: Path, name: str) -> None:
    code, out, err = output_of(str(tmp_path / name))
    assert (code, out) == (2, "")
    assert "can't be read" in err


def test_it_needs_neither_qt_nor_the_libraries_of_the_formats(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("Tea at five")
    program = start_python("-c", WITHOUT_QT, "read", str(file))
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err.strip()) == (0, "Tea at five\n", "")
