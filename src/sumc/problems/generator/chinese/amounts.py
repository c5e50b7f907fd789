"""Measured amounts: lengths, weights and numbers of people, compared and put together."""

from sumc.problems.generator.chinese.ranges import PARTS, SMALL_PARTS, WEIGHT
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "比长短",
        numbers="~a 4..60|1.2..9.8/0.1|12..90; ~d 2..20|0.2..3/0.1|3..40; ~b = a + d; ~k 2..6|1.5..3.5/0.5;"
        " ~c = a * k; ~e = c - a",
        words="how item longer",
        facts={
            "a": "第一{items}{item}{how}{a}米",
            "b": "第二{items}{item}{how}{b}米",
            "d": "第二{items}比第一{items}{how}{d}米",
            "k": "第二{items}{item}的{how}度是第一{items}的{k}倍 | 第二{items}的{how}度恰好是第一{items}的{k}倍",
        },
        asks=(
            Ask(
                "b", "a, d", "第二{items}{item}{how}多少米 | 求第二{items}{item}的{how}度", "a + d"
            ),
            Ask(
                "d",
                "a, b",
                "两{items}{item}相差多少米 | 第二{items}比第一{items}{how}多少米",
                "b - a",
            ),
            Ask(
                "c", "a, k", "第二{items}{item}{how}多少米 | 求第二{items}{item}的{how}度", "a * k"
            ),
            Ask("e", "a, k", "两{items}{item}相差多少米", "a * k - a"),
        ),
    ),
    Schema(
        "男女职工",
        numbers=f"a 40..240|90..600; /f {PARTS}; b = a * f; t = a + b; d = a - b; /g = b / t; /h = d / a",
        words="x y staff; who factory",
        facts={
            "a": "{who}有{x}{a}人 | {who}的{x}有{a}人",
            "f": "{y}人数是{x}的{f} | {y}的人数相当于{x}的{f}",
            "b": "{who}有{y}{b}人",
            "inv": "[正好|]是{x}人数的{f} | 相当于{x}人数的{f}",
            "bb": "{y}有{b}人 | 有{y}{b}人",
        },
        asks=(
            Ask("b", "a, f", "{y}有多少人 | 有{y}多少人", "a * f"),
            Ask("t", "a, f", "{who}[一共|共]有[职工|]多少人", "a * (1 + f)"),
            Ask("a", "b, inv", "{x}有多少人 | 有{x}多少人", "b / f"),
            Ask("t", "b, inv", "{who}[一共|共]有[职工|]多少人", "b + b / f"),
            Ask("g", "a, bb", "{y}人数占总人数的几分之几", "b / (a + b)"),
            Ask("h", "a, bb", "{y}人数比{x}少几分之几", "(a - b) / a"),
        ),
    ),
    Schema(
        "体育器材",
        numbers="a 12..60|20..120; /f 1/2,1/3,2/3,3/4,2/5,3/5,4/5,5/6; d 2..12|4..20; b = a * f; c = b + d; e = b - d;"
        " k 2..5; m = a * k; n = m - d",
        words="x y ball; who school",
        facts={
            "a": "{who}有{x}{a}{xs} | {who}体育室有{a}{xs}{x}",
            "f": "{y}的数量是{x}的{f}",
            "k": "{y}的数量是{x}的{k}倍",
            "more": "{y}的数量比{x}的{f}多{d}{ys}",
            "less": "{y}的数量比{x}的{k}倍少{d}{ys}",
            "lent": "借出{d}{ys}{y}后， | 如果借走{d}{ys}{y}",
        },
        asks=(
            Ask("c", "a, more", "{y}有多少{ys} | 有{y}多少{ys}", "a * f + d"),
            Ask("n", "a, less", "{y}有多少{ys} | 有{y}多少{ys}", "a * k - d"),
            Ask("e", "a, f, lent", "还剩{y}多少{ys} | {y}还剩多少{ys}", "a * f - d"),
            Ask("n", "a, k, lent", "还剩{y}多少{ys} | {y}还剩多少{ys}", "a * k - d"),
        ),
    ),
    Schema(
        "食堂买菜",
        numbers=f"~a {WEIGHT}; ~b {WEIGHT}; ~c 1..6|1.2..4.8/0.2; ~e 2..8|1.5..6/0.5; ~t = a + b; n 2..10; ~m = t / n;"
        " $p1 = a * c; $q = p1 + b * e; ~d = a - b",
        words="x y vegetable; who school",
        facts={
            "a": "{who}食堂买来{x}{a}千克 | {who}食堂运来{a}千克{x}",
            "b": "{y}{b}千克 | 又买来{b}千克{y} | 买来{y}{b}千克",
            "n": "这些菜{n}天吃完 | 如果{n}天正好吃完这些菜",
            "ac": "{who}食堂买了{a}千克{x}，每千克{c}元",
            "be": "又买了{b}千克{y}，每千克{e}元 | 还买了{y}{b}千克，每千克{e}元",
        },
        asks=(
            Ask("m", "a, b, n", "平均每天吃菜多少千克 | 平均每天吃多少千克", "(a + b) / n"),
            Ask("q", "ac, be", "[一共|共][花了|用去]多少元 | 食堂买菜共用多少元", "a * c + b * e"),
            Ask("d", "a, b", "{x}比{y}多买多少千克 | 买来的{x}比{y}多多少千克", "a - b"),
        ),
    ),
    Schema(
        "粮食产量",
        numbers="~a 2..20|0.5..6/0.5|1.2..8/0.2; ~b 3..9|4..9|5.5..8.5/0.5; ~s = a * b; ~c 3..24|1..8/0.5; ~t = c * b;"
        "",
        words="crop crop; who farmer",
        facts={
            "s": "{who}家{a}公顷地收{crop}{s}吨 | {who}家种了{a}公顷地，共收{crop}{s}吨",
            "c": "照这样计算，{c}公顷地 | 照这样，{c}公顷同样的地",
            "b": "{who}家有{a}公顷地，平均每公顷收{crop}{b}吨",
        },
        asks=(
            Ask("t", "s, c", "可以收{crop}多少吨 | 能收{crop}多少吨", "s / a * c"),
            Ask("b", "s", "平均每公顷收{crop}多少吨", "s / a"),
            Ask("s", "b", "[一共|共]可以收{crop}多少吨", "a * b"),
        ),
        where="a != c",
    ),
    Schema(
        "倒水混合",
        numbers=f"~a 20..90|4..18/0.5; /f {SMALL_PARTS}; ~b = a * f; ~c = a - b; ~d 2..15|0.5..4/0.5; ~e = c + d; ~g = c - d",
        words="oil liquid",
        facts={
            "a": "一{oils}{oil}有{a}升 | 一{oils}{oil}{a}升",
            "f": "用去它的{f}后， | 第一次用去{f}",
            "d": "又倒入{d}升",
            "g": "第二次用去{d}升 | 后来又用去{d}升",
        },
        asks=(
            Ask("e", "a, f, d", "现在{oils}里有{oil}多少升", "a * (1 - f) + d"),
            Ask("g", "a, f, g", "[还剩|还剩下]多少升[{oil}|]", "a - a * f - d"),
        ),
        where="g > 0",
    ),
    Schema(
        "裁衣服",
        numbers="~t 20..120|30..90; ~a 1.5,1.8,2,2.2,2.4,2.5,3; n 4..30; ~s = a * n; ~r = t - s; ~b 1.2,1.5,1.6,2,2.5; m = r / b",
        words="",
        facts={
            "t": "一[块|匹]布长{t}米 | 服装店有{t}米布",
            "a": "做了{n}套[成人|大人]服装，每套用布{a}米 | 先做{n}件大衣，每件用布{a}米",
            "b": "剩下的做[儿童服装|童装]，每套用布{b}米 | 余下的布做[裙子|裤子]，每条用布{b}米",
            "r": "还剩{r}米",
            "n": "做了{n}套同样的[衣服|校服]",
        },
        asks=(
            Ask("r", "t, a", "[还剩|还剩下]多少米布 | 剩下布多少米", "t - a * n"),
            Ask("m", "t, a, b", "剩下的布还可以做多少[套|条]", "(t - a * n) / b"),
            Ask("a", "t, n, r", "平均每套用布多少米", "(t - r) / n"),
        ),
    ),
    Schema(
        "改进用料",
        numbers="~a 1.5..4/0.1|2..9; n 40..400/10; ~t = a * n; ~d 0.1..0.8/0.1|0.2,0.4,0.5; ~b = a - d; m = t / b; e = m - n",
        words="who item making",
        facts={
            "a": "{who}做一{items}{item}原来用料{a}千克，改进技术后每{items}节约{d}千克",
            "n": "原来做{n}{items}用的材料， | 原来够做{n}{items}的材料，",
        },
        asks=(
            Ask("m", "a, n", "现在可以做多少{items}", "a * n / (a - d)"),
            Ask("e", "a, n", "现在可以多做多少{items}", "a * n / (a - d) - n"),
        ),
        where="b > 0.5",
    ),
    Schema(
        "存书增减",
        numbers="a 120..900/10|60..400; %k 10..50/5; c 10..90/5|8..60; b = a * k; r = a - b + c; e = a + b - c; f = a - b - c",
        words="book book; who school",
        facts={
            "a": "{who}图书室有{book}{a}本 | {who}有{a}本{book}",
            "k": "借出{k} | 借走了其中的{k}",
            "up": "又买进原有本数的{k} | 今年新增加了{k}",
            "c": "又买来{c}本 | 后来还回{c}本",
            "lent": "又借出{c}本 | 后来又借走{c}本",
        },
        asks=(
            Ask(
                "r", "a, k, c", "现在有{book}多少本 | 图书室现在有多少本{book}", "a * (1 - k) + c"
            ),
            Ask(
                "e",
                "a, up, lent",
                "现在有{book}多少本 | 图书室里还有多少本{book}",
                "a * (1 + k) - c",
            ),
            Ask("f", "a, k, lent", "还剩{book}多少本", "a - a * k - c"),
        ),
    ),
    Schema(
        "人均绿地",
        numbers="a 20..60; b 10..30; n 4..20; s = a * b; ~m = s / n; k 2..9; t = s * k",
        words="who school",
        facts={
            "ab": "{who}有一块长{a}米、宽{b}米的[长方形|]草坪 | {who}的草坪长{a}米，宽{b}米",
            "n": "平均分给{n}个班管理",
            "k": "每平方米草皮{k}元",
        },
        asks=(
            Ask("m", "ab, n", "平均每班管理多少平方米", "a * b / n"),
            Ask("t", "ab, k", "铺满草皮[一共|]要多少元 | 铺草皮共需多少元", "a * b * k"),
        ),
        where="a > b",
    ),
)
