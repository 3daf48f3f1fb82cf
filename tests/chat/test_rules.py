"""The user's rules: kept, and listed in the settings; an unreadable file allows nothing."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from deskpet.chat.permission import Rule, Scope
from deskpet.chat.rules import Rules
from deskpet.features.permissions.ui.page import RulesPage

FETCH = Rule("fetch", Scope("host", "a.example"), 1_777_800_000.0)


def test_rules_are_kept_and_a_newer_one_replaces_its_like(tmp_path: Path) -> None:
    rules = Rules(tmp_path / "rules.json")
    rules.add(FETCH)
    newer = Rule("fetch", Scope("host", "a.example"), FETCH.created_at + 1)
    rules.add(newer)
    rules.add(Rule("fetch", None, 5.0))
    assert Rules(tmp_path / "rules.json").all == (newer, Rule("fetch", None, 5.0))


@pytest.mark.parametrize(
    "rule",
    [
        {"tool_name": "fetch", "scope": {"kind": "host", "value": ""}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "folder", "value": ""}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "everything", "value": "*"}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "host", "value": "*"}, "created_at": 1},
        {"tool_name": "fetch", "scope": {"kind": "host", "value": ".example"}, "created_at": 1},
        {"tool_name": "*", "scope": None, "created_at": 1},
        {"tool_name": "", "scope": None, "created_at": 1},
        {"tool_name": "fetch.*", "scope": None, "created_at": 1e300, "lifetime": "always"},
        {"tool_name": "fetch"},
        {"tool_name": "fetch", "created_at": 1},
        {"tool_name": "fetch", "scope": "a.example", "created_at": 1},
        {"tool_name": "fetch", "scope": None, "created_at": "yesterday"},
        {"tool_name": "fetch", "scope": None, "created_at": 1, "lifetime": "conversation"},
        {"tool_name": ["fetch"], "scope": None, "created_at": 1},
    ],
)
def test_odd_rules_in_an_edited_file_allow_nothing_more(qtbot: QtBot, tmp_path: Path, rule: object) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps([rule]))
    rules = Rules(file)
    called = (("fetch", Scope("host", "a.example")), ("fetch", Scope("folder", "/home")), ("fetch", None))
    assert not any(each.covers(*call) for each in rules.all for call in called)
    page = RulesPage()
    qtbot.addWidget(page)
    page.serve(rules, str)


@pytest.mark.parametrize("text", ["", "{}", "[{}]", '[{"tool_name": "fetch"}]', "\0", "[" * 100_000])
def test_an_unreadable_file_allows_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.json"
    file.write_text(text)
    rules = Rules(file)
    assert rules.all == ()
    rules.add(FETCH)
    assert Rules(file).all == (FETCH,)
