"""Delete the keys of deskpet from Windows' Credential Manager, for the uninstaller."""

import importlib

# That of `keyring`, which puts a user's name before it where there are several.
_SERVICE = "deskpet"


def main() -> None:
    """Delete each key that deskpet has stored."""
    # Exist on Windows only.
    credentials, errors = (
        importlib.import_module(f"win32ctypes.pywin32.{name}") for name in ("win32cred", "pywintypes")
    )
    try:
        stored = credentials.CredEnumerate()
    except errors.error:
        # So it says that there is none.
        return
    for target in (each["TargetName"] for each in stored):
        if target == _SERVICE or target.endswith(f"@{_SERVICE}"):
            credentials.CredDelete(target, credentials.CRED_TYPE_GENERIC)


if __name__ == "__main__":
    main()
