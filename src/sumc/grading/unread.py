"""Why a text is not an expression, in Chinese.

The algebra says it in English, in a closed set of sentences, as it does for verdicts. A sentence
that has no pattern here becomes `OTHER`: what was written, and where, is shown beside it.
"""

import re

OTHER = "这不是能读懂的算式"
_SENTENCES = tuple(
    (re.compile(pattern, re.DOTALL), said)
    for pattern, said in (
        ('"(.+)" is never closed', r"“\1”没有配对的右括号"),
        ('"(.+)" closes nothing', r"“\1”没有配对的左括号"),
        ('"(.+)" does not close "(.+)"', r"“\1”和“\2”不是一对括号"),
        ('expected a number, a symbol or "\\(", found the end', "后面还缺一个数"),
        ('expected a number, a symbol or "\\(", found "(.+)"', r"这里应是数、字母或“(”，却是“\1”"),
        ('expected an operator, found "(.+)"; write .+', r"“\1”之前缺运算符，乘号不能省"),
        ('expected an operator, found "(.+)"', r"“\1”之前缺运算符"),
        ('expected an expression without "="', "这里不能有等号"),
        ('expected one "=", found a second', "只能有一个等号"),
        ('"(.+)" is not a mixed number: .+', r"“\1”不是带分数"),
        ("this can be read in two ways: .+", "这里有两种读法：请写出乘号，并给除数加上括号"),
        (
            "expected one expression, or steps with an = in each; .+",
            "每一步都要有等号；小数请用小数点，如 0.75",
        ),
        ("remainders are not read: .+", "不能读带余数的写法：请写出准确的商，如 29/4=7.25"),
        ("expected a whole number after \\^.*", "指数应是整数"),
        (
            "an equality in it does not hold: (.+) is (.+), not (.+)",
            r"其中有一个等式不成立：\1等于\2，不是\3",
        ),
        ("an equality in it does not hold: (.+) is not (.+)", r"其中有一个等式不成立：\1不等于\2"),
        ("the equation does not determine .+", "从这个方程求不出未知数"),
        ("the equation is not linear in .+", "这不是一次方程"),
        ("expected an equation with one unknown x, .+", "方程里只能有一个未知数"),
        (
            "expected an expression, or an equation with one unknown x; .+",
            "等式里没有未知数：请只写一边",
        ),
        ("too large: .+", "算式太大"),
    )
)


def unread_in_chinese(message: str) -> str:
    """Why a text cannot be read.

    >>> unread_in_chinese('"(" is never closed'), unread_in_chinese("who knows")
    ('“(”没有配对的右括号', '这不是能读懂的算式')
    """
    for pattern, said in _SENTENCES:
        if found := pattern.fullmatch(message):
            return found.expand(said)
    return OTHER
