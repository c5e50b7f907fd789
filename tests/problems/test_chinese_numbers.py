"""Chinese numerals: what counts, what does not, and exact spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumc.errors import LimitError
from sumc.problems.chinese_numbers import find_number_words, read_numeral
from sumc.problems.numbers import find_quantities


def read(text: str) -> str:
    """What is found in a text, as `written=value` pairs that are easy to compare."""
    return " ".join(
        f"{found.text}={found.value}" for found in find_quantities(text, language="zh")
    )


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("零", 0),
        ("〇", 0),
        ("两", 2),
        ("十", 10),
        ("十二", 12),
        ("三十五", 35),
        ("一百零五", 105),
        ("一百一十五", 115),
        ("一百十五", 115),
        ("一千二百", 1_200),
        ("一千零二十", 1_020),
        ("两万", 20_000),
        ("三百五", 350),
        ("一千二", 1_200),
        ("两万五", 25_000),
        ("两万零五", 20_005),
        ("一亿三千万", 130_000_000),
        ("一亿零三十五", 100_000_035),
        ("三万亿", 3 * 10**12),
        ("", None),
        ("零五", None),
        ("六一", None),
        ("二〇一五", None),
        ("三四", None),
        ("万一", None),
        ("百", None),
        ("千万", None),
        ("一亿亿", None),
        ("一万万", None),
        ("三百五千", None),
        ("两万六一", None),
    ],
)
def test_numerals_are_read_or_refused(numeral: str, value: int | None) -> None:
    """Numerals that spell a number give it, others give nothing."""
    assert read_numeral(numeral) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("有三十五个", "三十五=35"),
        ("一百零五元", "一百零五=105"),
        ("有三个苹果", "三=3"),
        ("吃了两个", "两=2"),
        ("重五千克", "五=5"),
        ("长三千米", "三=3"),
        ("三万千米", "三万=30000"),
        ("一千克", ""),
        ("一千五百克", "一千五百=1500"),
        ("5千克、3千米、2千瓦", "5=5 3=3 2=2"),
        ("大三岁，小五岁", "三=3 五=5"),
        ("每周三次", "三=3"),
        ("十年", "十=10"),
        ("三人，三周，十二楼", "三=3 三=3 十二=12"),
        ("甲的三倍", "三=3"),
        ("运来的梨是苹果的两倍，小方的两本书", "两=2"),
        ("三点五米，零点五元，三点二倍", "三点五=7/2 零点五=1/2 三点二=16/5"),
        ("十二点零五米，三点五千克，三点五万", "十二点零五=241/20 三点五=7/2 三点五万=35000"),
        ("下午三点五个人", "五=5"),
        ("三点五分钟", "三点五=7/2"),
        ("三小时二十分，3小时四十五分", "三=3 二十=20 3=3 四十五=45"),
        ("做作业用了四十分，用时二十五分", "四十=40 二十五=25"),
        ("三加五等于几？七减去二", "三=3 五=5 七=7 二=2"),
        ("一加一等于二，八乘4，9除以三", "一=1 一=1 二=2 八=8 4=4 9=9 三=3"),
        ("六加几等于九，多少减四等于五", "六=6 九=9 四=4 五=5"),
        ("（三加五）乘以二等于多少", "三=3 五=5 二=2"),
        ("三加五再减二的差，12减去一个数得7", "三=3 五=5 二=2 12=12 7=7"),
        ("站成四行，每行十行，两行树", "四=4 十=10 两=2"),
        ("三排座位，五层楼，两层", "三=3 五=5 两=2"),
        ("三枚硬币，四片面包，十级台阶，五面彩旗", "三=3 四=4 十=10 五=5"),
        ("三栋楼，四幢楼，五篓橙子，六麻袋玉米", "三=3 四=4 五=5 六=6"),
        ("三列火车，四批货，五部手机，六车煤", "三=3 四=4 五=5 六=6"),
        ("两元五角，四角钱，三角五分，五元三角", "两=2 五=5 四=4 三=3 五=5 五=5 三=3"),
        ("三串葡萄，两盘饺子", "三=3 两=2"),
        ("跑三趟，五罐茶叶，三对手套，六节电池", "三=3 五=5 三=3 六=6"),
        ("赛四场，下五局棋，两壶水，三尺布，九寸", "四=4 五=5 两=2 三=3 九=9"),
        ("走八步，坐三站，投两轮，四卷胶带", "八=8 三=3 两=2 四=4"),
    ],
)
def test_numerals_that_count(text: str, expected: str) -> None:
    """A digit needs a measure word; a number with a scale needs none."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三分之一", "三分之一=1/3"),
        ("百分之二十", "百分之二十=1/5"),
        ("百分之12.5", "百分之12.5=1/8"),
        ("百分之百", "百分之百=1"),
        ("5分之3", "5分之3=3/5"),
        ("四分之一千克", "四分之一=1/4"),
        ("二又三分之一", "二又三分之一=7/3"),
        ("2又1/2", "2又1/2=5/2"),
        ("2又3", "2=2 3=3"),
        ("2又20%，2又5％", "2=2 20%=1/5 2=2 5％=1/20"),
        ("百分之十二点五", "百分之十二点五=1/8"),
        ("六一又三分之一", "三分之一=1/3"),
        ("二又三", ""),
        ("零分之三，六一分之三，三分之六一", ""),
        ("几分之几，百分之几", ""),
        ("3分之", "3=3"),
        ("一半", "一半=1/2"),
        ("半小时，半个", "半=1/2 半=1/2"),
        ("3个半小时", "3个半=7/2"),
        ("两年半", "两年半=5/2"),
        ("0.5个半圆", "0.5=1/2"),
        ("半径，上半年，下半月，半圆，大半个", ""),
        ("走了2小时半，一小时半，五公里半", "2小时半=5/2 一小时半=3/2 五公里半=11/2"),
        ("3盒半铅笔，两张半纸，喝了一杯半。", "3盒半=7/2 两张半=5/2 一杯半=3/2"),
        ("长5米半，重3千克半，12岁半", "5米半=11/2 3千克半=7/2 12岁半=25/2"),
        ("8点半到10时半", "8点半=17/2 10时半=21/2"),
        ("8点，三点半，一点半，一时半会", "8=8"),
        ("3盒半价的笔，2米半径，3瓶半满的水", "3=3 2=2 3=3"),
        ("3台机器，3盒半个，5米半小时", "3=3 3=3 半=1/2 5=5 半=1/2"),
        ("2.5米半，做3个半成品", "2.5=5/2 3=3"),
        ("打对折，把绳子对折，打了折", "对折=1/2"),
    ],
)
def test_fractions_and_halves(text: str, expected: str) -> None:
    """Fractions, mixed numbers and halves have their exact value."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("打八折", "八折=4/5"),
        ("打八五折", "八五折=17/20"),
        ("打八点五折", "八点五折=17/20"),
        ("8折，8.5折，85折", "8折=4/5 8.5折=17/20 85折=17/20"),
        ("把100折成两段", "100=100 两=2"),
        ("120折，十折，三百五折", "120=120 三百五=350"),
        ("增产二成", "二成=1/5"),
        ("降低三成五", "三成五=7/20"),
        ("增产2成", "2成=1/5"),
        ("97%成交，12成", "97%=97/100 12=12"),
        ("六一成", ""),
    ],
)
def test_discounts_and_tenths(text: str, expected: str) -> None:
    """折 and 成 are shares: every equation that met one uses it as a percent."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1万", "1万=10000"),
        ("3.5亿", "3.5亿=350000000"),
        ("1万的一半", "1万=10000 一半=1/2"),
        ("2万亿。", "2万亿=2000000000000"),
        ("5千元", "5千=5000"),
        ("350万元", "350=350"),
        ("3.5亿吨", "3.5=7/2"),
        ("存5万元，利息多少元？", "5万=50000"),
        ("去年12万，今年3万，共多少万？", "12=12 3=3"),
        ("两万元", "两万=20000"),
        ("2千万", "2千万=20000000"),
        ("2千万元", "2千=2000"),
        ("2千万元，多少元？", "2千万=20000000"),
        ("3亿5千万", "3亿5千万=350000000"),
        ("3亿5000万元", "3亿5000万=350000000"),
        ("1万5千元", "1万5千=15000"),
        ("1万5000元，2千5百元", "1万5000=15000 2千5百=2500"),
        ("1万2，1万5千克，1万2万", "1万=10000 2=2 1万=10000 5=5 1万=10000 2万=20000"),
    ],
)
def test_scales_behind_digits(text: str, expected: str) -> None:
    """万 and 亿 before a unit belong to the unit, except where the plain unit is asked for."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("身高一米五，跳了1米75", "一米五=3/2 1米75=7/4"),
        ("一米七二的人，3块2，10块5一斤", "一米七二=43/25 3块2=16/5 10块5=21/2"),
        ("两块五，两毛五。", "两块五=5/2 两毛五=5/2"),
        ("1米05高", "1米05=21/20"),
        ("3块2根绳子，3块2毛，5米8厘米", "3=3 2=2 3=3 2=2 5=5 8=8"),
        ("面积96米2，体积3米3。", "96=96 2=2 3=3 3=3"),
        ("50米3组，5块1.5元，3块2,000", "50=50 3=3 5=5 1.5=3/2 3=3 2,000=2000"),
        ("3块2 1/2", "3=3 2 1/2=5/2"),
        ("三十块五买伞，4块5和2块", "三十块五=61/2 4块5=9/2 2=2"),
        ("一米六长的布，10块5一盒，跑了11秒5。", "一米六=8/5 10块5=21/2 11秒5=23/2"),
        ("三块五花肉，三块五角星，9秒5次", "三=3 三=3 9=9 5=5"),
        ("八块零五毛，六元零三分，八块零钱", "八=8 五=5 六=6 三=3 八=8"),
        ("一块三角形的布，1.5米5", "1.5=3/2 5=5"),
        ("五毛钱，三块五毛，三毛钱，六毛。", "五=5 三=3 五=5 三=3 六=6"),
        ("三毛流浪记，三毛，四毛线", ""),
    ],
)
def test_decimals_behind_a_unit(text: str, expected: str) -> None:
    """A last digit without a unit of its own is a tenth of the unit before it."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("四两糖，两斤六两枣，三点五两酒", "四=4 两=2 六=6 三点五=7/2"),
        ("一百二十两，重十两", "一百二十=120 十=10"),
        ("三两个人，两三天，三两天，一两种，两两一组", ""),
        ("一斤三两，一元五角，一小时四十分", "一=1 三=3 一=1 五=5 一=1 四十=40"),
        ("一米30厘米，一小时20分钟", "一=1 30=30 一=1 20=20"),
        ("一块三角形的地，一小时走3千米，一斤梨五元", "3=3 五=5"),
    ],
)
def test_taels_and_one_with_a_part(text: str, expected: str) -> None:
    """两 is a unit of mass behind a number; 一 is a number where a smaller unit follows."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("水面上升-4厘米，下降了-2 米，增长-5%，盈利-300元", "-4=-4 -2=-2 -5%=-1/20 -300=-300"),
        ("上升3-5厘米，涨-5，长-3厘米", "3=3 5=5 5=5 3=3"),
    ],
)
def test_a_minus_behind_a_change(text: str, expected: str) -> None:
    """A change with a unit can be negative."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("十二点五加三点五等于多少", "十二点五=25/2 三点五=7/2"),
        ("二点四乘以一点五，9减去零点八得几", "二点四=12/5 一点五=3/2 9=9 零点八=4/5"),
        ("下午三点五加班", ""),
    ],
)
def test_decimals_of_a_sum(text: str, expected: str) -> None:
    """With an operator beside it, a decimal needs no measure word."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("零下5度，零下五度，零下 12.5 ℃", "零下5=-5 零下五=-5 零下 12.5=-25/2"),
        ("从零下8℃到零下三摄氏度", "零下8=-8 零下三=-3"),
        ("零上5度，零下的三天，零下五个", "5=5 三=3 五=5"),
        ("零下-5度", "零下-5=-5"),
    ],
)
def test_temperatures_below_zero(text: str, expected: str) -> None:
    """The words belong to the number, as a minus does."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("壹佰元，伍拾元，贰仟叁佰元整", "壹佰=100 伍拾=50 贰仟叁佰=2300"),
        ("柒元，貳拾萬元", "柒=7 貳拾萬=200000"),
        ("队伍，收拾元件，大陆，陆地，伍元是谁，小陆", ""),
    ],
)
def test_formal_numerals(text: str, expected: str) -> None:
    """The numerals of cheques count only with a scale or a coin: they are words and names too."""
    assert read(text) == expected


def test_quarters_of_an_hour_are_counted() -> None:
    """Here 一 is a number: what it counts is fifteen minutes; but not on the clock."""
    assert read("走了一刻钟，三刻钟，3刻钟") == "一=1 三=3 3=3"
    assert read("三点一刻，7点一刻钟") == "7=7"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("兩個梨，五隻鴨，四張紙，三塊糖，六條魚", "兩=2 五=5 四=4 三=3 六=6"),
        ("三點五萬，兩億三千萬，8萬", "三點五萬=35000 兩億三千萬=230000000 8萬=80000"),
        ("存5萬元，利息多少元？", "5萬=50000"),
        ("半小時，兩年半，3個半小時，兩小時二十分", "半=1/2 兩年半=5/2 3個半=7/2 兩=2 二十=20"),
        ("七減四等於幾", "七=7 四=4"),
        ("運來的梨是蘋果的兩倍", "兩=2"),
        ("甲乙兩個隊，這兩個，三點半，三年級，兩邊，幾十個，五號，三角形，第三題", ""),
    ],
)
def test_traditional_characters(text: str, expected: str) -> None:
    """They are read as their simplified forms, and what is found is what was written."""
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "一共，一起，一样，一些，统一，同一，另一，一下，一直，一般，唯一，一个，一条，一辆",
        "第一天，第二次，第三个，第十二个",
        "星期一，星期三天气好，礼拜五，周三天气好",
        "三角形，四边形，正方形，四川，三亚，老三，小五，九江",
        "十分高兴，万一，百货，千万，百分，千纸鹤，十字绣",
        "二月，十二月份，五号，三年级，六班，三位数，十位，十二届",
        "甲乙两个队，AB两城，两地，两车，两人，这两个，两边，两头，四周",
        "五角星，三角板，三角函数，四角落，两对角线，两对边，三轮车，老三步行，两站相距，三打一",
        "两列火车，两批，两面，四面，三车道，五车间，三部分，二级品，四面体，六行驶，第三行",
        "“十一”期间，双十一，十一黄金周，六一，《十万个为什么》",
        "几十个，三点半，三点十分，三点一刻，九点二十分，得了九十分，用了十分巧妙的办法",
        "参加三等奖评选，增加一些，老三加入，小五乘车，四减速带",
        "三四个，七八只，二〇一五年，零下",
    ],
)
def test_traps(text: str) -> None:
    """Numerals inside words, names, dates and ordinals are not numbers."""
    assert read(text) == ""


def test_a_quote_around_a_number_and_its_noun_changes_nothing() -> None:
    """Only a numeral that is quoted alone is a name."""
    assert read("“十二个”") == "十二=12"


def test_too_many_numerals_are_refused() -> None:
    """The limit is on numerals, whether they count or not."""
    with pytest.raises(LimitError, match="more than 3 numerals"):
        find_number_words("一，一，一，一", [], most_words=3)


def spell(number: int) -> str:
    """A whole number below 10^12 in Chinese numerals."""
    if number == 0:
        return "零"
    for scale, name in ((10**8, "亿"), (10**4, "万"), (1_000, "千"), (100, "百"), (10, "十")):
        if number >= scale:
            head, rest = divmod(number, scale)
            zero = "零" if 0 < rest < scale // 10 else ""
            return spell(head) + name + (zero + spell(rest) if rest else "")
    return "零一二三四五六七八九"[number]


@given(st.integers(0, 999_999_999))
def test_spelled_numbers_are_read_back(number: int) -> None:
    """Any whole number in numerals has that value."""
    assert read_numeral(spell(number)) == number


@given(st.integers(2, 999_999_999))
def test_spelled_numbers_are_found_in_a_text(number: int) -> None:
    """Any whole number but 0 and 1 is one quantity before a measure word."""
    text = f"仓库里有{spell(number)}个苹果"
    (found,) = find_quantities(text)
    assert found.value == number
    assert found.text == spell(number)


@given(st.integers(1, 9_999), st.integers(2, 9_999))
def test_spelled_fractions_are_read_back(numerator: int, denominator: int) -> None:
    """Any fraction in numerals is one quantity with that value."""
    (found,) = find_quantities(f"全书的{spell(denominator)}分之{spell(numerator)}。")
    assert found.value * denominator == numerator
