"""The shapes of the mouth for a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskpet.features.voice.spoken_text.language import LANGUAGES, Language
from deskpet.features.voice.spoken_text.vowels import vowels
from deskpet.pet.vowels import Vowel


def shapes(text: str, language: Language = "en") -> str:
    """Return the vowels of a text, with - for a closed mouth."""
    return "".join("-" if each.vowel is Vowel.CLOSED else each.vowel for each in vowels(text, language))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("こんにちは", "O-IIA"),
        ("きょうはいいてんき", "OUAIIE-I"),
        ("まって", "-A-E"),
        ("コーヒー", "OI"),
        ("ﾊﾞﾅﾅ", "-AAA"),
        ("ありがとう、さようなら", "AIAOU-AOUAA"),
    ],
)
def test_kana_have_exact_vowels(text: str, expected: str) -> None:
    assert shapes(text, "ja") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好", "IA"),  # ni hao
        ("我是学生", "OIEE"),  # wo shi xue sheng
        ("谢谢大家", "EEAA"),  # xie xie da jia
        ("中国人民", "OOEI"),  # zhong guo ren min
        ("今天去吃面条", "IEUIEA"),  # jin tian qu chi mian tiao
        ("水果都在这里", "EOOAEI"),  # shui guo dou zai zhe li
        ("知道了，对吗？", "IAE-EA"),  # zhi dao le, dui ma
    ],
)
def test_common_chinese_characters_have_the_vowel_of_their_pinyin(text: str, expected: str) -> None:
    assert shapes(text, "zh") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello there", "EOE"),
        ("I see you too", "IIUU"),
        ("make", "-A"),
        ("banana", "-AAA"),
        ("GPT", "-III"),
        ("one, two. three", "O-O-I"),
        ("20", "UO"),
    ],
)
def test_english_vowels_follow_the_letters(text: str, expected: str) -> None:
    assert shapes(text) == expected


def test_a_long_vowel_takes_twice_as_long() -> None:
    assert [each.share for each in vowels("カー", "ja")] == [1.0]
    first, second = vowels("カーカ", "ja")
    assert first.share == pytest.approx(2 * second.share)


def test_a_pause_is_longer_than_a_syllable() -> None:
    _, pause, syllable = vowels("あ、い", "ja")
    assert pause.vowel is Vowel.CLOSED
    assert pause.share > syllable.share


@given(
    text=st.text(max_size=60) | st.text("aeiou bmpéяω한かんっャーﾞ了学。，.?!12", max_size=60),
    language=st.sampled_from(LANGUAGES),
)
def test_the_shares_of_any_text_add_up_to_one(text: str, language: Language) -> None:
    shares = [each.share for each in vowels(text, language)]
    assert all(share > 0 for share in shares)
    assert not shares or sum(shares) == pytest.approx(1)
