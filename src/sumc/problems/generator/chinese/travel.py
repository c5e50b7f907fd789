"""Speed, distance and time: one traveller, two who meet, one who catches up."""

from sumc.problems.generator.chinese.ranges import SPEED, WALK
from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "行程",
        numbers=f"~v {SPEED}; ~h 2..8|3..12|1.5..6.5/0.5; ~s = v * h",
        words="car vehicle; from to towns",
        facts={
            "v": "一{cars}{car}每小时行[驶|]{v}千米 | 一{cars}{car}从{from}开往{to}，每小时行{v}千米"
            " | 一{cars}{car}以每小时{v}千米的速度从{from}[开往|驶向]{to} | 一{cars}{car}的速度是{v}千米/时",
            "h": "{h}小时[到达|可以到达] | 行了{h}小时[到达|正好到达]{to} | {h}小时后到达{to} | 行了{h:mixed}小时到达{to}",
            "s": "{from}到{to}[相距|的距离是|的路程是|的公路长]{s}千米 | {from}、{to}相距{s}千米",
            "go": "一{cars}{car}从{from}到{to}行了{h}小时 | 一{cars}{car}{h}小时从{from}开到{to}",
            "fast": "一{cars}{car}从{from}开出，每小时行{v}千米 | {car}每小时行{v}千米",
        },
        asks=(
            Ask(
                "s",
                "v, h",
                "{from}[到|和]{to}相距多少千米 | {from}到{to}的路程是多少千米 | 两地相距多少千米",
            ),
            Ask(
                "v",
                "s, go",
                "[这{cars}{car}|]平均每小时行[驶|]多少千米 | {car}的速度是多少千米/时",
                "s / h",
            ),
            Ask(
                "h",
                "s, fast",
                "[多少|几]小时[可以|能|]到达{to} | 行完全程[需|]要多少小时",
                "s / v",
            ),
        ),
    ),
    Schema(
        "还有多远",
        numbers=f"v {SPEED}; ~h 2..8|3..9; r 20..300|35..480; ~s = v * h + r",
        words="car vehicle; from to towns",
        facts={
            "s": "{from}和{to}相距{s}千米 | {from}到{to}的路程是{s}千米 | {from}到{to}有{s}千米",
            "v": "一{cars}{car}从{from}开往{to}，每小时行{v}千米 | 一{cars}{car}以每小时{v}千米的速度从{from}开出",
            "h": "行了{h}小时 | 行驶{h}小时后， | 已经行驶了{h}小时",
            "r": "这时离{to}还有{r}千米 | 距{to}还有{r}千米",
        },
        asks=(
            Ask(
                "r",
                "s, v, h",
                "[这时|]离{to}还有多少千米 | 还要行多少千米才能到达{to}",
                "s - v * h",
            ),
            Ask("s", "v, h, r", "{from}[到|和]{to}相距多少千米 | 两地相距多少千米"),
            Ask(
                "h",
                "s, v, r",
                "[已经行驶了|{car}已经行了]多少小时 | 这{cars}{car}行了几小时",
                "(s - r) / v",
            ),
        ),
    ),
    Schema(
        "归一行程",
        numbers="v 40..95/5|35..120; n 2..6; s = v * n; m 3..14; t = v * m; k = m - n",
        words="car vehicle; from to towns",
        facts={
            "s": "一{cars}{car}{n}小时行[驶|]{s}千米 | 一{cars}{car}从{from}出发，{n}小时行了{s}千米",
            "m": "照这样的速度行驶{m}小时 | 照这样计算，{m}小时",
            "t": "照这样的速度，从{from}到{to}[共|一共]{t}千米 | {from}到{to}全程{t}千米，照这样计算",
            "k": "照这样的速度，再行{k}小时[就到达{to}|到达{to}]",
        },
        asks=(
            Ask("t", "s, m", "[一共|]能行[驶|]多少千米 | 可以行多少千米", "s / n * m"),
            Ask("m", "s, t", "[一共|][需|]要[多少|几]小时 | 行完全程[需|]要多少小时", "t / s * n"),
            Ask(
                "k",
                "s, t",
                "还要[行|]多少小时才能到达 | 剩下的路程还要行几小时",
                "(t - s) / s * n",
            ),
            Ask("t", "s, k", "{from}到{to}[相距|有]多少千米", "s / n * k + s"),
        ),
        where="k > 0",
    ),
    Schema(
        "往返",
        numbers=f"v {SPEED}; h 3..9; s = v * h; b 3..9; u = s / b; d = u - v",
        words="w adult; from to towns",
        facts={
            "go": "{w}开车从{from}到{to}，每小时行{v}千米，用了{h}小时 | {w}驾车去{to}，去时的速度是{v}千米/时，{h}小时到达",
            "b": "[返回时|原路返回时|回来时]用了{b}小时 | 返回时只用{b}小时",
            "u": "[返回时|原路返回时|回来时]每小时行{u}千米 | 返回时的速度是每小时{u}千米",
            "d": "返回时每小时多行{d}千米 | 返回时速度比去时每小时快{d}千米",
        },
        asks=(
            Ask(
                "u",
                "go, b",
                "返回时[平均|]每小时行多少千米 | 返回时的速度是多少千米/时",
                "v * h / b",
            ),
            Ask("b", "go, u", "返回时[需|]要多少小时 | 返回时用了几小时", "v * h / u"),
            Ask("b", "go, d", "返回[时|][需要|要|用]多少小时", "v * h / (v + d)"),
            Ask("d", "go, b", "返回时每小时比去时多行多少千米", "v * h / b - v"),
        ),
        where="u < 130; d > 0",
    ),
    Schema(
        "往返平均",
        numbers="h 2..8; b 2..8; s 60..900/20; v = s / h; u = s / b; ~a = (s + s) / (h + b)",
        words="car vehicle; from to towns",
        facts={
            "s": "{from}到{to}[相距|的路程是]{s}千米 | {from}与{to}相距{s}千米",
            "h": "一{cars}{car}去时用了{h}小时 | 一{cars}{car}从{from}到{to}用了{h}小时",
            "b": "返回时用了{b}小时 | 按原路返回用了{b}小时",
        },
        asks=(
            Ask(
                "a",
                "s, h, b",
                "往返的平均速度是每小时多少千米 | [这{cars}{car}|]往返平均每小时行多少千米",
                "s * 2 / (h + b)",
            ),
        ),
        where="v < 130; u < 130; h != b",
    ),
    Schema(
        "相遇",
        numbers="v 40..95/5|35..110; u 40..95/5|35..110; ~h 2..8|3..9|1.5..5.5/0.5; ~s = (v + u) * h;"
        " ~d = v * h - u * h",
        words="x y cars; from to towns",
        facts={
            "s": "{from}、{to}[两地|]相距{s}千米 | {from}和{to}之间的公路长{s}千米",
            "start": "{x}和{y}同时从[两地|{from}和{to}两地|{from}、{to}]相对开出 | {x}、{y}分别从{from}和{to}同时出发，相向而行"
            " | {x}和{y}同时从{from}、{to}出发，相向而行 | 两车同时从两地相对开出",
            "v": "{x}每小时行{v}千米 | {x}的速度是每小时{v}千米",
            "u": "{y}每小时行{u}千米 | {y}的速度是每小时{u}千米",
            "h": "{h}小时后[两车|]相遇 | 经过{h}小时两车相遇 | {h:mixed}小时后两车在途中相遇",
        },
        asks=(
            Ask(
                "h",
                "s, start, v & u",
                "[经过|]多少小时[后|][两车|]相遇 | 几小时后两车相遇",
                "s / (v + u)",
            ),
            Ask("s", "start, v & u, h", "{from}、{to}两地相距多少千米 | 两地之间的路程是多少千米"),
            Ask(
                "u", "s, start, h, v", "{y}每小时行多少千米 | {y}的速度是多少千米/时", "s / h - v"
            ),
            Ask("u", "s, start, h, v", "{y}平均每小时行多少千米", "(s - v * h) / h"),
            Ask("d", "start, v & u, h", "相遇时{x}比{y}多行多少千米", "(v - u) * h"),
        ),
    ),
    Schema(
        "步行相遇",
        numbers=f"v {WALK}; u {WALK}; m 3..20|5..30; s = (v + u) * m; r 50..600/10; q = s + r",
        words="k l person",
        facts={
            "s": "{k}家和{l}家相距{s}米 | {k}和{l}两家之间的路长{s}米",
            "q": "{k}家和{l}家相距{q}米",
            "start": "两人同时从家出发相向而行 | 两人同时从自己家出发，面对面走来",
            "v": "{k}每分钟走{v}米 | {k}每分走{v}米",
            "u": "{l}每分钟走{u}米 | {l}每分走{u}米",
            "m": "经过{m}分钟相遇 | {m}分钟后两人相遇",
            "meet": "{k}和{l}同时从家里出发，相向而行 | {k}、{l}同时从两地出发，面对面走来",
            "after": "走了{m}分钟 | {m}分钟后，",
            "away": "{k}和{l}同时从同一地点出发，[背向而行|朝相反方向走]",
        },
        asks=(
            Ask(
                "m",
                "s, start, v & u",
                "[经过|]多少分钟[后|]两人相遇 | 几分钟后相遇",
                "s / (v + u)",
            ),
            Ask("s", "meet, v & u, m", "两家[相距|之间的路长]多少米 | 两地相距多少米"),
            Ask("s", "away, v & u, after", "两人相距多少米"),
            Ask(
                "r",
                "q, start, v & u, after",
                "两人还相距多少米 | 这时两人相距多少米",
                "q - (v + u) * m",
            ),
            Ask("u", "s, start, v, m", "{l}每分钟走多少米", "s / m - v"),
        ),
    ),
    Schema(
        "先行相遇",
        numbers="v 40..90/5; u 40..90/5; a 1..3; h 2..6; s = v * a + (v + u) * h; r 20..120/5;"
        " q = s + r",
        words="x y cars; from to towns",
        facts={
            "s": "{from}和{to}相距{s}千米 | {from}到{to}的公路长{s}千米",
            "v": "{x}从{from}开往{to}，每小时行{v}千米",
            "a": "行了{a}小时后，{y}从{to}出发开往{from}，每小时行{u}千米 | {x}开出{a}小时后，{y}才从{to}相对开出，每小时行{u}千米",
            "h": "{y}开出{h}小时后两车相遇 | 又经过{h}小时两车相遇 | {h:mixed}小时后两车在途中相遇",
        },
        asks=(
            Ask(
                "h",
                "s, v, a",
                "{y}开出[多少|几]小时后与{x}相遇 | 再过几小时两车相遇",
                "(s - v * a) / (v + u)",
            ),
            Ask("s", "v, a, h", "{from}到{to}[相距|有]多少千米 | 两地相距多少千米"),
        ),
    ),
    Schema(
        "追及",
        numbers="u 40..90/5|45..70; d 5..40/5|10..60; v = u + d; h 2..10|4..15; s = d * h; a 1..4; g = u * a;"
        " e = g / d",
        words="k l person; x y cars; from to towns",
        facts={
            "s": "{k}在{l}前面{s}米 | {k}和{l}相距{s}米，{k}在前，{l}在后",
            "same": "两人同时[同向|向同一方向][出发|而行]",
            "u": "{k}每分钟走{u}米",
            "v": "{l}每分钟[走|跑]{v}米",
            "car": "{x}从{from}开往{to}，每小时行{u}千米，{a}小时后{y}从{from}[出发去追|去追赶]{x}",
            "fast": "{y}每小时行{v}千米",
        },
        asks=(
            Ask(
                "h",
                "s, same, u, v",
                "{l}[多少|几]分钟[可以|能|后]追上{k} | 多少分钟后{l}追上{k}",
                "s / (v - u)",
            ),
            Ask("e", "car, fast", "{y}[多少|几]小时可以追上{x}", "u * a / (v - u)"),
        ),
    ),
    Schema(
        "火车过桥",
        numbers="v 12..40|15..60; m 15..90|20..120; l 90..400/10; b = v * m - l",
        words="train train",
        facts={
            "l": "一{trains}{train}长{l}米 | 一{trains}长{l}米的{train}，",
            "v": "每秒行{v}米 | 以每秒{v}米的速度行驶",
            "b": "要通过一座长{b}米的大桥 | 通过一条长{b}米的隧道",
            "bridge": "一{trains}{train}通过一座长{b}米的大桥",
            "sec": "从车头上桥到车尾离桥共用了{m}秒 | 共用{m}秒",
            "m": "通过一座大桥用了{m}秒 | 从车头上桥到车尾离桥共用{m}秒",
        },
        asks=(
            Ask(
                "m",
                "l, v, b",
                "[一共|]需要多少秒 | 从车头[上桥|进入]到车尾离开要多少秒",
                "(l + b) / v",
            ),
            Ask("b", "l, v, m", "这座[大桥|桥]长多少米 | 桥长多少米", "v * m - l"),
            Ask("l", "bridge, v, sec", "这{trains}{train}长多少米", "v * m - b"),
        ),
        where="b > 200",
    ),
    Schema(
        "上学路上",
        numbers=f"v {WALK}; m 5..20; s = v * m; u 60..240/10; b = s / u; e = m - b",
        words="k person",
        facts={
            "v": "{k}[从家到学校|上学]每分钟走{v}米，{m}分钟[到达|到校|走到] | {k}步行去学校，每分钟走{v}米，要走{m}分钟",
            "u": "如果骑自行车每分钟行{u}米 | 如果每分钟走{u}米",
            "s": "{k}家离学校{s}米 | 从{k}家到学校有{s}米",
            "go": "[{k.he}|]每分钟走{v}米 | [{k.he}|]步行每分钟走{v}米",
            "b": "如果要{b}分钟到校 | 如果想{b}分钟到达",
        },
        asks=(
            Ask("s", "v", "{k}家离学校多少米 | {k}家到学校[有|的路程是]多少米"),
            Ask("b", "v, u", "[多少|几]分钟可以到[学校|校] | 从家到学校只要多少分钟", "v * m / u"),
            Ask("u", "v, b", "每分钟要[走|行]多少米", "v * m / b"),
            Ask("m", "s, go", "[走到学校|从家到学校]要多少分钟 | [多少|几]分钟能到学校", "s / v"),
            Ask("e", "v, u", "可以提前多少分钟到校 | 可以少用多少分钟", "m - v * m / u"),
        ),
        where="b > 1; e > 0",
    ),
    Schema(
        "分段行驶",
        numbers="a 2..5; v 40..90/5; b 2..6; u 45..110/5; s = a * v + b * u; ~m = s / (a + b)",
        words="car vehicle",
        facts={
            "a": "一{cars}{car}前{a}小时每小时行{v}千米 | 一{cars}{car}先以每小时{v}千米的速度行了{a}小时",
            "b": "后{b}小时每小时行{u}千米 | 又以每小时{u}千米的速度行了{b}小时 | 接着{b}小时平均每小时行{u}千米",
        },
        asks=(
            Ask("s", "a, b", "[这{cars}{car}|][一共|共]行[驶|]了多少千米"),
            Ask(
                "m",
                "a, b",
                "[这{cars}{car}|]平均每小时行[驶|]多少千米 | 全程的平均速度是多少千米/时",
                "(a * v + b * u) / (a + b)",
            ),
        ),
        where="u != v",
    ),
    Schema(
        "顺水逆水",
        numbers="v 14..40; w 2..8; h 2..9; s = (v + w) * h; q = (v - w) * h",
        words="ship ship; from to towns",
        facts={
            "v": "一{ships}{ship}在静水中的速度是每小时{v}千米 | 一{ships}{ship}在静水中每小时行{v}千米",
            "w": "水流速度是每小时{w}千米 | 水速为每小时{w}千米",
            "down": "从{from}顺水[航行|行驶]到{to}用了{h}小时",
            "up": "从{from}逆水[航行|行驶]到{to}用了{h}小时",
            "s": "{from}到{to}的水路长{s}千米，顺水航行",
            "q": "{from}到{to}的水路长{q}千米，逆水航行",
        },
        asks=(
            Ask("s", "v, w, down", "{from}到{to}的水路长多少千米 | 两地相距多少千米"),
            Ask("q", "v, w, up", "{from}到{to}的水路长多少千米 | 两地相距多少千米"),
            Ask("h", "v, w, s", "从{from}到{to}[需|]要多少小时", "s / (v + w)"),
            Ask("h", "v, w, q", "从{from}到{to}[需|]要多少小时", "q / (v - w)"),
        ),
    ),
    Schema(
        "行程分数",
        numbers="s 120..900/10; /f 1/3,2/3,1/4,3/4,2/5,3/5,4/5,5/6,3/8,5/8,4/9,7/10,5/12; g = s * f;"
        " r = s - g; h 2..8; ~v = g / h; ~k = h / f",
        words="car vehicle; from to towns",
        facts={
            "s": "{from}和{to}相距{s}千米 | 从{from}到{to}[全程|有]{s}千米",
            "h": "一{cars}{car}从{from}开往{to}，{h}小时行了全程的{f} | 一{cars}{car}{h}小时行驶了全程的{f}",
            "f": "一{cars}{car}从{from}开往{to}，[已经|]行了全程的{f}",
            "r": "[这时|]离{to}还有{r}千米 | 还剩{r}千米",
            "g": "正好行了{g}千米",
        },
        asks=(
            Ask("r", "s, f", "[还剩|还有]多少千米[没有行|] | 离{to}还有多少千米", "s * (1 - f)"),
            Ask(
                "s", "f, r", "{from}到{to}[全程|相距|有]多少千米 | 两地相距多少千米", "r / (1 - f)"
            ),
            Ask("s", "f, g", "{from}到{to}[全程|相距|有]多少千米", "g / f"),
            Ask("v", "s, h", "[这{cars}{car}|]平均每小时行多少千米", "s * f / h"),
            Ask("k", "s, h", "照这样的速度，行完全程[一共|][需|]要多少小时", "h / f"),
        ),
        where="v < 130; v > 20",
    ),
)
