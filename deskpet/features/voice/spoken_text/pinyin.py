"""The vowel of a common Chinese character, without a dictionary.

GB 2312 sorts its 3,755 common characters by pinyin. So it is enough to know the characters with which the runs of
syllables of one vowel begin.
"""

from bisect import bisect_right

from deskpet.pet.vowels import Vowel

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
