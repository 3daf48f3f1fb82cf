"""The licences of all locked packages: what their metadata says, and which ones may be used.

`python -m tests.campaigns.licences` prints them; the exit code is 1 if one may not be used.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageMetadata, PackageNotFoundError, distribution

from tests.support.folders import PROJECT

ALLOWED = frozenset(
    {
        *("MIT", "MIT-0", "MIT-CMU", "ISC", "0BSD", "BSD", "BSD-2-Clause", "BSD-3-Clause", "Zlib", "CC0-1.0"),
        *("Apache-2.0", "PSF-2.0", "CNRI-Python"),
        # Their terms reach as far as their own files, which are not changed.
        "MPL-2.0",
        # Qt, and the recurring events of calendars: loaded as libraries of their own, which the user may replace.
        *("LGPL-3.0-only", "LGPL-3.0-or-later"),
    }
)
LOCKS = ("requirements.txt", "requirements-dev.txt")
# Locked for some systems or versions of Python only, so that the metadata of some is not here.
ELSEWHERE = {
    **dict.fromkeys(("backports-tarfile", "jeepney", "truststore", "zipp"), "MIT"),
    **dict.fromkeys(("importlib-metadata", "lazy-importer"), "Apache-2.0"),
    **dict.fromkeys(
        ("colorama", "httpcore2", "httpx2-jsfetch", "pycparser", "pywin32-ctypes", "secretstorage"), "BSD-3-Clause"
    ),
    "pywin32": "PSF-2.0",
}
# Older metadata has the name of the licence as its author wrote it, or a classifier.
_SPDX = {
    "mit license": "MIT",
    "the mit license (mit)": "MIT",
    "bsd license": "BSD",
    "bsd 2-clause license": "BSD-2-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache licensed, as found in the license file": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
}


@dataclass(frozen=True, slots=True)
class Licence:
    """A locked package and its licence as an SPDX expression; empty if it names none."""

    package: str
    expression: str

    @property
    def is_allowed(self) -> bool:
        """Whether the package may be used. Of a choice, one has to be allowed."""
        return all(
            any(name.strip() in ALLOWED for name in part.split(" OR ")) for part in self.expression.split(" AND ")
        )


# Its text may stand without its title.
_MIT_GRANT = "permission is hereby granted, free of charge, to any person obtaining a copy"


def licences() -> Iterator[Licence]:
    """Yield the licence of every locked package."""
    texts = [(PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS]
    for name in sorted({name for text in texts for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}):
        try:
            yield Licence(name, licence_of(distribution(name)))
        except PackageNotFoundError:
            yield Licence(name, ELSEWHERE.get(name, ""))


def licence_of(package: Distribution) -> str:
    """Return the licence that a package names in its metadata, or as the title of its file; empty if none."""
    text = package.read_text("licenses/LICENSE") or ""
    title = text.strip().partition("\n")[0].strip().lower()
    granted = "MIT" if _MIT_GRANT in " ".join(text.lower().split()) else ""
    return expression_of(package.metadata) or _SPDX.get(title, granted)


def expression_of(values: PackageMetadata) -> str:
    """Return the licence that the metadata of a package names; empty if none."""
    if expression := values.get("License-Expression"):
        return expression
    # Some have the whole text here, with the name in its first line.
    first_line = (values.get("License") or "").strip().partition("\n")[0].strip()
    if first_line not in ("", "UNKNOWN", "Dual License"):
        return _SPDX.get(first_line.lower(), first_line)
    prefix = "License :: OSI Approved :: "
    classifiers = map(str, values.get_all("Classifier") or ())
    named = [each.removeprefix(prefix) for each in classifiers if each.startswith(prefix)]
    return " OR ".join(_SPDX.get(each.lower(), each) for each in named)


def main() -> int:
    """Print a row for each package."""
    every = [*licences()]
    for each in every:
        print(f"{'ok ' if each.is_allowed else 'BAD'} {each.package:28} {each.expression or 'names none'}")
    return 0 if all(each.is_allowed for each in every) else 1


if __name__ == "__main__":
    sys.exit(main())
