"""The two-worlds test for information states: what a seat has seen says nothing of what is hidden from it."""

import random
from typing import Any

import numpy as np
import pytest

from brocante.envs.explicit import WAITING, Play
from brocante.games.catalogue import ruleset
from brocante.games.chance import new_dice
from tests.strategies import NAMES

OPTIONS: dict[str, dict[str, Any]] = {"klunker": {}, "alles-futsch": {}, "zwergezocken": {"swap": "ring", "rounds": 2}}


def chosen(play: Play, steps: list[int], luck: random.Random) -> int:
    """Any card; of moves, one of the lowest: high bids would end the game."""
    return luck.choice(steps if play.waiting else steps[:4])


def after(play: Play, moves: int, luck: random.Random) -> None:
    """Go on at random for so many moves, and to the next, but not to the end."""
    while play.waiting or len(play.moves()) < moves:
        play.go_on(chosen(play, play.legal(), luck))


def told(play: Play, move: int, seat: int) -> bool:
    """Whether the seat learns all of a move that is about to be made."""
    knowers = play.rules.knowers(play.positions[0], move)
    return knowers is None or seat in knowers


def alike(world: Play, other: Play, seat: int, luck: random.Random) -> tuple[int, int] | None:
    """A step for each world that look the same to the seat; None where there is none."""
    both = sorted(set(world.legal()) & set(other.legal()))
    if not both:
        return None
    step = chosen(world, both, luck)
    if world.turn in (WAITING, seat) or told(world, step, seat):
        return step, step
    verb = world.rules.move_words[step].split()[0]
    hidden = [move for move in other.legal() if world.rules.move_words[move].split()[0] == verb]
    return step, luck.choice(hidden)


def seen(play: Play, seat: int) -> tuple[list[int], bytes]:
    numbers = np.zeros(play.rules.layout.size, np.float32)
    play.observe(seat, numbers)
    return play.information_state(seat), numbers.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_two_worlds_that_look_the_same_to_a_seat_are_the_same_information_state(name: str) -> None:
    """All that is hidden is dealt anew, then both worlds go on, with other hidden choices, while they look alike."""
    steps, hidden, told_apart = 0, 0, 0
    for seed in range(6):
        luck = random.Random(seed)
        world = Play(ruleset(name), 3, OPTIONS[name])
        after(world, luck.randrange(25), luck)
        seat, other = luck.randrange(3), world.copy()
        other.deal_anew(seat, new_dice(seed))
        while True:
            assert seen(other, seat) == seen(world, seat)
            hidden += other.positions.tobytes() != world.positions.tobytes()
            told_apart += any(seen(other, third) != seen(world, third) for third in range(3))
            assert other.turn == world.turn
            if world.over or (step := alike(world, other, seat, luck)) is None:
                break
            world.go_on(step[0])
            other.go_on(step[1])
            steps += 1
    assert steps > 20
    assert hidden > 20
    assert (told_apart > 0) == (name != "alles-futsch"), "there nothing but the order of the pile is hidden"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_sees_differently_is_another_information_state(name: str) -> None:
    """Two moves of its own, or two that everyone is told, never lead to the same."""
    play, luck, compared = Play(ruleset(name), 3, OPTIONS[name]), random.Random(5), 0
    while not play.over and compared < 60:
        branches = []
        for step in luck.sample(play.legal(), min(2, len(play.legal()))):
            branch = play.copy()
            branch.go_on(step)
            if not play.waiting and not branch.waiting:
                branches.append((step, branch))
        if len(branches) == 2:
            in_the_open = all(play.rules.knowers(play.positions[0], step) is None for step, _ in branches)
            for seat in range(3) if in_the_open else [play.turn]:
                one, two = (branch.information_state(seat) for _, branch in branches)
                assert one != two
                compared += 1
        play.go_on(chosen(play, play.legal(), luck))
    assert compared >= 20
