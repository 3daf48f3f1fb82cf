"""Prompts of personas, and the folder of their files."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.personas.folder import Personas
from deskpet.personas.persona import (
    MAX_LORE_CHARS,
    Lore,
    Persona,
    PersonaError,
    fill_placeholders,
    first_messages,
    persona_prompt,
    persona_reminder,
    unknown_macros,
)

ARIA = Persona("Aria", prompt="{{char}} likes {{user}}.", greeting="Hi {{User}}, I'm <BOT>.")


def test_placeholders_are_names():
    assert first_messages(ARIA, "Ken") == ("Hi Ken, I'm Aria.",)
    assert first_messages(replace(ARIA, greeting="She looks at {{user}}."), "") == ("She looks at you.",)
    assert persona_prompt(ARIA, "") == "Aria likes the user."
    assert fill_placeholders("{{ char }}{{// a note }}{{original}}!{{random:a,b}}", ARIA, "") == "Aria!{{random:a,b}}"


def test_greetings_come_in_their_order_and_empty_ones_do_not():
    persona = replace(ARIA, greeting="{{// nothing}}", greetings=("One, {{user}}.", " ", "Two."))
    assert first_messages(persona, "Ken") == ("One, Ken.", "Two.")
    assert first_messages(Persona("Aria"), "Ken") == ()


def test_a_reminder_is_filled_too():
    assert (
        persona_reminder(replace(ARIA, reminder="{{char}}, be brief with {{user}}."), "Ken")
        == "Aria, be brief with Ken."
    )
    assert persona_reminder(ARIA, "Ken") == ""


def test_half_an_emoji_in_a_text_is_replaced_when_it_is_saved(tmp_path):
    folder = Personas(tmp_path)
    saved = folder.save(replace(ARIA, prompt="half \ud83d", lore=(Lore("\ude00", ("\ud83d",)),)))
    assert saved.prompt == "half \ufffd"
    assert saved.lore == (Lore("\ufffd", ("\ufffd",)),)
    assert folder.get(saved.id) == saved


def test_unsupported_macros_are_found():
    text = "{{char}} <USER> {{// a note}} {{original}} {{Random:a,b}} {{roll:d6}} {{random::c}} {{time}}"
    assert unknown_macros(text) == ("random", "roll", "time")


def test_lore_may_require_two_words():
    persona = Persona("A", lore=(Lore("The moon is green.", ("moon",), also=("colour", "hue")),))
    assert "green" not in persona_prompt(persona, "", ["the moon"])
    assert "green" in persona_prompt(persona, "", ["what colour has the moon"])


def test_a_name_that_looks_like_a_placeholder_is_only_a_name():
    assert fill_placeholders("{{char}}", replace(ARIA, name="{{user}}"), "Ken") == "{{user}}"


def test_the_prompt_of_a_persona():
    persona = replace(
        ARIA, examples="<START>\n{{user}}: hi\n{{char}}: hey", lore=(Lore("The moon is green.", ("Moon",)),)
    )
    assert persona_prompt(persona, "Ken") == (
        "Aria likes Ken.\n\nExamples of how you talk (they never happened):\n---\nKen: hi\nAria: hey"
    )
    assert "The moon is green." in persona_prompt(persona, "Ken", ["look at the MOON!"])


def test_constant_lore_comes_first_within_the_limit():
    entries = (Lore("b" * 15_000, ("x",)), Lore("a" * 15_000, (), constant=True), Lore("c", ("x",)), Lore("d", ("",)))
    words = persona_prompt(Persona("A", lore=entries), "", ["x"])
    assert "a" * 15_000 in words
    assert "bbb" not in words
    assert words.endswith("c")
    assert len(words) < MAX_LORE_CHARS


def test_a_persona_is_kept_and_found_again(tmp_path):
    personas = Personas(tmp_path / "personas")
    kept = personas.save(replace(ARIA, lore=(Lore("x", ("y",), constant=True),)))
    assert kept.id == "aria"
    assert Personas(tmp_path / "personas").get("aria") == kept
    assert personas.all() == (kept,)


def test_equal_names_get_different_files(tmp_path):
    personas = Personas(tmp_path)
    ids = [personas.save(Persona(name)).id for name in ("Aria", "Aria", "大和", "みかん", "../../etc")]
    assert ids == ["aria", "aria-2", "persona", "persona-2", "etc"]
    assert len(personas.all()) == 5


def test_a_changed_persona_stays_in_its_file(tmp_path):
    personas = Personas(tmp_path)
    kept = personas.save(ARIA)
    assert personas.save(replace(kept, name="Bria")).id == "aria"
    assert [each.name for each in personas.all()] == ["Bria"]


def test_a_removed_persona_can_be_saved_again(tmp_path):
    personas = Personas(tmp_path)
    kept = personas.save(ARIA)
    personas.remove(kept.id)
    assert personas.all() == ()
    personas.save(kept)
    assert personas.get("aria") == kept


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "Invalid JSON"), ("[]", "is no persona"), ('{"name": 3}', "name"), ('{"name": "A", "lore": [3]}', "lore")],
)
def test_a_broken_file_is_reported_and_does_not_hide_the_others(tmp_path, content, said):
    personas = Personas(tmp_path)
    personas.save(ARIA)
    (tmp_path / "broken.json").write_text(content, encoding="utf-8")
    assert [each.name for each in personas.all()] == ["Aria"]
    (problem,) = personas.problems()
    assert "broken.json" in problem
    assert said in problem
    with pytest.raises(PersonaError, match=r"broken\.json"):
        personas.get("broken")


@pytest.mark.parametrize("name", ["", "../aria", "aria/..", "AUX.", "a" * 300, "aria.json", "\0"])
def test_an_id_can_not_leave_the_folder(tmp_path, name):
    (tmp_path / "aria.json").write_text('{"name": "outside"}', encoding="utf-8")
    assert Personas(tmp_path / "inside").get(name) is None


@pytest.mark.parametrize(
    "persona", [Persona(" "), Persona("x" * 81), Persona("A", prompt="x" * 200_001), Persona("A", voice="x" * 501)]
)
def test_an_invalid_persona_is_not_saved(tmp_path, persona):
    with pytest.raises(PersonaError):
        Personas(tmp_path).save(persona)
    assert list(tmp_path.iterdir()) == []


def test_a_persona_keeps_a_voice_of_its_own(tmp_path):
    personas = Personas(tmp_path)
    kept = personas.save(replace(ARIA, voice="nova", voice_speed=1.2, voice_volume=0))
    assert personas.get(kept.id) == kept
    assert (kept.voice, kept.voice_speed, kept.voice_volume) == ("nova", 1.2, 0)
    # A file of an older version has none.
    (tmp_path / "old.json").write_text('{"name": "Old"}', encoding="utf-8")
    assert personas.get("old") == Persona("Old", id="old")


@pytest.mark.parametrize("field", ['"voice_speed": 3', '"voice_volume": 101', '"voice_speed": "fast"'])
def test_a_voice_out_of_bounds_is_reported(tmp_path, field):
    (tmp_path / "loud.json").write_text(f'{{"name": "Loud", {field}}}', encoding="utf-8")
    (problem,) = Personas(tmp_path).problems()
    assert field.split('"')[1] in problem


def test_an_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(PersonaError, match="can't be kept"):
        Personas(tmp_path / "file").save(ARIA)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60), st.text(max_size=20))
def test_any_name_gets_a_file_and_any_text_is_filled(tmp_path_factory, name, user):
    persona = Persona(name, prompt="{{char}} {{user}} " + name)
    fill_placeholders(persona.prompt, persona, user)
    personas = Personas(tmp_path_factory.mktemp("personas"))
    if name.strip():
        kept = personas.save(persona)
        assert personas.get(kept.id) == kept
