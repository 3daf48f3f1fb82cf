"""Write the manual page of a program from its parser of the command line, in the language of man(7)."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

# No line is broken here: whoever shows the page knows its width.
_WIDTH = 100_000
_EXIT_STATUS = (
    ("0", "done; of ask: she has answered"),
    ("1", "it failed, with the reason on standard error"),
    ("2", "an option, the settings or the input can't be used"),
    ("130", "ended by Ctrl+C"),
    ("141", "the reader of its pipe has closed it"),
)
_FILES = (
    ("~/.config/deskpet/settings.toml", "the settings"),
    ("~/.local/share/deskpet", "conversations, characters and everything else that is kept"),
)


def manual_page(parser: ArgumentParser, version: str) -> str:
    """Return the manual page of a parser, with each of its commands."""
    return "".join(f"{line}\n" for line in _lines(parser, version))


def _lines(parser: ArgumentParser, version: str) -> Iterator[str]:
    yield f'.TH {parser.prog.upper()} 1 "" "{parser.prog} {version}" "User Commands"'
    yield from (".SH NAME", f"{parser.prog} \\- {_escaped(parser.description or '').rstrip('.')}")
    yield from (".SH SYNOPSIS", *_usage(parser), ".br", f".B {parser.prog}", r"\fICOMMAND\fR \-\-help")
    yield from (".SH DESCRIPTION", "Without a command, the character is shown.")
    yield from (".SH OPTIONS", "Commands that take these options as well take them in either place.")
    common = {string for action in parser._actions for string in action.option_strings}
    yield from _items(parser)
    yield ".SH COMMANDS"
    for command, description in _commands(parser):
        yield from (f'.SS "{command.prog}"', *_usage(command, common), ".PP", _escaped(description))
        yield from _items(command, common)
    for title, items in (("EXIT STATUS", _EXIT_STATUS), ("FILES", _FILES)):
        yield f".SH {title}"
        for name, text in items:
            yield from (".TP", f".B {_escaped(name)}", _escaped(text))


def _commands(parser: ArgumentParser) -> Iterator[tuple[ArgumentParser, str]]:
    """Yield each command that does something with its description, also those of other commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            help_of = {each.dest: _sentence(each.help or "") for each in action._choices_actions}
            for name, command in action.choices.items():
                inner = [*_commands(command)]
                yield from inner or ((command, command.description or help_of[name]),)


def _usage(parser: ArgumentParser, without: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """Yield the line of a command with its options, but for the given ones and for commands."""
    actions = [each for each in parser._actions if _is_listed(each, without)]
    formatter = HelpFormatter(parser.prog, width=_WIDTH)
    formatter.add_usage(None, actions, [], "")
    words = formatter.format_help().strip().removeprefix(parser.prog).strip()
    yield f".B {parser.prog}"
    if words:
        yield _escaped(words)


def _items(parser: ArgumentParser, without: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """Yield an item for each argument and option that has a help text."""
    formatter = HelpFormatter(parser.prog, width=_WIDTH)
    for action in parser._actions:
        if _is_listed(action, without) and action.help:
            name = formatter._format_action_invocation(action)
            yield from (".TP", f".B {_escaped(name)}", _escaped(formatter._expand_help(action)))


def _is_listed(action: argparse.Action, without: AbstractSet[str]) -> bool:
    is_common = bool(without.intersection(action.option_strings))
    return not (is_common or isinstance(action, argparse._SubParsersAction))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _escaped(text: str) -> str:
    # A line that begins with a full stop or an apostrophe would be an instruction.
    escaped = " ".join(text.replace("\\", "\\e").replace("-", "\\-").split())
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
