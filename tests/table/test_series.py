"""Series: draws in which everyone meets everyone as evenly as can be, standings, and whom nobody waits for."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from brocante.table import events
from brocante.table.draw import Seating, drawn, table_sizes
from brocante.table.outcome import Finisher
from brocante.table.refusal import Refusal
from brocante.table.series import LEAST_LEAGUE, MOST_LEAGUE, MOST_ROUNDS, Result, Round, results, standings
from brocante.table.setup import Machine, Me
from tests.table.test_table import HOST, moved, started

SIZES = range(3, 6)  # of tables
PEOPLE = range(LEAST_LEAGUE, MOST_LEAGUE + 1)


def meetings(draw: Iterable[Seating], people: int) -> Counter[tuple[int, int]]:
    met = Counter(dict.fromkeys(combinations(range(people), 2), 0))
    met.update(pair for tables in draw for table in tables for pair in combinations(sorted(table), 2))
    return met


def spread(counts: Iterable[int]) -> int:
    found = list(counts)
    return max(found) - min(found)


@pytest.mark.parametrize("rounds", range(1, MOST_ROUNDS + 1))
@pytest.mark.parametrize("people", PEOPLE)
def test_in_a_league_everyone_meets_everyone_as_evenly_as_can_be(people: int, rounds: int) -> None:
    """Of two pairs one meets at most three times more often than the other; where there are only two tables, which
    leave little to choose, four times. Each is on every seat, and at tables of each size, about as often."""
    for sizes in {tuple(table_sizes(people, SIZES, wished)) for wished in SIZES}:
        draw = drawn(people, sizes, rounds)
        assert len(draw) == rounds
        for tables in draw:
            assert tuple(map(len, tables)) == sizes
            assert sorted(place for table in tables for place in table) == list(range(people))
        assert spread(meetings(draw, people).values()) <= (4 if len(sizes) == 2 else 3)
        at = Counter((place, len(table)) for tables in draw for table in tables for place in table)
        on = Counter((place, seat) for tables in draw for table in tables for seat, place in enumerate(table))
        assert all(spread(at[place, size] for place in range(people)) <= 2 for size in sizes)
        assert all(spread(on[place, seat] for place in range(people)) <= 2 for seat in range(min(sizes)))


def test_where_a_perfect_draw_is_known_it_is_found() -> None:
    """Sixteen people at four tables meet each once in five rounds, nine at three tables in four."""
    for people, size, rounds in ((16, 4, 5), (9, 3, 4)):
        draw = drawn(people, [size] * (people // size), rounds)
        assert set(meetings(draw, people).values()) == {1}


def test_every_number_of_people_is_divided_into_tables_that_the_game_allows() -> None:
    for people in PEOPLE:
        for wished in SIZES:
            sizes = table_sizes(people, SIZES, wished)
            assert sum(sizes) == people
            assert set(sizes) <= set(SIZES)
            assert spread(sizes) <= 1
    assert table_sizes(7, [5], 5) == [5, 5]  # three places for bots


def test_at_one_table_everyone_moves_one_seat_further() -> None:
    draw = drawn(4, [4], 6)
    assert [tables[0] for tables in draw[:3]] == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1)]
    assert draw[4] == draw[0]


def table(*seats: tuple[int, int, int]) -> list[Result]:
    return [Result(entrant, place, score) for entrant, place, score in seats]


def test_standings_are_sums_of_places_or_of_points() -> None:
    first = table((1, 1, 30), (2, 2, 29), (3, 3, 5))
    second = table((2, 2, 10), (3, 1, 40), (1, 3, 2))
    rounds = [Round({1, 2, 3}, [first]), Round({1, 2, 3}, [second])]
    by_places = [(each.entrant, each.rank, each.total) for each in standings([1, 2, 3], rounds, "places")]
    assert by_places == [(1, 1, 4), (3, 1, 4), (2, 3, 4)]  # who has won more often stands above
    by_points = [(each.entrant, each.rank, each.total) for each in standings([1, 2, 3], rounds, "points")]
    assert by_points == [(3, 1, 45), (2, 2, 39), (1, 3, 32)]
    fewest = [Round({1, 2}, [table((1, 2, 9), (2, 1, -3))])]  # a game in which the lowest score wins
    assert [each.entrant for each in standings([1, 2], fewest, "points")] == [2, 1]


def test_whoever_was_not_in_a_round_gets_the_worst_of_it_when_it_is_over() -> None:
    first, second = table((1, 1, 30), (2, 2, 20)), table((3, 1, 9), (4, 2, 8))
    late = standings([1, 2, 3, 4, 5], [Round({1, 2, 3, 4}, [first, second])], "points")
    assert {each.entrant: each.total for each in late} == {1: 30, 2: 20, 3: 9, 4: 8, 5: 8}
    running = standings([1, 2, 3, 4, 5], [Round({1, 2, 3, 4}, [first, None])], "places")
    assert {each.entrant: (each.total, each.games) for each in running} == {
        1: (1, 1),
        2: (2, 1),
        3: (0, 0),
        4: (0, 0),
        5: (0, 0),
    }


def test_what_a_bot_came_to_counts_for_whom_it_played_and_is_marked() -> None:
    seats = [
        Finisher("person", 1, 30, "Anna", "a"),
        Finisher("person", 2, 20, "Bert", "b", away=True),
        Finisher("bot", 3, 10, level="easy"),
        Finisher("bot", 4, 5, level="easy"),
    ]
    found = results([1, 2, 3, None], seats)
    assert [(each.entrant, each.bot) for each in found] == [(1, False), (2, True), (3, True), (None, False)]
    stand = standings([1, 2, 3], [Round({1, 2, 3}, [found])], "places")
    assert [(each.entrant, each.total, each.bots) for each in stand] == [(1, 1, 0), (2, 2, 1), (3, 3, 1)]


def test_the_others_wait_so_long_for_a_move_and_whoever_comes_plays_on() -> None:
    table = started(Me(), Machine(), Machine(), series="s", patience=60)
    assert table.time_left(0) == 60_000
    assert table.due(59_999) is None
    event = table.due(60_000)
    assert event == events.TimeOut(seat=0)
    table.apply(event)
    assert table.bot_to_move() == "easy"
    assert table.time_left(60_000) is None
    moved(table, identity="back", now=70_000)
    assert not table.seats[0].away


def test_nothing_is_taken_back_at_a_table_of_a_series_and_nobody_asks_to_play_again() -> None:
    table = started(Me(), Machine(), Machine(), series="s", patience=60)
    moved(table)
    with pytest.raises(Refusal) as refused:
        table.undo(0, 0)
    assert refused.value.reason == "stands"
    while table.turn is not None:
        moved(table)
    with pytest.raises(Refusal) as refused:
        table.offer_rematch(HOST, "Anna")
    assert refused.value.reason == "of_a_series"
