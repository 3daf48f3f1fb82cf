"""Child process that converts an export of another program, which is its standard input.

The reply is a JSON object with `program` and `left_out`, or with `refusal`. The conversations follow on the next lines,
in the form in which the program exports its own.
"""

import io
import json
import zipfile
from typing import BinaryIO

from deskpet.features.history.imports.reader import NotAnExport, convert
from deskpet.processes.child_kinds import EXPORT
from deskpet.processes.confinement import load_codecs
from deskpet.processes.serving import OneTask
from deskpet.store import json_file

_CHAT = [{"mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"parts": ["Hello"]}}}}}]
_LINE = {"name": "A", "mes": "Hello", "is_user": True, "send_date": "January 2, 2024 3:04pm"}


def _sample() -> BinaryIO:
    """Return an archive whose conversion imports what would be imported later, when no file can be opened."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(_CHAT))
        archive.writestr("chat.jsonl", json.dumps(_LINE))
    file.seek(0)
    return file


def _serve() -> None:
    load_codecs()
    json_file.write_to(io.StringIO(), convert(_sample()).conversations)
    task = OneTask(EXPORT)
    try:
        converted = convert(task.open_request())
    except NotAnExport as error:
        task.reply({"refusal": error.refusal})
        return
    head = {"program": converted.program, "left_out": converted.left_out}
    task.reply(head, lambda out: json_file.write_to(out, converted.conversations))


if __name__ == "__main__":
    _serve()
