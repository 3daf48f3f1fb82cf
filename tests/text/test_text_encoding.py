"""Texts in the encodings of the program's own languages, and bytes that are no text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.text import text_encoding
from deskpet.text.text_encoding import NotText

_CHINESE, _TAIWANESE = "水果,价格\n苹果,30\n", "水果,價格\n蘋果,30\n"
_JAPANESE, _KOREAN = "果物,値段\nりんご,300\n", "과일,가격\n사과,300\n"
_FRENCH, _RUSSIAN = "prénom,âge\nFrançois,30\n", "Имя,возраст\nИван,30\n"


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        (_CHINESE, "gbk", "GB18030"),
        (_CHINESE, "gb18030", "GB18030"),
        ("会议记录：讨论项目进度，下周一提交报告。", "gbk", "GB18030"),
        (_TAIWANESE, "big5", "Big5"),
        (_JAPANESE, "shift_jis", "Shift_JIS"),
        ("今日はいい天気ですね。", "euc_jp", "EUC-JP"),
        (_JAPANESE, "iso2022_jp", "ISO-2022-JP"),
        (_KOREAN, "euc_kr", "EUC-KR"),
        (_KOREAN, "cp949", "EUC-KR"),
        (_FRENCH, "latin-1", "windows-1252"),
        ("Die Straße ist schön.\r\n", "cp1252", "windows-1252"),
        (_RUSSIAN, "cp1251", "windows-1251"),
        (_RUSSIAN, "koi8-r", "KOI8-R"),
        (_CHINESE, "utf-8", "UTF-8"),
    ],
)
def test_the_encoding_of_a_text_is_found_and_named(text: str, codec: str, name: str) -> None:
    found = text_encoding.decode(text.encode(codec))
    assert (found.text, found.encoding) == (text, name)


@pytest.mark.parametrize(
    "text", [_CHINESE, _JAPANESE, _KOREAN, _FRENCH, "会议的議事録について話し合いました", "hello\r\n"]
)
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_text_of_unicode_is_read_with_and_without_its_mark(text: str, codec: str) -> None:
    assert text_encoding.decode(text.encode(codec)).text == text


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0",
        b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xdb",
        b"\x1f\x8b\x08\x08\x8a\x1c\x02\xff" * 9,
    ],
)
def test_bytes_with_controls_are_no_text(data: bytes) -> None:
    with pytest.raises(NotText) as caught:
        text_encoding.decode(data)
    assert caught.value.is_binary


@given(st.binary(max_size=400))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        found = text_encoding.decode(data)
    except NotText:
        return
    assert found.mark + found.text.encode(found.codec, "surrogatepass") or not data


def test_a_large_text_is_decoded_by_its_beginning() -> None:
    assert text_encoding.decode((_JAPANESE * 100_000).encode("cp932")).text == _JAPANESE * 100_000
