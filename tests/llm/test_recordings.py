"""Recorded streams are parsed as by independent clients, for all chunk sizes."""

import sys
from pathlib import Path
from typing import Any

import pytest

from deskpet.chat.model import TextDelta
from deskpet.chat.textmode.parser import TextCallParser
from deskpet.cli.inspector import Inspection, gather, guess_family
from tests.llm.recordings import CAPTURES, Recording, deltas, random_cuts, recordings, recordings_in


@pytest.fixture(scope="module")
def all_recordings(shared: Path) -> list[Recording]:
    return list(recordings(shared))


def _pieces(body: bytes, cut: int) -> list[bytes]:
    return [body[start : start + cut] for start in range(0, len(body), cut)]


def _to_expected_format(seen: Inspection) -> dict[str, Any]:
    return {
        "text": seen.text,
        "reasoning": seen.reasoning,
        "tools": [list(tool) for tool in seen.tools],
        "finish": seen.finish,
        "error": seen.error,
    }


# Byte by byte, a longer recording takes seconds and says nothing that the first bytes of others do not say.
MOST_SINGLE_BYTES = 20_000


@pytest.mark.slow_variants
@pytest.mark.parametrize("family", ["openai", "gemini", "anthropic"])
@pytest.mark.parametrize("cut", [1, 7, 1361, 10**9])
def test_parses_as_independent_clients(all_recordings: list[Recording], family: str, cut: int) -> None:
    most = MOST_SINGLE_BYTES if cut == 1 else sys.maxsize
    own_recordings = [each for each in all_recordings if each.family == family and len(each.body) <= most]
    assert own_recordings
    seen = {
        each.file: _to_expected_format(gather(iter(deltas(family, _pieces(each.body, cut))))) for each in own_recordings
    }

    assert seen == {each.file: each.expected for each in own_recordings}


@pytest.mark.parametrize("cut", [1, 7, 10**9])
def test_parses_what_litellm_makes_of_other_formats(cut: int) -> None:
    captures = list(recordings_in(CAPTURES))
    seen = {
        each.file: _to_expected_format(gather(iter(deltas(each.family, _pieces(each.body, cut))))) for each in captures
    }

    assert captures
    assert seen == {each.file: each.expected for each in captures}


@pytest.mark.parametrize("seed", range(3))
def test_random_chunk_sizes_give_the_same_deltas(all_recordings: list[Recording], seed: int) -> None:
    different = [
        each.file
        for each in all_recordings
        if deltas(each.family, random_cuts(each.body, seed)) != deltas(each.family, [each.body])
    ]

    assert different == []


def test_native_text_without_leaked_calls_is_unchanged(all_recordings: list[Recording]) -> None:
    changed: list[str] = []
    for each in all_recordings:
        tools = {name for name, _ in each.expected["tools"]}
        parser = TextCallParser(tools.__contains__, is_native=True)
        texts = [delta.text for delta in deltas(each.family, [each.body]) if isinstance(delta, TextDelta)]
        items = [item for text in texts for item in parser.feed(text)] + parser.close()
        if not all(isinstance(item, TextDelta) for item in items) or (
            "".join(item.text for item in items if isinstance(item, TextDelta)) != "".join(texts)
        ):
            changed.append(each.file)

    assert changed == []


def test_wire_format_is_detected(all_recordings: list[Recording]) -> None:
    misdetected = [each.file for each in all_recordings if guess_family(each.body) != each.family]

    # One object with a field `this`, which belongs to no wire format.
    assert misdetected == ["vertex-x-streaming-failure-invalid-json.sse"]


def test_truncated_body_gives_a_notice(all_recordings: list[Recording]) -> None:
    """Half of a recording is reported as truncated, unless the other half adds nothing."""
    without_notice: list[str] = []
    for each in all_recordings:
        if not each.expected["error"] and len(each.body) > 2000 and b'"finish_reason":"stop"' not in each.body[:1500]:
            first_half = gather(iter(deltas(each.family, [each.body[: len(each.body) // 2]])))
            if not first_half.notices and first_half.finish is None and first_half.text != each.expected["text"]:
                without_notice.append(each.file)

    assert without_notice == []
