"""Untrusted links: parses their target, displays it unambiguously, and opens it.

Host names are displayed in punycode (RFC 3492) unless they are ASCII or East Asian, since most other scripts have
letters that look like Latin ones.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from deskpet.text.invisible import INVISIBLE
from deskpet.translation import tr

# Limits in characters: of a displayed address, of a displayed host, and of a target.
MAX_SHOWN = 240
_MAX_HOST = 120
_MAX_TARGET = 32_000
_WEB = ("http", "https")
# RFC 6068, section 4 warns of other header fields: a link could attach a file or send a hidden copy.
_MAIL_HEADERS = frozenset(("to", "cc", "subject", "body"))
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_EAST_ASIAN = re.compile(r"(?:CJK|HIRAGANA|KATAKANA|HANGUL|BOPOMOFO)\b")
# A text counts as an address if it starts like one, or ends with a well-known top-level domain: README.md is a file.
_TLDS = "com|org|net|edu|gov|io|dev|app|info|biz|co|me|ai|eu|uk|de|fr|nl|it|es|ch|at|jp|cn|kr|tw|ru|us|ca|au|in|br"
_BEGINS_AS_ADDRESS = re.compile(r"(?:https?:)?//\S|www\.\S", re.IGNORECASE)
_ENDS_AS_HOST = re.compile(rf"[^\s/@:?#]+\.(?:{_TLDS})\.?(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_MAIL_ADDRESS = re.compile(r"(?:mailto:)?[^\s@/:]+@([^\s@/:]+\.[^\s@/:]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """A parsed link.

    url: the address to open.
    shown: the address for display.
    host: the server's name for display, in punycode if it could be mistaken for another.
    user: the part of a web address before an @, which can be mistaken for the host.
    has_foreign_letters: whether the host is displayed in punycode.
    """

    url: QUrl
    shown: str
    host: str
    user: str = ""
    has_foreign_letters: bool = False

    @property
    def tooltip_text(self) -> str:
        """The text of the link's tooltip."""
        if self.user:
            return f"{self.shown}\n" + tr("This leads to {host}, not to {user}.", host=self.host, user=self.user)
        return self.shown

    def is_misleading(self, words: str) -> bool:
        """Return whether the link text `words` suggests another target."""
        if self.user or self.has_foreign_letters:
            return True
        expected = _host_in(words)
        return bool(expected) and expected != _bare(self.host)


def parse(target: str) -> Link | None:
    """Parse a link's target. Returns None if it is not a web or mail address."""
    if len(target) > _MAX_TARGET:
        return None
    url = QUrl(target)
    scheme = url.scheme().lower()
    if scheme == "mailto":
        return _mail(target)
    if scheme not in _WEB or not url.isValid() or not url.host():
        return None
    ascii_host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    user = _readable(url.userInfo(QUrl.ComponentFormattingOption.FullyEncoded))
    host = ".".join(map(_display_label, ascii_host.split(".")))
    shown = _shown_address(url, host)
    return Link(url, shown, host, _truncated(user), any(label.startswith("xn--") for label in host.split(".")))


def open_address(target: str) -> bool:
    """Open a web or mail address with the system's default program. Returns False if it is neither."""
    link = parse(target)
    if link:
        open_link(link)
    return link is not None


def open_link(link: Link) -> None:
    """Open a link with the system's default program."""
    QDesktopServices.openUrl(link.url)


def open_folder(folder: Path) -> None:
    """Open a local folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def open_file(file: Path) -> bool:
    """Open a local file with the system's program for it. Returns False if there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))


def escape_ambiguous(text: str) -> str:
    """Escape all but ASCII and the letters and digits that are written from left to right."""
    return "".join(char if _is_plain(char) else char.encode("unicode_escape").decode() for char in text)


def _mail(target: str) -> Link | None:
    """Parse a mailto address, and drop all header fields but the harmless ones."""
    address, _, query = target.partition(":")[2].partition("#")[0].partition("?")
    kept = [part for part in query.split("&") if part.partition("=")[0].lower() in _MAIL_HEADERS]
    # A line break is allowed in the body only: elsewhere it would start another header field.
    fields = [part if part.lower().startswith("body=") else _without_line_ends(part) for part in kept]
    url = QUrl("mailto:" + _without_line_ends(address) + ("?" + "&".join(fields) if fields else ""))
    if not url.isValid() or not url.path():
        return None
    shown = _readable(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
    return Link(url, _middle_elided(shown, MAX_SHOWN), _readable(url.path()).rpartition("@")[2].lower())


def _without_line_ends(text: str) -> str:
    return re.sub(r"%0[aAdD]|[\r\n]", "", text)


def _display_label(label: str) -> str:
    """Decode a punycode label of a host name if it is East Asian, else return it unchanged."""
    if not label.lower().startswith("xn--"):
        return label
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
    return decoded if all(_EAST_ASIAN.match(unicodedata.name(char, "")) for char in decoded) else label


def _readable(encoded: str) -> str:
    """Decode percent-encoded non-ASCII letters and digits; all other characters stay encoded."""

    def decoded(found: re.Match[str]) -> str:
        try:
            chars = unquote_to_bytes(found[0]).decode("utf-8")
        except UnicodeDecodeError:
            return found[0]
        return "".join(
            char if not char.isascii() and _is_plain(char) else "".join(f"%{byte:02X}" for byte in char.encode())
            for char in chars
        )

    return _ENCODED.sub(decoded, encoded)


def _is_plain(char: str) -> bool:
    """Return whether a character is visible and does not change the writing direction."""
    return char.isprintable() and (
        char.isascii() or (char.isalnum() and unicodedata.bidirectional(char) not in {"R", "AL", "AN"})
    )


def _shown_address(url: QUrl, host: str) -> str:
    """Return the address for display. A long one is elided in the middle, but shows the end of its host."""
    encoded = QUrl.ComponentFormattingOption.FullyEncoded
    user, port = url.userInfo(encoded), url.port()
    rest = url.path(encoded)
    rest += f"?{url.query(encoded)}" if url.hasQuery() else ""
    rest += f"#{url.fragment(encoded)}" if url.hasFragment() else ""
    shown_host = host if len(host) <= _MAX_HOST else "…" + host[-_MAX_HOST:]
    beginning = f"{url.scheme().lower()}://{_truncated(_readable(user)) + '@' if user else ''}{shown_host}"
    beginning += f":{port}" if port >= 0 else ""
    return beginning + _middle_elided(_readable(rest), max(MAX_SHOWN - len(beginning), 60))


def _middle_elided(text: str, limit: int) -> str:
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[-half:]}"


def _truncated(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[:limit] + "…"


def _host_in(words: str) -> str:
    """Return the host named by a text that is or looks like an address; empty if it is none."""
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", words)).strip(" \t\n<>()[]\"'“”‘’.,;!")[:2_000]
    if mail := _MAIL_ADDRESS.fullmatch(text):
        return _bare(mail[1])
    if " " in text or not (_BEGINS_AS_ADDRESS.match(text) or _ENDS_AS_HOST.fullmatch(text)):
        return ""
    bare = text.removeprefix("//")
    url = QUrl(bare if "://" in bare else f"https://{bare}")
    return _bare(url.host(QUrl.ComponentFormattingOption.FullyEncoded)) if url.isValid() else "?"


def _bare(host: str) -> str:
    return host.lower().removeprefix("www.").rstrip(".")
