"""Every locked package may be used under a licence of the list."""

import re
from email.message import Message

import pytest

from tests.campaigns.licences import ELSEWHERE, LOCKS, Licence, expression_of, licences
from tests.support.folders import PROJECT


def test_every_locked_package_has_a_licence_that_may_be_used() -> None:
    assert [f"{each.package}: {each.expression or 'names none'}" for each in licences() if not each.is_allowed] == []


def test_packages_that_may_be_missing_here_are_locked_with_a_condition() -> None:
    locked = "\n".join((PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS)
    assert set(ELSEWHERE) <= set(re.findall(r"^([\w.-]+)==\S+ ; ", locked, re.MULTILINE))
    assert {each.package: each.expression for each in licences() if each.package in ELSEWHERE} == ELSEWHERE


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("LGPL-3.0-only OR GPL-3.0-only", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only AND GPL-2.0-only", False),
        ("Commercial", False),
        ("", False),
    ],
)
def test_one_of_a_choice_and_all_parts_have_to_be_allowed(expression: str, is_allowed: bool) -> None:
    assert Licence("x", expression).is_allowed is is_allowed


@pytest.mark.parametrize(
    ("fields", "expression"),
    [
        ([("License-Expression", "ISC"), ("License", "other")], "ISC"),
        ([("License", "MIT License\n\nCopyright (c) 2022")], "MIT"),
        ([("License", "UNKNOWN"), ("Classifier", "License :: OSI Approved :: BSD License")], "BSD"),
        ([("Classifier", "Typing :: Typed")], ""),
        ([("License", "Proprietary")], "Proprietary"),
    ],
)
def test_the_licence_is_read_from_each_form_of_metadata(fields: list[tuple[str, str]], expression: str) -> None:
    values = Message()
    for name, value in fields:
        values[name] = value
    assert expression_of(values) == expression
