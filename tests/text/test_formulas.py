"""Formulas as plain text, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.text.formulas import plain_formula, without_formulas


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"What is $\frac{a+b}{2}$ and \(x^2 + y_{ij}\)?", "What is (a+b)/2 and x² + yᵢⱼ?"),
        (r"$$\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}$$", "∫₀^∞ e^(-x^2) dx = √π/2"),
        (r"\[\begin{pmatrix} a & b \\ c & d \end{pmatrix}\]", "a b c d"),
        (r"$\mathbf{E} = mc^{2}$ and $\lambda \le \Omega$", "E = mc² and λ ≤ Ω"),
        (r"$\lim_{x \to 0} \sin x$", "lim_(x → 0) sin x"),
        ("质能方程$E=mc^2$是什么", "质能方程E=mc²是什么"),
        # The end is cut off, as in a preview.
        (r"See $$\frac{1}{2} + x", "See 1/2 + x"),
        ("It costs $5 and $10.", "It costs $5 and $10."),
        (r"C:\new and \alpha alone", r"C:\new and \alpha alone"),
        ("echo $HOME and $PATH", "echo $HOME and $PATH"),
    ],
)
def test_a_formula_is_read_in_one_line(text: str, plain: str) -> None:
    assert without_formulas(text) == plain


@given(st.text(alphabet=r"$\{}^_ab1[]()frac sqrt", max_size=80))
def test_any_text_can_be_shown(text: str) -> None:
    assert "{" not in plain_formula(text)
    without_formulas(text)
