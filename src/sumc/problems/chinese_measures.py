"""What stands behind a Chinese numeral that counts: measure words, units, tenths of a unit."""

from sumc.lazy_regex import lazy_regex

NUMERALS = "零〇一二两三四五六七八九十百千万亿"
"""The characters that spell numbers."""

MEASURE = lazy_regex(
    "[个只两本支枝条张块件辆台棵根朵匹瓶盒箱袋包杯桶筐篮捆把双套份名层排段堆页题道次遍圈天岁秒元"
    "米吨克斤里倍升亩度家间座架艘户颗粒株盆副顶幅封篇首句册种样口门楼盏碗枚片篓栋幢"
    "串盘趟罐场局壶尺寸卷]|刻钟"
    "|行(?![驶走程进李])|级(?![别品跳风])|部(?![分门队])|麻袋"
    "|(?<!三)角(?![形星度落])|(?<=三)角(?:钱|.分|\\W|$)"  # not 三角函数
    "|毛(?:钱|.分)|(?<=[块元].)毛|(?<!三)毛(?:\\W|$)"  # not 三毛, a name
    "|对(?![角边称面])|节(?![日气])|步(?!行)|轮(?![车船胎汽])"
    "|(?<!两)(?:[头人组列批站]|车(?![道间厢轮]))"  # 两头: both ends; 两人, 两车: named before
    "|(?<![两四])(?:周|面(?!体))"  # 四周: around, 两面: both sides
    "|年(?![级代制])|(?<!十)位(?!数|小数|上)|(?<!十)分(?![之成数子母])|分钟|小时"
    "|厘米|毫米|毫升|公[斤里顷分]|平方|立方|千[克米瓦]"
)
"""A measure word or a unit, behind a numeral that counts."""
TAELS = lazy_regex(
    f"[{NUMERALS}]+(?<!两)两(?![{NUMERALS}人头组列批站车周面日月位地级部行]|{MEASURE.pattern})"
)
"""三两茶叶, not 三两个: 两 is the unit of 50 grams."""
ONE_AND_A_PART = lazy_regex(
    f"一(?:小时[{NUMERALS}0-9]+分|[元块][{NUMERALS}0-9](?:角(?![形尺度])|毛)|斤[{NUMERALS}0-9]两"
    f"|米[{NUMERALS}0-9]+[厘分]米)"
)
"""一元五角, 一斤二两: 一 is a number, because a smaller unit follows."""
ZERO_COINS = lazy_regex("(?<=[块元角])零")
"""The 零 of 十块零五毛."""
TENTH_BEHIND = lazy_regex(
    "(?!米[23](?![0-9]))[米块元毛秒](?:([一二三四五六七八九]{1,2})|([0-9]{1,2}))"
    "(?=$|[\\s，。；、？！,.?;!)）]|的|高|左右|每|一[斤个千公支本瓶盒袋只张条包把件杯双碗份]"
    "|[买卖付给找剩还钱长宽深厚和与比就是又再])"  # a verb, but not 两块五花肉
)
"""The rest of 一米五 and 两块五: the unit and tenths, before what can follow a quantity."""
