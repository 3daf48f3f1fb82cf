"""A transcription server on loopback that answers by a script, with the faults of real ones."""

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from email import message_from_bytes
from typing import Any

from tests.features.voice.speech_server import Answer, SpeechServer, speech_server


def words_answer(words: str) -> Answer:
    """Returns the answer in JSON."""
    return Answer((json.dumps({"text": words}).encode(),), content_type="application/json")


def event_answer(*events: dict[str, Any] | float) -> Answer:
    """Returns a stream of events; a number is a pause in seconds."""
    pieces = tuple(each if isinstance(each, float) else f"data: {json.dumps(each)}\n\n".encode() for each in (*events,))
    return Answer(pieces, content_type="text/event-stream")


def transcription_server(
    respond: Callable[[dict[str, Any]], Answer] | Answer,
) -> AbstractAsyncContextManager[SpeechServer]:
    """Runs a server. Its `requests` have the fields of the form; `file` is the bytes of the recording."""
    return speech_server(respond, form_fields)


def form_fields(head: str, body: bytes) -> dict[str, Any]:
    """Returns the fields of a multipart form (RFC 7578)."""
    content_type = next(line for line in head.splitlines() if line.lower().startswith("content-type:"))
    message = message_from_bytes(content_type.encode() + b"\r\n\r\n" + body)
    parts = {str(part.get_param("name", header="content-disposition")): part for part in message.get_payload()}
    return {
        name: part.get_payload(decode=True) if part.get_filename() else part.get_payload(decode=True).decode()
        for name, part in parts.items()
    }
