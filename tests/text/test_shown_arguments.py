"""What a person reads before a call runs: all of its arguments, nothing hidden, and what could mislead is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.text.shown_arguments import MAX_NOTES, MAX_PART, ShownArguments, ascii_host, notes_of, shown_text
from tests.support.decoded_arguments import decoded

_TRICKY = 'ab \t\r\n⟨⟩⋅↵⇥␍│×"\\:.{}[]-5\u202e\u200b\u0301\u3000\ufe0f\U000e0041Пשl日👩'
_TEXT = st.text(st.sampled_from(_TRICKY) | st.characters())
_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(_TEXT, _VALUE, min_size=1, max_size=4))
def test_the_arguments_can_be_told_from_what_is_shown(arguments: dict) -> None:
    assert decoded(ShownArguments(arguments).lines()) == arguments


@given(st.text(st.sampled_from("ab \t\n\r日\u3000\u0301"), min_size=MAX_PART - 5, max_size=MAX_PART + 20))
def test_so_can_a_long_text(text: str) -> None:
    assert decoded(ShownArguments({"text": text * 3}).lines()) == {"text": text * 3}


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({"command": "ls -la\nrm -rf ~"}, "command: ls -la↵\n│ rm -rf ~"),
        ({"command": f"ls{' ' * 200}; rm"}, "command: ls⟨⋅×200⟩; rm"),
        ({"text": "a\r\nb\n\n\n\n\nc"}, "text: a␍↵\n│ b⟨↵×5⟩\n│ c"),
        ({"text": "  a\tb "}, "text: ⋅⋅a⇥b⋅"),
        ({"paths": ["/a", "/b"]}, "paths: \n  1. /a\n  2. /b"),
        ({"steps": [{"run": "x"}, {}]}, "steps: \n  1. \n    run: x\n  2. {}"),
        ({"a": "5", "b": 5, "c": "", "d": None, "e": True}, 'a: "5"\nb: 5\nc: ""\nd: null\ne: true'),
        ({"to: x\npath": "y"}, '"to⟨U+003A⟩ x⟨U+000A⟩path": y'),
        ({"path": "a\u202eb\u200bc"}, "path: a⟨U+202E⟩b⟨U+200B⟩c"),
        ({"text": "⟨U+202E⟩ ↵"}, "text: ⟨U+27E8⟩U+202E⟩ ⟨U+21B5⟩"),
        ("https://example.org/a", "https://example.org/a"),
        ({}, "{}"),
    ],
)
def test_nothing_is_overlooked(arguments: object, shown: str) -> None:
    assert shown_text(arguments) == shown


@pytest.mark.parametrize(
    ("value", "notes"),
    [
        ("https://example.org/x?y=@z", ()),
        ("see https://bücher.example/x", ("The server bücher.example is xn--bcher-kva.example in plain letters.",)),
        ("http://xn--80ak6aa92e.com/", ("The server аррӏе.com is xn--80ak6aa92e.com in plain letters.",)),
        (
            "https://bank.example@evil.example/",
            ("“bank.example” is only a name before the @; the server is evil.example.",),
        ),
        ("install pаypal now", ("“pаypal” mixes letters of Cyrillic, Latin.",)),
        ("MCPサーバーを起動、ＡＢＣ", ()),
        ("Ärger über Øl, 5 µm", ()),
        (
            "שלום",
            ("Some letters are written from right to left, so they may seem to be in another order.",),
        ),
    ],
)
def test_what_could_mislead_is_named(value: str, notes: tuple[str, ...]) -> None:
    assert notes_of({"text": value}) == notes


def test_a_host_without_an_address_is_named_too() -> None:
    assert notes_of({"host": "аррӏе.com"}) == ("The server аррӏе.com is xn--80ak6aa92e.com in plain letters.",)


def test_a_name_on_the_border_of_two_parts_is_seen_as_a_whole() -> None:
    for length in range(MAX_PART - 40, MAX_PART):
        assert "The server аррӏе.com is xn--80ak6aa92e.com in plain letters." in notes_of(
            {"text": "x" * length + " https://аррӏе.com/"}
        )


def test_the_notes_are_limited() -> None:
    notes = notes_of([*(f"pа{chr(97 + n)}pal" for n in range(26)), "https://exаmple.com"])
    assert len(notes) == 1 + MAX_NOTES + 1
    # Many words can't displace what is told of a server.
    assert "xn--" in notes[0]
    assert notes[-1] == "There are more such places."


def test_any_depth_is_shown() -> None:
    value: object = "end"
    for _ in range(5000):
        value = [value]
    assert shown_text({"deep": value}).endswith("1. end")


def test_huge_numbers_are_shown() -> None:
    assert decoded(ShownArguments({"n": 10**6000}).lines()) == {"n": 10**6000}


@given(st.text())
def test_any_text_has_a_host_in_ascii(text: str) -> None:
    assert ascii_host(text).isascii()
