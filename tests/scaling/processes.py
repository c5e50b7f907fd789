"""The processes in which Ray works, by what they are doing."""

from pathlib import Path


def ray_processes(name: str) -> list[int]:
    """Those whose title has a name in it."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = each.read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::") and name.encode() in command:
            found.append(int(each.parent.name))
    return found
