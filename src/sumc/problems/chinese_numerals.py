"""Chinese numerals: the characters that spell numbers, and the whole numbers that they spell.

| text | read as |
|---|---|
| `一亿零三十五`, `三百五`, `两万五` | 100,000,035; 350; 25,000 |
| `兩萬`, `伍拾元`, `贰仟叁佰` | their common forms 两万, 五十元, 二千三百 |
| `队伍`, `收拾`, `大陆` | words: a formal numeral has a scale or a coin beside it |
"""

import re
from collections.abc import Callable

from sumc.lazy_regex import lazy_regex

DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")}
DIGITS |= {"〇": 0, "两": 2}
SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10**4, "亿": 10**8, "万亿": 10**12}
"""What each character is worth."""

# The traditional forms of the characters below: one for one, so that positions stay the same.
_SIMPLIFIED = str.maketrans(
    "兩萬億點幾個隻條張塊輛臺顆雙層頁題歲噸畝間戶頂冊種樣門樓盞簍棟籃級組車頭週時鐘釐頃節場"
    "壺輪盤對捲號屆數這後鄰禮減於與為長績員駛進別風隊廂體黃國慶斷疊線紙徑圓價邊稱氣餘",
    "两万亿点几个只条张块辆台颗双层页题岁吨亩间户顶册种样门楼盏篓栋篮级组车头周时钟厘顷节场"
    "壶轮盘对卷号届数这后邻礼减于与为长绩员驶进别风队厢体黄国庆断叠线纸径圆价边称气余",
)
_FORMAL = str.maketrans("壹贰貳叁叄肆伍陆陸柒捌玖拾佰仟", "一二二三三四五六六七八九十百千")
_FORMAL_NUMERAL = lazy_regex(
    "(?<![队隊大收])(?:[壹贰貳叁叄肆柒捌玖](?=[元圆角])|[壹贰貳叁叄肆伍陆陸柒捌玖][拾佰仟万萬亿億])"
    "[壹贰貳叁叄肆伍陆陸柒捌玖拾佰仟万萬亿億零]*"
)

_ONE_TO_NINE = "([一二两三四五六七八九])"
_BELOW_WAN = lazy_regex(
    "[零〇]?(?:D千)?(?:[零〇]?D百)?(?:[零〇]?D?(十))?(?:[零〇]?D)?".replace("D", _ONE_TO_NINE)
)


def common_characters(text: str) -> str:
    """The text with traditional and formal characters in their common forms, one for one.

    >>> common_characters("兩隊伍伍拾元"), common_characters("他收拾元件")
    ('两队伍五十元', '他收拾元件')
    """
    return _FORMAL_NUMERAL.sub(_in_common_form, text).translate(_SIMPLIFIED)


def _in_common_form(match: re.Match[str]) -> str:
    return match[0].translate(_FORMAL)


def read_numeral(numeral: str) -> int | None:
    """The whole number that Chinese numerals spell, or None if they spell none.

    >>> read_numeral("一亿零三十五"), read_numeral("两万五"), read_numeral("六一")
    (100000035, 25000, None)
    """
    if numeral in ("零", "〇"):
        return 0
    if numeral[:1] in ("", "零", "〇"):  # 零五 is a year or a name
        return None
    return _read_around("亿", 10**8, numeral, _read_below_yi)


def _read_below_yi(numeral: str) -> int | None:
    return _read_around("万", 10**4, numeral, _read_below_wan)


def _read_around(
    name: str, scale: int, numeral: str, read_part: Callable[[str], int | None]
) -> int | None:
    """What precedes a scale times the scale, plus what follows it."""
    high, found, low = numeral.rpartition(name)
    if not found:
        return read_part(numeral)
    factor = read_part(high)
    rest = DIGITS[low] * scale // 10 if low in DIGITS else read_part(low)  # 两万五 is 25,000
    return None if not factor or rest is None else factor * scale + rest


def _read_below_wan(numeral: str) -> int | None:
    match = _BELOW_WAN.fullmatch(numeral)
    if match is None:
        return None
    thousands, hundreds, tens, ones = (DIGITS.get(match[part] or "", 0) for part in (1, 2, 3, 5))
    if match[4] and not tens:
        tens = 1  # 十二
    if numeral[-2:-1] in ("百", "千"):  # 三百五 is 350
        ones *= 10 if numeral[-2] == "百" else 100
    return thousands * 1_000 + hundreds * 100 + tens * 10 + ones
