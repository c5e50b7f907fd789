"""A graded class as CSV for spreadsheets and as an HTML page to read and print.

What students write is not trusted: a cell that a spreadsheet would take for a formula gets an
apostrophe in front, and the only markup in the page is our own. The page needs no script and
loads nothing.
"""

import csv
import io
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from sumc.grading.classroom import Classroom, Graded, Mistake, mean_share, points_text
from sumc.grading.wording import WORDS, Language, Words, in_language

COLUMNS = ("name", "problem", "answer", "verdict", "points", "out_of", "comment", "read_as")
_PLAIN_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_FORMULA_STARTS = tuple("=+-@|%\t\r\n＝＋－＠")


def to_csv(classroom: Classroom, language: Language = "en") -> str:
    """The answers with their marks, one row each; marked as UTF-8 for spreadsheets.

    The names of the columns and of the verdicts are for programs and stay as they are.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for each in in_language(classroom, language).graded:
        row = each.to_json()
        writer.writerow([safe_cell(str(row[column])) for column in COLUMNS])
    return "\ufeff" + text.getvalue()


def safe_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula; plain numbers stay numbers.

    >>> safe_cell('=HYPERLINK("http://x")'), safe_cell("-5"), safe_cell("36-7")
    ('\\'=HYPERLINK("http://x")', '-5', '36-7')
    """
    is_harmless = _PLAIN_NUMBER.fullmatch(text) or not text.lstrip(" ").startswith(_FORMULA_STARTS)
    return text if is_harmless else f"'{text}"


def to_html(classroom: Classroom, title: str = "", language: Language = "en") -> str:
    """A standalone page: the class, its common mistakes, and every answer."""
    words, shown = WORDS[language], in_language(classroom, language)
    title = title or words.title
    several = len(shown.problems) > 1
    parts = [
        f"<h1>{escape(title)}</h1>",
        _summary(shown, words),
        _problems(shown, words) if several else "",
        _mistakes(shown.mistakes, several, words),
        _answers(shown.graded, several, words),
        _broken(shown.broken, words),
    ]
    style = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body>\n</html>\n"
    )


def _summary(classroom: Classroom, words: Words) -> str:
    counts = "".join(
        f'<li class="{verdict}"><b>{count}</b> {words.verdicts[verdict]}</li>'
        for verdict, count in classroom.verdicts.items()
    )
    count, mean = len(classroom.graded), f"<b>{percent(classroom.mean)}</b>"
    lead = words.summary.format(f"<b>{count}</b>", words.counted[count != 1], mean)
    return f'<p class="lead">{lead}</p>\n<ul class="verdicts">{counts}</ul>'


def percent(share: object) -> str:
    """A share of the points in whole percent; 100 only for all of them."""
    value = float(share)  # type: ignore[arg-type]
    return f"{100 if value >= 1 else min(99, round(100 * value))} %"


def _problems(classroom: Classroom, words: Words) -> str:
    rows = [
        (name, str(len(answers)), percent(mean_share(answers)))
        for name, answers in classroom.problems.items()
    ]
    heads = (words.problem, words.answers, words.points)
    return f"<h2>{words.problems}</h2>\n" + _table(heads, rows)


def _mistakes(mistakes: Sequence[Mistake], several: bool, words: Words) -> str:
    if not mistakes:
        return ""
    heads = (words.times, *[words.problem] * several, words.example, words.comment, words.who)
    rows = [
        (str(m.count), *[m.problem] * several, m.example, m.comment, ", ".join(m.names))
        for m in mistakes
    ]
    return f"<h2>{words.mistakes}</h2>\n" + _table(heads, rows)


def _answers(graded: Sequence[Graded], several: bool, words: Words) -> str:
    ends = words.answer, words.verdict, words.points, words.comment
    heads = (words.name, *[words.problem] * several, *ends)
    rows = [
        (
            *(each.row.name, *[each.row.problem] * several, each.row.answer),
            words.verdicts[each.mark.verdict],
            words.points_of.format(points_text(each.mark.points), points_text(each.mark.full)),
            each.mark.comment,
        )
        for each in graded
    ]
    classes = [each.mark.verdict for each in graded]
    return f"<h2>{words.answers}</h2>\n" + _table(heads, rows, classes)


def _broken(broken: Sequence[str], words: Words) -> str:
    items = "".join(f"<li>{escape(each)}</li>" for each in broken)
    return f"<h2>{words.broken}</h2>\n<ul>{items}</ul>" if items else ""


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], classes: Sequence[str] = ()
) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "\n".join(
        f"<tr{_class(classes, number)}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for number, row in enumerate(rows)
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _class(classes: Sequence[str], number: int) -> str:
    return f' class="{classes[number]}"' if classes else ""
