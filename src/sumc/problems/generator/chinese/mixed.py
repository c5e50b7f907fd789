"""Stories of several steps that mix comparing, sharing, fractions and percentages."""

from sumc.problems.generator.chinese.ranges import PARTS, SMALL_PARTS, STOCK
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "多搬书",
        numbers="a 8..30; n 4..15; b 5..20; m 3..12; t = a * n + b * m; w = t / (n + m)",
        words="p q person",
        facts={
            "a": "{p}每次搬{a}本书，搬了{n}次 | {p}搬图书，每次{a}本，搬{n}次",
            "b": "{q}每次搬{b}本，搬了{m}次 | {q}搬了{m}次，每次{b}本",
        },
        asks=(
            Ask("t", "a, b", "两人[一共|共]搬了多少本书", "a * n + b * m"),
            Ask("w", "a, b", "平均每次搬多少本", "(a * n + b * m) / (n + m)"),
        ),
        where="b < a",
    ),
    Schema(
        "年级人数",
        numbers=f"a 40..240|80..600; /f 2/3,3/4,4/5,5/6,7/8,9/10,8/9,6/7,7/9,11/12; b = a * f; /g {SMALL_PARTS}; c = b * (1 - g); h = a - b",
        words="place school",
        facts={
            "a": "{place}四年级有学生{a}人 | {place}四年级共{a}人",
            "f": "五年级的人数是四年级的{f}",
            "g": "六年级的人数比五年级少{g}",
        },
        asks=(
            Ask("c", "a, f, g", "六年级有[学生|]多少人", "a * f * (1 - g)"),
            Ask("h", "a, f", "五年级比四年级少多少人", "a - a * f"),
        ),
        where="b > 0",
    ),
    Schema(
        "连续求单位一",
        numbers=f"a 24..120|60..240; /f {PARTS}; /g {PARTS}; b = a * f; c = b * g",
        words="x y z club; who school",
        facts={
            "c": "{who}{x}有{c}人 | {who}参加{x}的同学有{c}人",
            "g": "{x}人数是{y}的{g}",
            "f": "{y}人数又是{z}的{f} | {y}的人数是{z}的{f}",
        },
        asks=(Ask("a", "c, g, f", "{z}有多少人 | 参加{z}的有多少人", "c / g / f"),),
        where="c > 7",
    ),
    Schema(
        "百分分数混合",
        numbers=f"~a {STOCK}; /f {SMALL_PARTS}; %k 10..60/5; ~x = a * f; ~y = a * k; ~r = a - x - y; ~t = x + y",
        words="good heap; first second twotimes",
        facts={
            "a": "有一{goods}{good}共{a}吨 | 仓库里有{a}吨{good}",
            "some": "一{goods}{good}， | 仓库有一{goods}{good}",
            "f": "{first}运走总数的{f} | {first}运走{f}",
            "k": "{second}运走总数的{k} | {second}又运走总数的{k}",
            "r": "还剩{r}吨 | 这时还剩下{r}吨",
            "t": "两次[共|一共]运走{t}吨",
        },
        asks=(
            Ask("r", "a, f, k", "[还剩|还剩下]多少吨 | 还有多少吨没运走", "a * (1 - f - k)"),
            Ask("a", "some, f, k, r", "这{goods}{good}[原来|一共|]有多少吨", "r / (1 - f - k)"),
            Ask("a", "some, f, k, t", "这{goods}{good}[原来|一共|]有多少吨", "t / (f + k)"),
        ),
        where="f + k < 1",
    ),
    Schema(
        "量率对应",
        numbers=f"a {STOCK}; /f {PARTS}; /g {SMALL_PARTS}; x = a * f; y = a * g; d = x - y",
        words="who item making",
        facts={
            "f": "{who}生产一批{item}，第一周完成了总数的{f}",
            "g": "第二周完成了总数的{g}",
            "d": "第一周比第二周多生产{d}{items} | 第二周比第一周少生产{d}{items}",
        },
        asks=(Ask("a", "f, g, d", "这批{item}[一共|共]有多少{items}", "d / (f - g)"),),
        where="f > g; f + g <= 1",
    ),
    Schema(
        "再做多少到几分之几",
        numbers=f"a {STOCK}; /f {SMALL_PARTS}; /g {PARTS}; x = a * f; y = a * g; d = y - x",
        words="w worker; item piece",
        facts={
            "a": "{w}要[加工|做]{a item}",
            "f": "{w}加工一批{item}，已经完成了{f} | {w}做一批{item}，已完成总数的{f}",
            "ff": "已经完成了{f}",
            "d": "如果再做{d}{items}，就完成总数的{g} | 若再加工{d}{items}，就正好完成总数的{g}",
            "g": "要想完成总数的{g}",
        },
        asks=(
            Ask("a", "f, d", "这批{item}[一共|共]有多少{items}", "d / (g - f)"),
            Ask("d", "a, ff, g", "还要再做多少{items}", "a * (g - f)"),
        ),
        where="g > f; x > 0; y > 0",
    ),
    Schema(
        "一半多几",
        numbers="a 60..240/2|80..600/2; b = a / 2; d 2..9|4..30; c = b + d; r = a - c; e = b - d",
        words="p person; book reading",
        facts={
            "a": "{p}看一本{a}页的{book}",
            "d": "第一天看了一半多{d}页 | 已经看了全书的一半还多{d}页",
            "less": "第一天看了一半少{d}页 | 已经看了的页数比全书的一半少{d}页",
        },
        asks=(
            Ask("c", "a, d", "[{p.he}|]看了多少页 | 看过的有多少页", "a / 2 + d"),
            Ask("r", "a, d", "[还剩|还有]多少页没看", "a - (a / 2 + d)"),
            Ask("e", "a, less", "[{p.he}|]看了多少页 | 看过的有多少页", "a / 2 - d"),
        ),
        where="r > 3",
    ),
    Schema(
        "追上工作量",
        numbers="a 20..60; b 5..30; n 2..9; d = a - b; s = n * b; h = s / d; m 3..15; e = d * m",
        words="x y pair; item piece",
        facts={
            "s": "{y}先做了{s item}，{x}才开始做 | {y}已经做了{s item}，{x}才开工",
            "b": "{y}每小时做{b}{items}",
            "a": "{x}每小时做{a}{items}",
            "m": "{x}和{y}同时做同样的{item}",
            "e": "做完时{x}比{y}多做{e}{items}",
        },
        asks=(
            Ask(
                "h",
                "s, b, a",
                "[多少|几]小时后{x}做的{item}和{y}同样多 | 经过多少小时{x}能追上{y}",
                "s / (a - b)",
            ),
            Ask("m", "m, a & b, e", "他们做了[多少|几]小时", "e / (a - b)"),
        ),
        where="d > 0; d > 2",
    ),
    Schema(
        "两架书",
        numbers="c 3..20|8..60; b 20..120|60..400; a = b + c + c; t = a + b",
        words="x y shelf",
        facts={
            "a": "{x}有书{a}本",
            "b": "{y}有书{b}本",
            "t": "{x}和{y}共有书{t}本 | 两个书架一共有书{t}本",
            "c": "从{x}取{c}本放到{y}后，两个书架的书同样多 | 如果从{x}拿{c}本放入{y}，两个书架的本数就相等",
        },
        asks=(
            Ask("a", "t, c", "{x}原来有书多少本", "t / 2 + c"),
            Ask("b", "t, c", "{y}原来有书多少本", "t / 2 - c"),
            Ask("b", "a, c", "{y}原来有书多少本", "a - c * 2"),
            Ask("c", "a, b", "从{x}拿多少本到{y}，两个书架的书就同样多", "(a - b) / 2"),
            Ask("t", "b, c", "两个书架[一共|共]有书多少本", "b + b + c * 2"),
        ),
    ),
    Schema(
        "收入支出",
        numbers="$a 2000..9000/100; /f 1/2,1/3,1/4,2/5,1/5,3/10; %k 10..40/5; $x = a * f; $y = a * k; $r = a - x - y",
        words="w adult",
        facts={
            "a": "{w}每月[工资|收入]{a}元",
            "f": "其中{f}用于[生活费|家庭开支|还房贷]",
            "k": "{k}用来[买衣服|交学费|孝敬父母]",
            "n": "其余的存入银行",
        },
        asks=(
            Ask("r", "a, f, k, n", "每月存入银行多少元 | 每月可以存多少元", "a * (1 - f - k)"),
            Ask("x", "a, f", "这项开支是多少元", "a * f"),
        ),
        where="f + k < 1",
    ),
    Schema(
        "超额用电",
        numbers="$a 0.5,0.52,0.55,0.6; b 100,120,150,160,180,200; $c 0.7,0.8,0.75,0.9,0.65; d 20..120/10; n = b + d; $t = a * b + c * d",
        words="w neighbor",
        facts={
            "a": "某市规定每户每月用电不超过{b}度，每度{a}元，超过部分每度{c}元 | 电费标准：{b}度以内每度{a}元，超出的部分每度收{c}元",
            "n": "{w}家这个月用电{n}度 | {w}家上个月用了{n}度电",
            "t": "{w}家这个月交电费{t}元",
        },
        asks=(
            Ask("t", "a, n", "应交电费多少元 | 要交多少元电费", "a * b + (n - b) * c"),
            Ask("n", "a, t", "{w}家这个月用电多少度", "(t - a * b) / c + b"),
        ),
        where="c > a",
    ),
    Schema(
        "归总调整",
        numbers="a 6..40; n 8..40; d 2..12; m = a * n / (a - d); e = m - n",
        words="place school",
        facts={
            "a": "{place}食堂运来一批大米，计划每天吃{a}千克，可以吃{n}天 | {place}食堂有一批面粉，每天用{a}千克，能用{n}天",
            "d": "实际每天少吃{d}千克 | 现在每天节约{d}千克",
        },
        asks=(
            Ask(
                "m", "a, d", "[实际|现在]可以吃多少天 | 这批粮食实际能用多少天", "a * n / (a - d)"
            ),
            Ask("e", "a, d", "可以多吃多少天", "a * n / (a - d) - n"),
        ),
        where="d * 2 < a",
    ),
    Schema(
        "每人差价",
        numbers="~a 2..15|1.5..9.5/0.5; ~b 2..15|1.5..9.5/0.5; n 5..40; $x = a * n; $y = b * n; $d = x - y; $e = a - b",
        words="u v good; who teacher",
        facts={
            "x": "{who}买了{n}{us}{u}，用去{x}元",
            "y": "又买了{n}{vs}{v}，用去{y}元 | 买同样多的{v}用了{y}元",
            "a": "{u}每{us}{a}元",
            "b": "{v}每{vs}{b}元",
            "n": "{who}买这两种[东西|物品]各{n}份 | {who}各买了{n}份",
        },
        asks=(
            Ask("e", "x, y", "每{us}{u}比每{vs}{v}贵多少元", "x / n - y / n"),
            Ask("d", "a & b, n", "买{u}比买{v}多用多少元", "(a - b) * n"),
            Ask("e", "x, y", "每{us}{u}比每{vs}{v}贵多少[元|钱]", "(x - y) / n"),
        ),
        where="a > b",
    ),
    Schema(
        "大小船",
        numbers="a 4..8; b 2..5; x 2..12; y 2..12; n = x + y; t = a * x + b * y; d = a - b",
        words="cls class",
        facts={
            "t": "{cls}{t}人去划船，一共租了{n}条船，正好坐满 | {cls}有{t}人划船，大船和小船共租{n}条，刚好坐满",
            "ab": "大船每条坐{a}人，小船每条坐{b}人",
        },
        asks=(
            Ask("x", "t, ab", "大船[有|租了]多少条 | 租了多少条大船", "(t - b * n) / (a - b)"),
            Ask("y", "t, ab", "小船有多少条 | 租了多少条小船", "(a * n - t) / (a - b)"),
        ),
        where="d > 0",
    ),
    Schema(
        "答题得分",
        numbers="a 5,8,10,4; b 1,2,3,5; x 6..18; y 2..8; n = x + y; t = a * x - b * y",
        words="k person",
        facts={
            "n": "[数学竞赛|知识竞赛]共有{n}道题，做对一题得{a}分，做错一题[扣|倒扣]{b}分 | 一次竞赛有{n}题，每答对一题得{a}分，答错一题扣{b}分",
            "t": "{k}[做完全部题目|全部做完]，得了{t}分 | {k}每题都做了，一共得{t}分",
        },
        asks=(
            Ask("y", "n, t", "{k.he}做错了多少[道|]题", "(n * a - t) / (a + b)"),
            Ask("x", "n, t", "{k.he}做对了多少[道|]题", "n - (n * a - t) / (a + b)"),
        ),
        where="b < a",
    ),
    Schema(
        "桶水平均",
        numbers="~a 10..60|4..18/0.5; ~b 5..40|2..12/0.5; ~c = (a + b) / 2; ~d = (a - b) / 2",
        words="oil liquid",
        facts={
            "a": "甲{oils}有{oil}{a}千克",
            "b": "乙{oils}有{oil}{b}千克",
            "d": "从甲{oils}倒{d}千克到乙{oils}，两{oils}就同样重",
        },
        asks=(
            Ask(
                "d", "a, b", "从甲{oils}倒多少千克给乙{oils}，两{oils}{oil}就同样多", "(a - b) / 2"
            ),
            Ask("b", "a, d", "乙{oils}原来有{oil}多少千克", "a - d * 2"),
            Ask("c", "a, b", "平均每{oils}有{oil}多少千克", "(a + b) / 2"),
        ),
        where="a > b",
    ),
    Schema(
        "分数三项",
        numbers="/f 1/3,1/4,1/5,1/6,1/8,2/9,1/10,2/15,1/12,1/2; /g 1/3,1/4,1/5,1/6,1/8,2/9,1/10,3/20,1/12;"
        " /h 1/3,1/4,1/5,1/6,1/8,1/9,1/10,1/12,3/10; /t = f + g + h; /r = 1 - t",
        words="",
        facts={
            "f": "一块[地|试验田|菜园]，种[小麦|西红柿]的面积占{f} | 一块[地|试验田|农田]的{f}种[小麦|西红柿]",
            "g": "种[玉米|黄瓜]的占{g}",
            "h": "种[大豆|茄子]的占{h}",
        },
        asks=(
            Ask("t", "f, g, h", "三种[作物|农作物]一共占这块地的几分之几", "f + g + h"),
            Ask(
                "r",
                "f, g, h",
                "其余的种棉花，种棉花的占这块地的几分之几 | 剩下的占几分之几",
                "1 - f - g - h",
            ),
        ),
    ),
    Schema(
        "谁快多少",
        numbers="v 40..90; u 40..90; n 2..6; m 2..6; s = v * n; t = u * m; d = v - u",
        words="x y cars",
        facts={
            "s": "{x}{n}小时行{s}千米 | {x}{n}小时行驶了{s}千米",
            "t": "{y}{m}小时行{t}千米 | {y}{m}小时行驶{t}千米",
        },
        asks=(
            Ask(
                "d",
                "s & t",
                "{x}每小时比{y}多行多少千米 | {x}的速度比{y}快多少千米/时",
                "s / n - t / m",
            ),
        ),
        where="d > 0; n != m",
    ),
    Schema(
        "中途停留",
        numbers="v 40..90/5; h 5..12; r 1..3; g = h - r; s = v * g",
        words="car vehicle; from to towns",
        facts={
            "h": "一{cars}{car}从{from}到{to}用了{h}小时，途中休息了{r}小时 | 一{cars}{car}从{from}开往{to}，途中停车{r}小时，共用{h}小时",
            "v": "行驶时每小时行{v}千米 | 它每小时行{v}千米",
            "s": "{from}到{to}相距{s}千米",
        },
        asks=(
            Ask("s", "h, v", "{from}到{to}有多少千米 | 两地相距多少千米", "v * (h - r)"),
            Ask("v", "s, h", "行驶时平均每小时行多少千米", "s / (h - r)"),
        ),
    ),
    Schema(
        "往返接送",
        numbers="v 50..120/10; u 50..120/10; h 3..12; s = (v + u) * h; w 150..400/50; e = w * h",
        words="k l person",
        facts={
            "s": "{k}和{l}同时从相距{s}米的两地相向而行",
            "v": "{k}每分钟走{v}米",
            "u": "{l}每分钟走{u}米",
            "w": "一只小狗同时和{k}一起出发，每分钟跑{w}米，在两人之间来回跑，直到两人相遇",
        },
        asks=(Ask("e", "s, v & u, w", "小狗一共跑了多少米", "s / (v + u) * w"),),
    ),
    Schema(
        "剩下几箱",
        numbers="n 6..30; a 8..40; m 2..20; r = n - m; s = r * a; $c 2..9|1.5..6/0.5; $q = r * a * c",
        words="box fruit weighed; shop market",
        facts={
            "n": "{shop}运来{n}{box}{fruit}，每{box}{a}千克 | {shop}有{fruit}{n}{box}，每{box}重{a}千克",
            "m": "卖出{m}{box} | 已经卖了{m}{box}",
            "s": "还剩{s}千克",
            "c": "剩下的按每千克{c}元卖完",
        },
        asks=(
            Ask("s", "n, m", "[还剩|还剩下]多少千克[{fruit}|]", "(n - m) * a"),
            Ask("s", "n, m", "剩下的{fruit}重多少千克", "n * a - m * a"),
            Ask("m", "n, s", "卖出了多少{box}", "(n * a - s) / a"),
            Ask("q", "n, m, c", "剩下的可以卖多少元", "(n - m) * a * c"),
        ),
    ),
    Schema(
        "一桶几瓶",
        numbers="~t 5..60|10..90; ~b 0.5,0.6,0.75,0.8,1.2,1.5,2,2.5; n 4..30; ~s = b * n; ~r = t - s; m = t / b",
        words="oil liquid",
        facts={
            "t": "一{oils}{oil}重{t}千克 | 有一{oils}{t}千克的{oil}",
            "b": "每瓶装{b}千克",
            "n": "装了{n}瓶，每瓶{b}千克 | 用瓶子装，每瓶装{b}千克，装满了{n}瓶",
        },
        asks=(
            Ask("m", "t, b", "[一共|]可以装多少瓶 | 需要多少个瓶子", "t / b"),
            Ask("r", "t, n", "[还剩|桶里还有]多少千克[{oil}|]", "t - b * n"),
        ),
    ),
    Schema(
        "各班手工",
        numbers="c 3..20; n 4..24; b 6..40; t = c * n; m = t / b",
        words="who school; do item made",
        facts={
            "p": "{who}有{c}个班，每班要{do}{n item} | {who}布置教室，{c}个班每班要{do}{n item}",
            "b": "现在由{b}名同学来{do}，每人{do}的同样多",
        },
        asks=(
            Ask("m", "p, b", "平均每人要{do}多少{items} | 每个同学{do}多少{items}", "c * n / b"),
            Ask("t", "p", "[一共|]要{do}多少{items}{item}", "c * n"),
        ),
    ),
)
