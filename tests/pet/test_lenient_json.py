"""JSON with common faults is read leniently; ambiguous JSON is refused."""

from pathlib import Path

import pytest

from deskpet.pet import cubism_json, lenient_json
from deskpet.pet.cubism_json import BadJson


@pytest.mark.parametrize(
    ("text", "value", "faults"),
    [
        ('{"a": 1}', {"a": 1}, ()),
        ('\ufeff{"a": 1}', {"a": 1}, ()),
        ('{"a": [1, 2, ], }', {"a": [1, 2]}, ("a comma too many",)),
        ('{"a": 1} // the end', {"a": 1}, ("comments",)),
        ('/* one\ntwo */ {"a": "// no /* comment */"}', {"a": "// no /* comment */"}, ("comments",)),
        ('{"a": "x,]", /* , */}', {"a": "x,]"}, ("comments", "a comma too many")),
        ('{"a": "one\ttwo"}', {"a": "one two"}, ("line ends or tabs inside a text",)),
        ('{"a": "say \\"// hi\\"",}', {"a": 'say "// hi"'}, ("a comma too many",)),
    ],
)
def test_common_faults_are_corrected(tmp_path: Path, text: str, value: object, faults: tuple[str, ...]) -> None:
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")
    result = lenient_json.read(file)
    assert (result.value, result.faults) == (value, faults)
    assert cubism_json.parse(result.text) == value


@pytest.mark.parametrize("text", ["", "{", "[1,,2]", '{"a" 1}', "// nothing", "[01]", '{"a": NaN,}', '{"a": "b}'])
def test_ambiguous_json_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadJson):
        lenient_json.read(file)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-16", "表情"),
        ("utf-16-le", None),
        ("gb18030", "表情"),
        ("shift_jis", "ひょうじょう"),
        ("shift_jis", "微笑み"),
    ],
)
def test_old_encodings_are_read(tmp_path: Path, encoding: str, text: str | None) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(f'{{"name": "{text}"}}'.encode(encoding))
    if text is None:
        # Without a byte order mark, UTF-16 can't be detected.
        with pytest.raises(BadJson):
            lenient_json.read(file)
    else:
        assert lenient_json.read(file).value == {"name": text}


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "1e31", "9" * 40, "1e999999999999", "-" + "9" * 5000, "9" * 400 + ".5"]
)
def test_numbers_beyond_floats_are_refused(number: str) -> None:
    with pytest.raises(BadJson, match="is not a number that can be used"):
        cubism_json.parse(f"[{number}]")


def test_tiny_numbers_become_zero() -> None:
    assert cubism_json.rewrite("[1e-99999999, 5e-20]").split() == ["[", "0.0,", "0.00000000000000000005", "]"]
