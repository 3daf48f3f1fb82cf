"""Find who may read a folder of Windows, by its access control list.

The list is read as text in the security descriptor definition language (SDDL, Microsoft: "Security Descriptor String
Format"), which is parsed without Windows.
"""

import re
import sys
from pathlib import Path

# Microsoft, "SID Strings": whom Windows gives the rights of the user anyway. CO and OW stand for the owner.
_TRUSTED = {"SY", "BA", "CO", "OW", "LA", "S-1-5-18", "S-1-5-32-544", "S-1-3-0", "S-1-3-4"}
_NAMES = {
    "WD": "Everyone",
    "S-1-1-0": "Everyone",
    "BU": "Users",
    "S-1-5-32-545": "Users",
    "AU": "Authenticated Users",
    "S-1-5-11": "Authenticated Users",
    "IU": "INTERACTIVE",
    "BG": "Guests",
    "AN": "ANONYMOUS LOGON",
    "AC": "ALL APPLICATION PACKAGES",
}
_ENTRY = re.compile(r"\(([^()]*)\)")
# Rights that include reading or changing: the generic ones, those of files, and masks in hexadecimal.
_READING = {"GA", "GR", "GW", "GX", "FA", "FR", "FW", "FX", "CC", "DC", "LC", "SW", "RP", "WP", "WD", "WO"}
# FILE_READ_DATA, FILE_WRITE_DATA, FILE_APPEND_DATA, WRITE_DAC, WRITE_OWNER, GENERIC_ALL, _WRITE, _READ.
_READING_MASK = 0x1 | 0x2 | 0x4 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000 | 0x80000000


def readers_in(descriptor: str, user: str) -> tuple[str, ...]:
    """Return who else may read or change, by an SDDL text with the owner and the list, such as `O:BAD:(A;;FA;;;WD)`.

    user: the SID of the user. A missing list allows everyone.
    """
    _, has_list, entries = descriptor.partition("D:")
    if not has_list or entries.startswith("NO_ACCESS_CONTROL"):
        return ("Everyone",)
    found: dict[str, None] = {}
    for entry in map(str, _ENTRY.findall(entries.partition("S:")[0] if "S:(" in entries else entries)):
        fields: list[str] = entry.split(";")
        if len(fields) >= 6 and fields[0] in {"A", "XA", "OA"} and _reads(fields[2]):
            sid: str = fields[5]
            if sid not in _TRUSTED and sid != user:
                found[_NAMES.get(sid, sid)] = None
    return tuple(found)


def _reads(rights: str) -> bool:
    if rights.startswith("0x"):
        return bool(int(rights, 16) & _READING_MASK)
    return any(rights[start : start + 2] in _READING for start in range(0, len(rights), 2))


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
    from typing import Any

    _SE_FILE_OBJECT = 1
    _OWNER, _LIST = 0x1, 0x4
    _SDDL_REVISION = 1
    _TOKEN_QUERY, _TOKEN_USER = 0x8, 1

    def readers_of(folder: Path) -> tuple[str, ...]:
        """Return who may read `folder` besides this user, the system and the administrators. Raises OSError."""
        return readers_in(_descriptor(folder), _user())

    def _descriptor(folder: Path) -> str:
        security: Any = ctypes.WinDLL("advapi32", use_last_error=True)
        descriptor, text = ctypes.c_void_p(), wintypes.LPWSTR()
        error: int = security.GetNamedSecurityInfoW(
            str(folder), _SE_FILE_OBJECT, _OWNER | _LIST, None, None, None, None, ctypes.byref(descriptor)
        )
        if error:
            raise ctypes.WinError(error)
        try:
            convert = security.ConvertSecurityDescriptorToStringSecurityDescriptorW
            if not convert(descriptor, _SDDL_REVISION, _OWNER | _LIST, ctypes.byref(text), None):
                raise ctypes.WinError(ctypes.get_last_error())
            return _taken(text)
        finally:
            _free(descriptor)

    def _user() -> str:
        """Return the SID of the user of this process."""
        security: Any = ctypes.WinDLL("advapi32", use_last_error=True)
        kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        token, text, size = ctypes.c_void_p(), wintypes.LPWSTR(), wintypes.DWORD()
        if not security.OpenProcessToken(
            ctypes.c_void_p(kernel.GetCurrentProcess()), _TOKEN_QUERY, ctypes.byref(token)
        ):
            raise ctypes.WinError(ctypes.get_last_error())
        try:
            security.GetTokenInformation(token, _TOKEN_USER, None, 0, ctypes.byref(size))
            # Begins with a pointer to the SID, which lies in the same memory.
            buffer = ctypes.create_string_buffer(size.value)
            if not security.GetTokenInformation(token, _TOKEN_USER, buffer, size, ctypes.byref(size)):
                raise ctypes.WinError(ctypes.get_last_error())
            sid = ctypes.c_void_p.from_buffer(buffer)
            if not security.ConvertSidToStringSidW(sid, ctypes.byref(text)):
                raise ctypes.WinError(ctypes.get_last_error())
            return _taken(text)
        finally:
            kernel.CloseHandle(token)

    def _taken(text: wintypes.LPWSTR) -> str:
        """Return a text of the system, and free its memory."""
        value = text.value or ""
        _free(ctypes.cast(text, ctypes.c_void_p))
        return value

    def _free(memory: "ctypes.c_void_p") -> None:
        kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.LocalFree.argtypes = [ctypes.c_void_p]
        kernel.LocalFree(memory)
