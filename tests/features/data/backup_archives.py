"""Backups as someone else may write them."""

import io
import json
import zipfile
from hashlib import sha256
from typing import Any

from deskpet.features.data.backup_file import Part


def archive_of(content: dict[str, bytes], **manifest: Any) -> bytes:
    """Return a backup with these entries, as someone else may write it."""
    listed = {
        name: {"size": len(data), "sha256": sha256(data).hexdigest(), "changed_at": 1.0}
        for name, data in content.items()
    }
    told = {"format": "deskpet-backup", "version": 1, "program": "1", "parts": list(map(str, Part)), "entries": listed}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps(told | manifest))
    return file.getvalue()
