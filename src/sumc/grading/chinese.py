"""Comments on students' work in Chinese.

The library says in English why an answer has its verdict, in a closed set of sentences. Each has
its pattern here; a sentence that has none, such as the details of a limit, stays as it is.
"""

import re
from collections.abc import Callable

_ROLES = {
    "added": "是加上",
    "subtracted": "是减去",
    "a factor": "是乘",
    "a divisor": "是除",
    "added as a reciprocal": "是加上倒数",
    "subtracted as a reciprocal": "是减去倒数",
}
_ROLE = "|".join(sorted(_ROLES, key=len, reverse=True))
_SIDES = {"student's expression": "学生的算式", "reference": "参考算式"}


def in_chinese(comment: str) -> str:
    """A comment in Chinese.

    >>> in_chinese("7 is added here and subtracted in the reference; a unit is missing")
    '7在这里是加上，在参考算式里是减去；缺少单位'
    >>> in_chinese("the right way, but 36 - 7 is 29, not 28")
    '方法正确，但36 - 7等于29，不是28'
    """
    if "cannot be read: " in comment:
        return "；".join(_unread(comment)) or comment
    return "；".join(_clause(part) for part in comment.split("; "))


def _unread(comment: str) -> list[str]:
    """Which sides cannot be read, and where."""
    sides = re.split(f"(?:^|; )the ({'|'.join(_SIDES)}) cannot be read: ", comment)[1:]
    found = []
    for side, why in zip(sides[::2], sides[1::2], strict=True):
        column = re.search(r"column ([0-9]+)", why)
        where = f"（第 {column[1]} 个字符）" if column else ""
        found.append(f"读不懂{_SIDES[side]}{where}")
    return found


def _clause(text: str) -> str:
    for pattern, said in _SENTENCES:
        found = pattern.fullmatch(text)
        if found:
            return said(found) if callable(said) else found.expand(said)
    return text


def _compared(found: re.Match[str]) -> str:
    return f"{found[1]}在这里{_ROLES[found[2]]}，在参考算式里{_ROLES[found[3]]}"


def _worked_out(found: re.Match[str]) -> str:
    parts = [_part(each) for each in found[1].split(" and ")]
    return f"正确，其中{'，'.join(parts)}"


def _part(text: str) -> str:
    shown = re.sub(r"^(.+) worked out as (.+)$", r"\1算得\2", text)
    return re.sub(r"^(.+) for (.+)$", r"用\1表示\2", shown)


def _after(words: str) -> Callable[[re.Match[str]], str]:
    """Words before a clause of its own."""
    return lambda found: f"{words}{_clause(found[1])}"


_SENTENCES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.DOTALL), said)
    for pattern, said in (
        ("both are the same solution", "与参考的解法相同"),
        (
            "written in another way, but equal whatever the numbers are",
            "写法不同，但不论数是多少都相等",
        ),
        ("the same equation, multiplied by a number", "同一个方程，两边同乘一个数"),
        ("the right answer, without the working", "答案正确，但没有过程"),
        (
            "the right answer within the tolerance, without the working",
            "答案在允许的误差以内，但没有过程",
        ),
        ("right, with a product written as a repeated sum", "正确，用连加代替了乘法"),
        ("right, with a repeated sum written as a product", "正确，用乘法代替了连加"),
        ("right, with (.+)", _worked_out),
        ("the right way, but (.+)", _after("方法正确，但")),
        ("the right answer, but (.+)", _after("答案正确，但")),
        ("the trees are too large to compare", "算式太大，无法比较"),
        ("the right value", "数值正确"),
        ("whether the way is right could not be decided: .+", "算式太大，无法判断方法是否正确"),
        ("the reference has no working to compare it with", "参考没有可以比较的过程"),
        ("the answer is (.+), not (.+)", r"答案应是\1，不是\2"),
        ("only these numbers give the same value: (.+)", _after("只有这些数给出同样的值：")),
        ("(.+): write two steps", lambda found: f"{_clause(found[1])}，请分成两步写"),
        (f"(.+) is ({_ROLE}) here and ({_ROLE}) in the reference", _compared),
        ("(.+) is here where the reference has (.+)", r"这里是\1，参考算式里是\2"),
        ("(.+) is missing here", r"这里缺少\1"),
        ("(.+) is here but not in the reference", r"这里多了\1"),
        ("the fraction is not in lowest terms", "分数没有约成最简"),
        ("a unit is missing", "缺少单位"),
        ("a unit is expected", "应写单位"),
        ("the unit (.+) is missing", r"缺少单位\1"),
        ("the unit (.+) is expected", r"单位应是\1"),
        ("no answer", "没有作答"),
        ("line ([0-9]+): expected a name and an answer, found one value", r"第 \1 行：只有一个值"),
        ("line ([0-9]+): expected a name, found none", r"第 \1 行：没有姓名"),
        (
            "line ([0-9]+): ([0-9]+) values for ([0-9]+) columns",
            r"第 \1 行：\3 列却有 \2 个值",
        ),
        ("put answers with (?:commas|semicolons|tabs) in quotes", "含有分隔符的答案请加引号"),
        ("line ([0-9]+): no problem is called (.+)", r"第 \1 行：没有叫 \2 的题"),
        ("(.+) does not follow from (.+)", r"由\2得不出\1"),
        ("(.+) is (.+), not (.+)", r"\1等于\2，不是\3"),
        ("(.+) is not (.+)", r"\1不等于\2"),
    )
)
