"""The shapes of the mouth for a spoken text, in order, each with its share of the duration.

Kana and common Chinese characters have exact vowels; those of English are guessed from the letters.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from deskpet.features.voice.spoken_text.language import HAN, KANA, Language
from deskpet.pet.vowels import LETTER_VOWELS, Vowel

_UNIT = re.compile(
    rf"(?P<kana>[{KANA}][\u3099\u309aﾞﾟ]?)|(?P<han>[{HAN}])|(?P<digit>\d)|(?P<word>[^\W\d_{KANA}{HAN}]+)"
    r"|(?P<clause>[,;:，、；：､—―…])|(?P<end>[.!?。！？｡\n]+)(?=.)"
)
# Durations in syllables. A closed mouth for m, b and p is short.
_PAUSES = {"clause": 1.5, "end": 3.0}
_LIPS = 0.3
_KANJI = 1.8  # syllables of a Chinese character in Japanese, on average

_LIP_INITIALS = ("B", "P", "M")
_GROUP = re.compile(r"(?P<lips>[mbp])|(?P<vowels>[aeiouy]+w?)")
_SILENT_E = re.compile(r"([aeiouy][^aeiouy]+)e$")
_GROUPS = {
    **dict.fromkeys(("ee", "ea", "ie", "eo", "y"), Vowel.I),
    **dict.fromkeys(("oo", "ou", "ew", "ue", "ui", "eau", "you"), Vowel.U),
    **dict.fromkeys(("ai", "ay", "ey", "ei", "ye"), Vowel.E),
    **dict.fromkeys(("oa", "ow", "au", "aw", "oi", "oy", "io", "iou", "yo"), Vowel.O),
    **dict.fromkeys(("ya", "ia"), Vowel.A),
}
_FIRST_SYLLABIC = "\u0590"  # in scripts from Hebrew on, a letter is about a syllable
_DIGITS = {"en": "OAUIOAIEEA", "zh": "IIEAIUUIAU", "ja": "EIIAOOOAAU"}
_VOWELS = (Vowel.A, Vowel.I, Vowel.U, Vowel.E, Vowel.O)


_FIRST, _LAST = "啊".encode("gb2312"), "座".encode("gb2312")
# A character, and the main vowel of its syllable and of those behind it; of i-an and ü-e it is E.
_RUNS = (
    "啊A杯E逼I鞭E标A鳖E彬I玻O捕U擦A厕E插A车E吃I充O初U揣A吹E春U戳O疵I聪O粗U蹿A摧E村U磋O"
    "搭A德E堤I颠E碉A跌E丁I丢U东O都U端A堆E墩U掇O蛾E发A菲E佛O夫U噶A哥E工O辜U刮A瑰E辊U锅O"
    "哈A呵E轰O呼U花A灰E荤U豁O击I嘉A歼E僵A揭E巾I炯O揪U捐A撅E均U喀A坷E空O枯U夸A亏E坤U括O"
    "垃A勒E厘I俩A联E粮A列E琳I溜U龙O芦U峦A掠E抡U萝O妈A么E眯I棉E苗A蔑E民I谬U摸O拇U"
    "拿A呢E妮I蔫E娘A捏E您I牛U脓O奴U暖A虐E挪O啪A呸E坯I篇E飘A撇E拼I坡O扑U"
    "期I掐A牵E枪A切E钦I琼O秋U圈A缺E裙U然A惹E日I戎O茹U软A蕊E闰U若O"
    "撒A瑟E莎A奢E师I收O蔬U刷A谁E吮U说O斯I松O苏U酸A虽E孙U蓑O塌A特E梯I天E挑A贴E厅I通O凸U湍A推E吞U拖O"
    "挖A威E挝O巫U昔I瞎A掀E相A楔E薪I兄O休U轩A靴E勋U压A焉E殃A椰E一I哟O幽U鸳A曰E耘U"
    "匝A责E扎A遮E芝I中O珠U抓A椎E谆U捉O兹I鬃O租U钻A嘴E尊U昨O"
)
# Characters that are sorted by another reading than the common one.
_READ_DIFFERENTLY = {"了": Vowel.E, "着": Vowel.E, "什": Vowel.E, "都": Vowel.O}
_STARTS = [letter.encode("gb2312") for letter in _RUNS[::2]]


def vowel_of(character: str) -> Vowel | None:
    """Return the vowel of a Chinese character, or None if it is not among the common simplified ones."""
    if character in _READ_DIFFERENTLY:
        return _READ_DIFFERENTLY[character]
    try:
        code = character.encode("gb2312")
    except UnicodeEncodeError:
        return None
    is_common = len(code) == 2 and _FIRST <= code <= _LAST
    return Vowel(_RUNS[2 * bisect_right(_STARTS, code) - 1]) if is_common else None


@dataclass(frozen=True, slots=True)
class VowelShare:
    """A shape of the mouth, and its share of the whole duration, 0..1."""

    vowel: Vowel
    share: float


def vowels(text: str, language: Language = "en") -> list[VowelShare]:
    """Return the shapes for a text in their order. The shares add up to 1; a text without a sound has none.

    language: what numbers and Chinese characters are read in.
    """
    shapes = _Shapes()
    for match in _UNIT.finditer(text):
        _add(shapes, str(match.lastgroup), match[0], language)
    return shapes.shares()


class _Shapes:
    """Shapes of the mouth with their durations, in syllables."""

    def __init__(self) -> None:
        self._shapes: list[tuple[Vowel, float]] = []

    def add(self, vowel: Vowel, duration: float = 1.0) -> None:
        self._shapes.append((vowel, duration))

    def change_last(self, vowel: Vowel | None = None, longer: float = 0.0) -> None:
        """Change the vowel or the duration of the last shape, if there is one."""
        if self._shapes:
            last, duration = self._shapes.pop()
            self.add(vowel or last, duration + longer)

    def shares(self) -> list[VowelShare]:
        if all(vowel is Vowel.CLOSED for vowel, _ in self._shapes):
            return []
        whole = sum(duration for _, duration in self._shapes)
        return [VowelShare(vowel, duration / whole) for vowel, duration in self._shapes]


def _add(shapes: _Shapes, kind: str, text: str, language: Language) -> None:
    """Add the shapes of a letter, number, word or mark."""
    match kind:
        case "kana":
            _add_kana(shapes, text)
        case "han":
            shapes.add(vowel_of(text) or _any_vowel(text), _KANJI if language == "ja" else 1.0)
        case "digit":
            shapes.add(Vowel(_DIGITS[language][unicodedata.digit(text)]))
        case "word":
            _add_word(shapes, text)
        case _:
            shapes.add(Vowel.CLOSED, _PAUSES[kind])


def _add_kana(shapes: _Shapes, kana: str) -> None:
    """Add a kana by its name in Unicode, such as HIRAGANA LETTER SMALL YA."""
    kana = unicodedata.normalize("NFKC", kana)
    if kana == "ー":
        shapes.change_last(longer=1.0)
        return
    name = unicodedata.name(kana[0], "")
    syllable = name.rpartition(" ")[2]
    if " LETTER " not in name:
        return
    if syllable == "N" or name.endswith("SMALL TU"):
        shapes.add(Vowel.CLOSED)
    elif "SMALL" in name:
        shapes.change_last(Vowel(syllable[-1]))
    else:
        if syllable.startswith(_LIP_INITIALS):
            shapes.add(Vowel.CLOSED, _LIPS)
        shapes.add(Vowel(syllable[-1]))


def _add_word(shapes: _Shapes, word: str) -> None:
    """Add the syllables of a word: of Latin letters its groups of vowels, without a silent e at its end."""
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in word.lower())
    if not plain.isascii():
        for letter in plain:
            if letter.isalpha() and (letter in LETTER_VOWELS or letter >= _FIRST_SYLLABIC):
                shapes.add(LETTER_VOWELS.get(letter) or _any_vowel(letter))
        return
    groups = [*_GROUP.finditer(_SILENT_E.sub(r"\1", plain))]
    for group in groups:
        if found := group["vowels"]:
            shapes.add(_GROUPS.get(found) or LETTER_VOWELS[found[0]])
        else:
            shapes.add(Vowel.CLOSED, _LIPS)
    if not any(group["vowels"] for group in groups):
        # Letters such as "GPT" are spelled.
        for _ in plain:
            shapes.add(Vowel.I)


def _any_vowel(character: str) -> Vowel:
    """Return some vowel, always the same for a character: nobody sees which one it has, but that the mouth moves."""
    return _VOWELS[ord(character) % len(_VOWELS)]
