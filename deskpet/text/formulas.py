r"""Formulas in LaTeX as plain text, for one line in a list: `$\frac{a}{b}$` becomes a/b.

What has no plain form keeps the name of its command, as `det`.
"""

import re
from unicodedata import lookup, normalize

# Like pandoc's tex_math_dollars: prices are no formulas. The end may be cut off, but for that of a single dollar.
_FORMULAS = re.compile(
    r"\$\$(.+?)(?:\$\$|\Z)|\\\[(.+?)(?:\\\]|\Z)|\\\((.+?)(?:\\\)|\Z)"
    r"|(?<![\w$\\])\$(?![\s$])((?:\\.|[^$\\\n])*?)(?<!\s)\$(?![\w$])",
    re.DOTALL | re.ASCII,
)
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_FRACTION = re.compile(rf"\\[dtc]?frac\s*(?:{_GROUP}|(\w))\s*(?:{_GROUP}|(\w))")
_ROOT = re.compile(rf"\\sqrt\s*(?:\[([^\[\]]*)\])?\s*(?:{_GROUP}|(\w))")
_RAISED = re.compile(rf"([_^])\s*(?:{_GROUP}|(\\[A-Za-z]+|.))")
_STYLED = re.compile(
    r"\\(?:left|right|[bB]ig+[lr]?|math[a-z]+|text(?:bf|it|rm|tt|sf)?|operatorname\*?|boldsymbol|displaystyle|limits"
    r"|begin\s*\{[^{}]*\}(?:\{[lcr|]*\})?|end\s*\{[^{}]*\})(?![A-Za-z])"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)|\\(.)", re.DOTALL)
_SYMBOLS = {
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥",
    "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "~", "infty": "∞", "sum": "∑", "prod": "∏", "int": "∫",
    "oint": "∮", "partial": "∂", "nabla": "∇", "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒",
    "implies": "⇒", "iff": "⇔", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩",
    "emptyset": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "land": "∧", "lor": "∨", "wedge": "∧", "vee": "∨",
    "propto": "∝", "degree": "°", "circ": "∘", "prime": "′", "ldots": "…", "cdots": "…", "dots": "…", "hbar": "ħ",
    "mid": "|", "perp": "⊥", "quad": " ", "qquad": " ", "varepsilon": "ε", "varphi": "φ", "vartheta": "ϑ",
}  # fmt: skip
_SIGNS = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "\\": " ", "\n": " ", "|": "‖"}
_RAISED_LETTERS = {
    "^": ("0123456789+-=()nix", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣ"),
    "_": ("0123456789+-=()aeoxijnm", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓᵢⱼₙₘ"),
}


def without_formulas(text: str) -> str:
    """Return a text with its formulas in plain form."""
    if "$" not in text and "\\" not in text:
        return text
    return _FORMULAS.sub(lambda found: plain_formula(next(filter(None, found.groups()), "")), text)


def plain_formula(source: str) -> str:
    """Return the LaTeX of one formula in plain form."""
    text = _STYLED.sub("", source)
    # Fractions within fractions take another turn.
    for _ in range(4):
        before = text
        text = _ROOT.sub(lambda found: f"{found[1] or ''}√{_grouped(found[2] or found[3] or '')}", text)
        text = _FRACTION.sub(
            lambda found: f"{_grouped(found[1] or found[2] or '')}/{_grouped(found[3] or found[4] or '')}", text
        )
        if text == before:
            break
    text = _COMMAND.sub(lambda found: _symbol(found[1]) if found[1] else _SIGNS.get(found[2], found[2]), text)
    text = re.sub(r"\s+(?=[_^])", "", text)
    text = _RAISED.sub(lambda found: _raised(found[1], found[2] or found[3] or ""), text)
    return " ".join(text.replace("{", "").replace("}", "").replace("&", " ").split())


def _grouped(text: str) -> str:
    """Return a part of a fraction or a root, in brackets unless it is one thing."""
    text = text.strip()
    return text if re.fullmatch(r"√?\\?\w*", text) else f"({text})"


def _symbol(name: str) -> str:
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    size = "CAPITAL" if name[0].isupper() else "SMALL"
    try:
        return lookup(f"GREEK {size} LETTER {'LAMDA' if name.lower() == 'lambda' else name.upper()}")
    except KeyError:
        return f" {name} "


def _raised(sign: str, text: str) -> str:
    letters, raised = _RAISED_LETTERS[sign]
    text = normalize("NFC", text.strip())
    if text and all(each in letters for each in text):
        return text.translate(str.maketrans(letters, raised))
    return f"{sign}{text}" if len(text) == 1 else f"{sign}({text})"
