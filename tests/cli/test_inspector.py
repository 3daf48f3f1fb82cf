"""`deskpet inspect-stream`: recorded bytes in, one JSON object per file out."""

import json
from pathlib import Path

import pytest

from deskpet.cli.inspector import guess_family, main
from tests.llm.recordings import SAMPLES, openai


@pytest.mark.parametrize("family", list(SAMPLES))
@pytest.mark.parametrize("cut", [None, 1, 1000])
def test_one_json_object_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], family: str, cut: int | None
) -> None:
    file = tmp_path / "a.sse"
    file.write_bytes(SAMPLES[family])

    assert main([file, file], None, cut, curl=False) == 0

    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert list(first) == ["file", "text", "reasoning", "tools", "finish", "error", "notices"]
    assert first["text"].startswith("Olá 👋\u2028")
    assert first["tools"][0] == ["f", {"x": "é{}"} if family == "openai" else {"x": "é"}]
    assert first["error"] is False


def test_an_error_of_the_server_is_an_error_and_a_cut_is_a_notice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bodies = {
        "error": b'data: {"error": {"message": "no"}}\n\n',
        "cut": openai({"content": "hi"})[:60],
        "html": b"<html>",
    }
    files = [tmp_path / name for name in bodies]
    for file in files:
        file.write_bytes(bodies[file.name])

    main(files, "openai", None, curl=False)

    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["error"], [notice["code"] for notice in each["notices"]]) for each in found] == [
        (True, ["server_error"]),
        (False, ["cut_stream"]),
        (True, ["html"]),
    ]


def test_a_file_that_is_not_there_is_said_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.sse"
    file.write_bytes(SAMPLES["openai"])

    assert main([tmp_path / "none", file], None, None, curl=False) == 2

    printed = capsys.readouterr()
    assert "none" in printed.err
    assert json.loads(printed.out)["file"] == str(file)


@pytest.mark.parametrize("family", list(SAMPLES))
def test_curl_prints_the_request_that_makes_a_recording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], family: str
) -> None:
    file = tmp_path / "a.sse"
    file.write_bytes(SAMPLES[family])

    assert main([file], None, None, curl=True) == 0

    printed = capsys.readouterr().out
    assert f"# {family}:" in printed
    assert "curl -sN" in printed
    assert "$KEY" in printed


@pytest.mark.parametrize("family", list(SAMPLES))
def test_what_a_model_wrote_does_not_mislead_the_guess(family: str) -> None:
    others = "".join(body.decode() for other, body in SAMPLES.items() if other != family)
    quoted = json.dumps(others)[1:-1].encode()

    assert guess_family(SAMPLES[family].replace("Olá".encode(), quoted)) == family
