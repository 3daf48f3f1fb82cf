"""Encrypt a backup as the program age does it (https://age-encryption.org/v1), in a process of its own."""

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from deskpet.processes.child_kinds import AGE
from deskpet.processes.one_shot import ChildFailed, Failure, exchange
from deskpet.translation import tr

HEAD = b"age-encryption.org/v1"
"""What an encrypted file begins with."""

_CHILD = Path(__file__).parent / "age_child.py"


class EncryptionError(Exception):
    """The data can't be encrypted or decrypted. The message gives the cause and the next step."""


class WrongPassphraseError(EncryptionError):
    """The passphrase does not open the data, or the data is damaged."""


def encrypt(data: bytes, passphrase: str) -> bytes:
    """Return the data encrypted with a passphrase. Blocks. Raises EncryptionError and Cancelled."""
    return _run(data, passphrase, encrypts=True)


def decrypt(data: bytes, passphrase: str) -> bytes:
    """Return decrypted data. Blocks. Raises EncryptionError and Cancelled."""
    return _run(data, passphrase, encrypts=False)


def _run(data: bytes, passphrase: str, *, encrypts: bool) -> bytes:
    if find_spec("pyrage") is None:
        command = "pip install deskpet[backup]"
        raise EncryptionError(tr("Encrypted backups need an extra package. Install it: {command}", command=command))
    order = json.dumps({"passphrase": passphrase, "encrypts": encrypts}).encode()
    # Memory for the longest reply is taken at once. Encrypted data is longer by 16 bytes for each 64 kB.
    kind = replace(AGE, reply_size=len(data) + (len(data) >> 10) + 4096)
    try:
        head, _, done = exchange(kind, _CHILD, order + b"\n" + data).partition(b"\n")
        fields: Any = json.loads(head)
        error = str(fields.get("error", ""))
    except (ChildFailed, ValueError, AttributeError) as failure:
        why = tr("it takes more memory or time than there is") if _is_too_large(failure) else str(failure)
        raise EncryptionError(
            tr("The backup can't be encrypted or decrypted: {why}. Try again with fewer parts.", why=why)
        ) from failure
    if error:
        raise WrongPassphraseError(
            tr("The passphrase does not open this backup, or the file is damaged ({why}). Try again.", why=error)
        )
    return done


def _is_too_large(error: Exception) -> bool:
    return isinstance(error, ChildFailed) and error.how in {Failure.OUT_OF_MEMORY, Failure.TIMED_OUT}
