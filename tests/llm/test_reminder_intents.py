"""Intents about reminders, in three languages."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.llm.reminder_intents import CancelReminder, Intent, ListReminders, SetReminder, parse_intent

# A Thursday.
NOW = datetime(2026, 3, 5, 14, 7)  # noqa: DTZ001 (the clock on the wall)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("remind me in 10 minutes to stretch", SetReminder("stretch", minutes=10)),
        ("Please remind me to call Mum in half an hour.", SetReminder("call Mum", minutes=30)),
        ("remind me in an hour of the tea", SetReminder("the tea", minutes=60)),
        ("set a timer for 5 minutes for the eggs", SetReminder("the eggs", minutes=5)),
        ("remind me at 6pm to feed the cat", SetReminder("feed the cat", at="2026-03-05 18:00")),
        ("remind me to feed the cat at 9", SetReminder("feed the cat", at="2026-03-05 21:00")),
        ("remind me tomorrow at 9:30 to write", SetReminder("write", at="2026-03-06 09:30")),
        ("remind me to write on 2026-05-01 18:30", SetReminder("write", at="2026-05-01 18:30")),
        ("remind me on Monday at 8 to pay", SetReminder("pay", at="2026-03-09 08:00")),
        ("remind me every day at 8:00 to stretch", SetReminder("stretch", at="2026-03-05 20:00", every=1)),
        ("remind me every 30 minutes to drink", SetReminder("drink", every=30, unit="minutes")),
        (
            "remind me weekly on friday at 17:00 to tidy",
            SetReminder("tidy", at="2026-03-06 17:00", every=1, unit="weeks"),
        ),
        ("remind me every friday at 17:00 to tidy", SetReminder("tidy", at="2026-03-06 17:00", every=1, unit="weeks")),
        ("十分钟后提醒我喝水", SetReminder("喝水", minutes=10)),
        ("提醒我半小时后去开会", SetReminder("开会", minutes=30)),
        ("请在一个半小时后提醒我关火", SetReminder("关火", minutes=90)),
        ("明天下午3点半提醒我交报告", SetReminder("交报告", at="2026-03-06 15:30")),
        ("每天早上八点提醒我吃药", SetReminder("吃药", at="2026-03-06 08:00", every=1)),
        ("每隔2小时提醒我站起来", SetReminder("站起来", every=2, unit="hours")),
        ("每周五下午五点提醒我打扫", SetReminder("打扫", at="2026-03-06 17:00", every=1, unit="weeks")),
        ("10分後に水を飲むってリマインドして", SetReminder("水を飲む", minutes=10)),
        ("明日9時に会議をリマインドしてください", SetReminder("会議", at="2026-03-06 09:00")),
        ("毎日午後8時に薬をリマインドして", SetReminder("薬", at="2026-03-05 20:00", every=1)),
        ("30分ごとに立つようにリマインド", SetReminder("立つ", every=30, unit="minutes")),
        ("毎週月曜日10時に掃除を思い出させて", SetReminder("掃除", at="2026-03-09 10:00", every=1, unit="weeks")),
        ("list my reminders", ListReminders()),
        ("what reminders do I have?", ListReminders()),
        ("有哪些提醒", ListReminders()),
        ("リマインダー一覧", ListReminders()),
        ("cancel reminder 3", CancelReminder(3)),
        ("取消提醒2", CancelReminder(2)),
        ("リマインダー2を取り消して", CancelReminder(2)),
        ("remind me", None),
        ("remind me to stretch", None),
        ("remind me in 10 minutes", None),
        ("what time is it?", None),
        ("remind me at 77:99 of it", None),
    ],
)
def test_an_intent_is_recognized(text: str, intent: Intent | None) -> None:
    assert parse_intent(text, NOW) == intent


@given(st.text(max_size=80), st.sampled_from(("remind me {}", "提醒我{}", "{}リマインド", "in {} minutes", "every {}")))
def test_any_text_is_read_without_an_error(text: str, form: str) -> None:
    parse_intent(form.format(text), NOW)
