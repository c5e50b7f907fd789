"""Prices, change, discounts, profit, interest and taxes."""

from sumc.problems.generator.chinese.ranges import CHEAP, COSTLY, DEAR
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "单价数量",
        numbers=f"$c {CHEAP}; n 3..12|4..40|10..60; $t = c * n",
        words="w teacher; item good",
        facts={
            "c": "一{items}{item}[{c}元|的价钱是{c}元|售价{c}元] | 每{items}{item}{c}元 | {item}的单价是{c}元",
            "n": "{w}买了{n}{items} | {w}买了{n}{items}这样的{item} | {w}要买{n}{items}",
            "t": "{w}用{t}元买{item} | {w}带了{t}元去买{item}",
            "all": "{w}买{n}{items}{item}[用去|花了|付了]{t}元 | {w}买了{n item}，一共[花了|用去]{t}元",
        },
        asks=(
            Ask(
                "t", "c, n", "[一共|共]要[付|用|花]多少[元|钱] | 应付多少元 | [一共|共]需要多少元"
            ),
            Ask("n", "c, t", "[可以|能]买多少{items}[{item}|] | 能买几{items}", "t / c"),
            Ask(
                "c",
                "all",
                "每{items}{item}多少[元|钱] | {item}的单价是多少元 | 平均每{items}多少元",
                "t / n",
            ),
        ),
    ),
    Schema(
        "找零",
        numbers=f"$c {CHEAP}; n 2..9|3..12; $b = c * n; $y 10,20,50,100; $r = y - b",
        words="k person; item good",
        facts={
            "c": "每{items}{item}{c}元 | 一{items}{item}{c}元 | {item}每{items}的价格是{c}元",
            "n": "{k}买了{n}{items}[{item}|] | {k}想买{n}{items}",
            "y": "付[给售货员|了|出]{y}元 | 给了营业员{y}元 | 拿出一张{y}元的钱",
            "first": "{k}有{y}元[钱|] | 妈妈给{k}{y}元[钱|]",
            "buy": "买了{n}{items}{item}，每{items}{c}元 | 买{item}{n}{items}，每{items}{c}元",
            "r": "找回{r}元 | 售货员找给{k.him}{r}元",
            "each": "{k}买了{n}{items}同样的{item} | {k}买{item}{n}{items}",
            "price": "{k}买了一些单价{c}元的{item} | {k}买{item}，每{items}{c}元",
        },
        asks=(
            Ask("r", "c, n, y", "[应|]找回多少[元|钱] | 应找给{k.him}多少元", "y - c * n"),
            Ask("r", "first, buy", "[还剩|还剩下|剩下]多少[元|钱]", "y - c * n"),
            Ask("c", "each, y, r", "每{items}{item}多少元 | {item}的单价是多少元", "(y - r) / n"),
            Ask("n", "price, y, r", "{k}买了多少{items}[{item}|] | 买了几{items}", "(y - r) / c"),
        ),
    ),
    Schema(
        "两种商品",
        numbers=f"$c {DEAR}; n 2..9|3..30; $e {CHEAP}; m 2..12|4..40; $x = c * n; $y = e * m; $t = x + y;"
        " $d = x - y",
        words="who school; u dear; v good",
        facts={
            "c": "一{us}{u}{c}元 | 每{us}{u}{c}元 | {u}每{us}{c}元",
            "e": "一{vs}{v}{e}元 | 每{vs}{v}{e}元 | {v}每{vs}{e}元",
            "n": "{who}买了{n}{us}{u}和{m}{vs}{v} | {who}要买{n}{us}{u}、{m}{vs}{v}",
            "x": "{who}买了{n}{us}{u}，每{us}{c}元 | {who}买来{n}{us}单价{c}元的{u}",
            "y": "又买了{m}{vs}{v}，每{vs}{e}元 | 还买了{m}{vs}单价{e}元的{v}",
            "t": "{who}买{n}{us}{u}和{m}{vs}{v}[一共|共][用去|花了]{t}元",
        },
        asks=(
            Ask(
                "t",
                "c & e, n",
                "[一共|共]要[付|用|花]多少元 | 总共需要多少[元|钱]",
                "c * n + e * m",
            ),
            Ask(
                "t",
                "x, y",
                "[一共|共][用去|花了|用了]多少元 | 总共用了多少[元|钱]",
                "c * n + e * m",
            ),
            Ask(
                "d", "x, y", "买{u}比买{v}多用多少元 | 买{u}比{v}多花多少[元|钱]", "c * n - e * m"
            ),
            Ask("e", "t, c", "每{vs}{v}多少元 | 一{vs}{v}多少[元|钱]", "(t - c * n) / m"),
            Ask("c", "t, e", "每{us}{u}多少元 | 一{us}{u}多少[元|钱]", "(t - e * m) / n"),
        ),
    ),
    Schema(
        "配套",
        numbers="$a 40..180/5|30..260; $b 12..90|15..60; n 4..40|15..60; $s = a + b; $t = s * n",
        words="who school; u v set",
        facts={
            "a": "一{us}{u}{a}元 | 每{us}{u}{a}元 | {u}每{us}的价钱是{a}元",
            "b": "一{vs}{v}{b}元 | 每{vs}{v}{b}元",
            "n": "{who}买来{n}套 | {who}要买{n}套这样的{u}和{v}",
            "t": "{who}买了{n}套{u}和{v}，共[花|用]了{t}元",
        },
        asks=(
            Ask(
                "t", "a & b, n", "[一共|共]要[付|用|花]多少元 | 总共需要多少[元|钱]", "(a + b) * n"
            ),
            Ask("b", "t, a", "每{vs}{v}多少元 | 一{vs}{v}多少元", "t / n - a"),
        ),
    ),
    Schema(
        "打折",
        numbers=f"$a {COSTLY}; ~k 0.6,0.7,0.8,0.9,0.75,0.85,0.95,0.65; $b = a * k; $d = a - b",
        words="item appliance; w adult",
        facts={
            "a": "一{items}{item}原价{a}元 | 一{items}{item}的原价是{a}元 | 商店里一{items}{item}标价{a}元 | 一种{item}，每{items}{a}元",
            "k": "现在打{k:fold}出售 | [节日期间|商场促销|店庆期间]打{k:fold}销售 | 现按{k:fold}出售",
            "b": "现价{b}元 | 现在[只卖|售价是|只要]{b}元",
            "buy": "{w}买一{items}{item}，打{k:fold}后[付了|花了|用去]{b}元 | 一{items}{item}打{k:fold}后的价钱是{b}元"
            " | 一{items}{item}打{k:fold}后售价{b}元",
        },
        asks=(
            Ask(
                "b",
                "a, k",
                "现价[是|]多少元 | 现在[买一{items}|]要多少元 | 现在的[售价|价钱|价格]是多少元",
                "a * k",
            ),
            Ask(
                "d",
                "a, k",
                "[现在买|]比原价便宜[了|]多少[元|钱] | 便宜了多少元 | 可以节省多少元",
                "a - a * k",
            ),
            Ask(
                "a", "buy", "[这{items}{item}的|]原价[是|]多少元 | 这种{item}原来卖多少元", "b / k"
            ),
            Ask("d", "buy", "比原价便宜[了|]多少元 | 现在比原来便宜多少元", "b / k - b"),
            Ask("k", "a, b", "现价是原价的百分之几 | 相当于按原价的百分之几出售", "b / a"),
        ),
    ),
    Schema(
        "降价分数",
        numbers=f"$a {COSTLY}; /f 1/3,1/4,1/5,2/5,1/6,1/8,1/10,3/10,2/15,3/20,2/7,2/9,1/12; $b = a * (1 - f);"
        " $d = a - b",
        words="item appliance",
        facts={
            "a": "一{items}{item}原价{a}元 | 一种{item}原来每{items}{a}元 | 商场里一{items}{item}原来卖{a}元",
            "f": "现在降价{f} | 现在比原来降低了{f} | 现价比原价降低了{f}",
            "b": "一种{item}现在每{items}售价{b}元 | 一{items}{item}现价{b}元 | 一{items}{item}现在的价钱是{b}元",
            "low": "比原来降低了{f} | 比原价便宜了{f} | 比原来降价{f}",
            "d": "一{items}{item}降价{f}后，比原来便宜了{d}元 | 一种{item}比原来降价{f}，正好降低了{d}元",
        },
        asks=(
            Ask(
                "b",
                "a, f",
                "现价[是|]多少元 | 现在售价多少元 | 现在每{items}多少元",
                "a * (1 - f)",
            ),
            Ask("d", "a, f", "降价多少元 | 降低了多少元 | 比原来便宜多少元", "a * f"),
            Ask(
                "a",
                "b, low",
                "原来每{items}多少元 | 原价[是|]多少元 | 原来的价钱是多少元",
                "b / (1 - f)",
            ),
            Ask("a", "d", "[这{items}|这种]{item}原价[是|]多少元", "d / f"),
            Ask("d", "b, low", "比原来便宜多少元 | 降价多少元", "b / (1 - f) - b"),
        ),
    ),
    Schema(
        "涨价百分",
        numbers=f"$a {DEAR}; %k 5..40/5|10..50/10; $b = a * (1 + k); $d = a * k",
        words="item dear",
        facts={
            "a": "一{items}{item}原价{a}元 | 一种{item}原来每{items}{a}元 | 一{items}{item}进价{a}元",
            "k": "现在提价{k} | 现在涨价{k} | 加价{k}后出售",
            "b": "一种{item}现在每{items}{b}元 | 一{items}{item}现价{b}元",
            "up": "比原来提高了{k} | 比原价上涨了{k}",
        },
        asks=(
            Ask("b", "a, k", "现价[是|]多少元 | 现在每{items}多少元", "a * (1 + k)"),
            Ask("a", "b, up", "原价[是|]多少元 | 原来每{items}多少元", "b / (1 + k)"),
            Ask("d", "a, k", "[涨了|提高了|上涨了]多少元", "a * k"),
        ),
    ),
    Schema(
        "利润",
        numbers=f"$a {DEAR}; %k 10..60/10|5..50/5; $b = a * (1 + k); $d = b - a; n 4..40|10..80; $g = d * n;"
        " %f 70,80,90,85,95; $q = b * f; $e = q - a",
        words="item dear; shop shop",
        facts={
            "a": "{shop}[购进|进]一批{item}，每{items}进价{a}元 | 一{items}{item}的[成本|进价]是{a}元",
            "b": "按每{items}{b}元出售 | 售价{b}元 | 卖{b}元",
            "n": "一共卖出{n}{items} | 卖了{n}{items}",
            "k": "按{k}的利润定价 | 加价{k}作为定价",
            "sold": "{shop}一{items}{item}卖{b}元，可以赚{k} | 一{items}{item}售价{b}元，比进价高{k}",
            "f": "再按定价的{f}出售 | 后来按定价的{f}卖出",
        },
        asks=(
            Ask("k", "a, b", "[每{items}|]可以赚百分之几 | 利润率是百分之几", "(b - a) / a"),
            Ask("g", "a, b, n", "[一共|共][可以|]赚多少元 | 可以获利多少元", "(b - a) * n"),
            Ask("a", "sold", "[这{items}{item}的|]进价是多少元 | 成本是多少元", "b / (1 + k)"),
            Ask("b", "a, k", "定价是多少元 | 每{items}卖多少元", "a * (1 + k)"),
            Ask(
                "e",
                "a, k, f",
                "[每{items}|]可以赚多少元 | 卖一{items}赚多少元",
                "a * (1 + k) * f - a",
            ),
        ),
    ),
    Schema(
        "存款利息",
        numbers="$c 500..5000/500|1000..20000/1000|2000..60000/2000; y 2,3,5; %k 2.25,2.5,2.75,3,3.25,3.5,3.6,3.75,4,"
        "4.25,4.5,4.75; $i = c * k * y; $t = c + i",
        words="w adult",
        facts={
            "c": "{w}把{c}元存入银行 | {w}在银行存了{c}元 | {w}将{c}元存入银行，整存整取",
            "y": "定期{y}年 | 存期{y}年 | 存{y}年",
            "k": "年利率是{k} | 年利率为{k} | 年利率{k}",
            "i": "到期时得到利息{i}元 | 到期后利息是{i}元",
            "some": "{w}把一笔钱存入银行",
        },
        asks=(
            Ask(
                "i",
                "c, y & k",
                "到期[时|后|][可以得到|能得|可得]利息多少元 | 到期后利息是多少元",
                "c * k * y",
            ),
            Ask(
                "t",
                "c, y & k",
                "到期[时|后|]可以[取回|取出|得到][本金和利息一共|本息共|]多少元",
                "c + c * k * y",
            ),
            Ask("c", "some, y & k, i", "{w}存了多少元 | 存入的本金是多少元", "i / y / k"),
        ),
    ),
    Schema(
        "纳税",
        numbers="$a 1200..9000/100|20000..90000/1000; $m 800,500,1000,2000,3500; %k 3,5,10,20; $t = a * k;"
        " $r = a - t; $o = (a - m) * k; $q = a - o",
        words="w adult; shop shop",
        facts={
            "shop": "{shop}上个月的营业额是{a}元 | 一家饭店[十月份|上月|五月份]营业额为{a}元",
            "k": "按营业额的{k}缴纳营业税 | 如果按{k}的税率缴纳营业税",
            "pay": "{w}得到一笔{a}元的[稿费|劳务费] | {w}上月工资是{a}元 | {w}写书得稿费{a}元",
            "m": "超过{m}元的部分要按{k}缴纳个人所得税 | 按规定扣除{m}元后，其余部分按{k}的税率缴税",
            "whole": "按规定要缴纳{k}的个人所得税",
            "t": "{shop}按{k}的税率缴纳营业税{t}元",
        },
        asks=(
            Ask("t", "shop, k", "[应|要]缴纳[营业税|税款]多少元 | 应缴税多少元", "a * k"),
            Ask(
                "r",
                "pay, whole",
                "{w.he}实际[得到|收入|拿到]多少元 | 税后收入是多少元",
                "a - a * k",
            ),
            Ask(
                "o",
                "pay, m",
                "[{w.he}|]应缴[纳|]个人所得税多少元 | 应[交|缴]税多少元",
                "(a - m) * k",
            ),
            Ask("q", "pay, m", "{w.he}实际得到多少元 | 税后实际收入多少元", "a - (a - m) * k"),
            Ask("a", "t", "[这家店|{shop}]的营业额是多少元", "t / k"),
        ),
        where="a > m",
    ),
    Schema(
        "几折优惠比较",
        numbers="$c 12..60|15..90/5; m 8..40; $e = c * m; %k 80,90,85,75; $f = e * k; $d = e - f",
        words="item dear; w teacher; shop shop",
        facts={
            "c": "{shop}的{item}每{items}{c}元 | {item}每{items}标价{c}元",
            "m": "{w}要买{m}{items} | {w}买了{m}{items}",
            "k": "按总价的{k}付款 | 可以按原价的{k}付钱 | 因为买得多，只付总价的{k}",
        },
        asks=(
            Ask("f", "c, m, k", "[实际|]要付多少元 | [一共|]应付多少元", "c * m * k"),
            Ask("d", "c, m, k", "[比原价|][可以|]便宜多少元 | 节省了多少元", "c * m * (1 - k)"),
        ),
    ),
    Schema(
        "差价求单价",
        numbers="$c 2..12|1.5..9.5/0.5|1.2..8.6/0.2; n 3..12; m 2..10; $d = c * (n - m); $s = c * (n + m)",
        words="k l person; item good",
        facts={
            "n": "{k}买了{n}{items}{item}",
            "m": "{l}买了{m}{items}同样的{item} | {l}买了同样的{item}{m}{items}",
            "d": "{k}比{l}多[花|用|付]{d}元 | {l}比{k}少用{d}元",
            "s": "两人[一共|共][花|用]了{s}元",
        },
        asks=(
            Ask("c", "n, m, d", "每{items}{item}多少元 | {item}的单价是多少元", "d / (n - m)"),
            Ask(
                "c", "n, m, s", "每{items}{item}多少元 | 一{items}{item}多少[元|钱]", "s / (n + m)"
            ),
        ),
    ),
    Schema(
        "出租车",
        numbers="$a 8,9,10,7,12; b 3; $c 1.5,2,2.4,1.6,1.8,2.5,3; s 5..25; $t = a + (s - b) * c",
        words="w adult",
        facts={
            "a": "出租车起步价{a}元（{b}千米以内），超过{b}千米的部分每千米{c}元"
            " | 某市出租车{b}千米以内收费{a}元，以后每千米收{c}元",
            "s": "{w}乘出租车行了{s}千米 | {w}坐出租车走了{s}千米的路",
            "t": "{w}[下车时|到达时]付了{t}元 | {w}乘出租车一共付车费{t}元",
        },
        asks=(
            Ask("t", "a, s", "[{w.he}|]应付[车费|]多少元 | 要付多少元", "a + (s - b) * c"),
            Ask(
                "s",
                "a, t",
                "[{w.he}|][乘车|]一共行了多少千米 | 出租车行驶了多少千米",
                "(t - a) / c + b",
            ),
        ),
    ),
    Schema(
        "重量单价",
        numbers="~c 2..15|1.2..9.8/0.2; ~n 2..12|1.5..8.5/0.5; $t = c * n; ~m 3..20|2..9/0.5; $q = c * m",
        words="v w adult; fruit fruit",
        facts={
            "t": "{v}买{n}千克{fruit}用了{t}元 | {v}买了{n}千克{fruit}，付了{t}元",
            "c": "{fruit}每千克{c}元 | 每千克{fruit}{c}元",
            "n": "{v}买了{n}千克",
            "m": "{w}买了同样的{fruit}{m}千克 | {w}也买了{m}千克这种{fruit}",
            "q": "{w}买同样的{fruit}用了{q}元",
        },
        asks=(
            Ask("q", "t, m", "[{w.he}|]要付多少元 | {w}应付多少钱", "t / n * m"),
            Ask("m", "t, q", "{w}买了多少千克[{fruit}|]", "q / t * n"),
            Ask("t", "c, n", "[一共|]要付多少元 | 应付多少[元|钱]", "c * n"),
            Ask("c", "t", "每千克{fruit}多少元 | {fruit}的单价是每千克多少元", "t / n"),
        ),
        where="m != n",
    ),
)
