"""Every recording says what independent clients found in it, however its bytes are cut."""

from pathlib import Path
from typing import Any

import pytest

from deskpet.inspector import Inspection, gather, guess_family
from tests.llm.recordings import Recording, deltas, random_cuts, recordings


@pytest.fixture(scope="module")
def recorded(shared: Path) -> list[Recording]:
    return list(recordings(shared))


def _pieces(body: bytes, cut: int) -> list[bytes]:
    return [body[start : start + cut] for start in range(0, len(body), cut)]


def _as_expected(seen: Inspection) -> dict[str, Any]:
    return {
        "text": seen.text,
        "reasoning": seen.reasoning,
        "tools": [list(tool) for tool in seen.tools],
        "finish": seen.finish,
        "error": seen.error,
    }


@pytest.mark.parametrize("family", ["openai", "gemini", "anthropic"])
@pytest.mark.parametrize("cut", [1, 7, 1361, 10**9])
def test_says_what_independent_clients_found(recorded: list[Recording], family: str, cut: int) -> None:
    mine = [each for each in recorded if each.family == family]
    seen = {each.file: _as_expected(gather(iter(deltas(family, _pieces(each.body, cut))))) for each in mine}

    assert seen == {each.file: each.expected for each in mine}


@pytest.mark.parametrize("seed", range(3))
def test_random_cuts_give_the_same_deltas(recorded: list[Recording], seed: int) -> None:
    different = [
        each.file
        for each in recorded
        if deltas(each.family, random_cuts(each.body, seed)) != deltas(each.family, [each.body])
    ]

    assert different == []


def test_the_family_is_guessed_from_the_bytes(recorded: list[Recording]) -> None:
    wrong = [each.file for each in recorded if guess_family(each.body) != each.family]

    # One object with a field `this`: nothing speaks for any family.
    assert wrong == ["vertex-x-streaming-failure-invalid-json.sse"]


def test_a_body_cut_anywhere_says_so(recorded: list[Recording]) -> None:
    """Half of a recording is never taken for the whole of it, unless its end brought nothing new."""
    silent: list[str] = []
    for each in recorded:
        if not each.expected["error"] and len(each.body) > 2000 and b'"finish_reason":"stop"' not in each.body[:1500]:
            half = gather(iter(deltas(each.family, [each.body[: len(each.body) // 2]])))
            if not half.notices and half.finish is None and half.text != each.expected["text"]:
                silent.append(each.file)

    assert silent == []
