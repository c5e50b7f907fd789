"""M-tree to pictures: SVG drawn by ourselves, and the DOT language of Graphviz."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from sumc.algebra.nodes import Branch, Leaf, Node

KIND_LABELS = {"+": "+", "*": "×", "*-": "×−", "+/": "+/"}
KIND_MEANINGS = {
    "+": "sum",
    "*": "product",
    "*-": "opposite of the product",
    "+/": "reciprocal of the sum",
}

_MARGIN = 16
_GAP = 14  # between neighbouring leaves
_LEVEL = 62  # from a node down to its children
_HEIGHT = 28  # of a node
_CHARACTER = 8.4  # width at 14 pixels, monospaced
_LONGEST_LABEL = 24

_STYLE = """\
.sumc-tree{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.sumc-tree text{text-anchor:middle;fill:#1b2430}
.sumc-tree path{fill:none;stroke:#9aa7b5;stroke-width:1.5}
.sumc-tree rect{stroke-width:1.5;fill:#eef4ff;stroke:#4a7bd0}
.sumc-tree .sumc-branch rect{fill:#f4f5f7;stroke:#6b7785}
.sumc-tree .sumc-negated rect{fill:#fdeeee;stroke:#cf5252}
.sumc-tree .sumc-inverted rect{stroke-dasharray:4 3}
@media (prefers-color-scheme:dark){
.sumc-tree text{fill:#e8edf3}
.sumc-tree path{stroke:#66727f}
.sumc-tree rect{fill:#1d2b45;stroke:#7ba6f0}
.sumc-tree .sumc-branch rect{fill:#2a3038;stroke:#98a4b1}
.sumc-tree .sumc-negated rect{fill:#46222a;stroke:#f08585}
}"""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with the middle of its box, its width and the parts below it."""

    node: Node
    x: float
    y: float
    width: float
    children: tuple["_Placed", ...]


def to_svg(root: Branch) -> str:
    """A self-contained drawing of the tree, in light and dark colours."""
    top, right = _place(root, left=float(_MARGIN), level=0)
    placed = list(_walk(top))
    bottom = max(part.y for part in placed) + _HEIGHT / 2 + _MARGIN
    size = f"{right + _MARGIN:.0f}", f"{bottom:.0f}"
    shapes = [_edge(part, child) for part in placed for child in part.children]
    shapes += [_box(part) for part in placed]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="sumc-tree" role="img" '
            f'width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}">',
            f"<title>M-tree {escape(root.text[:500])}</title>",
            f"<style>{_STYLE}</style>",
            *shapes,
            "</svg>",
        ]
    )


def _place(node: Node, left: float, level: int) -> tuple[_Placed, float]:
    """A node over the middle of its children, all of it right of `left`; and where it ends."""
    width = _label_width(node)
    y = _MARGIN + _HEIGHT / 2 + level * _LEVEL
    if isinstance(node, Leaf):
        return _Placed(node, left + width / 2, y, width, ()), left + width
    children: list[_Placed] = []
    end = left - _GAP
    for child in node.children:
        part, end = _place(child, end + _GAP, level + 1)
        children.append(part)
    x = max((children[0].x + children[-1].x) / 2, left + width / 2)
    return _Placed(node, x, y, width, tuple(children)), max(end, x + width / 2)


def _walk(part: _Placed) -> Iterator[_Placed]:
    waiting = [part]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(current.children))


def _label(node: Node) -> str:
    if isinstance(node, Branch):
        return KIND_LABELS[node.kind]
    text = node.text.replace("-", "−")
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def _label_width(node: Node) -> float:
    label = _label(node)
    cells = len(label)
    if not label.isascii():
        cells += sum(east_asian_width(character) in "WF" for character in label)
    return max(_HEIGHT, cells * _CHARACTER + 16)


def _edge(above: _Placed, below: _Placed) -> str:
    start, end = above.y + _HEIGHT / 2, below.y - _HEIGHT / 2
    middle = (start + end) / 2
    return (
        f'<path d="M{above.x:.1f} {start:.1f}C{above.x:.1f} {middle:.1f} '
        f'{below.x:.1f} {middle:.1f} {below.x:.1f} {end:.1f}"/>'
    )


def _box(part: _Placed) -> str:
    node = part.node
    if isinstance(node, Leaf):
        forms = [name for name in ("negated", "inverted") if getattr(node, name)]
        classes = " ".join(["sumc-leaf", *(f"sumc-{form}" for form in forms)])
        extra, tip, corner = f' data-symbol="{escape(node.symbol)}"', node.text, 6.0
    else:
        classes, extra, tip, corner = "sumc-branch", "", KIND_MEANINGS[node.kind], _HEIGHT / 2
    left, top = part.x - part.width / 2, part.y - _HEIGHT / 2
    return (
        f'<g class="{classes}"{extra}><title>{escape(tip)}</title>'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{part.width:.1f}" height="{_HEIGHT}" '
        f'rx="{corner:g}"/><text x="{part.x:.1f}" y="{part.y:.1f}" dy="0.35em">'
        f"{escape(_label(node))}</text></g>"
    )


def to_dot(root: Branch) -> str:
    """The tree in the DOT language, for Graphviz and whatever else reads it."""
    lines = ["digraph mtree {", '  node [fontname="monospace"];']
    waiting: list[tuple[Node, int | None]] = [(root, None)]
    number = 0
    while waiting:
        node, parent = waiting.pop()
        shape = "box" if isinstance(node, Leaf) else "ellipse"
        lines.append(f"  node{number} [label={_quoted(_dot_label(node))}, shape={shape}];")
        if parent is not None:
            lines.append(f"  node{parent} -> node{number};")
        if isinstance(node, Branch):
            waiting.extend((child, number) for child in reversed(node.children))
        number += 1
    return "\n".join([*lines, "}"])


def _dot_label(node: Node) -> str:
    return node.text if isinstance(node, Leaf) else node.kind


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
