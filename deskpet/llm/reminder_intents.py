"""Recognize intents about reminders in English, Chinese and Japanese texts, without a model.

Each pattern of a time, a repetition or an intent is taken out of the text; what is left is what to remind of.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

Unit = Literal["minutes", "hours", "days", "weeks"]


@dataclass(frozen=True, slots=True)
class SetReminder:
    """Remind of `text` in `minutes`, or at a local date and time, and every so many units; `every` 0: once."""

    text: str
    minutes: float = 0
    at: str = ""
    every: int = 0
    unit: Unit = "days"


@dataclass(frozen=True, slots=True)
class ListReminders:
    """Show the reminders."""


@dataclass(frozen=True, slots=True)
class CancelReminder:
    """Forget the reminder with this number."""

    number: int


Intent = SetReminder | ListReminders | CancelReminder

# Longest text that is searched for an intent.
_LONGEST = 1000
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = (
    {word: n for n, word in enumerate(_WORDS, 1)}
    | {"a": 1, "an": 1, "half an": 0.5, "fifteen": 15}
    | {"twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45}
)
_DIGITS = {letter: n for n, letter in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2, "半": 0.5}
_UNITS: dict[str, Unit] = {
    **dict.fromkeys(("minute", "minutes", "min", "mins", "分", "分钟", "分鐘"), "minutes"),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h", "小时", "小時", "个小时", "钟头", "時間"), "hours"),
    **dict.fromkeys(("day", "days", "天", "日"), "days"),
    **dict.fromkeys(("week", "weeks", "周", "星期", "个星期", "週間", "週"), "weeks"),
}
_UNIT_MINUTES: dict[Unit, int] = {"minutes": 1, "hours": 60, "days": 1440, "weeks": 10_080}
_SECONDS = ("second", "seconds", "sec", "secs", "秒", "秒钟")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_N = r"(?P<n>\d+(?:\.\d+)?|half an|forty-five|[a-z]+?)"
_CN = r"(?P<n>\d+|[零〇一二三四五六七八九十两兩半]+)"
_WEST_UNIT = r"(?P<unit>seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?)"
_EAST_UNIT = r"(?P<unit>秒钟|秒|分钟|分鐘|分|个小时|小时|小時|钟头|時間|天|日|个星期|星期|周|週間)"
_DEFAULT_HOUR = 9


def parse_intent(text: str, now: datetime) -> Intent | None:
    """Return the intent of `text`; None if it has none, or leaves open what to remind of or when."""
    text = text[:_LONGEST].strip()
    if cancelled := _CANCEL.search(text):
        return CancelReminder(int(next(filter(None, cancelled.groups()))))
    if _LIST.search(text) and not re.search(r"\bremind me\b", text, re.IGNORECASE):
        return ListReminders()
    if not _SET.search(text):
        return None
    when, rest = parse_when(_SET.sub(" ", text), now)
    what = _trimmed(rest)
    if when is None or not what:
        return None
    return SetReminder(what, when.minutes, when.at, when.every, when.unit)


@dataclass(slots=True)
class When:
    """A time: in `minutes`, or `at` a local date and time, and how often it is repeated."""

    minutes: float = 0
    at: str = ""
    every: int = 0
    unit: Unit = "days"


@dataclass(slots=True)
class _Parts:
    """The parts of a time that were found in a text."""

    now: datetime
    when: When = field(default_factory=When)
    day: datetime | None = None
    hour: tuple[int, int] | None = None
    is_half_day: bool = False


def parse_when(text: str, now: datetime) -> tuple[When | None, str]:
    """Return the time that `text` names, None if it names none, and the text without it."""
    parts = _Parts(now.replace(tzinfo=None, second=0, microsecond=0))
    for pattern, take in _PATTERNS:
        match = pattern.search(text)
        if match and take(parts, match):
            text = f"{text[: match.start()]} {text[match.end() :]}"
    when = parts.when
    if parts.day or parts.hour:
        moment = _moment(parts)
        if moment is None:
            return None, text
        when.at, when.minutes = f"{moment:%Y-%m-%d %H:%M}", 0
    return (when if when.at or when.minutes or when.every else None), text


def _moment(parts: _Parts) -> datetime | None:
    """Return the next moment with the day and hour that were found; None if there is no such hour."""
    hour, minute = parts.hour or (_DEFAULT_HOUR, 0)
    if hour > 23 or minute > 59:
        return None
    moment = (parts.day or parts.now).replace(hour=hour, minute=minute)
    if parts.day is None and moment <= parts.now and parts.is_half_day:
        moment += timedelta(hours=12)
    if parts.day is None and moment <= parts.now:
        moment += timedelta(days=1)
        moment = moment.replace(hour=hour)
    return moment


def _take_span(parts: _Parts, match: re.Match[str]) -> bool:
    number, unit = _number(match["n"]), match["unit"].lower()
    if number is None:
        return False
    # "一个半小时", "2 and a half hours"
    number += 0.5 if match.groupdict().get("half") else 0
    parts.when.minutes = number / 60 if unit in _SECONDS else number * _UNIT_MINUTES[_UNITS[unit]]
    return True


def _take_repetition(parts: _Parts, match: re.Match[str]) -> bool:
    number, unit = _number(match["n"]) if match["n"] else 1, match["unit"].lower()
    if number is None or number < 1 or unit in _SECONDS:
        return False
    parts.when.every, parts.when.unit = min(int(number), 1000), _UNITS[unit]
    return True


def _repeated(unit: Unit) -> "_Take":
    def take(parts: _Parts, match: re.Match[str]) -> bool:
        parts.when.every, parts.when.unit = 1, unit
        if match.lastindex:
            _take_weekday(parts, match)
        return True

    return take


def _take_weekday(parts: _Parts, match: re.Match[str]) -> bool:
    name = match[1].lower()
    index = _WEEKDAYS.index(name) if name in _WEEKDAYS else "一二三四五六日天".find(name) % 7
    if name in "月火水木金土日" and match[0].startswith(("毎", "次", name + "曜")):
        index = "月火水木金土日".index(name)
    if name == "天":
        index = 6
    ahead = (index - parts.now.weekday()) % 7
    parts.day = parts.now + timedelta(days=ahead)
    if ahead == 0 and parts.hour is None:
        parts.day += timedelta(days=7)
    return True


def _take_date(parts: _Parts, match: re.Match[str]) -> bool:
    try:
        parts.day = datetime(int(match[1]), int(match[2]), int(match[3]))  # noqa: DTZ001 (a local date)
    except ValueError:
        return False
    return True


def _day_after(days: int) -> "_Take":
    def take(parts: _Parts, _: re.Match[str]) -> bool:
        parts.day = parts.now + timedelta(days=days)
        return True

    return take


def _take_hour(parts: _Parts, match: re.Match[str]) -> bool:
    found = match.groupdict()
    hour = _number(found["hour"])
    if hour is None or hour > 24:
        return False
    minutes = found.get("minute") or ""
    minute = 30 if minutes == "半" else int(_number(minutes) or 0)
    half = (found.get("half") or "").lower()
    if half in ("pm", "p.m.", "下午", "晚上", "傍晚", "午後", "夜") and hour < 12:
        hour += 12
    elif half in ("am", "a.m.", "凌晨", "午前") and hour == 12:
        hour = 0
    parts.hour, parts.is_half_day = (int(hour) % 24, minute), not half and 1 <= hour <= 12
    return True


def _number(text: str) -> float | None:
    """Return the number that digits, an English word or Chinese numerals stand for."""
    text = text.strip().lower()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    if text in _NUMBERS:
        return float(_NUMBERS[text])
    if not re.fullmatch(r"[零〇一二三四五六七八九十两兩半]+", text):
        return None
    tens, ten, ones = text.rpartition("十")
    number = (_DIGITS.get(tens, 1) if ten else 0) * 10 + (_DIGITS.get(ones, 0) if ones else 0)
    return float(number)


def _trimmed(rest: str) -> str:
    """Return what to remind of, without the words that joined it to the intent."""
    text = " ".join(rest.split()).strip(' ,.!?:;，。！？：；、」』"“”')
    for _ in range(3):
        text = _LEADING.sub("", _TRAILING.sub("", text)).strip(" ,.!?:;，。！？：；、")
    return text


_Take = Callable[[_Parts, re.Match[str]], bool]


_SET = re.compile(
    r"\b(?:(?:can|could|would) you )?(?:please )?(?:remind me|set (?:me )?an? (?:reminder|timer|alarm))\b(?: please)?"
    r"|(?:请|請|麻烦)?(?:你)?(?:到时候|记得)?(?:提醒我|提醒一下我|叫我)"
    r"|(?:を|って|と|ように|のを)?(?:リマインド|思い出させて|知らせて|お知らせ)(?:して)?(?:ください|下さい|ね|お願い(?:します)?|くれる)?",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:list|show|see|what|which|any)\b.*\breminders?\b|^(?:my )?reminders?\W*$"
    r"|(?:哪些|列出|查看|看看|看一下|显示|所有|全部|什么).*提醒|提醒.*(?:列表|哪些|什么)"
    r"|リマインダー?(?:の)?(?:一覧|リスト|は|を(?:見せ|教え|表示))",
    re.IGNORECASE,
)
_CANCEL = re.compile(
    r"\b(?:cancel|delete|remove|forget)\b.*?\breminder\b\D*(\d+)"
    r"|(?:取消|删除|刪除|删掉)\D*?(\d+)\D*提醒|(?:取消|删除|刪除|删掉)提醒\D*(\d+)"
    r"|リマインド?(?:ダー)?\D*(\d+)\D*(?:取り消|キャンセル|削除|消し)|(\d+)番\D*リマイン\D*(?:取り消|キャンセル|削除|消し)",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:to|that|of|about|for|and|i (?:have|need) to|请在|请|在|要|去|来|一下|我|、|に|は|の)(?:\s+|(?<=[^a-z]))",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:\s+(?:please|at|on|in|by)|を|って|と|ように|ことを|こと|する(?:の|よう)|に|吧|好吗|可以吗)$", re.IGNORECASE
)
_ROWS: tuple[tuple[str, _Take], ...] = (
    # Repetitions come first: "every 2 hours" holds a span.
    (rf"\bevery ({'|'.join(_WEEKDAYS)})\b", _repeated("weeks")),
    (r"每(?:周|星期|个星期|礼拜)([一二三四五六日天])", _repeated("weeks")),
    (r"毎週([月火水木金土日])曜日?(?:の)?", _repeated("weeks")),
    (rf"\bevery (?:(?P<n>\d+|[a-z]+?) )?{_WEST_UNIT}\b", _take_repetition),
    (rf"每隔?(?:{_CN}\s*)?(?:个)?{_EAST_UNIT}", _take_repetition),
    (rf"{_CN}\s*{_EAST_UNIT}(?:ごと|おき|毎)に?", _take_repetition),
    (r"\b(?:hourly|every hour)\b|毎時間?", _repeated("hours")),
    (
        r"\b(?:daily|each day|every (?=morning|evening|night|afternoon))|每(?:天|日|晚|早)|毎(?:日|朝|晩)",
        _repeated("days"),
    ),
    (r"\b(?:weekly|each week)\b|每(?:周|星期)|毎週", _repeated("weeks")),
    (rf"\b(?:in|after)\s+{_N}\s*{_WEST_UNIT}\b", _take_span),
    (rf"\bfor\s+(?P<n>\d+)\s*{_WEST_UNIT}\b", _take_span),
    (rf"{_CN}\s*(?:个(?P<half>半)?)?\s*{_EAST_UNIT}(?:钟)?(?:之?后|以后|後)に?", _take_span),
    (r"\b(?:on )?(\d{4})-(\d{1,2})-(\d{1,2})\b", _take_date),
    (r"(\d{4})年(\d{1,2})月(\d{1,2})[日号號](?:に|の)?", _take_date),
    (r"\bday after tomorrow\b|后天|後天|明後日(?:の|に)?|あさって(?:の|に)?", _day_after(2)),
    (r"\btomorrow\b|明天|明日(?:の|に)?|明晚", _day_after(1)),
    (r"\b(?:today|tonight)\b|今天|今晚|今日(?:の|に)?", _day_after(0)),
    (rf"\b(?:on |next |this )?({'|'.join(_WEEKDAYS)})\b", _take_weekday),
    (r"(?:下|这)?(?:周|星期|礼拜)([一二三四五六日天])", _take_weekday),
    (r"(?:次の)?([月火水木金土日])曜日?(?:の|に)?", _take_weekday),
    (r"(?:\bat )?\b(?P<hour>\d{1,2}):(?P<minute>\d{2})\s*(?P<half>[ap]\.?m\b\.?)?", _take_hour),
    (r"(?:\bat )?\b(?P<hour>\d{1,2})\s*(?P<half>[ap]\.?m\b\.?)", _take_hour),
    (r"\bat (?P<hour>\d{1,2}|[a-z]+)(?: o'?clock)?\b", _take_hour),
    (
        (
            r"(?P<half>凌晨|早上|上午|中午|下午|傍晚|晚上)?(?P<hour>\d{1,2}|[一二两三四五六七八九十]+)[点點时](?:钟|鐘)?"
            r"(?:(?P<minute>\d{1,2}|半|[一二三四五六七八九十]+)分?)?"
        ),
        _take_hour,
    ),
    (r"(?P<half>午前|午後|朝|夜)?(?:の)?(?P<hour>\d{1,2})時(?:(?P<minute>\d{1,2}|半)分?)?(?:に)?", _take_hour),
)
_PATTERNS = [(re.compile(pattern, re.IGNORECASE), take) for pattern, take in _ROWS]
