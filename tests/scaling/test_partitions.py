"""Files fall into partitions that together are all their rows, once each."""

import gzip
from pathlib import Path
from random import Random

import pytest

from sumc.bulk.rows import FORMATS, read_row
from sumc.errors import ProblemError, SumcError

pytest.importorskip("pyarrow", reason="the extra `scale`")

from sumc.scale.partitions import Partition, find_files, read_partition, scan

NEEDED = ("text",)


def texts(partitions: list[Partition]) -> list[object]:
    """The texts of partitions, with the numbers of their rows."""
    return [
        (number, read_row(FORMATS[part.kind], record, number, "text").fields.get("text"))
        for part in partitions
        for number, record in enumerate(read_partition(part), part.before + 1)
    ]


def write_csv(path: Path, rows: int, random: Random) -> list[str]:
    """A CSV file whose cells have line ends and quotes in them, and blank lines between rows."""
    cells = ["".join(random.choices('a1\n",é ', k=random.randrange(1, 30))) for _ in range(rows)]
    lines = ['{},"{}"'.format(n, each.replace('"', '""')) for n, each in enumerate(cells)]
    ends = random.choices(("\n", "\r\n", "\n\n"), k=rows)
    body = "".join(line + end for line, end in zip(lines, ends, strict=True))
    path.write_bytes(("id,text\n" + body).encode())
    return cells


@pytest.mark.parametrize("seed", range(20))
def test_partitions_of_csv_are_its_rows_wherever_it_is_cut(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    cells = write_csv(tmp_path / "in.csv", random.randrange(40), random)
    found = scan(str(tmp_path / "in.csv"), NEEDED, rows=random.randrange(1, 12))
    assert texts(found) == list(enumerate(cells, 1))
    assert [Partition.from_json(part.to_json()) for part in found] == found


@pytest.mark.parametrize("name", ["in.txt", "in.jsonl", "in.txt.gz", "in.csv.gz", "in.parquet"])
@pytest.mark.parametrize("rows", [1, 7, 100])
def test_partitions_of_every_format_are_its_rows(tmp_path: Path, name: str, rows: int) -> None:
    path, wanted = tmp_path / name, [f"{number} and 2?" for number in range(23)]
    if name.endswith(".parquet"):
        import pyarrow
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({"text": wanted}), path, row_group_size=10)
    else:
        quoted = [f'"{each}"' if "jsonl" in name else each for each in wanted]
        content = "\n".join((["text"] if "csv" in name else []) + quoted).encode()
        path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    found = scan(str(path), NEEDED, rows)
    assert texts(found) == list(enumerate(wanted, 1))
    assert sum(part.rows for part in found) == 23
    assert not name.endswith("gz") or len(found) == 1, "a packed file is not cut"
    assert len({part.sha256 for part in found}) == len(found)


def test_another_content_is_another_partition(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("text,a\n1?,2\n3?,4\n5?,6\n")
    before = scan(str(path), NEEDED, 1)
    path.write_text("text,a\n1?,2\n3?,9\n5?,6\n")
    after = scan(str(path), NEEDED, 1)
    same = [one.sha256 == two.sha256 for one, two in zip(before, after, strict=True)]
    assert same == [True, False, True]
    with pytest.raises(ProblemError, match="has changed since it was first read"):
        list(read_partition(before[1]))
    path.write_text("text,b\n1?,2\n3?,9\n5?,6\n")
    other = scan(str(path), NEEDED, 1)
    assert not {part.sha256 for part in other} & {part.sha256 for part in after}


def test_a_row_group_of_another_content_is_another_partition(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "in.parquet"

    def write(texts: list[str], column: str = "text") -> None:
        parquet.write_table(pyarrow.table({column: texts}), path, row_group_size=2)

    write(["1?", "3?", "5?", "7?"])
    before = scan(str(path), NEEDED, 1)
    assert len({part.sha256 for part in before}) == 4
    write(["1?", "3?", "9?", "7?"])
    after = scan(str(path), NEEDED, 1)
    same = [one.sha256 == two.sha256 for one, two in zip(before, after, strict=True)]
    assert same == [True, True, False, False], "the same row group is the same"
    assert texts(before[1:2]) == [(2, "3?")]
    with pytest.raises(ProblemError, match="has changed since it was first read"):
        list(read_partition(before[2]))
    write(["1?", "3?"])
    with pytest.raises(ProblemError, match="has changed since it was first read"):
        list(read_partition(before[3]))
    write(["1?", "3?"], "question")
    with pytest.raises(ProblemError, match="has changed since it was first read"):
        list(read_partition(before[0]))


def test_files_are_found_by_name_folder_pattern_and_uri(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "deep/c.txt", "deep/d.csv", "_note", ".hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text\n")

    def found(place: str) -> list[str]:
        return [Path(each).name for each in find_files(place)]

    assert found(str(tmp_path)) == ["a.txt", "b.txt", "c.txt", "d.csv"]
    assert found(f"{tmp_path}/*.txt") == ["a.txt", "b.txt"]
    assert found(f"{tmp_path}/*/?.csv") == ["d.csv"]
    assert found(f"file://{tmp_path}/deep") == ["c.txt", "d.csv"]
    for place, message in (
        (f"{tmp_path}/nothing", "no such file or folder"),
        (f"{tmp_path}/*.json", "no files in"),
        ("nowhere://a/b", "no file system for"),
    ):
        with pytest.raises(SumcError, match=message):
            find_files(place)


def test_an_error_of_a_file_names_it(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,question\n1,2?\n")
    with pytest.raises(ProblemError, match=r'in\.csv: expected a column "text"'):
        scan(str(tmp_path / "in.csv"), NEEDED)
