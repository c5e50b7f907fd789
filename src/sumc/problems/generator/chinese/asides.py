"""Facts that may open a story and do not matter: settings with a number, told now and then.

Their number is called `yy` so that no schema uses the same name.
"""

from collections.abc import Mapping
from dataclasses import replace

from sumc.problems.generator.schema import Schema

ASIDES: Mapping[str, tuple[str, str]] = {
    "三种合计": ("yy 12..60", "{school}有{yy}个班 | {school}有老师{yy}人"),
    "两天卖出": ("yy 2..9", "{shop}有{yy}名店员"),
    "用掉剩下": ("yy 4..30", "{p}的妈妈去超市花了{yy}元"),
    "比少": ("yy 2..12", "这里有{yy}名工人负责植树"),
    "几倍": ("yy 2..9", "{who}家有{yy}口人"),
    "几倍多几": ("yy 12..60", "{place}有{yy}个班"),
    "几倍少几": ("yy 12..60", "{place}有{yy}个班 | {place}有教师{yy}人"),
    "和倍差倍": ("yy 12..48", "{place}有{yy}个班"),
    "每份几个": ("yy 3..20", "{shop}有{yy}名售货员"),
    "剩下平均": ("yy 22..55", "{w}今年{yy}岁"),
    "做了几天": ("yy 20..300", "{place}有工人{yy}人 | {place}有{yy}名职工"),
    "归一": ("yy 2..30", "{w}在工厂工作了{yy}年"),
    "看书": ("yy 3..40", "{p}家里有{yy}本书"),
    "看了几分之几": ("yy 3..40", "{p}的书架上有{yy}本书"),
    "行程": ("yy 2..40", "从{from}到{to}有{yy}个车站"),
    "还有多远": ("yy 2..40", "{car}上有{yy}名乘客"),
    "往返": ("yy 25..58", "{w}今年{yy}岁"),
    "打折": ("yy 3..30", "商场开业{yy}周年"),
    "降价分数": ("yy 3..30", "商场里有{yy}种{item}"),
    "单价数量": ("yy 30..58", "{w}的班里有{yy}名学生"),
    "两种商品": ("yy 12..60", "{who}有{yy}个班"),
    "存款利息": ("yy 26..65", "{w}今年{yy}岁"),
    "增产百分": ("yy 20..300", "{who}有工人{yy}人"),
    "节约百分": ("yy 12..60", "{who}有{yy}个班"),
    "卖出百分": ("yy 5..60", "{place}有职工{yy}人"),
    "修路百分": ("yy 8..60", "工程队有{yy}人 | 工程队有{yy}名工人"),
    "占总人数": ("yy 12..48", "{who}有{yy}个班"),
    "多几分之几": ("yy 12..60", "{who}有{yy}个班 | {who}有教师{yy}人"),
    "修路几天几分": ("yy 8..60", "修路队有{yy}人"),
    "合作": ("yy 8..60", "{x}有{yy}人"),
    "提前几天": ("yy 20..300", "{who}有工人{yy}人"),
    "两队同修": ("yy 8..60", "{u}有{yy}人 | {v}有{yy}名工人"),
    "前后工效": ("yy 8..60", "修路队有{yy}人"),
    "换排法": ("yy 12..60", "{who}有{yy}个班"),
    "按比分配": ("yy 12..60", "{who}有{yy}个班"),
    "上学路上": ("yy 8..12", "{k}今年{yy}岁"),
    "捐款三班": ("yy 12..60", "{place}有{yy}个班"),
}
"""Name of a schema -> the number and the text of its aside."""


def with_aside(schema: Schema) -> Schema:
    """Return the schema with its aside, if it has one, before the first fact of every ask."""
    if schema.name not in ASIDES:
        return schema
    numbers, text = ASIDES[schema.name]
    return replace(
        schema,
        numbers=f"{schema.numbers}; {numbers}",
        facts={**schema.facts, "aside": text},
        asks=tuple(replace(ask, tell=f"aside?, {ask.tell}") for ask in schema.asks),
    )
