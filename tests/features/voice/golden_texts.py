"""The golden texts: markdown, and what a person would say who reads it aloud."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from deskpet.features.voice.spoken_text.language import LANGUAGES, Language

FOLDER = Path(__file__).with_name("golden")


@dataclass(frozen=True, slots=True)
class GoldenText:
    """A text, and the pieces and their languages that are expected."""

    name: str
    language: Language
    markdown: str
    pieces: tuple[str, ...]
    languages: tuple[Language, ...]
    stage_directions: bool


def golden_texts() -> list[GoldenText]:
    """Return all texts."""
    return [
        GoldenText(
            name=f"{language}: {case['name']}",
            language=language,
            markdown=case["markdown"],
            pieces=tuple(case["pieces"]),
            languages=tuple(case.get("languages") or [language] * len(case["pieces"])),
            stage_directions=case.get("stage_directions", False),
        )
        for language in LANGUAGES
        for case in tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))["case"]
    ]
