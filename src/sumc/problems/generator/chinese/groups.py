"""Equal groups, sharing, and what follows from the amount of one."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "每份几个",
        numbers="n 3..12|5..30|12..90; a 4..12|6..36|12..60; t = n * a",
        words="box item packed; shop shop",
        facts={
            "a": "每{box}[装|有]{a item} | 每{box}{item}有{a}{items} | 一{box}{item}有{a}{items}",
            "n": "{shop}[运来|买来|卖出]{n}{box}{item} | {shop}里有{n}{box}{item}",
            "total": "{shop}[运来|有|卖出]{t item} | {shop}要把{t item}装[好|起来]",
            "packed": "装成{n}{box} | 正好装了{n}{box} | 平均装在{n}{box}里",
        },
        asks=(
            Ask(
                "t",
                "n, a",
                "[一共|共]有多少{items}{item} | 这些{item}共有多少{items} | [一共|共]有{item}多少{items}",
            ),
            Ask(
                "n",
                "total, a",
                "[可以|能|一共]装多少{box} | 可以装成几{box} | 需要装多少{box}",
                "t / a",
            ),
            Ask(
                "a",
                "total, packed",
                "平均每{box}[装|有]多少{items}[{item}|] | 每{box}有几{items}",
                "t / n",
            ),
        ),
    ),
    Schema(
        "两种分组",
        numbers="n 3..15|8..40; a 6..30|12..60; m 3..15|8..40; b 6..30|12..60; x = n * a; y = m * b;"
        " t = x + y; d = x - y",
        words="u v tree",
        facts={
            "a": "果园里{u}有{n}行，每行{a}棵 | 果园里[种|栽]了{n}行{u}，每行有{a}棵",
            "b": "{v}有{m}行，每行{b}棵 | 还[种|栽]了{m}行{v}，每行{b}棵",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "[果园里|][一共|共]有[果树|{u}和{v}]多少棵 | 两种树一共有多少棵",
                "n * a + m * b",
            ),
            Ask("d", "a, b", "{u}比{v}多多少棵 | {v}比{u}少多少棵", "n * a - m * b"),
        ),
    ),
    Schema(
        "同样多组",
        numbers="n 3..15|8..50; a 6..30|12..60; b 4..20|8..40; s = a + b; t = s * n; d = a - b; e = d * n",
        words="u v fruit; shop fruit_shop",
        facts={
            "a": "{shop}运来{u}和{v}各{n}箱，{u}每箱{a}千克 | {shop}有{n}箱{u}和{n}箱{v}，每箱{u}重{a}千克",
            "b": "{v}每箱{b}千克 | 每箱{v}重{b}千克",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "[{shop}|]运来{u}和{v}共多少千克 | 两种水果[一共|共]有多少千克",
                "(a + b) * n",
            ),
            Ask("e", "a, b", "运来的{u}比{v}多多少千克 | {u}比{v}多多少千克", "(a - b) * n"),
        ),
    ),
    Schema(
        "连乘",
        numbers="x 2..9|3..15; y 2..8|3..12; z 8..40|20..120; t = x * y * z",
        words="book book",
        facts={
            "x": "图书室有{x}个书架，每个书架有{y}层 | 学校买了{x}个书架，每个书架{y}层",
            "z": "每层[放|摆]{z}本{book} | 每层能放{z}本书",
            "house": "一个小区有{x}幢楼，每幢楼有{y}个单元，每个单元住{z}户 | 新建的小区有{x}栋楼房，每栋{y}个单元，"
            "每个单元有{z}户",
            "show": "学校举行团体操表演，排成{x}个方阵，每个方阵有{y}行，每行{z}人",
            "t": "图书室的{x}个书架上共放了{t}本{book}，每个书架有{y}层",
        },
        asks=(
            Ask("t", "x, z", "这些书架[一共|共]能放多少本书 | [一共|共]放了多少本书"),
            Ask("t", "house", "这个小区[一共|共]住多少户 | 共有多少户[居民|]"),
            Ask("t", "show", "参加表演的[一共|共]有多少人 | 表演的同学有多少名"),
            Ask("z", "t", "平均每层放多少本 | 每层平均放书多少本", "t / x / y"),
        ),
    ),
    Schema(
        "连除",
        numbers="x 2..9|3..15; y 2..8|3..20; z 2..9|5..40; t = x * y * z",
        words="tool doing unit machine",
        facts={
            "t": "{x}{tools}{tool}{y}小时[可以|能|共]{doing}{t}{unit} | 用{x}{tools}同样的{tool}{y}小时{doing}{t}{unit}",
            "many": "{x}{tools}{tool}工作{y}小时 | 现有{x}{tools}这样的{tool}，工作{y}小时",
            "one": "一{tools}{tool}每小时[可以|能|]{doing}{z}{unit} | 每{tools}{tool}每小时{doing}{z}{unit}",
        },
        asks=(
            Ask(
                "z",
                "t",
                "平均每{tools}{tool}每小时{doing}多少{unit} | 平均1{tools}{tool}1小时{doing}多少{unit}",
                "t / x / y",
            ),
            Ask(
                "t",
                "one, many",
                "[一共|]可以{doing}多少{unit} | 共能{doing}多少{unit}",
                "z * x * y",
            ),
        ),
    ),
    Schema(
        "双归一",
        numbers="x 2..6; y 2..6; z 2..12|5..30; m 3..12; n 3..12; s = x * y * z; t = m * n * z",
        words="tool doing unit machine",
        facts={
            "s": "{x}{tools}{tool}{y}小时{doing}{s}{unit} | {x}{tools}同样的{tool}{y}小时能{doing}{s}{unit}",
            "m": "照这样计算，{m}{tools}{tool}{n}小时 | 现在有{m}{tools}同样的{tool}工作{n}小时，",
        },
        asks=(Ask("t", "s, m", "[可以|能|一共]{doing}多少{unit}", "s / x / y * m * n"),),
    ),
    Schema(
        "剩下平均",
        numbers="b 3..30|20..150|60..900; n 2..12|3..25; a 4..40|12..90; t = b + n * a",
        words="w worker; item piece",
        facts={
            "t": "{w}要[加工|生产|做]{t item} | {w}接到[加工|生产|做]{t item}的任务",
            "b": "已经[加工|做|完成]了{b}{items} | 已经完成{b}{items}",
            "n": "剩下的要{n}天[完成|做完] | 剩下的要在{n}天内完成 | 余下的准备用{n}天做完",
            "a": "剩下的每天[加工|做|完成]{a}{items} | 余下的每天做{a}{items}",
        },
        asks=(
            Ask(
                "a",
                "t, b, n",
                "平均每天[要|应|][加工|做]多少{items}[{item}|] | 剩下的平均每天做多少{items}",
                "(t - b) / n",
            ),
            Ask("n", "t, b, a", "[还要|还需要|剩下的还要][多少|几]天[才能|]完成", "(t - b) / a"),
        ),
    ),
    Schema(
        "做了几天",
        numbers="n 2..12|5..25; a 4..40|20..160; b 6..60|30..400; t = b + n * a",
        words="place item making",
        facts={
            "t": "{place}要生产{t item} | {place}计划生产{item}{t}{items} | {place}接到一批生产任务，要生产{t item}",
            "a": "已经生产了{n}天，平均每天生产{a}{items} | 前{n}天每天生产{a}{items} | 每天生产{a}{items}，已经生产了{n}天",
            "b": "还剩{b}{items}没有[生产|完成] | 还要生产{b}{items}才能完成任务",
            "some": "{place}要生产一批{item} | {place}计划生产一批{item}",
            "n": "生产{n}天后，还剩{b}{items}[没完成|]",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "[还剩|还有]多少{items}没有生产 | 还要生产多少{items}[{item}|]才能完成任务",
                "t - a * n",
            ),
            Ask(
                "t", "some, a, b", "这批{item}[一共|共]有多少{items} | 一共要生产多少{items}{item}"
            ),
            Ask("a", "t, n", "平均每天生产多少{items}[{item}|]", "(t - b) / n"),
        ),
    ),
    Schema(
        "合起来分",
        numbers="n 2..12|3..25; e 3..30|8..60; x own; y = n * e - x",
        words="u v flower; who school",
        facts={
            "a": "{who}买来{x}盆{u} | {who}有{u}{x}盆 | 为了美化校园，{who}买了{x}盆{u}",
            "b": "{y}盆{v} | 还有{y}盆{v} | {v}{y}盆",
            "n": "[平均|]分给{n}个班，每班一样多 | 把这些花平均分给{n}个班",
            "e": "把这些花分给各班，每班{e}盆 | 每{e}盆摆一排",
        },
        asks=(
            Ask("e", "a, b, n", "每[个|]班[分到|得到|有]多少盆[花|]", "(x + y) / n"),
            Ask("n", "a, b, e", "一共可以分成多少份 | 正好分成多少份", "(x + y) / e"),
        ),
    ),
    Schema(
        "男女分组",
        numbers="n 3..12|4..20; e 4..12|6..24; x 10..90|40..200; y = n * e - x",
        words="g h parts_of_grade; who school",
        facts={
            "x": "{who}{g}有{x}人 | {who}参加[春游|夏令营|运动会|植树]的{g}有{x}人",
            "y": "{h}有{y}人 | {h}{y}人",
            "n": "[平均|]分成{n}个小组 | 把他们平均分成{n}组",
            "e": "每{e}人[编成|分成|为]一组 | 按每组{e}人分组",
            "bus": "每辆车[限乘|坐]{e}人",
            "boat": "他们乘游船游湖，每条游船坐{e}人",
        },
        asks=(
            Ask("e", "x, y, n", "平均每组有多少人 | 每[个小|]组多少人", "(x + y) / n"),
            Ask("n", "x, y, e", "[一共|]可以分成多少组 | 能分成几组", "(x + y) / e"),
            Ask("n", "x, y, bus", "需要[多少|几]辆车 | [一共|]要租多少辆车", "(x + y) / e"),
            Ask("n", "x, y, boat", "需要[多少|几]条游船 | [一共|]要租多少条游船", "(x + y) / e"),
        ),
    ),
    Schema(
        "归一",
        numbers="n 2..9|3..15; a 3..30|12..90; m 3..12|8..40; s = n * a; t = m * a",
        words="w worker; item piece",
        facts={
            "s": "{w}{n}小时[加工|生产|做]{s item} | {w}{n}小时能做{s item} | {w}用{n}小时加工了{s item}",
            "m": "照这样计算，{m}小时 | 照这样的速度，工作{m}小时 | 用同样的速度做{m}小时，",
            "t": "照这样计算，要[加工|做]{t item} | 照这样的速度，加工{t item}",
        },
        asks=(
            Ask("t", "s, m", "[可以|能][加工|做]多少{items}[{item}|]", "s / n * m"),
            Ask("m", "s, t", "需要[多少|几]小时 | 要用多少小时", "t / s * n"),
            Ask("a", "s", "平均每小时[加工|做]多少{items}[{item}|]", "s / n"),
        ),
    ),
    Schema(
        "榨油",
        numbers="~s 10..60|20..200/10; ~r 0.12..0.9/0.02; ~o = s * r; ~m 12..90|100..900/20; ~q = m * r",
        words="raw press yield",
        facts={
            "s": "{s}千克{raw}可以{press}{o}千克 | 用{s}千克{raw}能{press}{o}千克",
            "m": "照这样计算，{m}千克{raw} | 照这样，用{m}千克{raw}",
            "q": "照这样计算，要{press}{q}千克",
        },
        asks=(
            Ask("q", "s, m", "可以{press}多少千克 | 能{press}多少千克", "o / s * m"),
            Ask("m", "s, q", "需要{raw}多少千克 | 要用多少千克{raw}", "q / o * s"),
            Ask(
                "r",
                "s",
                "平均每千克{raw}可以{press}多少千克 | 1千克{raw}能{press}多少千克",
                "o / s",
            ),
        ),
        where="m != s",
    ),
    Schema(
        "换排法",
        numbers="a 8..30|12..45; n 4..20|8..36; t = a * n; b 6..40; m = t / b; d = b - a",
        words="who school",
        facts={
            "a": "{who}的同学排队做操，每行站{a}人，[正好|可以]站{n}行 | 同学们表演团体操，每行{a}人，排了{n}行",
            "b": "如果每行站{b}人 | 改成每行站{b}人 | 现在每行{b}人",
            "d": "如果每行多站{d}人 | 变换队形后，每行增加{d}人",
            "m": "如果要站成{m}行 | 现在要排成{m}行",
        },
        asks=(
            Ask("m", "a, b", "可以站多少行 | 能站几行", "a * n / b"),
            Ask("m", "a, d", "可以站多少行 | 能站几行", "a * n / (a + d)"),
            Ask("b", "a, m", "每行[要|应|]站多少人", "a * n / m"),
        ),
        where="b != a; m > 2; d > 0",
    ),
    Schema(
        "分后剩余",
        numbers="n 3..15|5..45; a 2..12|3..20; r 2..9|3..30; t = n * a + r",
        words="item thing; who teacher",
        facts={
            "t": "{who}有{t item} | {who}买来{item}{t}{items}",
            "some": "{who}有一些{item} | {who}把一批{item}分给同学们",
            "n": "[分|发]给{n}个[小朋友|同学]，每人{a}{items} | 每人[分|发]{a}{items}，分给了{n}个同学",
            "r": "还[剩|多]{r}{items}",
            "short": "每人分{a}{items}，还剩{r}{items}",
            "each": "平均分给{n}个同学后，还剩{r}{items}",
        },
        asks=(
            Ask("r", "t, n", "[还剩|还剩下|剩下]多少{items}[{item}|]", "t - n * a"),
            Ask("t", "some, n, r", "[一共|原来]有多少{items}{item} | 这批{item}有多少{items}"),
            Ask("n", "t, short", "[一共|]分给了多少[个同学|人]", "(t - r) / a"),
            Ask(
                "a",
                "t, each",
                "平均每[人|个同学]分到多少{items} | 每人得到几{items}",
                "(t - r) / n",
            ),
        ),
    ),
    Schema(
        "看书",
        numbers="n 3..12|5..20; a 5..24|12..40; b 8..60|30..200; t = n * a + b; m 3..15; c = b / m",
        words="p person; book reading",
        facts={
            "t": "{p}看一本{t}页的{book} | 一本{book}有{t}页，{p}[正在看|想看] | {p}读一本{book}，[全书|这本书]共{t}页",
            "some": "{p}看一本{book} | {p}在读一本{book}",
            "a": "[{p.he}|]每天看{a}页，看了{n}天 | 前{n}天平均每天看{a}页 | 已经看了{n}天，每天看{a}页",
            "b": "还剩{b}页没看 | 还有{b}页没有看",
            "m": "剩下的要{m}天看完 | 余下的想用{m}天看完",
            "c": "剩下的每天看{c}页",
        },
        asks=(
            Ask("b", "t, a", "[还剩|还有]多少页没[有|]看 | 还剩多少页", "t - n * a"),
            Ask("t", "some, a, b", "这本[书|{book}][一共|共|]有多少页"),
            Ask(
                "c",
                "t, a, m",
                "[平均|]每天[要|应|]看多少页 | 剩下的平均每天看多少页",
                "(t - n * a) / m",
            ),
            Ask("m", "t, a, c", "[还要|还需要|再过][多少|几]天[才能|可以]看完", "(t - n * a) / c"),
        ),
    ),
    Schema(
        "单日页数",
        numbers="a 4..40|6..60; n 3..15|5..30; t = a * n; b 5..60; m = t / b; d = b - a; e = n - m",
        words="p person; book reading",
        facts={
            "a": "{p}看一本{book}，每天看{a}页，{n}天[可以|能|]看完 | 一本{book}，{p}计划每天看{a}页，{n}天看完",
            "b": "如果每天看{b}页 | 实际每天看{b}页 | 现在每天看{b}页",
            "d": "实际每天比计划多看{d}页 | 如果每天多看{d}页",
            "t": "{p}读一本{t}页的{book}，计划{n}天读完",
        },
        asks=(
            Ask("m", "a, b", "[多少|几]天可以看完 | 看完这本书要多少天", "a * n / b"),
            Ask("m", "a, d", "[多少|几]天可以看完 | 看完这本书[需|]要多少天", "a * n / (a + d)"),
            Ask("e", "a, b", "可以提前[多少|几]天看完", "n - a * n / b"),
            Ask("a", "t", "平均每天[要|应|]读多少页", "t / n"),
        ),
        where="d > 0; e > 0; m > 1; m * 2 > n",
    ),
    Schema(
        "多人多日",
        numbers="w 3..20|12..60; a 2..12|5..30; n 2..9|5..24; s = w * a; t = s * n; b 4..30; m = s / b",
        words="item piece",
        facts={
            "w": "一个车间有{w}名工人，每人每天生产{a item} | {w}个工人平均每人每天做{a item} | 某车间{w}人，"
            "平均每人每天可加工{item}{a}{items}",
            "n": "工作了{n}天 | 他们工作{n}天",
            "b": "每{b}{items}装一箱",
            "t": "{w}名工人{n}天[共|一共]生产{t item}",
        },
        asks=(
            Ask(
                "t",
                "w, n",
                "[一共|共]生产多少{items}[{item}|] | 这个车间共生产{item}多少{items}",
                "w * a * n",
            ),
            Ask(
                "m", "w, b", "一天生产的{item}可以装多少箱 | 每天生产的{item}能装几箱", "w * a / b"
            ),
            Ask("a", "t", "平均每人每天生产多少{items}[{item}|]", "t / w / n"),
        ),
        where="m > 1",
    ),
    Schema(
        "运货几次",
        numbers="~a 2..8|1.5..6/0.5; n 3..12|4..20; ~b 3..9|2.5..8/0.5; m 2..15; ~s = a * n; ~r = b * m;"
        " ~t = s + r",
        words="good heap",
        facts={
            "t": "有一{goods}{good}共{t}吨 | 仓库有{t}吨{good}要运走 | 要运{t}吨{good}",
            "a": "一辆卡车每次运{a}吨，运了{n}次 | 先用小货车运{n}次，每次运{a}吨 | 已经运了{n}车，每车{a}吨",
            "b": "剩下的改用[大卡车|大货车]，每次运{b}吨 | 余下的每车运{b}吨",
            "r": "还剩{r}吨[没运|]",
            "some": "有一{goods}{good}",
        },
        asks=(
            Ask(
                "m",
                "t, a, b",
                "[还要|还需要]运[多少|几]次[才能运完|] | 剩下的[多少|几]次可以运完",
                "(t - a * n) / b",
            ),
            Ask("r", "t, a", "[还剩|还剩下|剩下]多少吨[没有运|] | 还有多少吨没运", "t - a * n"),
            Ask("t", "some, a, r", "这{goods}{good}[原来|一共|]有多少吨", "a * n + r"),
        ),
    ),
    Schema(
        "水电用量",
        numbers="~a 2..5|1.5..4/0.1|0.5,0.6,0.52,0.8; n 8..30|5..20|40..150/5; ~s = a * n; m 8..40|6..30|50..200/5; ~t = m * a; ~d = t - s",
        words="v w neighbor; kind unit bill",
        facts={
            "s": "{v}家上个月用{kind}{n}{unit}，交{kind}费{s}元 | {v}家上月用了{n}{unit}{kind}，{kind}费是{s}元",
            "m": "{w}家上个月用了{m}{unit}[{kind}|] | {w}家用{kind}{m}{unit}",
            "t": "{w}家交{kind}费{t}元 | {w}家的{kind}费是{t}元",
        },
        asks=(
            Ask(
                "t",
                "s, m",
                "{w}家[上个月|]要交{kind}费多少元 | {w}家的{kind}费是多少元",
                "s / n * m",
            ),
            Ask(
                "m",
                "s, t",
                "{w}家[上个月|]用{kind}多少{unit} | {w}家用了多少{unit}{kind}",
                "t / s * n",
            ),
            Ask("d", "s, m", "{w}家比{v}家多交{kind}费多少元", "s / n * m - s"),
        ),
        where="d > 0",
    ),
)
