"""Who sits with whom in a series, round by round: everyone meets everyone as evenly as can be.

A draw names places, not people: the lot says who has which. At one table everyone moves one seat further each round.
With several tables a search by swaps looks for the smallest sum of squared meetings over all rounds. Its only chance is
that of a fixed seed, so a draw is the same on every machine, and the test of all draws speaks of those in use.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import TypeVar

T = TypeVar("T")
Seating = tuple[tuple[int, ...], ...]  # a round: its tables, each with the places in the order of its seats
KICKS = 150  # how often a search that has come to a dead end is disturbed


def turned(seats: Sequence[T]) -> list[T]:
    """One seat further.

    >>> turned(["Anna", "Bert", "Cleo"])
    ['Bert', 'Cleo', 'Anna']
    """
    return [*seats[1:], *seats[:1]]


def table_sizes(people: int, allowed: Collection[int], wished: int) -> list[int]:
    """How many sit at each table of a round, the largest first: as near to what is wished as can be.

    Where people cannot be divided so, there are more places than people, for bots.

    >>> table_sizes(7, range(3, 6), 4), table_sizes(11, range(3, 6), 4), table_sizes(6, [4], 4)
    ([4, 3], [4, 4, 3], [4, 4])
    """
    places = people
    while not (found := divided(places, tuple(sorted(allowed, reverse=True)), wished)):
        places += 1
    return found


def divided(places: int, allowed: tuple[int, ...], wished: int) -> list[int]:
    """The best way to divide places into tables of allowed sizes; empty where there is none."""
    best: list[list[int]] = [[], *([[]] * places)]
    for number in range(1, places + 1):
        ways = [
            sorted([*best[number - size], size], reverse=True)
            for size in allowed
            if size == number or (size < number and best[number - size])
        ]
        best[number] = min(ways, key=lambda way: (sum((size - wished) ** 2 for size in way), len(way)), default=[])
    return best[places]


def drawn(places: int, sizes: Sequence[int], rounds: int) -> tuple[Seating, ...]:
    """All rounds of a series for so many places."""
    return of_one_table(places, rounds) if len(sizes) == 1 else of_several(tuple(sizes), rounds)


def of_one_table(places: int, rounds: int) -> tuple[Seating, ...]:
    seats, found = list(range(places)), []
    for _ in range(rounds):
        found.append((tuple(seats),))
        seats = turned(seats)
    return tuple(found)


@cache
def of_several(sizes: tuple[int, ...], rounds: int) -> tuple[Seating, ...]:
    search = Search(sizes, rounds)
    search.run()
    return seated(search.tables)


class Search:
    """A draw that is made better by swaps of two places in a round."""

    def __init__(self, sizes: tuple[int, ...], rounds: int) -> None:
        self.luck = Random(1)
        self.places = sum(sizes)
        self.met = [[0] * self.places for _ in range(self.places)]
        self.sat = [[0] * (max(sizes) + 1) for _ in range(self.places)]  # how often at a table of that size
        self.tables: list[list[list[int]]] = []
        for _ in range(rounds):
            order = self.luck.sample(range(self.places), self.places)
            self.tables.append([[order.pop() for _ in range(size)] for size in sizes])
            for table in self.tables[-1]:
                self.count(table, 1)

    def count(self, table: list[int], step: int) -> None:
        for one in table:
            self.sat[one][len(table)] += step
        for one, other in combinations(table, 2):
            self.met[one][other] += step
            self.met[other][one] += step

    def run(self) -> None:
        """Swap for as long as that helps. Then disturb a round, and go on from there if it has led to nothing worse."""
        while sum([self.improve(tables) for tables in self.tables]):
            pass
        least = self.badness()
        for _ in range(KICKS):
            some = self.luck.sample(self.tables, min(2, len(self.tables)))
            before = [[list(table) for table in tables] for tables in some]
            for _ in range(self.luck.randint(1, 3)):
                one, other = self.luck.sample(some[0], 2)
                self.swap(one, other, self.luck.randrange(len(one)), self.luck.randrange(len(other)))
            for tables in reversed(some):
                self.improve(tables)
            found = self.badness()
            if found > least:
                self.restore(some, before)
            least = min(least, found)

    def restore(self, rounds: list[list[list[int]]], before: list[list[list[int]]]) -> None:
        for tables, old in zip(rounds, before, strict=True):
            for table, was in zip(tables, old, strict=True):
                self.count(table, -1)
                table[:] = was
                self.count(table, 1)

    def badness(self) -> tuple[int, int]:
        """How far apart the pairs that met most and least are; then the sum of squares, of meetings and table sizes."""
        times = [self.met[one][other] for one, other in combinations(range(self.places), 2)]
        sat = sum(each * each for row in self.sat for each in row)
        return max(times) - min(times), sum(each * each for each in times) + sat

    def improve(self, tables: list[list[int]]) -> bool:
        """Make the best swap of a round again and again; whether there was any."""
        found = False
        while True:
            gain, swap = min(
                (
                    (self.change(one, other, i, j), (one, other, i, j))
                    for one, other in combinations(tables, 2)
                    for i in range(len(one))
                    for j in range(len(other))
                ),
                key=lambda each: each[0],
            )
            if gain >= 0:
                return found
            found = True
            self.swap(*swap)

    def change(self, one: list[int], other: list[int], i: int, j: int) -> int:
        """What the swap of a place at one table with a place at another does to the sum."""
        a, b = one[i], other[j]
        of_a, of_b = self.met[a], self.met[b]
        meetings = 0
        for x in one:
            if x != a:
                meetings += of_b[x] - of_a[x] + 1
        for y in other:
            if y != b:
                meetings += of_a[y] - of_b[y] + 1
        small, large = len(one), len(other)
        if small == large:
            return 2 * meetings
        sat_a, sat_b = self.sat[a], self.sat[b]
        return 2 * (meetings + sat_a[large] - sat_a[small] + 1 + sat_b[small] - sat_b[large] + 1)

    def swap(self, one: list[int], other: list[int], i: int, j: int) -> None:
        self.count(one, -1)
        self.count(other, -1)
        one[i], other[j] = other[j], one[i]
        self.count(one, 1)
        self.count(other, 1)


def seated(rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[Seating, ...]:
    """The same tables, with everyone on every seat about as often."""
    had: dict[tuple[int, int], int] = {}
    found = []
    for tables in rounds:
        ordered = []
        for table in tables:
            best = min(
                permutations(sorted(table)), key=lambda way: sum(had.get(each, 0) ** 2 for each in enumerate(way))
            )
            for seat, place in enumerate(best):
                had[seat, place] = had.get((seat, place), 0) + 1
            ordered.append(best)
        found.append(tuple(ordered))
    return tuple(found)
