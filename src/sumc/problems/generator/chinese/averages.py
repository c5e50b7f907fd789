"""Averages, ages, and numbers about themselves."""

from sumc.problems.generator.chinese.ranges import PARTS, STOCK
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "平均分",
        numbers="a 72..100; b 72..100; c 72..100; t = a + b + c; ~m = t / 3; ~q = (a + b) / 2",
        words="k person; x y z subject",
        facts={
            "a": "[期末|期中|]考试中，{k}{x}{a}分 | {k}{x}考了{a}分 | {k}的{x}成绩是{a}分",
            "b": "{y}{b}分 | {y}考了{b}分",
            "c": "{z}{c}分 | {z}考了{c}分",
            "m": "{k}{x}、{y}、{z}三科的平均[成绩|分]是{m}分 | {k}期末考试{x}、{y}、{z}三门平均{m}分",
            "only": "其中{x}{a}分",
            "q": "{k}{x}和{y}的平均[成绩|分]是{q}分",
            "m3": "加上{z}后，三科平均{m}分",
            "plus": "{z}{c}分 | 加上{z}{c}分后，",
        },
        asks=(
            Ask(
                "m",
                "a, b & c",
                "[{k.his}|][三门|三科]的平均[成绩|分]是多少分 | {k.his}平均成绩是多少分",
                "(a + b + c) / 3",
            ),
            Ask("c", "m, only, b", "{z}[得|考]了多少分 | {z}成绩是多少分", "m * 3 - a - b"),
            Ask("m", "q, plus", "三科的平均[成绩|分]是多少分", "(q * 2 + c) / 3"),
            Ask("c", "q, m3", "{z}考了多少分", "m * 3 - q * 2"),
        ),
    ),
    Schema(
        "三天平均",
        numbers=f"a {STOCK}; b {STOCK}; c {STOCK}; m = (a + b + c) / 3",
        words="who item making; x y z three_days",
        facts={
            "a": "{who}{x}生产{a item} | {who}{x}生产{item}{a}{items}",
            "b": "{y}生产[了|]{b}{items}",
            "c": "{z}生产[了|]{c}{items}",
        },
        asks=(
            Ask(
                "m",
                "a, b, c",
                "平均每天生产多少{items}[{item}|] | 这三天平均每天生产多少{items}",
                "(a + b + c) / 3",
            ),
        ),
    ),
    Schema(
        "前后平均",
        numbers="n 2..8; a 12..60|30..200; m 2..9; b 12..60|30..200; s = n * a; t = m * b; q = (s + t) / (n + m)",
        words="w worker; item piece",
        facts={
            "s": "{w}前{n}天[共|一共|][加工|做]了{s item} | {w}前{n}天[加工|做]{item}{s}{items}",
            "t": "后{m}天[共|一共|][加工|做]了{t}{items}",
            "a": "{w}前{n}天平均每天[加工|做]{a item} | {w}加工{item}，前{n}天每天做{a}{items}",
            "b": "后{m}天平均每天[加工|做]{b}{items}",
            "last": "后{m}天每天[加工|做]{b}{items}",
        },
        asks=(
            Ask(
                "q", "s, t", "[{w.he}|]平均每天[加工|做]多少{items}[{item}|]", "(s + t) / (n + m)"
            ),
            Ask(
                "q",
                "a, b",
                "[{w.he}|]平均每天[加工|做]多少{items}[{item}|]",
                "(n * a + m * b) / (n + m)",
            ),
            Ask(
                "q",
                "s, last",
                "[{w.he}|]平均每天[加工|做]多少{items}[{item}|]",
                "(s + b * m) / (n + m)",
            ),
        ),
        where="a != b; n != m",
    ),
    Schema(
        "混合平均",
        numbers="n 2..20; ~a 4..30|3.5..16/0.5; m 2..20; ~b 5..40|4.5..20/0.5; ~q = (n * a + m * b) / (n + m)",
        words="x y mix blend; shop shop",
        facts={
            "a": "{shop}把{n}千克每千克{a}元的{x}， | 用每千克{a}元的{x}{n}千克，",
            "b": "和{m}千克每千克{b}元的{y}混合在一起 | 与{m}千克每千克{b}元的{y}配成{mix}",
        },
        asks=(
            Ask(
                "q",
                "a, b",
                "{mix}平均每千克多少元 | 混合后每千克多少元",
                "(n * a + m * b) / (n + m)",
            ),
        ),
        where="a != b",
    ),
    Schema(
        "平均身高",
        numbers="n 12..30; m 12..30; a 130..150; b 130..150; ~q = (n * a + m * b) / (n + m)",
        words="cls class; g h parts_of_grade",
        facts={
            "a": "{cls}有{n}名{g}，平均身高{a}厘米 | {cls}{n}名{g}的平均身高是{a}厘米",
            "b": "{m}名{h}平均身高{b}厘米 | 有{m}名{h}，平均身高是{b}厘米",
        },
        asks=(Ask("q", "a, b", "全体同学的平均身高是多少厘米", "(n * a + m * b) / (n + m)"),),
        where="a != b",
    ),
    Schema(
        "年龄倍数",
        numbers="a 4..16; k 2..9; b = a * k; d = b - a; n 2..15; q = (a + n) + (b + n); t = a + b; ~m = (b + n) / (a + n)",
        words="old young elder",
        facts={
            "a": "{young}今年{a}岁 | 今年{young}{a}岁",
            "k": "{old}的年龄是{young}的{k}倍 | {old}的[岁数|年龄]正好是{young}的{k}倍",
            "b": "{old}今年{b}岁 | 今年{old}{b}岁",
            "d": "{old}比{young}大{d}岁",
            "n": "{n}年后， | 再过{n}年，",
            "t": "{old}和{young}今年的年龄和是{t}岁 | 今年{old}和{young}一共{t}岁",
        },
        asks=(
            Ask("b", "a, k", "{old}今年多少岁 | {old}今年几岁", "a * k"),
            Ask("d", "a, k", "{old}比{young}大多少岁", "a * k - a"),
            Ask("a", "b, k", "{young}今年多少岁 | {young}今年几岁", "b / k"),
            Ask("k", "a, b", "{old}的年龄是{young}的多少倍 | {old}的年龄是{young}的几倍", "b / a"),
            Ask("a", "d, k", "{young}今年多少岁", "d / (k - 1)"),
            Ask("b", "d, k", "{old}今年多少岁", "d / (k - 1) * k"),
            Ask("a", "t, k", "{young}今年多少岁", "t / (k + 1)"),
            Ask("b", "t, k", "{old}今年多少岁", "t / (k + 1) * k"),
            Ask("q", "a, b, n", "两人的年龄和是多少岁", "a + b + n * 2"),
            Ask("m", "a, b, n", "{old}的年龄是{young}的多少倍", "(b + n) / (a + n)"),
        ),
        where="b > 24; b < 60; d > 18",
    ),
    Schema(
        "年龄和差",
        numbers="a 6..15; d 2..9; b = a + d; t = a + b",
        words="old young kin",
        facts={
            "t": "{old}和{young}今年一共{t}岁 | {old}与{young}的年龄之和是{t}岁",
            "d": "{old}比{young}大{d}岁 | {young}比{old}小{d}岁",
            "b": "{old}今年{b}岁",
        },
        asks=(
            Ask("b", "t, d", "{old}今年多少岁", "(t + d) / 2"),
            Ask("a", "t, d", "{young}今年多少岁", "(t - d) / 2"),
            Ask("a", "b, d", "{young}今年多少岁 | {young}今年几岁", "b - d"),
            Ask("t", "b, d", "两人今年一共多少岁", "b + b - d"),
        ),
    ),
    Schema(
        "几年后几倍",
        numbers="a 3..14; n 2..12; k 2..5; b = (a + n) * k - n; d = b - a",
        words="old young elder",
        facts={
            "a": "{young}今年{a}岁",
            "k": "{n}年后{old}的年龄是{young}的{k}倍 | 再过{n}年，{old}的年龄正好是{young}的{k}倍",
        },
        asks=(Ask("b", "a, k", "{old}今年多少岁 | {old}今年几岁", "(a + n) * k - n"),),
        where="b > 24; b < 60; d > 18",
    ),
    Schema(
        "数的倍数",
        numbers="a 3..60|12..240; k 2..12; d 2..30|5..90; b = a * k; v = b + d; m = b - d",
        words="x y figure",
        facts={
            "a": "{x}是{a}",
            "k": "{y}是{x}的{k}倍",
            "more": "{y}比{x}的{k}倍多{d} | {y}比{x}的{k}倍还多{d}",
            "less": "{y}比{x}的{k}倍少{d}",
            "v": "一个数的{k}倍[加上|多]{d}是{v} | 一个数的{k}倍加上{d}，和是{v}",
            "m": "一个数的{k}倍[减去|少]{d}是{m} | 一个数乘{k}，再减去{d}，得{m}",
            "b": "某数的{k}倍恰好是{b} | 把一个数乘{k}得{b} | 有一个数，它的{k}倍等于{b}",
        },
        asks=(
            Ask("b", "a, k", "{y}是多少", "a * k"),
            Ask("v", "a, more", "{y}是多少", "a * k + d"),
            Ask("m", "a, less", "{y}是多少", "a * k - d"),
            Ask("a", "v", "这个数是多少 | 求这个数", "(v - d) / k"),
            Ask("a", "m", "这个数是多少 | 求这个数", "(m + d) / k"),
            Ask("a", "b", "这个数是多少 | 求这个数", "b / k"),
        ),
    ),
    Schema(
        "数的分数",
        numbers=f"a 12..300|24..600/6; /f {PARTS}; b = a * f; d 2..30; v = b + d; m = b - d; /g {PARTS}; c = b / g; r = a - b",
        words="x y figure",
        facts={
            "b": "有一个数，它的{f}是{b} | 某数的{f}恰好是{b} | 把一个数乘{f}得到{b}",
            "v": "某数的{f}再加上{d}[得|是]{v} | 有一个数，它的{f}加上{d}的和是{v}",
            "m": "某数的{f}再减去{d}[得|是]{m} | 有一个数，它的{f}减去{d}，差是{m}",
            "a": "{x}是{a}",
            "f": "{y}是{x}的{f}",
            "eq": "{x}的{f}等于{y}的{g} | {x}的{f}和{y}的{g}相等",
            "less": "而{y}比{x}少{f}",
        },
        asks=(
            Ask("a", "b", "这个数是多少 | 求这个数", "b / f"),
            Ask("a", "v", "这个数是多少 | 求这个数", "(v - d) / f"),
            Ask("a", "m", "这个数是多少 | 求这个数", "(m + d) / f"),
            Ask("b", "a, f", "{y}是多少", "a * f"),
            Ask("c", "a, eq", "{y}是多少", "a * f / g"),
            Ask("r", "a, less", "{y}是多少", "a * (1 - f)"),
        ),
    ),
    Schema(
        "数的百分",
        numbers="a 20..400/10|50..900/25; %k 5..95/5|10..90/10; ~b = a * k; ~c = a * (1 + k); ~e = a - b; d 2..40; ~v = b + d",
        words="x y figure",
        facts={
            "b": "某个数的{k}恰好是{b} | 有一个数，它的{k}等于{b}",
            "c": "{x}是{a}，而{y}比{x}多{k}",
            "e": "{x}是{a}，而{y}比{x}少{k}",
            "cc": "{y}是{c}，比{x}多{k}",
            "ee": "{y}是{e}，比{x}少{k}",
            "v": "一个数的{k}加上{d}[是|等于]{v} | 比一个数的{k}多{d}的数是{v}",
        },
        asks=(
            Ask("a", "b", "这个数是多少 | 求这个数", "b / k"),
            Ask("c", "c", "{y}是多少", "a * (1 + k)"),
            Ask("e", "e", "{y}是多少", "a * (1 - k)"),
            Ask("a", "cc", "{x}是多少", "c / (1 + k)"),
            Ask("a", "ee", "{x}是多少", "e / (1 - k)"),
            Ask("a", "v", "这个数是多少 | 求这个数", "(v - d) / k"),
        ),
    ),
    Schema(
        "有余除法",
        numbers="b 3..30; q 3..60; r 1..20; a = b * q + r",
        words="",
        facts={
            "b": "[在一道除法算式中|做一道除法题]，除数是{b}，商是{q} | 某数除以{b}，所得的商是{q}",
            "r": "余数是{r}",
            "a": "在一道[有余数的|]除法里，被除数是{a}，商是{q}",
            "ab": "在有余数的除法里，被除数是{a}，除数是{b}，商是{q}",
        },
        asks=(
            Ask("a", "b, r", "被除数是多少 | 求被除数", "b * q + r"),
            Ask("b", "a, r", "除数是多少 | 求除数", "(a - r) / q"),
            Ask("r", "ab", "余数是多少", "a - b * q"),
        ),
        where="r < b",
    ),
    Schema(
        "看错题",
        numbers="a 12..90; b 2..9; w = a + b; y = a - b; e = a / b; z = a * b",
        words="k person",
        facts={
            "w": "{k}计算一道题时，把减{b}错看成加{b}，结果得到{w}",
            "mul": "{k}把一个数乘{b}错算成除以{b}，得到{e}",
        },
        asks=(
            Ask("y", "w", "正确的[得数|结果]是多少", "w - b - b"),
            Ask("z", "mul", "正确的[得数|结果]是多少", "e * b * b"),
        ),
    ),
    Schema(
        "单位时间平均",
        numbers="~v 2..9|3..12|1.5..6.5/0.5; h 2..12; ~s = v * h; m 3..20; ~t = v * m",
        words="",
        facts={
            "s": "一个水龙头{h}小时浪费水{s}千克 | 一个没关紧的水龙头，{h}小时滴水{s}千克",
            "m": "照这样计算，{m}小时 | 照这样，{m}小时",
        },
        asks=(
            Ask("v", "s", "平均每小时浪费水多少千克", "s / h"),
            Ask("t", "s, m", "会浪费水多少千克", "s / h * m"),
        ),
        where="m != h",
    ),
)
