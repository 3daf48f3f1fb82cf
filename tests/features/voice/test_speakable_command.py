"""`deskpet speakable`: what would be spoken, in the terminal."""

import json
from pathlib import Path

import pytest

from tests.support.deskpet_process import start, start_python

TEXT = "# Hello\n\nRun `make test` at https://example.org, **please**. 你好吗？\n\n```\nmake test\n```\n"
WITHOUT_QT = """
import sys
from deskpet.__main__ import main
code = main(sys.argv[1:])
print(*sorted({"PySide6", "keyring", "miniaudio"} & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def output_of(*arguments: str) -> tuple[int, str, str]:
    program = start("speakable", *arguments)
    out, err = program.communicate(timeout=100)
    return program.returncode, out, err


def test_the_pieces_are_a_list_in_one_object(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text(TEXT, encoding="utf-8")
    code, out, err = output_of(str(file), "--json", "--language", "en")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"pieces": ["Hello", "Run make test at, please.", "你好吗？"]}
    assert output_of(str(file)) == (0, "Hello\nRun make test at, please.\n你好吗？\n", "")


def test_a_text_without_anything_to_say_has_no_pieces(tmp_path: Path) -> None:
    file = tmp_path / "empty.md"
    file.write_text("```\ncode\n```\n")
    assert output_of(str(file), "--json") == (0, '{"pieces": []}\n', "")
    assert output_of(str(file)) == (0, "", "")


def test_stage_directions_are_spoken_if_wanted(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text("*waves* Hello there!")
    assert output_of(str(file))[1] == "Hello there!\n"
    assert output_of(str(file), "--stage-directions")[1] == "waves Hello there!\n"


@pytest.mark.parametrize("name", ["none.md", "."])
def test_a_missing_file_or_a_folder_is_a_usage_error(tmp_path: Path, name: str) -> None:
    code, out, err = output_of(str(tmp_path / name), "--json")
    assert (code, out) == (2, "")
    assert "can't be read" in err


def test_other_bytes_than_utf_8_are_a_usage_error(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_bytes(b"hello \xff")
    code, out, err = output_of(str(file))
    assert (code, out) == (2, "")
    assert "is not UTF-8 text (byte 7)" in err


def test_it_needs_neither_qt_nor_sound(tmp_path: Path) -> None:
    file = tmp_path / "answer.md"
    file.write_text("Tea at five")
    program = start_python("-c", WITHOUT_QT, "speakable", str(file))
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err.strip()) == (0, "Tea at five\n", "")
