"""Tables and pictures as files."""

from collections.abc import Iterator
from pathlib import Path

from sumc.experiments.catalog import Drawing
from sumc.experiments.pictures import Format, Picture
from sumc.storage import write_text, write_whole

FORMATS: tuple[Format, ...] = ("svg", "png")


def write_drawing(drawing: Drawing, folder: Path) -> list[Path]:
    """Write the numbers as CSV and every picture as SVG and PNG; return the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = drawing.csv or drawing.tables
    for table in numbers:
        write_text(folder / f"{table.name}.csv", table.to_csv())
    paths = [folder / f"{table.name}.csv" for table in numbers]
    return paths + [path for each in drawing.pictures for path in _write_picture(each, folder)]


def _write_picture(picture: Picture, folder: Path) -> Iterator[Path]:
    """Write a picture; nothing where matplotlib is missing."""
    for kind in FORMATS:
        try:
            content = picture.render(kind)
        except ImportError:
            return
        path = folder / f"{picture.name}.{kind}"
        write_whole(path, [content])
        yield path
