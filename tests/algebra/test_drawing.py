import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from sumc import MTree

SVG = "{http://www.w3.org/2000/svg}"
TREES = ["a", "n1*(n2-n3)/n4", "a/(b-1)+2(1/3)-c^-1", "+".join(f"n{i}" for i in range(1, 61))]


@pytest.mark.parametrize("text", TREES)
def test_the_drawing_has_a_box_for_every_node_inside_the_picture(text: str) -> None:
    tree = MTree.parse(text)
    picture = ElementTree.fromstring(tree.to_svg())
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    boxes = [rect.attrib for rect in picture.iter(f"{SVG}rect")]
    assert len(boxes) == len(tree.codes()) + str(tree).count("(+") + str(tree).count("(*")
    assert all(0 <= float(box["x"]) <= width - float(box["width"]) for box in boxes)
    assert all(0 <= float(box["y"]) <= height - float(box["height"]) for box in boxes)


@pytest.mark.parametrize("text", TREES)
def test_boxes_of_one_level_do_not_touch(text: str) -> None:
    picture = ElementTree.fromstring(MTree.parse(text).to_svg())
    boxes = sorted(
        (float(rect.attrib["y"]), float(rect.attrib["x"]), float(rect.attrib["width"]))
        for rect in picture.iter(f"{SVG}rect")
    )
    for (level, x, width), (next_level, next_x, _) in pairwise(boxes):
        assert level < next_level or x + width < next_x


def test_the_drawing_knows_light_and_dark_and_needs_nothing_else() -> None:
    drawing = MTree.parse("a-b/c").to_svg()
    assert "prefers-color-scheme:dark" in drawing
    assert re.findall(r"https?://[^\"]*", drawing) == ["http://www.w3.org/2000/svg"]
    assert 'data-symbol="b"' in drawing
    assert "<title>opposite of the product</title>" in drawing


def test_a_notebook_shows_the_drawing() -> None:
    tree = MTree.parse("数量*3")
    assert tree._repr_svg_() == tree.to_svg()
    assert "数量" in tree.to_svg()


def test_a_long_name_is_shortened_in_the_drawing() -> None:
    drawing = MTree.parse("n" * 100).to_svg()
    assert "n" * 23 + "…</text>" in drawing


def test_dot_names_every_node_and_edge() -> None:
    dot = MTree.parse("a-b*c").to_dot()
    assert dot.startswith("digraph mtree {")
    assert dot.count("->") == 4
    assert 'label="*-", shape=ellipse' in dot
    assert 'label="a", shape=box' in dot
