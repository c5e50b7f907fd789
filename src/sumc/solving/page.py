"""A solution as HTML, for notebooks: the text with its numbers, the answer and the tree."""

from collections.abc import Sequence
from html import escape

from sumc.solving.number import SolvedNumber

_STYLE = """\
.sumc-solution{font-family:system-ui,sans-serif;line-height:1.5;max-width:46em}
.sumc-solution mark{background:#cfe0ff;color:#12203a;border-radius:3px;padding:0 .2em}
.sumc-solution mark.sumc-unused{background:#e6e8eb;color:#5b6570}
.sumc-solution sub{font-size:.7em;opacity:.75}
.sumc-solution .sumc-answer{font-size:1.3em;font-weight:600}
.sumc-solution .sumc-quiet{opacity:.7}"""


def to_html(
    text: str,
    numbers: Sequence[SolvedNumber],
    headline: str,
    quiet: str,
    sentences: Sequence[str] = (),
    drawing: str = "",
) -> str:
    """A piece of HTML that brings its own colours; all but the drawing is escaped here."""
    steps = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    lines = [
        f"<style>{_STYLE}</style>",
        f"<p>{_marked_text(text, numbers)}</p>",
        f'<p><span class="sumc-answer">{escape(headline)}</span> '
        f'<span class="sumc-quiet">{escape(quiet)}</span></p>',
        f"<ul>{steps}</ul>" if steps else "",
        drawing,
    ]
    return '<div class="sumc-solution">\n' + "\n".join(filter(None, lines)) + "\n</div>"


def _marked_text(text: str, numbers: Sequence[SolvedNumber]) -> str:
    """The text with its numbers marked and named; those that are not needed are grey."""
    pieces, position = [], 0
    for number in numbers:
        kind = "" if number.codes else ' class="sumc-unused"'
        name = f"<sub>{escape(number.symbol)}</sub>"
        pieces.append(escape(text[position : number.start]))
        pieces.append(f"<mark{kind}>{escape(number.text)}{name}</mark>")
        position = number.end
    return "".join([*pieces, escape(text[position:])])
