"""Marks for tests of what some systems lack."""

import os

import pytest

NEEDS_LINKS = pytest.mark.skipif(
    os.name == "nt", reason="links to files need rights of their own on Windows"
)
NEEDS_FIFOS = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
NEEDS_MODES = pytest.mark.skipif(os.name == "nt", reason="files have no modes on Windows")
