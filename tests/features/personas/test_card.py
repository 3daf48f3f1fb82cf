"""Import of character cards in all known forms, and of damaged ones."""

import base64
import io
import json
import zipfile
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.personas import card as cards
from deskpet.features.personas import png as png_texts
from deskpet.personas.persona import LONGEST_TEXT, Lore, PersonaError
from tests.features.personas.cards import SIGNATURE, card, chunk, coded, international, packed_text, png, text


def outcome(data: bytes) -> str:
    """Return the name of the persona in `data`, or the error message."""
    try:
        return cards.read(data).persona.name.strip()
    except PersonaError as error:
        return str(error).strip()


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def test_a_card_of_version_2_in_a_picture():
    data = {
        "description": "{{char}} is a fox.",
        "personality": "curious",
        "scenario": "a library",
        "first_mes": "Hello, {{user}}!\r\nCome in.",
        "mes_example": "<START>\n{{user}}: hi",
        "system_prompt": "Stay in character.",
        "post_history_instructions": "Be brief, {{char}}.",
        "alternate_greetings": ["Oh!\r\nYou?", "", 3, "Again, {{user}}."],
        "extensions": {"depth_prompt": {"prompt": "She is tired today.", "depth": 4}},
    }
    found = cards.read(png(text("chara", coded(card(**data))))).persona
    assert (found.name, found.greeting) == ("Aria", "Hello, {{user}}!\nCome in.")
    assert found.prompt == ("Stay in character.\n\n{{char}} is a fox.\n\nPersonality: curious\n\nScenario: a library")
    assert found.examples == "<START>\n{{user}}: hi"
    assert found.reminder == "Be brief, {{char}}.\n\nShe is tired today."
    assert found.greetings == ("Oh!\nYou?", "Again, {{user}}.")


def test_a_card_chooses_neither_model_nor_connection():
    """It would send the words of the user to a server of the card's choice."""
    chosen = {"connection": "Work", "model": "big", "base_url": "https://evil.example/v1"}
    data = {**chosen, "extensions": {"deskpet": chosen, **chosen}}
    persona = cards.read(as_json(card(**data) | chosen)).persona
    assert (persona.connection, persona.model) == ("", "")


def test_the_picture_of_a_card_is_imported():
    picture = png(text("chara", coded(card())))
    assert cards.read(picture).picture == picture
    assert cards.read(as_json(card())).picture == b""
    icon = "data:image/png;base64," + base64.b64encode(picture).decode()
    assets = [{"type": "background", "uri": "embeded://bg.png"}, {"type": "icon", "name": "main", "uri": icon}]
    assert cards.read(as_json(card(assets=assets))).picture == picture
    for uri in ("ccdefault:", "https://example.org/a.png", "data:image/png;base64,!", "data:image/png;base64,é"):
        assert cards.read(as_json(card(assets=[{"type": "icon", "uri": uri}]))).picture == b""


def test_a_card_without_a_first_greeting_begins_with_another():
    found = cards.read(as_json(card(alternate_greetings=["Hi.", "Ho."]))).persona
    assert (found.greeting, found.greetings) == ("Hi.", ("Ho.",))


def test_ignored_parts_of_a_card_are_named():
    data = {
        "description": "{{random:a,b}} and {{char}}",
        "group_only_greetings": ["x"],
        "assets": [{"type": "icon", "uri": "ccdefault:"}, {"type": "emotion", "uri": "x"}],
        "extensions": {"regex_scripts": [{"scriptName": "a"}]},
    }
    assert cards.read(as_json(card(**data))).left_out == (
        "greetings for groups",
        "further pictures and sounds",
        "scripts that change texts",
        "macros, which stay as they are ({{random}})",
    )


@pytest.mark.parametrize(
    "written",
    [
        lambda value: png(text("chara", value)),
        lambda value: png(text("Chara", value)),
        lambda value: png(packed_text("chara", value)),
        lambda value: png(international("chara", value, packed=False)),
        lambda value: png(international("chara", value, packed=True)),
        lambda value: png(text("Comment", b"made by hand"), text("chara", value)),
        lambda value: png(text("chara", value.rstrip(b"="))),
        lambda value: png(text("chara", base64.b64decode(value))),
        base64.b64decode,
        lambda value: b"\xef\xbb\xbf" + base64.b64decode(value),
    ],
)
def test_a_card_is_found_in_every_encoding(written):
    value = coded(card(description="大和 of the mikan grove"))
    assert cards.read(written(value)).persona.prompt == "大和 of the mikan grove"


def test_the_newer_card_of_a_picture_is_preferred():
    newer = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Aria the Second", "nickname": "Ari"}}
    picture = png(text("chara", coded(card())), text("ccv3", coded(newer)))
    assert cards.read(picture).persona.name == "Ari"


def test_a_card_of_version_1_has_no_envelope():
    assert cards.read(as_json({"name": "Old", "description": "Grey."})).persona.prompt == "Grey."


def test_lore_is_imported_and_ignored_entries_are_counted():
    book = {
        "entries": [
            {"keys": ["moon"], "content": "The moon is green.", "enabled": True},
            {"keys": [], "content": "It rains upward.", "enabled": True, "constant": True},
            {"keys": ["sea"], "secondary_keys": ["deep"], "selective": True, "content": "It is pink."},
            {"keys": ["off"], "content": "Never.", "enabled": False},
            {"keys": ["/x+/"], "content": "Pattern.", "use_regex": True},
        ]
    }
    found = cards.read(as_json(card(character_book=book)))
    assert found.persona.lore == (
        Lore("The moon is green.", ("moon",)),
        Lore("It rains upward.", (), constant=True),
        Lore("It is pink.", ("sea",), also=("deep",)),
    )
    assert found.left_out == ("one lore entry that is off or empty", "one pattern that finds lore (/x+/)")


def lore_of(*entries: dict[str, object] | str) -> tuple[tuple[Lore, ...], tuple[str, ...]]:
    found = cards.read(as_json(card(character_book={"entries": list(entries)})))
    return found.persona.lore, found.left_out


def test_a_key_is_a_pattern_by_its_form_alone():
    """The card editor of SillyTavern writes `use_regex: true` into every entry."""
    entry = {"content": "x", "enabled": True, "use_regex": True}
    assert lore_of({**entry, "keys": ["dragon"]}) == ((Lore("x", ("dragon",)),), ())
    mixed = {**entry, "keys": ["storm", "/sto(rm|rms)/i"]}
    assert lore_of(mixed) == ((Lore("x", ("storm",)),), ("one pattern that finds lore (/sto(rm|rms)/i)",))
    assert lore_of({**entry, "keys": ["/a/", "/b/"]}) == ((), ("2 patterns that find lore (/a/, /b/)",))
    assert lore_of({**entry, "keys": ["/a/"], "use_regex": False}) == ((Lore("x", ("/a/",)),), ())
    assert lore_of({**entry, "keys": ["/a/"], "constant": True}) == ((Lore("x", (), constant=True),), ())


def test_lore_in_the_form_of_world_info_is_imported():
    entries = {
        "0": {"key": ["moon"], "keysecondary": [], "content": "Green.", "disable": False},
        "1": {"key": "sea, lake", "keysecondary": ["deep"], "selective": True, "content": "Pink."},
        "2": {"key": ["off"], "content": "Never.", "disable": True},
        "3": {"key": ["sun"], "keysecondary": ["night"], "selectiveLogic": 2, "content": "Hot."},
    }
    found = cards.read(as_json(card(character_book={"entries": entries})))
    assert found.persona.lore == (
        Lore("Green.", ("moon",)),
        Lore("Pink.", ("sea", "lake"), also=("deep",)),
        Lore("Hot.", ("sun",)),
    )
    assert found.left_out == ("one lore entry that is off or empty", "the second condition of one lore entry")
    for own in ({}, {"name": "Tides", "description": "What the sea did."}):
        with pytest.raises(PersonaError, match="has lore and no character"):
            cards.read(as_json({**own, "entries": entries}))


def test_the_fields_of_pygmalion_are_read():
    old = {
        "char_name": "Dana",
        "char_persona": "Keeps a lighthouse.",
        "char_greeting": "Hello.",
        "world_scenario": "An island.",
        "example_dialogue": "Dana: Ahoy",
        "name": "",
    }
    found = cards.read(as_json(old)).persona
    assert (found.name, found.greeting, found.examples) == ("Dana", "Hello.", "Dana: Ahoy")
    assert found.prompt == "Keeps a lighthouse.\n\nScenario: An island."


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "gbk"])
def test_a_card_in_another_encoding_is_read(codec):
    written = json.dumps(card(description="看守灯塔的人，喜欢下雨天。"), ensure_ascii=False, indent=1)
    assert cards.read(written.encode(codec)).persona.prompt == "看守灯塔的人，喜欢下雨天。"
    assert cards.read(png(text("chara", base64.b64encode(written.encode(codec))))).persona.name == "Aria"


def charx(value: object, **parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if value is not None:
            archive.writestr("card.json", json.dumps(value))
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_charx_file_is_read_with_its_portrait(tmp_path):
    icon = {"type": "icon", "uri": "embeded://icon.png", "name": "main", "ext": "png"}
    data = charx(card(assets=[icon]), **{"icon.png": png(), "other.bin": bytes(1000)})
    found = cards.read(data)
    assert (found.persona.name, found.picture) == ("Aria", png())
    (tmp_path / "aria.charx").write_bytes(data)
    assert cards.read_file(tmp_path / "aria.charx") == found
    lost = {**icon, "uri": "embeded://none.png"}
    assert cards.read(charx(card(assets=[lost]))).picture == b""
    with pytest.raises(PersonaError, match="no character in this file"):
        cards.read(charx(None))
    with pytest.raises(PersonaError, match="damaged archive"):
        cards.read(data[:-30])
    with pytest.raises(PersonaError, match="24 MB"):
        cards.read(charx(card(assets=[icon]), **{"icon.png": bytes(cards.LARGEST_FILE + 1)}))


def test_half_an_emoji_is_replaced_everywhere():
    half = "a\ud83d"
    entry = {"keys": [half], "secondary_keys": [half], "selective": True, "content": half}
    texts = dict.fromkeys(("name", "description", "first_mes", "mes_example", "post_history_instructions"), half)
    found = cards.read(as_json(card(**texts, alternate_greetings=[half], character_book={"entries": [entry]}))).persona
    assert found.lore == (Lore("a\ufffd", ("a\ufffd",), also=("a\ufffd",)),)
    assert found == replace(found, name="a\ufffd", greeting="a\ufffd", greetings=("a\ufffd",), reminder="a\ufffd")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no character in this file"),
        (b"\xff\xd8\xff\xe0 a photograph", "no character in this file"),
        (b"[1, 2]", "no character in this file"),
        (b'{"name": "Aria", "description": ', "card is damaged: it is no valid JSON .*line 1"),
        (b'\xef\xbb\xbf\n{"name": "Ari\xff"}', "card is damaged: it is no valid JSON .*0xff"),
        (png(text("chara", coded(card())[:-40])), "card is damaged"),
        (as_json({"spec": "chara_card_v2", "data": None}), "no character in this file"),
        (as_json(card(name="")), "no character in this file"),
        (as_json(card(name=["Aria"])), "“name” is no text"),
        (as_json(card(description={"a": 1})), "“description” is no text"),
        (as_json(card(description="x" * (LONGEST_TEXT + 1))), "Shorten"),
        (png(), "holds no character"),
        (png(text("chara", b"!!!=")), "damaged|no character"),
        (png(text("chara", coded(card())))[:60], "cut off"),
        (SIGNATURE, "cut off"),
        (SIGNATURE + b"\xff\xff\xff\xffIHDR", "cut off"),
        (b"[" * 200_000, "nested|no character"),
        (png(chunk(b"iTXt", b"chara\0\1\0en\0\0not packed")), "cut off or damaged"),
        (png(chunk(b"zTXt", b"chara")), "no character"),
    ],
)
def test_a_file_that_is_no_card_is_refused_with_a_reason(data, said):
    with pytest.raises(PersonaError, match=said):
        cards.read(data)


def test_a_compressed_bomb_is_not_decompressed():
    bomb = chunk(b"zTXt", b"chara\0\0" + zlib.compress(b"\0" * (png_texts.LONGEST_TEXT + 1)))
    assert len(bomb) < 20_000
    with pytest.raises(PersonaError, match="8 MB"):
        cards.read(png(bomb))


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    file = tmp_path / "large.png"
    with file.open("wb") as large:
        large.truncate(cards.LARGEST_FILE + 10)
    with pytest.raises(PersonaError, match="24 MB"):
        cards.read_file(file)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "gone.png", tmp_path):
        with pytest.raises(PersonaError, match="can't be read"):
            cards.read_file(path)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_card_or_refused_with_a_reason(data):
    for each in (data, SIGNATURE + data, png(text("chara", data)), png(chunk(b"iTXt", data))):
        assert outcome(each)


@given(st.data())
def test_a_damaged_picture_is_a_card_or_refused_with_a_reason(data):
    whole = png(text("chara", coded(card(description="A fox."))))
    end = data.draw(st.integers(0, len(whole)))
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[place] = data.draw(st.integers(0, 255))
    for each in (whole[:end], bytes(changed)):
        assert outcome(each)


@given(
    st.lists(st.tuples(st.text("abcXYZ", min_size=1, max_size=8), st.binary(max_size=80)), max_size=6), st.booleans()
)
def test_texts_of_a_picture_are_read_unchanged(texts, packed):
    write = packed_text if packed else text
    found = list(png_texts.texts(png(*(write(keyword, value) for keyword, value in texts))))
    assert found == texts


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
_KEYS = (
    "name",
    "description",
    "first_mes",
    "mes_example",
    "character_book",
    "alternate_greetings",
    "data",
    "spec",
    "assets",
    "extensions",
)


@given(st.dictionaries(st.sampled_from(_KEYS), _json))
def test_any_values_in_a_card_are_imported_or_refused_with_a_reason(values):
    for each in (values, card(**values), {"data": {"name": "A", **values}}):
        assert outcome(as_json(each))
