"""The chat of a table: which lines there are, who wrote them, and who may write no more."""

from bisect import bisect_left

from brocante.table.refusal import Refusal


class Chat:
    """Senders are numbered in the order in which they are first heard of; numbers are shown, senders are not."""

    __slots__ = ("_numbers", "lines", "on", "removed", "silent")

    def __init__(self, on: bool) -> None:
        self.on = on
        self.lines: list[int] = []  # versions in which something was said, without those of senders who were removed
        self.silent: set[str] = set()
        self.removed: set[str] = set()
        self._numbers: dict[str, int] = {}

    def number(self, sender: str) -> int | None:
        """The number of a sender; None for a line that an older version has stored without one."""
        return self._numbers.setdefault(sender, len(self._numbers)) if sender else None

    def sender(self, number: int) -> str:
        """The sender with a number; a Refusal if there is none."""
        for sender, each in self._numbers.items():
            if each == number:
                return sender
        raise Refusal("bad_request", "no_such_speaker")

    def muted(self) -> list[int]:
        """The numbers of those who may not write."""
        return sorted(self._numbers[sender] for sender in self.silent | self.removed)

    def must_be_allowed(self, sender: str) -> None:
        if not self.on:
            raise Refusal("chat_is_off")
        if sender in self.silent or sender in self.removed:
            raise Refusal("chat_is_off", "muted")

    def oldest(self, count: int) -> int:
        """The version of the oldest of the last so many lines."""
        return self.lines[-count] if len(self.lines) > count else 0

    def left_out(self, count: int, version: int) -> bool:
        """Whether there are lines after a version that are older than the last so many."""
        return len(self.lines) > count and self.lines[-count - 1] > version

    def before(self, version: int, count: int) -> list[int]:
        """The last so many lines before a version."""
        end = bisect_left(self.lines, version)
        return self.lines[max(0, end - count) : end]
