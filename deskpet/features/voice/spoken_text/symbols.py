"""Find unspoken parts of a text: addresses, emoji, kaomoji, tags, marks; and code that reads as words."""

import re
import unicodedata

from deskpet.features.voice.spoken_text.language import CJK, HAN, KANA
from deskpet.features.voice.spoken_text.mapped_text import MappedText

_EMOJI = (
    "\u00a9\u00ae\u2022\u2023\u203b\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf"
    "\u2900-\u297f\u2b00-\u2bff\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_PICTURES = "\u2600-\u2790\U0001f000-\U0001faff"
_JOINERS = "\u200b-\u200f\u2060\ufe00-\ufe0f\u20e3\ufeff\ufffc\U000e0020-\U000e007f"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"
LINE_MARK = re.compile(rf"{_KEYCAP}|[{_EMOJI}]")
"""An emoji or a bullet at the beginning of a line: the line is an item of a list."""

_MAILBOX = r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
_HOST = (
    r"(?:[a-z0-9-]+\.)+(?:(?:com|org|net|edu|gov|io|dev|cn|jp|tw|hk|uk)(?![A-Za-z0-9-])(?::\d+)?/?|"
    r"[a-z]{2,6}(?::\d+)?/[A-Za-z0-9/_.~%?=&#+-]*[A-Za-z0-9/])"
)
_WWW = r"www\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?:[:/][A-Za-z0-9/_.~%?=&#+-]*[A-Za-z0-9/])?"
_IDN = r"https?://[^\s<>，。！？、；：）」』]*"
_URL = r"(?:[a-z][a-z0-9+.-]{1,15}://|mailto:)[^\s<>\"`|\\\u2e80-\uffef]*[^\s<>\"`|\\\u2e80-\uffef.,;:!?'*_~)\]]"
_PATH = r"(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]+)+/?|[A-Za-z]:\\[\w.\\-]+"
_ADDRESS = re.compile(rf"(?<![A-Za-z0-9@/._-])(?:{_URL}|{_IDN}|{_MAILBOX}|{_WWW}|{_HOST}|{_PATH})", re.ASCII)

_CODE_WORD = re.compile(rf"(?:[A-Z]?[a-z]+|[A-Z]+|[{CJK}]+)(?:['’-](?:[A-Z]?[a-z]+))*[,.!?]?|\d{{1,6}}(?:\.\d{{1,4}})?")
_MOST_CODE_WORDS, _MOST_CODE = 5, 40

_LOG = re.compile(
    r"\b\d{1,2}:\d{2}:\d{2}\b|^\s*\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL)\b|\bTraceback \(|"
    r"^\s*at [\w.$<>]+[ (]|^\s*File \"[^\"]+\", line \d|\b\w+(?:Error|Exception): |^\s*[$>#] \w|^\d{4}-\d\d-\d\d[T ]",
    re.MULTILINE,
)

# Letters that faces have, and marks that other remarks in brackets have as well.
_FACE_LETTERS = "oOTtxXuUwWvVQqДωεзｗノﾉツシｼヽヾﾟ"
_PLAIN = " ,.!?'\"%$&/+-=:#@，。、！？：；「」『』《》…—·"
_BRACKETED = re.compile(
    r"(?:[ヾ＼\\╰╯┗щヽ٩ლᕙ]|¯[\\_]*|(?<![A-Za-z])[od](?=[(（]))*[(（](?P<face>[^()（）\n]{1,14})[)）](?:[ヾﾉ／/ง╯┛ᕗ︵¯✧♡゛ｼ彡_]|ノ(?![ァ-ー])|[ob](?![A-Za-z]))*"
)
_EMOTICON = re.compile(
    r"(?<![A-Za-z0-9:/])(?:[:;=]['^-]?[)(DPpOo3|\]]+|[xX]D+|<3+|\^[_.-]?\^|[TQ][_A.][TQ]|>[._]<|-_-|[oO][._][oO]|"
    r"[uU]w[uU]|[oO]w[oO]|orz|OTZ)(?![A-Za-z0-9])"
)
_LAUGHING = re.compile(rf"(?<=[{CJK}])(?:w{{2,}}|ｗ+)(?![A-Za-z0-9.])")

_ACTIONS = (
    "laughs laughing giggles giggling smiles smiling sighs sighing chuckles winks waves blushes grins nods gasps "
    "whispers whispering coughs yawns pauses shrugs hugs cries sobs sniffs pouts bows snickers smirks clears blinks"
)
_REACTIONS = "笑い?|苦笑い?|微笑|爆笑|大笑|偷笑|坏笑|冷笑|泣|涙|汗|怒|照れ?|哭|叹气|嘆气|w+|ｗ+"
_REACTION = re.compile(rf"[(（](?:{_REACTIONS}|(?:{'|'.join(_ACTIONS.split())})(?: [a-z]+){{0,3}})[)）]")
_ACTION = re.compile(rf"(?:^|[.!?…。！？｡」』”\n])\s*(?P<drop>[(（][{KANA}{HAN}]{{1,12}}[)）])")

_UNSPOKEN_TAGS = "script|style|pre|code|svg|math|think"
UNSPOKEN_TAG = re.compile(rf"({_UNSPOKEN_TAGS})\b")
"""The name of a tag whose content is unspoken."""

# In this order. A line feed ends a piece; what stood between words leaves a blank.
_REMOVED = (
    (re.compile(r"<!--.*?-->", re.DOTALL), ""),
    (
        re.compile(rf"<(?P<tag>{_UNSPOKEN_TAGS})\b[^<>]*>.*?</(?P=tag)\s*>", re.DOTALL | re.IGNORECASE),
        " ",
    ),
    (re.compile(r"\\begin\{(?P<kind>\w+\*?)\}.*?\\end\{(?P=kind)\}", re.DOTALL), " "),
    (re.compile(r"\[![A-Z]+\]"), ""),
    (re.compile(r"<br\s*/?>|</(?:p|li|div|tr|h\d)>", re.IGNORECASE), "\n"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"\[\^[^\]\s]{1,60}\]|\[\d{1,3}(?:[,– -]+\d{1,3})*\]|【[^】]{0,40}†[^】]{0,40}】|【\d{1,3}】"), ""),
    (re.compile(r"\]\[[^\[\]\n]{0,200}\]"), ""),
)
_FACES_LAST = (
    # A face between two sentences replaces the full stop.
    (re.compile(rf"(?:{_EMOTICON.pattern}|[{_PICTURES}][{_EMOJI}{_JOINERS} ]{{0,30}})(?=\s+[A-Z]|[A-Z][a-z])"), "\n"),
    (_EMOTICON, " "),
    (_LAUGHING, ""),
    (re.compile(r"(?<![\w:]):(?:[a-z][a-z0-9_+-]*|[+-]1):(?![\w:])"), " "),
    (re.compile(rf"{_KEYCAP}"), " "),
    (re.compile(rf"[{_EMOJI}][{_EMOJI}{_JOINERS}\U0001f3fb-\U0001f3ff]*"), " "),
    (re.compile(rf"[{_JOINERS}\u00ad\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffd]+"), ""),
)
_MARKS = (
    (re.compile(r"[(（\[【「『“]\s*[)）\]】」』”]|(?<!\w)(?:''|\"\")(?!\w)|[\[\]{}]"), ""),
    (re.compile(r"[-=]+>|<[-=]+|={2,}|_+|\|+|(?<![\d%°℃])[~～〜]+|[~～〜]+(?![¥￥$€£]?\d)|-{3,}"), " "),
    (re.compile(r"(?<![\d ])\*+|\*+(?![\d ])|(?<!\w)#+(?!\w)|[`\\]+|\^+(?!\w)|(?<!\w)\^+|(?<! )[<>]+|[<>]+(?! )"), ""),
    (re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+"), " "),
    # What is left of a sentence without words.
    (re.compile(r"(?P<drop>[,;:，、；：] ?)[.!?。！？](?!\w)"), ""),
    (re.compile(r"(?<=[.!?。！？]) [,;:.，、；：。](?!\S)"), ""),
    (re.compile(r" (?=[,;:!?，。！？；：、｡､)）」』”…]|\.(?!\w))"), ""),
)
_HALFWIDTH = re.compile("[\uff61-\uff9f][\uff9e\uff9f]?|[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")


def is_address(text: str) -> bool:
    """Return whether a text is nothing but an address of the web, a mailbox or a file."""
    return bool(_ADDRESS.fullmatch(text.strip()))


def reads_as_words(code: str) -> bool:
    """Return whether inline code is some words or a number, which can be spoken, as `git status` and not `x = 1`."""
    words = code.split()
    is_short = len(code) <= _MOST_CODE and 0 < len(words) <= _MOST_CODE_WORDS
    return is_short and all(_CODE_WORD.fullmatch(word) for word in words)


def is_log(text: str) -> bool:
    """Return whether a text looks like lines of a log, a traceback or a terminal."""
    return bool(_LOG.search(text))


def without_symbols(text: MappedText, *, stage_directions: bool) -> MappedText:
    """Remove unspoken symbols from a text.

    stage_directions: keep actions and reactions in brackets, such as （笑）.
    """
    for pattern, replacement in _REMOVED:
        text = text.replaced(pattern, replacement)
    text = text.replaced(_ADDRESS)
    text = text.replaced(_BRACKETED, lambda match: " " if _is_face(match["face"]) else match[0])
    if not stage_directions:
        text = text.replaced(_REACTION).replaced(_ACTION)
    for pattern, replacement in _FACES_LAST:
        text = text.replaced(pattern, replacement)
    text = text.replaced(_HALFWIDTH, lambda match: unicodedata.normalize("NFKC", match[0]))
    for pattern, replacement in _MARKS:
        text = text.replaced(pattern, replacement)
    return text


def _is_face(inside: str) -> bool:
    """Return whether what stands in brackets is a face such as ^_^, not words."""
    letters = [letter for letter in inside if letter.isalnum() and letter not in _FACE_LETTERS]
    symbols = [letter for letter in inside if not letter.isalnum() and letter not in _PLAIN]
    symbols += [letter for letter in inside if letter == "ﾟ"]
    return not letters and (len(symbols) >= 2 or inside in {"ツ", "-_-", "._.", "T_T", "o_o", "x_x", "u_u", "ToT"})
