"""Signed text in an envelope as DSSE v1 has it (github.com/secure-systems-lab/dsse), with keys of Ed25519.

The type of the content is signed with it, so that nothing that the same key has signed for another purpose counts.
"""

import base64
import binascii
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from deskpet.config.state_files import BadStateFile, JsonObject
from deskpet.translation import tr

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MANIFEST_TYPE = "application/vnd.deskpet.releases+json"
"""The type of a list of releases."""


class NotSigned(Exception):
    """None of the keys has signed the content."""


def seal(content: bytes, content_type: str, key: "Ed25519PrivateKey") -> bytes:
    """Return the envelope of a content that is signed with a key."""
    signature = key.sign(_signed_bytes(content, content_type))
    envelope = {
        "payloadType": content_type,
        "payload": base64.b64encode(content).decode(),
        "signatures": [{"keyid": public_text(key), "sig": base64.b64encode(signature).decode()}],
    }
    return json.dumps(envelope, indent=1).encode() + b"\n"


def public_text(key: "Ed25519PrivateKey") -> str:
    """Return the public key of a private one, as a release has it."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def unseal(envelope: bytes, content_type: str, keys: Iterable[str]) -> bytes:
    """Return the content of an envelope that one of the keys has signed. Raises NotSigned, and BadStateFile."""
    try:
        found = JsonObject(json.loads(envelope))
        content = base64.b64decode(found.text("payload"), validate=True)
        signatures = [base64.b64decode(each.text("sig"), validate=True) for each in found.parts("signatures")]
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadStateFile):
            raise
        raise BadStateFile(tr("it is no JSON: {why}", why=error)) from error
    if found.text("payloadType") != content_type:
        raise NotSigned
    signed = _signed_bytes(content, content_type)
    if not any(_has_signed(key, signature, signed) for key in keys for signature in signatures):
        raise NotSigned
    return content


def _signed_bytes(content: bytes, content_type: str) -> bytes:
    """Return what is signed: the "pre-authentication encoding" of DSSE."""
    kind = content_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(content), content)


def _has_signed(key: str, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(base64.b64decode(key, validate=True)).verify(signature, signed)
    except (InvalidSignature, binascii.Error):
        return False
    except ValueError as error:
        raise BadStateFile(tr("a key of this program is damaged: {why}", why=error)) from error
    return True
