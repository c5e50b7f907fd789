"""Work done together, plans and what came of them."""

from sumc.problems.generator.chinese.ranges import ROAD
from sumc.problems.generator.schema import Ask, Schema

HOURS = "3,4,5,6,8,9,10,12,14,15,16,18,20,21,24,25,28,30,35,36,40,45,48,60"
"""Days or hours that a job may take."""

SCHEMAS = (
    Schema(
        "合作",
        numbers=f"a {HOURS}; b {HOURS}; ~t = 1 / (1 / a + 1 / b); /s = 1 / a + 1 / b",
        words="x y crew; job project",
        facts={
            "a": "{job}，{x}单独做要{a}天完成 | {job}，由{x}单独做{a}天完成 | {job}，{x}独做需要{a}天 | {job}，{x}单独完成要{a}天",
            "b": "{y}单独做要{b}天[完成|] | {y}单独做{b}天完成 | {y}独做需要{b}天 | {y}单独完成需{b}天",
            "t": "{job}，{x}和{y}合作{t}天完成 | {job}，如果{x}、{y}一起做要{t}天完成",
            "alone": "{x}单独做要{a}天完成 | 如果由{x}单独做，{a}天完成",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "[两队|][合作|一起做|合做]，[需要|要]多少天[完成|] | {x}和{y}合作多少天[可以|能]完成 | "
                "如果[两队|{x}和{y}]同时做，几天可以完成",
                "1 / (1 / a + 1 / b)",
            ),
            Ask(
                "b",
                "t, alone",
                "{y}单独做[需要|要]多少天[完成|] | 如果{y}单独做，多少天可以完成",
                "1 / (1 / t - 1 / a)",
            ),
            Ask(
                "s",
                "a, b",
                "两队合作一天[可以|能]完成[全部工程|这项工作|全部]的几分之几",
                "1 / a + 1 / b",
            ),
        ),
        where="a != b; t > 1",
    ),
    Schema(
        "合作部分",
        numbers=f"a {HOURS}; b {HOURS}; n 2..12; /s = (1 / a + 1 / b) * n; /r = 1 - s; ~m = r * b; ~k = r * a; ~z = 1 / (1 / a + 1 / b)",
        words="x y crew; job project",
        facts={
            "a": "{job}，{x}单独做要{a}天[完成|] | {job}，由{x}单独做需要{a}天完成",
            "b": "{y}单独做要{b}天[完成|] | {y}单独做需要{b}天",
            "n": "两队合作{n}天后， | 现在两队一起做了{n}天 | {x}和{y}合作了{n}天",
            "rest": "剩下的由{y}单独做 | 余下的工作由{y}[单独|]完成",
            "restx": "剩下的由{x}单独做 | 余下的工作由{x}[单独|]完成",
        },
        asks=(
            Ask("s", "a, b, n", "完成了[全部|这项工作]的几分之几", "(1 / a + 1 / b) * n"),
            Ask("r", "a, b, n", "还剩[全部|这项工作]的几分之几", "1 - (1 / a + 1 / b) * n"),
            Ask(
                "m",
                "a, b, n, rest",
                "还[需要|要]多少天[完成|才能完成]",
                "(1 - (1 / a + 1 / b) * n) * b",
            ),
            Ask(
                "k",
                "a, b, n, restx",
                "还[需要|要]多少天[完成|才能完成]",
                "(1 - (1 / a + 1 / b) * n) * a",
            ),
        ),
        where="a != b; z > 0",
    ),
    Schema(
        "先做后合",
        numbers=f"a {HOURS}; b {HOURS}; n 1..12; ~t = (1 - n / a) / (1 / a + 1 / b)",
        words="x y crew; job project",
        facts={
            "a": "{job}，{x}单独做要{a}天[完成|] | {job}，由{x}单独做需要{a}天完成",
            "b": "{y}单独做要{b}天[完成|] | {y}单独做需要{b}天",
            "n": "{x}先做{n}天 | 现在由{x}先做{n}天 | {x}先单独做了{n}天",
            "both": "剩下的由两队合作 | 余下的两队一起做 | 然后两队合作",
        },
        asks=(
            Ask(
                "t",
                "a, b, n, both",
                "[还需要|还要|再过]多少天[完成|可以完成]",
                "(1 - 1 / a * n) / (1 / a + 1 / b)",
            ),
        ),
        where="t > 0; n < a",
    ),
    Schema(
        "两人合作",
        numbers="a 2..20; b 2..30; ~t = 1 / (1 / a + 1 / b)",
        words="x y pair; job job",
        facts={
            "a": "{job}，{x}单独做{a}小时[可以|能|]完成 | {job}，{x}独做要{a}小时",
            "b": "{y}单独做{b}小时[可以|能|]完成 | {y}独做要{b}小时 | {y}要{b}小时完成",
            "t": "{job}，{x}和{y}一起做{t}小时完成 | {job}，{x}、{y}两人合作要{t}小时",
            "alone": "{x}单独做{a}小时完成",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "两人[合作|一起做|合做]，[几|多少]小时[可以|能]完成 | 如果两人一起做，需要多少小时",
                "1 / (1 / a + 1 / b)",
            ),
            Ask("b", "t, alone", "{y}单独做要多少小时", "1 / (1 / t - 1 / a)"),
        ),
        where="a != b; t > 0",
    ),
    Schema(
        "三队合作",
        numbers=f"a {HOURS}; b {HOURS}; c {HOURS}; ~t = 1 / (1 / a + 1 / b + 1 / c)",
        words="job job",
        facts={
            "a": "{job}，甲单独做要{a}天 | {job}，甲独做{a}天完成",
            "b": "乙单独做要{b}天 | 乙独做{b}天完成",
            "c": "丙单独做要{c}天 | 丙独做{c}天完成",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "三人[合作|一起做|合做]，多少天[可以|能]完成 | 如果三人合作，需要多少天",
                "1 / (1 / a + 1 / b + 1 / c)",
            ),
        ),
        where="t > 1; a != b; b != c",
    ),
    Schema(
        "水管",
        numbers="a 2..20; e 2..15; b = a + e; ~t = 1 / (1 / a + 1 / b); s = 1 / (1 / a - 1 / b)",
        words="",
        facts={
            "a": "一个[水池|水箱]，单开甲管{a}小时[可以|能]注满 | 一个蓄水池，只开进水管{a}小时可以注满",
            "b": "单开乙管{b}小时[可以|能]注满 | 只开另一根进水管{b}小时注满",
            "out": "单开排水管{b}小时[可以|能]把满池水放完 | 打开出水管，{b}小时可以放完一池水",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "两管[齐开|同时打开|一起开]，多少小时[可以|能]注满",
                "1 / (1 / a + 1 / b)",
            ),
            Ask("s", "a, out", "如果两管同时打开，多少小时可以注满[水池|]", "1 / (1 / a - 1 / b)"),
        ),
        where="a > 1",
    ),
    Schema(
        "提前几天",
        numbers="a 20..120/5|60..400/10; n 6..30; t = a * n; b 25..160/5|70..500/10; m = t / b; d = b - a; e = n - m",
        words="who item making",
        facts={
            "a": "{who}计划每天生产{a item}，{n}天完成 | {who}要生产一批{item}，原计划每天生产{a}{items}，{n}天完成任务",
            "b": "实际每天生产{b}{items} | 实际上每天生产了{b}{items}",
            "d": "实际每天比计划多生产{d}{items} | 实际每天多生产{d}{items}",
            "m": "实际{m}天就完成了[任务|] | 实际只用了{m}天",
            "e": "结果提前{e}天完成[任务|] | 实际提前{e}天完成",
            "t": "{who}计划生产{t item}，{n}天完成",
            "plan": "{who}计划{n}天生产{t item}",
        },
        asks=(
            Ask("m", "a, b", "实际[多少|几]天完成[任务|] | 实际用了多少天", "a * n / b"),
            Ask("m", "a, d", "实际[多少|几]天完成[任务|]", "a * n / (a + d)"),
            Ask("e", "a, b", "[可以|]提前[多少|几]天完成[任务|]", "n - a * n / b"),
            Ask("e", "a, d", "[可以|]提前[多少|几]天完成[任务|]", "n - a * n / (a + d)"),
            Ask("b", "a, m", "实际每天生产多少{items}[{item}|]", "a * n / m"),
            Ask("b", "a, e", "实际每天生产多少{items}[{item}|]", "a * n / (n - e)"),
            Ask("d", "a, m", "实际每天比计划多生产多少{items}", "a * n / m - a"),
            Ask("d", "plan, m", "实际每天比计划多生产多少{items}", "t / m - t / n"),
            Ask("m", "t, d", "实际[多少|几]天完成[任务|]", "t / (t / n + d)"),
        ),
        where="d > 0; e > 0; m > 1; m * 2 > n",
    ),
    Schema(
        "两队同修",
        numbers="a 20..120/5|35..260/5; b 20..120/5|35..260/5; n 4..30; t = (a + b) * n; d = (a - b) * n",
        words="u v crew; road road",
        facts={
            "t": "一{roads}{road}长{t}米 | 要修一{roads}长{t}米的{road}",
            "both": "{u}和{v}[同时从两端开工|从两头同时施工|合修]",
            "some": "{u}和{v}合修一{roads}{road} | 两个工程队同时从两端修一{roads}{road}",
            "a": "{u}每天修{a}米",
            "b": "{v}每天修{b}米",
            "n": "{n}天修完 | {n}天正好完成",
        },
        asks=(
            Ask(
                "n",
                "t, both, a & b",
                "[多少|几]天[可以|能]修完 | 修完这{roads}{road}要多少天",
                "t / (a + b)",
            ),
            Ask("t", "some, a & b, n", "这{roads}{road}[全长|长]多少米", "(a + b) * n"),
            Ask("b", "t, both, n, a", "{v}[平均|]每天修多少米", "t / n - a"),
            Ask(
                "d",
                "some, a & b, n",
                "{u}比{v}一共多修多少米 | 完工时{u}比{v}多修多少米",
                "(a - b) * n",
            ),
        ),
        where="a > b",
    ),
    Schema(
        "前后工效",
        numbers=f"~t {ROAD}; n 3..8; ~a 12..60/4|40..200/10; ~s = a * n; ~r = t - s; ~m = r / a; ~k = t / a; q 2..20; ~b = r / q",
        words="road road",
        facts={
            "t": "修路队修一{roads}{t}米长的{road} | 一{roads}{road}长{t}米",
            "s": "前{n}天修了{s}米 | {n}天修了{s}米",
            "same": "照这样[计算|的速度|的进度]",
            "q": "剩下的要{q}天修完 | 剩下的用{q}天修完",
        },
        asks=(
            Ask(
                "m", "t, s, same", "[剩下的|][还要|还需要]多少天[修完|才能修完]", "(t - s) / s * n"
            ),
            Ask("k", "t, s, same", "修完这{roads}{road}[一共|共][需|]要多少天", "t / s * n"),
            Ask("b", "t, s, q", "[剩下的|]平均每天[要|应|]修多少米", "(t - s) / q"),
        ),
        where="m > 1; r > 0; m < 60",
    ),
    Schema(
        "工时比较",
        numbers="a 6..40/2|8..60; b 6..40/2|8..60; n 2..9; m 2..9; s = a * n; t = b * m; d = a - b; u = s + t",
        words="x y pair; item piece",
        facts={
            "s": "{x}{n}小时[加工|做]{s item} | {x}{n}小时能[加工|做]{item}{s}{items}",
            "t": "{y}{m}小时[加工|做]{t}{items} | {y}{m}小时能做同样的{item}{t}{items}",
            "a": "{x}每小时[加工|做]{a item}，做了{n}小时",
            "b": "{y}每小时[加工|做]{b}{items}，做了{m}小时",
        },
        asks=(
            Ask("d", "s, t", "{x}每小时比{y}多做多少{items}[{item}|]", "s / n - t / m"),
            Ask("u", "a, b", "两人[一共|共]做了多少{items}[{item}|]", "a * n + b * m"),
        ),
        where="a > b; n != m",
    ),
    Schema(
        "共同加工",
        numbers="a 12..60|20..150; b 12..60|20..150; n 3..15; t = (a + b) * n; r 10..200/5; q = t + r",
        words="x y pair; item piece",
        facts={
            "q": "{x}和{y}要加工{q item}",
            "t": "{x}和{y}[共同|合作|一起]加工{t item} | 要加工{t item}，由{x}和{y}合作完成",
            "a": "{x}每小时加工{a}{items}",
            "b": "{y}每小时加工{b}{items}",
            "n": "{n}小时后， | 两人同时做了{n}小时",
            "done": "{n}小时完成了任务 | {n}小时正好做完",
            "some": "{x}和{y}[共同|一起]加工一批{item}",
        },
        asks=(
            Ask(
                "n",
                "t, a & b",
                "[多少|几]小时[可以|能]完成 | 需要多少小时完成[任务|]",
                "t / (a + b)",
            ),
            Ask("t", "some, a & b, done", "这批{item}[一共|共]有多少{items}", "(a + b) * n"),
            Ask("r", "q, a & b, n", "[还剩|还有]多少{items}没[有|]加工", "q - (a + b) * n"),
            Ask("b", "t, done, a", "{y}每小时加工多少{items}", "(t - a * n) / n"),
            Ask("b", "t, done, a", "{y}每小时加工多少{items}[{item}|]", "t / n - a"),
        ),
    ),
    Schema(
        "烧煤节约",
        numbers="~a 2..9|1.2..8/0.2|12..60; n 10..60; ~t = a * n; ~d 0.5..2/0.5|0.2..1.5/0.1|1..8; ~b = a - d; ~m = t / b; ~e = m - n",
        words="who factory",
        facts={
            "a": "{who}有一批煤，[计划|原计划]每天烧{a}吨，可以烧{n}天 | {who}运来一批煤，计划每天用{a}吨，能用{n}天",
            "d": "[实际|改进炉灶后|由于节约用煤]每天节约{d}吨 | 实际每天少用{d}吨",
            "b": "实际每天只烧{b}吨 | 实际每天用{b}吨",
        },
        asks=(
            Ask(
                "m",
                "a, d",
                "[这批煤|][实际|][可以|能]烧多少天 | 这批煤实际用了多少天",
                "a * n / (a - d)",
            ),
            Ask("m", "a, b", "[这批煤|][实际|][可以|能]烧多少天", "a * n / b"),
            Ask("e", "a, d", "[这批煤|]可以多烧多少天", "a * n / (a - d) - n"),
            Ask("e", "a, b", "[这批煤|]可以多烧多少天", "a * n / b - n"),
        ),
        where="e > 0; m < 120; b * 5 > a * 3",
    ),
    Schema(
        "工效分数",
        numbers=f"/f {'1/2,1/3,2/3,1/4,3/4,2/5,3/5,1/5,5/6,3/8,5/8'}; n 2..12; ~t = n / f; ~r = t - n; /g = f / n",
        words="w worker; job job",
        facts={
            "f": "{w}做一件工作，{n}小时完成了{f} | {job}，{w}{n}小时完成了全部的{f}",
            "same": "照这样计算 | 照这样的速度",
        },
        asks=(
            Ask("t", "f, same", "完成全部工作[一共|][需要|要]多少小时", "n / f"),
            Ask("r", "f, same", "[还要|还需要]多少小时[才能|]完成", "(1 - f) / (f / n)"),
            Ask("g", "f", "平均每小时完成全部的几分之几", "f / n"),
        ),
    ),
)
