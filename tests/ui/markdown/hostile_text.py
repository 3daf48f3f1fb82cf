"""Hostile Markdown: families of texts that hold a naive parser, lexer or layout for seconds."""

import random
from collections.abc import Callable

Family = Callable[[int], str]


def _repeated(unit: str) -> Family:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def _between(start: str, unit: str, end: str = "") -> Family:
    return lambda size: start + _repeated(unit)(size) + end


def _table(columns: int) -> Family:
    head = "|" + "h|" * columns + "\n|" + "-|" * columns + "\n"
    return _between(head, "|" + "c|" * columns + "\n")


def _nested_lists(size: int) -> str:
    lines, depth = list[str](), 0
    while sum(map(len, lines[-1:])) < 400 and depth < 200:
        lines.append("  " * depth + "- x\n")
        depth += 1
    return _repeated("".join(lines))(size)


def _growing_backticks(size: int) -> str:
    parts, length = list[str](), 1
    while sum(map(len, parts)) < size:
        parts.append("`" * length + " ")
        length += 1
    return "".join(parts)[:size]


def _random(alphabet: str, seed: int) -> Family:
    return lambda size: "".join(random.Random(seed).choices(alphabet, k=size))


FAMILIES: dict[str, Family] = {
    "double backticks": _repeated("`` "),
    "backtick runs of growing length": _growing_backticks,
    "one open backtick per word": _repeated("`a "),
    "links that never close": _repeated("[a]("),
    "brackets that never close": _repeated("["),
    "brackets that never open": _repeated("]"),
    "brackets in brackets": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "pictures that never close": _repeated("![a]("),
    "link targets in angles": _repeated("[a](<b"),
    "labels that nobody defines": _repeated("[a][b]"),
    "definitions": lambda size: "".join(f"[{n}]: /x\n" for n in range(size // 10 + 1))[:size],
    "emphasis that never closes": _repeated("*a **b "),
    "underscores": _repeated("_a __b "),
    "stars": _repeated("*"),
    "stars and underscores": _repeated("*_"),
    "tildes": _repeated("~~a ~b "),
    "tildes alone": _repeated("a~~"),
    "emphasis in emphasis": lambda size: "*a " * (size // 6) + " b*" * (size // 6),
    "dollars": _repeated("$a "),
    "double dollars": _repeated("$$a"),
    "opened formulas": _repeated("\\(a"),
    "formula blocks": _repeated("\\[\n"),
    "backslashes": _repeated("\\"),
    "entities": _repeated("&amp;&#x41;&bogus"),
    "angles": _repeated("<a "),
    "open autolinks": _repeated("<https:"),
    "bare addresses": _repeated("https://a.b/c "),
    "one long address": _between("https://", "a.b/("),
    "closing brackets behind an address": _between("https://a/", ")"),
    "schemes without blanks": _repeated("http://"),
    "colons": _repeated(":"),
    "quotes in quotes": lambda size: "".join(">" * 1000 + " a\n" for _ in range(size // 1003 + 1))[:size],
    "quotes on one line": _repeated(">"),
    "quoted lines": _repeated("> a\n"),
    "lists in lists": _nested_lists,
    "lists on one line": _repeated("- "),
    "numbers on one line": _repeated("1. "),
    "empty items": _repeated("-\n"),
    "items": _repeated("- a\n"),
    "a table of 200 columns": _table(200),
    "a table of 1,000 columns": _table(1000),
    "a table of many rows": _table(3),
    "a table of one row": _between("|a|\n|-|\n|", "a|"),
    "tables side by side": _repeated("|a|b|\n|-|-|\n|1|2|\n\n"),
    "delimiter rows": _repeated("|-" * 40 + "\n"),
    "fences": _repeated("```\n"),
    "fences of growing length": lambda size: (
        "".join("`" * n + "\n" for n in range(3, size))[:size]
        if size < 5000
        else ("".join("`" * n + "\n" for n in range(3, 1400)) * 2)[:size]
    ),
    "one long line of code": _between("```python\n", "f(" * 10, "\n```\n"),
    "code of many lines": _between("```python\n", "x = 1\n", "```\n"),
    "open strings in code": _between("```python\n", "'''", "\n```\n"),
    "hostile code": _between("```perl\n", "s{$a[", "\n```\n"),
    "code of brackets": _between("```js\n", "`${", "\n```\n"),
    "indented code": _repeated("    a\n"),
    "headings": _repeated("# a\n"),
    "rules": _repeated("***\n"),
    "underlines": _repeated("a\n=\n"),
    "html": _repeated("<div>\n"),
    "html comments": _repeated("<!-- "),
    "words": _repeated("word "),
    "a line without blanks": _repeated("x"),
    "letters of every width": _repeated("iWm."),
    "han": _repeated("中文字"),
    "emoji": _repeated("👩‍👩‍👧‍👦"),
    "flags": _repeated("🇯🇵"),
    "combining marks": lambda size: "a" + "\u0301\u0316" * (size // 2),
    "zalgo": _repeated("Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349"),
    "right to left": _repeated("שלום مرحبا "),
    "right to left without blanks": _repeated("مرحبا"),
    "direction marks": _repeated("\u202ea\u202d\u2066b\u2069"),
    "unclosed direction marks": _repeated("\u202e\u2067"),
    "line feeds": _repeated("\n"),
    "carriage returns": _repeated("\r"),
    "blanks": _repeated(" "),
    "tabs": _repeated("\t"),
    "line separators": _repeated("a\u2028"),
    "nulls": _repeated("\0"),
    "soft hyphens": _repeated("a\u00ad"),
    "zero-width joiners": _repeated("\u200d"),
    "noise of marks": _random("*_`[]()!<>#-+|~$\\&:/ \n", 1),
    "noise of letters": _random("ab *_`[](\n", 2),
}
