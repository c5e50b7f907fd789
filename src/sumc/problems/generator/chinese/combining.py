"""Parts and wholes, more and less, times as many."""

from sumc.problems.generator.chinese.ranges import PEOPLE, STOCK, WEIGHT
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "两人合计",
        numbers="a own; b own; t = a + b",
        words="p q person; item thing",
        facts={
            "a": "{p}有{a item} | {p}有{item}{a}{items} | {p}[收集了|买了|带了|得到了]{a item}",
            "b": "{q}有{b item} | {q}有{item}{b}{items} | {q}[收集了|买了|带了|得到了]{b item}",
            "t": "{p}和{q}[一共|共|]有{t item} | {p}、{q}两人共有{item}{t}{items}"
            " | 两个小朋友{p}和{q}一共收集了{t item}",
            "part": "其中{p}有{a}{items} | {p}有{a}{items}",
        },
        asks=(
            Ask(
                "t",
                "a & b",
                "[他们|两人|{p}和{q}][一共|总共|共]有多少{items}{item} | 两人合起来有{item}多少{items}"
                " | 把两人的{item}合在一起，有多少{items} | 他们俩的{item}[加起来|合起来]是多少{items}",
            ),
            Ask("b", "t, part", "{q}有多少{items}{item} | {q}的{item}有多少{items}", "t - a"),
        ),
    ),
    Schema(
        "三种合计",
        numbers=f"a {STOCK}; b {STOCK}; c {STOCK}; t = a + b + c",
        words="x y z book; school school",
        facts={
            "a": "{school}图书室有{x}{a}本 | {school}[买来|购进|新买了]{a}本{x}",
            "b": "{y}{b}本 | 有{y}{b}本 | 还有{b}本{y}",
            "c": "{z}{c}本 | 另外有{z}{c}本 | 还有{c}本{z}",
            "t": "{school}[图书室|]有{x}、{y}和{z}[一共|共]{t}本"
            " | {school}的{x}、{y}、{z}三种书[一共|共]有{t}本",
            "only": "其中{x}{a}本",
        },
        asks=(
            Ask("t", "a, b & c", "三种书[一共|共|总共]有多少本 | 这些书[一共|共]多少本"),
            Ask("c", "t, only, b", "{z}有多少本 | [图书室|]有{z}多少本", "t - a - b"),
        ),
    ),
    Schema(
        "两天卖出",
        numbers=f"~a {WEIGHT}; ~b {WEIGHT}; ~r {WEIGHT}; ~t = a + b + r",
        words="first second days; shop fruit_shop; fruit fruit",
        facts={
            "t": "{shop}运来{t}千克{fruit} | {shop}[原来|原|]有{fruit}{t}千克 | {shop}购进{t}千克{fruit}",
            "a": "{first}卖出{a}千克 | {first}卖了{a}千克[{fruit}|]",
            "b": "{second}卖出{b}千克 | {second}卖了{b}千克 | {second}又卖出{b}千克",
            "r": "还剩{r}千克 | 这时还剩下{r}千克[没卖|]",
            "some": "{shop}运来一批{fruit} | {shop}有一些{fruit}",
        },
        asks=(
            Ask(
                "r",
                "t, a, b",
                "[还剩|还剩下|剩下]多少千克[{fruit}|] | 还有多少千克没卖",
                "t - a - b",
            ),
            Ask(
                "t",
                "some, a, b, r",
                "[{shop}|]原来有[{fruit}多少千克|多少千克{fruit}] | 这批{fruit}[一共|共]有多少千克",
            ),
            Ask("b", "t, a, r", "{second}卖出多少千克[{fruit}|]", "t - a - r"),
        ),
    ),
    Schema(
        "用掉剩下",
        numbers="a own; b own; t = a + b",
        words="p person; item eaten",
        facts={
            "t": "{p}[家|]有{t item} | {p}的妈妈买来{t item} | [盘子|篮子]里有{t item}，{p}很喜欢吃"
            " | {p}买了{item}{t}{items}",
            "a": "[{p.he}|]吃了{a}{items} | [{p.he}|]吃掉{a}{items} | [{p.he}|]送给同学{a}{items}",
            "b": "还剩{b}{items} | 现在还剩下{b}{items}",
            "some": "{p}有一些{item} | {p}买了一些{item}",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "[还剩|还剩下|还有|剩下]多少{items}[{item}|] | 现在有{item}多少{items}",
                "t - a",
            ),
            Ask("a", "t, b", "[{p.he}|]吃了多少{items}[{item}|] | 少了多少{items}", "t - b"),
            Ask("t", "some, a, b", "{p}原来有多少{items}{item} | 原来有{item}多少{items}"),
        ),
    ),
    Schema(
        "公共汽车",
        numbers="a 8..30|15..52; b 2..12|3..20; c 2..15|4..24; r = a - b + c",
        words="",
        facts={
            "a": "一辆公共汽车上有{a}人 | 公交车从起点站开出时有乘客{a}人 | 一辆公交车上原来有{a}名乘客",
            "start": "一辆公共汽车从起点站开出 | 一辆公交车上原来有一些乘客",
            "b": "[到站后|到了第一站|到少年宫站时|到人民公园站]有{b}人下车 | [到站后|到了火车站]下去{b}人",
            "c": "[又|]上来{c}人 | [同时|]有{c}人上车 | 又有{c}名乘客上车",
            "r": "这时车上有{r}人 | 现在车上有乘客{r}人",
        },
        asks=(
            Ask(
                "r", "a, b, c", "[这时|现在]车上[有|一共有]多少[人|名乘客] | 车上现在有乘客多少人"
            ),
            Ask("a", "start, b, c, r", "[车上|公交车上|]原来有多少[人|名乘客]", "r - c + b"),
            Ask("c", "a, b, r", "到站后上来多少人 | 有多少人上车", "r - a + b"),
        ),
        where="a > b",
    ),
    Schema(
        "借书还书",
        numbers=f"a {STOCK}; b crowd; c crowd; r = a - b + c",
        words="book book; first second days",
        facts={
            "a": "图书馆有{a}本{book} | 学校图书室有{book}{a}本 | 阅览室里原有{book}{a}本",
            "b": "{first}借出{b}本 | {first}借走了{b}本",
            "c": "{second}还回{c}本 | {second}又还回来{c}本 | {second}买进{c}本",
            "r": "现在有{r}本 | 这时图书室有{book}{r}本",
        },
        asks=(
            Ask("r", "a, b, c", "现在有{book}多少本 | [图书馆|]现在[共|一共|]有多少本{book}"),
            Ask("c", "a, b, r", "{second}还回多少本", "r - a + b"),
        ),
        where="a > b",
    ),
    Schema(
        "比多",
        numbers="a own; d 2..12|3..40|10..90; b = a + d; t = a + b",
        words="p q person; item thing",
        facts={
            "a": "{p}有{a item} | {p}有{item}{a}{items}",
            "b": "{q}有{b item} | {q}有{item}{b}{items}",
            "d": "{q}比{p}多{d}{items} | {q}的{item}比{p}多{d}{items} | {q}比{p}多有{d}{items}",
            "less": "比{q}少{d}{items} | {p}比{q}少{d}{items}",
        },
        asks=(
            Ask("b", "a, d", "{q}有多少{items}[{item}|] | {q}有{item}多少{items}", "a + d"),
            Ask("b", "a, less", "{q}有多少{items}[{item}|] | {q}有{item}多少{items}", "a + d"),
            Ask("a", "b, d", "{p}有多少{items}[{item}|]", "b - d"),
            Ask("d", "a & b", "{q}比{p}多多少{items}[{item}|] | {p}比{q}少多少{items}", "b - a"),
            Ask(
                "t",
                "a, d",
                "两人[一共|共]有多少{items}[{item}|] | 他们共有{item}多少{items}",
                "a + a + d",
            ),
            Ask("t", "b, d", "[两人|他们|{p}和{q}][一共|共]有多少{items}[{item}|]", "b - d + b"),
        ),
    ),
    Schema(
        "比少",
        numbers=f"a {STOCK}; d 3..40|10..90; b = a - d; t = a + b",
        words="x y plant",
        facts={
            "a": "植物园里有{a x} | 公园里有{x}{a}棵 | 林场[栽|种]了{a}棵{x}",
            "d": "{y}比{x}少{d}棵 | 种的{y}比{x}少{d}棵",
            "b": "{y}有{b}棵 | {y}{b}棵",
            "more": "比{y}多{d}棵 | {x}比{y}多{d}棵",
        },
        asks=(
            Ask("b", "a, d", "{y}有多少棵 | 有{y}多少棵", "a - d"),
            Ask("b", "a, more", "{y}有多少棵 | 有{y}多少棵", "a - d"),
            Ask("t", "a, d", "[两种树|{x}和{y}][一共|共]有多少棵", "a + a - d"),
            Ask("t", "a, more", "[两种树|{x}和{y}][一共|共]有多少棵", "a + (a - d)"),
            Ask("d", "a, b", "{x}比{y}多多少棵 | {y}比{x}少多少棵", "a - b"),
        ),
        where="b > 0",
    ),
    Schema(
        "几倍",
        numbers="a 3..20|12..90|60..400; k 2..9; b = a * k; t = a + b; d = b - a",
        words="x y animal; who farmer",
        facts={
            "a": "{who}[家|]养了{a x} | 养殖场有{x}{a}{xs} | {who}家有{x}{a}{xs}",
            "k": "{y}的[数量|只数]是{x}的{k}倍 | 养的{y}[正好|]是{x}的{k}倍",
            "b": "{y}有{b}{ys} | 还养了{b y}",
            "inverse": "[正好|]是{y}的{k}倍",
            "big": "{who}家养了{b x} | 养殖场有{x}{b}{xs}",
        },
        asks=(
            Ask("b", "a, k", "{y}有多少{ys} | 养了多少{ys}{y}", "a * k"),
            Ask("t", "a, k", "{x}和{y}[一共|共]有多少{xs} | 两种动物共有多少{xs}", "a * k + a"),
            Ask("d", "a, k", "{y}比{x}多多少{ys} | {x}比{y}少多少{ys}", "a * k - a"),
            Ask("k", "a, b", "{y}的数量是{x}的多少倍 | {y}的数量是{x}的几倍", "b / a"),
            Ask("a", "big, inverse", "{y}有多少{ys} | 养了{y}多少{ys}", "b / k"),
        ),
    ),
    Schema(
        "几倍多几",
        numbers=f"a {STOCK}; k 2..8; d 2..40|5..90; b = a * k + d; t = a + b",
        words="x y book; place school",
        facts={
            "a": "{place}有{x}{a}本 | {place}图书室有{a}本{x} | {place}买来{x}{a}本",
            "b": "{place}有{y}{b}本 | {place}图书室有{b}本{y}",
            "k": "{y}[的本数|]比{x}的{k}倍多{d}本 | {y}的数量比{x}的{k}倍还多{d}本",
            "inv": "比{x}的{k}倍多{d}本 | {y}比{x}的{k}倍还多{d}本",
        },
        asks=(
            Ask("b", "a, k", "{y}有多少本 | 有{y}多少本"),
            Ask("a", "b, inv", "{x}有多少本 | 有多少本{x}", "(b - d) / k"),
            Ask("t", "a, k", "{x}和{y}[一共|共]有多少本 | 两种书一共多少本", "a * k + d + a"),
        ),
    ),
    Schema(
        "几倍少几",
        numbers=f"a {PEOPLE}; k 2..6; d 2..40; b = a * k - d; t = a + b",
        words="x y club; place school",
        facts={
            "a": "{place}{x}有{a}人 | {place}参加{x}的有{a}人 | {place}{x}有{a}名[队员|同学]",
            "b": "{place}{y}有{b}人 | {place}参加{y}的[同学|]有{b}人",
            "k": "{y}[的人数|]比{x}的{k}倍少{d}人",
            "inv": "比{x}人数的{k}倍少{d}人 | {y}的人数比{x}的{k}倍少{d}人",
        },
        asks=(
            Ask("b", "a, k", "{y}有多少[人|名同学] | 参加{y}的有多少人"),
            Ask("a", "b, inv", "{x}有多少[人|名同学]", "(b + d) / k"),
            Ask("t", "a, k", "[{x}和{y}|两个队|两个小组][一共|共]有多少人", "a + a * k - d"),
        ),
        where="b > a",
    ),
    Schema(
        "和差",
        numbers="a 12..90|40..300; d 4..40|10..90; b = a + d; t = a + b",
        words="p q person; item thing",
        facts={
            "t": "{p}和{q}共有{t item} | {p}、{q}两人一共有{item}{t}{items}",
            "d": "{q}比{p}多{d}{items} | 已知{p}比{q}少{d}{items}",
        },
        asks=(
            Ask("a", "t, d", "{p}有多少{items}[{item}|]", "(t - d) / 2"),
            Ask("b", "t, d", "{q}有多少{items}[{item}|]", "(t + d) / 2"),
        ),
    ),
    Schema(
        "和倍差倍",
        numbers="a 6..60|30..300; k 2..9; b = a * k; t = a + b; d = b - a",
        words="x y wood; place school",
        facts={
            "t": "{place}[种|栽]了{x}和{y}共{t}棵 | {place}有{x}、{y}一共{t}棵",
            "d": "{place}[种|栽]的{y}比{x}多{d}棵 | {place}的{x}比{y}少{d}棵",
            "k": "{y}的棵数是{x}的{k}倍 | 其中{y}是{x}的{k}倍 | {y}棵数正好是{x}的{k}倍",
        },
        asks=(
            Ask("a", "t, k", "{x}有多少棵 | [种了|有]{x}多少棵", "t / (k + 1)"),
            Ask("b", "t, k", "{y}有多少棵 | [种了|有]{y}多少棵", "t / (k + 1) * k"),
            Ask("a", "d, k", "{x}有多少棵 | [种了|有]{x}多少棵", "d / (k - 1)"),
            Ask("b", "d, k", "{y}有多少棵 | [种了|有]{y}多少棵", "d / (k - 1) * k"),
        ),
    ),
    Schema(
        "移多补少",
        numbers="c 2..15|5..60; b 8..60|30..200; a = b + c + c",
        words="p q person; item thing",
        facts={
            "a": "{p}有{a item} | {p}有{item}{a}{items}",
            "b": "{q}有{b item} | {q}有{item}{b}{items}",
            "c": "{p}给{q}{c}{items}后，两人的{item}[一样多|同样多] | 如果{p}送给{q}{c}{items}，两人的{item}就一样多",
        },
        asks=(
            Ask(
                "c",
                "a & b",
                "{p}给{q}多少{items}，两人的{item}就[一样多|同样多] | {p}要给{q}多少{items}两人才一样多",
                "(a - b) / 2",
            ),
            Ask("b", "a, c", "{q}原来有多少{items}[{item}|]", "a - c - c"),
            Ask("b", "a, c", "{q}原来有{item}多少{items}", "a - c * 2"),
            Ask("a", "b, c", "{p}原来有多少{items}[{item}|]", "b + c * 2"),
        ),
    ),
    Schema(
        "重叠",
        numbers="c 2..12|4..15; x 6..20; y 6..20; a = x + c; b = y + c; t = x + y + c",
        words="cls class; m n club",
        facts={
            "a": "{cls}参加{m}的有{a}人 | {cls}同学中有{a}人参加了{m}",
            "b": "参加{n}的有{b}人 | 有{b}人参加{n}",
            "c": "两[项|样]都参加的有{c}人 | 其中有{c}人两个都参加了",
            "t": "{cls}有{t}人，每人至少参加{m}和{n}中的一个 | {cls}{t}名同学都参加了{m}或{n}",
            "a2": "其中参加{m}的有{a}人",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "参加{m}和{n}的[一共|共]有多少人 | 至少参加一个的有多少人",
                "a + b - c",
            ),
            Ask(
                "c",
                "t, a2, b",
                "两[项|样]都参加的有多少人 | 既参加{m}又参加{n}的有多少人",
                "a + b - t",
            ),
        ),
    ),
    Schema(
        "三人连比",
        numbers="a own; d 2..12|3..30; k 2..5; b = a + d; e = a - d; c = b * k; f = e * k",
        words="p q r person; do item made",
        facts={
            "a": "{p}{do}了{a item} | {p}{do}{item}{a}{items} | 手工课上，{p}{do}了{a item}",
            "b": "{q}比{p}多{do}{d}{items} | {q}{do}的比{p}多{d}{items}",
            "e": "{q}比{p}少{do}{d}{items} | {q}{do}的比{p}少{d}{items}",
            "c": "{r}{do}的是{q}的{k}倍 | {r}{do}的[个数|数量|]是{q}的{k}倍",
        },
        asks=(
            Ask("c", "a, b, c", "{r}{do}了多少{items}[{item}|]", "(a + d) * k"),
            Ask("f", "a, e, c", "{r}{do}了多少{items}[{item}|]", "(a - d) * k"),
        ),
    ),
    Schema(
        "排队",
        numbers="a 3..20|8..40; b 3..20|8..40; t = a + b + 1; s = a + b - 1",
        words="k person",
        facts={
            "a": "同学们排成一队[做操|买票|去春游|看电影]，{k}前面有{a}人 | {k}排队[买票|放学|打饭]，{k.his}前面有{a}人",
            "b": "后面有{b}人 | {k.his}后面有{b}人",
            "from": "同学们排成一队[做操|买票|放学]，从前往后数{k}是第{a}个 | 小朋友排队，从前面数{k}排第{a}",
            "back": "从后往前数{k.he}是第{b}个 | 从后面数{k.he}排第{b}",
            "t": "一队同学共{t}人，{k}前面有{a}人",
        },
        asks=(
            Ask("t", "a, b", "这一队[一共|共]有多少人 | 一共有多少人排队"),
            Ask("s", "from, back", "这一队[一共|共]有多少人 | 这队同学有多少人"),
            Ask("b", "t", "{k.his}后面有多少人 | {k}后面有多少人", "t - a - 1"),
        ),
    ),
    Schema(
        "捐款三班",
        numbers="a 60..400/5; d 10..60/5; e 10..90/5; b = a + d; c = b - e; t = a + b + c",
        words="place school",
        facts={
            "a": "[为灾区捐款|爱心捐款活动中|向希望工程捐款]，{place}四年级捐了{a}元 | {place}四年级捐款{a}元",
            "d": "五年级比四年级多捐{d}元",
            "e": "六年级比五年级少捐{e}元 | 六年级捐的钱比五年级少{e}元",
        },
        asks=(
            Ask("c", "a, d, e", "六年级捐款多少元 | 六年级捐了多少元", "a + d - e"),
            Ask("t", "a, d, e", "三个年级[一共|共]捐款多少元", "a * 3 + d * 2 - e"),
        ),
        where="c > 0",
    ),
)
