"""A worksheet as a page to print, as LaTeX, as plain text, and as the problems of `sumc grade`."""

import csv
import io
import re
from html import escape
from pathlib import Path

from sumc.algebra.equation import parse_solution
from sumc.algebra.expression import Expression
from sumc.algebra.notation import to_infix
from sumc.grading.report import safe_cell
from sumc.grading.worksheet import Item, Worksheet

WORDS = {
    "en": {
        "name": "Name",
        "date": "Date",
        "key": "Answer key",
        "topics": {
            "addition": "Addition and subtraction",
            "multiplication": "Multiplication and division",
            "averages": "Averages",
            "fractions": "Fractions",
            "geometry": "Geometry",
            "money": "Money",
            "percent": "Percent",
            "rates": "Rates",
            "ratios": "Ratios",
            "units": "Units",
            "mixed": "Mixed problems",
            "all": "Word problems",
        },
    },
    "zh": {
        "name": "姓名",
        "date": "日期",
        "key": "参考答案",
        "topics": {
            "addition": "加法和减法",
            "multiplication": "乘法和除法",
            "averages": "平均数",
            "fractions": "分数",
            "geometry": "图形",
            "money": "买卖",
            "percent": "百分数",
            "rates": "行程和工程",
            "ratios": "比和比例",
            "units": "单位和规律",
            "mixed": "综合应用题",
            "all": "应用题",
        },
    },
}


def title_of(sheet: Worksheet) -> str:
    """The topic in the language of the sheet."""
    topics = WORDS[sheet.language]["topics"]
    assert isinstance(topics, dict)
    return str(topics[sheet.topic])


def sheet_html(sheet: Worksheet, *, key: bool = True) -> str:
    """A standalone page: the problems with room to write, and the key on a page after them."""
    words = WORDS[sheet.language]
    title = escape(title_of(sheet))
    problems = "\n".join(f"<li><p>{escape(each.text)}</p></li>" for each in sheet.items)
    answers = "\n".join(f"<li>{escape(_solution(each))}</li>" for each in sheet.items)
    solved = f'<section class="key"><h2>{words["key"]}</h2>\n<ol>\n{answers}\n</ol></section>\n'
    style = (Path(__file__).parent / "worksheet.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{sheet.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{title}</h1><p><span>{words['name']}</span><span>{words['date']}</span></p>"
        f'</header>\n<ol class="problems">\n{problems}\n</ol>\n'
        f"{solved if key else ''}<footer>{_origin(sheet)}</footer>\n</body>\n</html>\n"
    )


def _solution(item: Item) -> str:
    formula = formula_text(item.equation)
    return f"{formula} = {item.answer_text}" if formula else item.answer_text


def formula_text(equation: str) -> str:
    """A calculation as it is printed in books; a fraction has brackets only as a divisor.

    >>> formula_text("40*(1-(3/4))"), formula_text("6/(1/3)-2")
    ('40×(1−3/4)', '6÷(1/3)−2')
    """
    plain = _BRACKETED.sub(r"\1", _BAR_IN_BRACKETS.sub(rf"(\1{_BAR_SIGN}\2)", equation))
    return plain.translate(_PRINTED).replace(_BAR_SIGN, "/")


_BAR_SIGN = "\N{FRACTION SLASH}"
_BAR_IN_BRACKETS = re.compile(r"\(([0-9]+)/([0-9]+)\)")
_BRACKETED = re.compile(rf"(?<![0-9/])\(([0-9]+{_BAR_SIGN}[0-9]+)\)")
_PRINTED = str.maketrans("*/-", "×÷−")


def _origin(sheet: Worksheet) -> str:
    """The command that makes the same sheet again."""
    return (
        f"sumc worksheet --topic {sheet.topic} --count {len(sheet.items)} --seed {sheet.seed} "
        f"--language {sheet.language} --difficulty {sheet.difficulty}"
    )


def sheet_latex(sheet: Worksheet, *, key: bool = True) -> str:
    """A LaTeX document; Chinese needs ctex, as usual."""
    words = WORDS[sheet.language]
    chinese = sheet.language == "zh"
    problems = "\n".join(
        f"\\item {latex_text(each.text)}\\par\\vspace{{2.5cm}}" for each in sheet.items
    )
    answers = "\n".join(f"\\item {_latex_solution(each)}" for each in sheet.items)
    solved = (
        f"\\newpage\n\\section*{{{words['key']}}}\n"
        f"\\begin{{enumerate}}\n{answers}\n\\end{{enumerate}}\n"
    )
    return (
        f"% {_origin(sheet)}\n"
        f"\\documentclass[11pt]{{{'ctexart' if chinese else 'article'}}}\n"
        "\\usepackage[margin=2.2cm]{geometry}\n"
        + ("" if chinese else "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n")
        + "\\usepackage{amsmath}\n\\pagestyle{empty}\n\\begin{document}\n"
        f"\\section*{{{latex_text(title_of(sheet))}}}\n"
        f"\\noindent {words['name']}: \\hrulefill\\quad {words['date']}: \\rule{{3cm}}{{0.4pt}}\n"
        f"\\begin{{enumerate}}\n{problems}\n\\end{{enumerate}}\n"
        f"{solved if key else ''}\\end{{document}}\n"
    )


def _latex_solution(item: Item) -> str:
    """The calculation as a formula, and the answer as text: it has a unit."""
    printed = _BAR.sub(r"\\frac{\1}{\2}", formula_text(item.equation))
    formula = "".join(_LATEX_SIGNS.get(sign, sign) for sign in printed)
    answer = latex_text(item.answer_text)
    return f"${formula} = {{}}${answer}" if formula else answer


_BAR = re.compile("([0-9]+)/([0-9]+)")
_LATEX_SIGNS = {"×": r"\times ", "÷": r"\div ", "−": "-", "%": r"\%"}
_LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "€": r"\texteuro{}",
    "≈": r"$\approx$",
    "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}",
}


def latex_text(text: str) -> str:
    r"""A text in which LaTeX sees no commands.

    >>> latex_text("50% of $20")
    '50\\% of \\$20'
    """
    return "".join(_LATEX.get(sign, sign) for sign in text)


def sheet_text(sheet: Worksheet, *, key: bool = True) -> str:
    """The sheet for a terminal."""
    lines = [title_of(sheet), ""]
    lines += [f"{number}. {each.text}" for number, each in enumerate(sheet.items, start=1)]
    if key:
        lines += ["", str(WORDS[sheet.language]["key"])]
        lines += [f"{number}. {_solution(each)}" for number, each in enumerate(sheet.items, 1)]
    return "\n".join(lines)


def sheet_problems(sheet: Worksheet) -> str:
    """The problems as CSV for `sumc grade --problems`."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("problem", "reference", "text"))
    for number, each in enumerate(sheet.items, start=1):
        writer.writerow((str(number), _reference(each), safe_cell(each.text)))
    return text.getvalue()


def _reference(item: Item) -> str:
    """The solution; one whose answer is in percent says so."""
    if not item.said.endswith("%"):
        return item.equation
    hundredfold = Expression((*parse_solution(item.equation).items, "100", "*"))
    return f"{to_infix(hundredfold)}%"
