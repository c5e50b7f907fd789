"""Stop when asked to: the step is finished and saved before the process ends."""

import signal
import threading
from types import FrameType, TracebackType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what a system sends before it shuts a machine down."""


class StopRequest:
    """Notes the first request to stop; the second one ends the process as usual.

    >>> with StopRequest() as request:
    ...     signal.raise_signal(signal.SIGINT)
    ...     request.signal == signal.SIGINT
    True
    """

    def __init__(self) -> None:
        self.signal = 0
        """The number of the signal received, 0 before one is."""
        self._before: dict[int, object] = {}

    def __enter__(self) -> "StopRequest":
        if threading.current_thread() is threading.main_thread():  # others cannot have handlers
            self._before = {each: signal.signal(each, self._note) for each in SIGNALS}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def _note(self, number: int, _: FrameType | None) -> None:
        self.signal = number
        self._restore()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what `signal` gave us
        self._before = {}
