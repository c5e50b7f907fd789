"""Sentences whose numbers have nothing to do with the question.

Their numbers are called `zz` so that no schema uses the same name; `{p}` is always a child.
"""

from sumc.problems.generator.schema import Noise

NOISE = (
    Noise("zz 8..12", "{p}今年{zz}岁 | {zz}岁的{p}是小学生 | 今年{p}{zz}岁了"),
    Noise("zz 2..6", "{p}有{zz}个好朋友 | {p}家有{zz}口人 | {p}家住在{zz}楼"),
    Noise("zz 3..6", "{p}是{zz}年级的学生 | {p}上{zz}年级"),
    Noise("zz 32..58", "{p}所在的班有{zz}名同学 | {p}班上有学生{zz}人"),
    Noise("zz 120..160", "{p}身高{zz}厘米 | {p}的身高是{zz}厘米"),
    Noise("zz 25..48", "{p}的体重是{zz}千克 | {p}体重{zz}千克"),
    Noise("zz 2..30", "{p}家到[公园|图书馆|少年宫|超市]要走{zz}分钟"),
    Noise("zz 300..1800/50", "{p}家离[学校|公园|图书馆|少年宫]{zz}米"),
    Noise("zz 7..10", "早上{zz}时，{p}起床了 | {p}上午{zz}时出门"),
    Noise("zz 80..99", "{p}上次数学考了{zz}分 | {p}的语文成绩是{zz}分"),
    Noise("", "{p}是个爱动脑筋的孩子 | {p}很喜欢数学 | 星期天，{p}在家里做作业"),
)
