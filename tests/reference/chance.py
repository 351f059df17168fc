"""C3 once more, slow and plain, so that the compiled chance has something to be checked against."""

import struct


def _quarter(s: list[int], a: int, b: int, c: int, d: int) -> None:
    def turn(x: int, n: int) -> int:
        return (x << n | x >> 32 - n) & 0xFFFFFFFF

    s[a] = s[a] + s[b] & 0xFFFFFFFF
    s[d] = turn(s[d] ^ s[a], 16)
    s[c] = s[c] + s[d] & 0xFFFFFFFF
    s[b] = turn(s[b] ^ s[c], 12)
    s[a] = s[a] + s[b] & 0xFFFFFFFF
    s[d] = turn(s[d] ^ s[a], 8)
    s[c] = s[c] + s[d] & 0xFFFFFFFF
    s[b] = turn(s[b] ^ s[c], 7)


class Chance:
    """The words of one seed, in order."""

    def __init__(self, seed: bytes) -> None:
        assert len(seed) == 32
        self.key = struct.unpack("<8I", seed)
        self.counter = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *self.key, self.counter, 0, 0, 0]
            s = list(start)
            for _ in range(10):
                _quarter(s, 0, 4, 8, 12)
                _quarter(s, 1, 5, 9, 13)
                _quarter(s, 2, 6, 10, 14)
                _quarter(s, 3, 7, 11, 15)
                _quarter(s, 0, 5, 10, 15)
                _quarter(s, 1, 6, 11, 12)
                _quarter(s, 2, 7, 8, 13)
                _quarter(s, 3, 4, 9, 14)
            self.words = [x + y & 0xFFFFFFFF for x, y in zip(s, start, strict=True)]
            self.counter += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        fair = 2**32 // n * n
        while (word := self.word()) >= fair:
            pass
        return word % n

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
