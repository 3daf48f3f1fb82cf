"""Child process that encrypts or decrypts a backup, which holds Python's lock for seconds.

The first line of its standard input is JSON with the `passphrase` and whether it `encrypts`; the data follows. The
reply is a JSON object, with an `error` if the passphrase does not open the data, and after its line the other data.
"""

import json
from importlib import import_module
from typing import Any

from deskpet.processes.child_kinds import AGE
from deskpet.processes.serving import OneTask


def _serve() -> None:
    # It has no types.
    age: Any = import_module("pyrage")
    task = OneTask(AGE)
    request = task.open_request()
    order = json.loads(request.readline())
    work = age.passphrase.encrypt if order["encrypts"] else age.passphrase.decrypt
    try:
        done = bytes(work(request.read(), order["passphrase"]))
    except age.DecryptError as error:
        task.reply({"error": str(error)})
        return
    task.reply({}, lambda out: out.buffer.write(done))


if __name__ == "__main__":
    _serve()
