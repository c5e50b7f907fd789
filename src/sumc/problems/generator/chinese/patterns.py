"""Planting trees, sawing, stairs, clocks, and units of measure."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "两端植树",
        numbers="d 2..12|4..20; g 5..40|10..90; s = d * g; n = g + 1; w = n * 2; i = g - 1",
        words="tree sapling",
        facts={
            "s": "在一条长{s}米的[小路|公路|街道|马路]一[边|旁|侧][种|栽]{tree} | 一条路长{s}米，在路的一[边|旁]种{tree}",
            "two": "在一条长{s}米的[公路|街道|马路]两[边|旁|侧][种|栽]{tree} | 一条路长{s}米，要在路的两[边|旁]种{tree}",
            "d": "每隔{d}米[种|栽]一棵 | 每两棵之间相距{d}米",
            "ends": "两端都要[种|栽] | 从头到尾都种",
            "noends": "两端都不[种|栽]",
            "n": "在一条[小路|公路]的一边从头到尾[种|栽]了{n}棵{tree} | 路的一旁[共|一共][种|栽]了{n}棵{tree}，两端都种",
            "some": "在{s}米长的路的一边从头到尾等距离地种了{n}棵{tree}",
        },
        asks=(
            Ask(
                "n",
                "s, d, ends",
                "[一共|共][要|]种多少棵 | [需要|要准备]多少棵树[苗|]",
                "s / d + 1",
            ),
            Ask("i", "s, d, noends", "[一共|共][要|]种多少棵", "s / d - 1"),
            Ask("w", "two, d, ends", "[一共|共][要|]种多少棵[树|]", "(s / d + 1) * 2"),
            Ask("s", "n, d", "这条[路|小路|公路][全|]长多少米", "(n - 1) * d"),
            Ask("d", "some", "每两棵树之间相距多少米 | 相邻两棵树的间隔是多少米", "s / (n - 1)"),
        ),
    ),
    Schema(
        "圆形植树",
        numbers="d 2..12|4..20; n 8..60|20..120; s = d * n",
        words="tree sapling",
        facts={
            "s": "一个圆形[池塘|花坛|湖|水库]的周长是{s}米 | 一个人工湖，湖边一圈长{s}米",
            "d": "在它的周围每隔{d}米[种|栽]一棵{tree} | 沿着边每隔{d}米栽一棵{tree}",
            "n": "在一个圆形[池塘|花坛|湖|水库]周围[种|栽]了{n}棵{tree}",
            "each": "每两棵[树|]之间的[距离|间隔]是{d}米",
            "put": "在它的周围[种|栽]了{n}棵{tree}",
        },
        asks=(
            Ask("n", "s, d", "[一共|共][可以|要|能]种多少棵 | 需要多少棵树[苗|]", "s / d"),
            Ask("s", "n, each", "[它的|]周长是多少米", "n * d"),
            Ask("d", "s, put", "每两棵之间相距多少米", "s / n"),
        ),
    ),
    Schema(
        "路灯彩旗",
        numbers="d 2..25; n 8..60; g = n - 1; s = d * g; e 3..40; m = s / e + 1",
        words="pole pole",
        facts={
            "n": "[公路|马路|大道]的一边从头到尾有{n}{poles}{pole}，相邻两{poles}之间相距{d}米 | 路的一侧原来有{n}{poles}{pole}，每两{poles}间隔{d}米",
            "e": "现在改为每隔{e}米一{poles} | 改成每两{poles}之间相距{e}米",
        },
        asks=(
            Ask("m", "n, e", "[现在|][一共|]需要多少{poles}[{pole}|]", "(n - 1) * d / e + 1"),
            Ask("s", "n", "这条[路|公路|马路]长多少米", "(n - 1) * d"),
        ),
        where="e != d; m > 3",
    ),
    Schema(
        "锯木头",
        numbers="n 3..12; c = n - 1; m 2..12; t = c * m; k 3..15; q = (k - 1) * m",
        words="item sawn",
        facts={
            "n": "把一根{item}锯成{n}段 | 一根{item}要锯成{n}段",
            "m": "每锯一次[需要|要|用]{m}分钟 | 锯一次需{m}分钟",
            "t": "[一共|共]用了{t}分钟 | 需要{t}分钟",
            "k": "照这样计算，锯成{k}段 | 用同样的速度把它锯成{k}段",
        },
        asks=(
            Ask("t", "n, m", "[一共|][需要|要]多少分钟 | 锯完要多少分钟", "(n - 1) * m"),
            Ask("m", "n, t", "每锯一次[需要|要]多少分钟", "t / (n - 1)"),
            Ask("q", "n, t, k", "[一共|][需要|要]多少分钟", "t / (n - 1) * (k - 1)"),
        ),
        where="n != k",
    ),
    Schema(
        "爬楼梯",
        numbers="a 3..8; b 4..18; m 5..30; t = (a - 1) * m; q = (b - 1) * m; h 12..24; s = (b - 1) * h",
        words="k person",
        facts={
            "t": "{k}从一楼走到{a}楼用了{t}秒 | {k}上楼，从1楼到{a}楼要{t}秒",
            "b": "照这样的速度，从一楼走到{b}楼， | 照这样，{k.he}从1楼到{b}楼，",
            "h": "每层楼有{h}级台阶，{k}家住在{b}楼 | 一幢楼每上一层要走{h}级台阶，{k}从一楼走到{b}楼",
        },
        asks=(
            Ask("q", "t, b", "[需要|要用]多少秒", "t / (a - 1) * (b - 1)"),
            Ask("s", "h", "[一共|共]要走多少级台阶", "(b - 1) * h"),
        ),
        where="a != b",
    ),
    Schema(
        "换算单位",
        numbers="n 6..30|12..48; a 40..300/5|50..450/10; ~t = n * a / 1000; m 2..12; ~q = t * m",
        words="box item weighty",
        facts={
            "a": "每{items}{item}重{a}克 | 一{items}{item}约重{a}克",
            "n": "一{box}有{n}{items} | 每{box}装{n}{items}",
            "m": "有这样的{item}{m}{box} | 商店卖出{m}{box}",
        },
        asks=(
            Ask("t", "a, n", "一{box}{item}重多少千克", "a * n / 1000"),
            Ask("q", "a, n, m", "这些{item}[一共|共]重多少千克", "a * n * m / 1000"),
        ),
    ),
    Schema(
        "每分转每时",
        numbers="v 200..1500/50; ~h 2..8|0.5..4/0.5; ~s = v * 60 * h / 1000; m 10..50/5; ~t = v * m / 1000",
        words="car vehicle; from to towns",
        facts={
            "v": "一{cars}{car}每分钟行{v}米 | 一{cars}{car}以每分钟{v}米的速度从{from}开往{to}",
            "h": "行了{h}小时到达 | {h}小时后到达{to}",
            "m": "行了{m}分钟到达 | {m}分钟后到达{to}",
        },
        asks=(
            Ask(
                "s",
                "v, h",
                "{from}到{to}[相距|有]多少千米 | [一共|]行了多少千米",
                "v * 60 * h / 1000",
            ),
            Ask(
                "t", "v, m", "{from}到{to}[相距|有]多少千米 | [一共|]行了多少千米", "v * m / 1000"
            ),
        ),
    ),
    Schema(
        "公顷产量",
        numbers="a 80..600/20; b 40..400/10; ~h = a * b / 10000; ~k 2..12|1.5..9/0.5; ~t = h * k",
        words="plot field; crop crop",
        facts={
            "ab": "一块长方形{plot}，长{a}米，宽{b}米",
            "k": "[平均|]每公顷收{crop}{k}吨 | 如果每公顷产{crop}{k}吨",
        },
        asks=(
            Ask("h", "ab", "[它的|这块{plot}的]面积是多少公顷", "a * b / 10000"),
            Ask(
                "t",
                "ab, k",
                "这块{plot}[一共|]可以收{crop}多少吨 | 一共收{crop}多少吨",
                "a * b / 10000 * k",
            ),
        ),
        where="a > b",
    ),
    Schema(
        "倒推",
        numbers="r 6..60; b 3..30; a = r + b; t = a * 2; c 3..20; u = t + c",
        words="k person; item thing",
        facts={
            "some": "{k}有一些{item} | {k}原有若干{items}{item}",
            "c": "先送给[同桌|弟弟]{c}{items}",
            "half": "又把剩下的一半送给了[好朋友|妹妹]",
            "b": "再送出{b}{items} | 最后又用去{b}{items}",
            "r": "这时还剩{r}{items} | 现在还有{r}{items}",
        },
        asks=(
            Ask(
                "u",
                "some, c, half, b, r",
                "{k}原来有多少{items}[{item}|] | {k}原来有{item}多少{items}",
                "(r + b) * 2 + c",
            ),
        ),
    ),
    Schema(
        "比赛场次",
        numbers="n 4..16; t = n * (n - 1) / 2; e = n - 1",
        words="",
        facts={
            "n": "有{n}个[球队|班级]参加[足球|篮球|乒乓球]比赛，每两个[队|班]都要比赛一场 | {n}名选手进行[象棋|乒乓球|羽毛球]单循环赛，每两人比赛一场",
            "knock": "{n}个[球队|选手]进行[淘汰赛|单场淘汰赛]",
            "hand": "{n}位[同学|朋友]见面，每两人握一次手",
        },
        asks=(
            Ask("t", "n", "[一共|共]要比赛多少场", "n * (n - 1) / 2"),
            Ask("t", "hand", "[一共|]要握手多少次", "n * (n - 1) / 2"),
            Ask("e", "knock", "决出冠军[一共|]要比赛多少场", "n - 1"),
        ),
    ),
    Schema(
        "搭配",
        numbers="a 2..9; b 2..9; c 2..6; t = a * b; u = a * b * c",
        words="k person",
        facts={
            "a": "{k}有{a}件不同的上衣和{b}条不同的裤子 | {k}有上衣{a}件、裤子{b}条",
            "road": "从甲地到乙地有{a}条路可走，从乙地到丙地有{b}条路可走",
            "c": "还有{c}双不同的鞋",
            "food": "食堂有{a}种荤菜和{b}种素菜，每份盒饭配一荤一素",
        },
        asks=(
            Ask("t", "a", "[一共|][可以|]有多少种不同的穿法 | 有多少种搭配方法", "a * b"),
            Ask("u", "a, c", "[一共|][可以|]有多少种不同的穿法", "a * b * c"),
            Ask("t", "road", "从甲地经过乙地到丙地[一共|]有多少种不同的走法", "a * b"),
            Ask("t", "food", "[一共|]有多少种不同的配菜方法", "a * b"),
        ),
    ),
    Schema(
        "鸡兔同笼",
        numbers="c 3..30; r 3..30; h = c + r; f = c * 2 + r * 4",
        words="",
        facts={
            "h": "笼子里有鸡和兔[若干只|]，[从上面数|]共有{h}个头 | 鸡兔同笼，一共有{h}只 | 鸡和兔关在一个笼子里，共{h}只",
            "f": "[从下面数|]有{f}只脚 | 共有{f}条腿",
        },
        asks=(
            Ask("r", "h, f", "兔有多少只 | 笼子里有多少只兔", "(f - h * 2) / (4 - 2)"),
            Ask("c", "h, f", "鸡有多少只 | 笼子里有多少只鸡", "(h * 4 - f) / (4 - 2)"),
        ),
    ),
    Schema(
        "盈亏",
        numbers="n 5..40; a 2..9; d 1..4; b = a + d; x 2..30; t = n * a + x; y = n * b - t",
        words="item thing; who teacher",
        facts={
            "a": "{who}把一些{item}分给同学们，每人分{a}{items}，[还|]多{x}{items} | {who}给同学们发{item}，每人{a}{items}则剩{x}{items}",
            "b": "[如果|]每人分{b}{items}，[就|]少{y}{items} | 每人{b}{items}则缺{y}{items}",
        },
        asks=(
            Ask("n", "a, b", "[一共|]有多少[名|个]同学", "(x + y) / (b - a)"),
            Ask("t", "a, b", "[一共|]有多少{items}{item}", "(x + y) / (b - a) * a + x"),
        ),
    ),
    Schema(
        "座位票价",
        numbers="n 10..40; a 12..40; m 5..30; b 10..36; s = n * a; t = m * b; u = s + t; $c 10..60/5; $q = s * c",
        words="",
        facts={
            "s": "一个[电影院|剧场|报告厅]有{n}排座位，每排{a}个 | [剧院|会议厅]楼下有{n}排座位，每排{a}个",
            "t": "楼上有{m}排，每排{b}个 | 楼上还有{m}排座位，每排{b}个",
            "c": "每张票{c}元，[票全部卖完|全部坐满]",
        },
        asks=(
            Ask("u", "s, t", "[一共|]能坐多少人 | 一共有多少个座位", "n * a + m * b"),
            Ask("q", "s, c", "[一共|]可以收入多少元 | 票房收入是多少元", "n * a * c"),
            Ask("s", "s", "[一共|]能坐多少人 | 共有多少个座位", "n * a"),
        ),
    ),
    Schema(
        "时间经过",
        numbers="a 7..11; h 2..8; b = a + h; v 40..90/5; s = v * h",
        words="car vehicle; from to towns",
        facts={
            "t": "一{cars}{car}上午{a}时从{from}出发，[同一天|当天]{b}时到达{to}",
            "v": "[这{cars}{car}|]平均每小时行{v}千米 | 它的速度是每小时{v}千米",
            "s": "{from}到{to}相距{s}千米",
        },
        asks=(
            Ask("s", "t, v", "{from}到{to}[相距|有]多少千米", "v * (b - a)"),
            Ask("v", "s, t", "[这{cars}{car}|]平均每小时行多少千米", "s / (b - a)"),
        ),
        where="b > 12; b < 20",
    ),
)
