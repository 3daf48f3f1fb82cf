"""Links that somebody else wrote: where they really lead, in words that can't deceive, and the one way to open them.

Host names are shown in punycode unless they are plain ASCII or East Asian: letters of most other scripts have
doubles among the Latin ones.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from deskpet.words import tr

LONGEST_SHOWN = 240
_LONGEST_HOST = 120
_LONGEST_TARGET = 32_000
_WEB = ("http", "https")
# RFC 6068 warns of all others: with them a link could attach a file or send a copy to somebody unseen.
_MAIL_HEADERS = frozenset(("to", "cc", "subject", "body"))
_ENCODED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_EAST_ASIAN = re.compile(r"(?:CJK|HIRAGANA|KATAKANA|HANGUL|BOPOMOFO)\b")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# A text is taken for an address when it begins as one, or ends like a well-known name: README.md is a file.
_NAMES = "com|org|net|edu|gov|io|dev|app|info|biz|co|me|ai|eu|uk|de|fr|nl|it|es|ch|at|jp|cn|kr|tw|ru|us|ca|au|in|br"
_BEGINS_AS_ADDRESS = re.compile(r"(?:https?:)?//\S|www\.\S", re.IGNORECASE)
_ENDS_LIKE_A_NAME = re.compile(rf"[^\s/@:?#]+\.(?:{_NAMES})\.?(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_MAIL_ADDRESS = re.compile(r"(?:mailto:)?[^\s@/:]+@([^\s@/:]+\.[^\s@/:]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """Where a link leads: `url` is what is opened, `shown` the same for people, `host` the server in its honest form.

    `user` is what stands before an @ in a web address: it looks like a host and is none.
    """

    url: QUrl
    shown: str
    host: str
    user: str = ""
    has_foreign_letters: bool = False

    @property
    def tip(self) -> str:
        """What a tip says of it."""
        if self.user:
            return f"{self.shown}\n" + tr("This leads to {host}, not to {user}.", host=self.host, user=self.user)
        return self.shown

    def misleads(self, words: str) -> bool:
        """Whether a person who reads `words` would expect another place."""
        if self.user or self.has_foreign_letters:
            return True
        expected = _host_in(words)
        return bool(expected) and expected != _bare(self.host)


def read(target: str) -> Link | None:
    """The link to `target`; None when it leads to no web or mail address."""
    if len(target) > _LONGEST_TARGET:
        return None
    url = QUrl(target)
    scheme = url.scheme().lower()
    if scheme == "mailto":
        return _mail(target)
    if scheme not in _WEB or not url.isValid() or not url.host():
        return None
    ascii_host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    user = _readable(url.userInfo(QUrl.ComponentFormattingOption.FullyEncoded))
    host = ".".join(map(_honest, ascii_host.split(".")))
    shown = _elided(url, host)
    return Link(url, shown, host, _cut(user), any(label.startswith("xn--") for label in host.split(".")))


def open_address(target: str) -> bool:
    """Open a web or mail address with the desktop's own program; whether it is one."""
    link = read(target)
    if link:
        open_link(link)
    return link is not None


def open_link(link: Link) -> None:
    """Open a link with the desktop's own program."""
    _open(link.url)


def open_folder(folder: Path) -> None:
    """Show a folder of this computer."""
    _open(QUrl.fromLocalFile(str(folder)))


def _open(url: QUrl) -> None:
    QDesktopServices.openUrl(url)


def escaped(text: str) -> str:
    """`text` with everything that can't be seen, or that turns the order of letters, as escapes."""
    return "".join(sign if _is_plain(sign) else sign.encode("unicode_escape").decode() for sign in text)


def _mail(target: str) -> Link | None:
    """A mail address with the harmless headers only."""
    address, _, query = target.partition(":")[2].partition("#")[0].partition("?")
    kept = [part for part in query.split("&") if part.partition("=")[0].lower() in _MAIL_HEADERS]
    # Line ends belong into the body alone: elsewhere they begin another header.
    plain = [part if part.lower().startswith("body=") else _without_line_ends(part) for part in kept]
    url = QUrl("mailto:" + _without_line_ends(address) + ("?" + "&".join(plain) if plain else ""))
    if not url.isValid() or not url.path():
        return None
    shown = _readable(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
    return Link(url, _middle_elided(shown, LONGEST_SHOWN), _readable(url.path()).rpartition("@")[2].lower())


def _without_line_ends(text: str) -> str:
    return re.sub(r"%0[aAdD]|[\r\n]", "", text)


def _honest(label: str) -> str:
    """One part of a host's name: its own letters only where they can't be taken for others."""
    if not label.lower().startswith("xn--"):
        return label
    try:
        own = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label
    return own if all(_is_east_asian(sign) for sign in own) else label


def _is_east_asian(sign: str) -> bool:
    return bool(_EAST_ASIAN.match(unicodedata.name(sign, "")))


def _readable(encoded: str) -> str:
    """An encoded part of an address with letters in the place of their codes; all other signs stay codes."""

    def decoded(found: re.Match[str]) -> str:
        try:
            signs = unquote_to_bytes(found[0]).decode("utf-8")
        except UnicodeDecodeError:
            return found[0]
        return "".join(
            sign if not sign.isascii() and _is_plain(sign) else "".join(f"%{byte:02X}" for byte in sign.encode())
            for sign in signs
        )

    return _ENCODED.sub(decoded, encoded)


def _is_plain(sign: str) -> bool:
    """Whether a sign is seen, and leaves the order of the others alone."""
    return sign.isprintable() and (
        sign.isascii() or (sign.isalnum() and unicodedata.bidirectional(sign) not in {"R", "AL", "AN"})
    )


def _elided(url: QUrl, host: str) -> str:
    """The whole address; of a long one the beginning and the end, and in any case its host."""
    encoded = QUrl.ComponentFormattingOption.FullyEncoded
    user, port = url.userInfo(encoded), url.port()
    rest = url.path(encoded)
    rest += f"?{url.query(encoded)}" if url.hasQuery() else ""
    rest += f"#{url.fragment(encoded)}" if url.hasFragment() else ""
    shown_host = host if len(host) <= _LONGEST_HOST else "…" + host[-_LONGEST_HOST:]
    beginning = f"{url.scheme().lower()}://{_cut(_readable(user)) + '@' if user else ''}{shown_host}"
    beginning += f":{port}" if port >= 0 else ""
    return beginning + _middle_elided(_readable(rest), max(LONGEST_SHOWN - len(beginning), 60))


def _middle_elided(text: str, most: int) -> str:
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _host_in(words: str) -> str:
    """The host that a text names when it is, or looks like, an address; empty when it is neither."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", words)).strip(" \t\n<>()[]\"'“”‘’.,;!")[:2_000]
    if mail := _MAIL_ADDRESS.fullmatch(text):
        return _bare(mail[1])
    if " " in text or not (_BEGINS_AS_ADDRESS.match(text) or _ENDS_LIKE_A_NAME.fullmatch(text)):
        return ""
    bare = text.removeprefix("//")
    url = QUrl(bare if "://" in bare else f"https://{bare}")
    return _bare(url.host(QUrl.ComponentFormattingOption.FullyEncoded)) if url.isValid() else "?"


def _bare(host: str) -> str:
    return host.lower().removeprefix("www.").rstrip(".")
