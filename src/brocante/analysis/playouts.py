"""Games followed for a while by rules of thumb, in compiled code that is the same for all games.

Three questions are answered here, each by a loop over playouts: how often each seat wins from a position if only the
cards to come are dealt anew (`follow`); how often a seat wins with each of its moves, by a tree search, if all it does
not know is dealt anew (`explore`); and what happens on the way there (`foresee`).
"""

from typing import Any

import numpy as np

from brocante.analysis.forecast import expect
from brocante.bots.heuristic import best
from brocante.bots.tree import CHANCE_MOVES, CUT, back_up, descend, play_on
from brocante.games.chance import bits, reseed
from brocante.games.compiled import compiled
from brocante.games.rules import deal, heuristic, legal, play, redeal, stage

NO_MOVE, DEAL = -1, -2  # in place of a move that is played first


@compiled
def deal_future_anew(position: Any, dice: Any) -> None:
    """Another order of the cards to come. Hands stay as they are, and so does what was laid on the pile openly: cards
    are mixed when they are drawn, so those that are not mixed yet are all that is undecided."""
    unmixed = position.unmixed
    reseed(position, dice)
    position.unmixed = unmixed


@compiled
def play_on_overlooking(position: Any, weights: Any, settings: Any, dice: Any, moves: Any, scores: Any) -> None:
    """As `play_on`, but what looks best is overlooked now and then, and then perhaps what looks second best too."""
    end = stage(position) + settings[CUT]
    overlooked = np.uint64(settings[CHANCE_MOVES] * 4294967295.0)
    while position.turn >= 0 and stage(position) < end:
        count = legal(position, moves)
        chosen = 0
        if count > 1:
            heuristic(position, moves, count, weights, scores)
            chosen = best(scores, count, dice)
            left = count - 1
            while left > 0 and bits(dice) >> np.uint64(32) < overlooked:
                scores[chosen] = -np.inf
                chosen = best(scores, count, dice)
                left -= 1
        play(position, moves[chosen])


@compiled
def follow(
    start: Any,
    world: Any,
    move: int,
    playouts: int,
    weights: Any,
    settings: Any,
    units: Any,
    coefficients: Any,
    dice: Any,
    moves: Any,
    scores: Any,
    outcome: Any,
    counts: Any,
    shares: Any,
    wins: Any,
) -> None:
    """Add up in `wins` what each seat wins in playouts from a position, each with other cards to come. The move is
    played first; NO_MOVE: none, DEAL: the position is fresh and is dealt."""
    position = world[0]
    for _ in range(playouts):
        world[0] = start[0]
        deal_future_anew(position, dice)
        if move == DEAL:
            deal(position)
        elif move != NO_MOVE:
            play(position, move)
        play_on_overlooking(position, weights, settings, dice, moves, scores)
        expect(position, units, coefficients, outcome, counts, shares)
        for seat in range(position.players):
            wins[seat] += shares[seat]


@compiled
def explore(
    root: Any,
    world: Any,
    seat: int,
    first: int,
    nodes: Any,
    slots: Any,
    path: Any,
    movers: Any,
    weights: Any,
    settings: Any,
    units: Any,
    coefficients: Any,
    dice: Any,
    own_dice: Any,
    moves: Any,
    cards: Any,
    scores: Any,
    outcome: Any,
    counts: Any,
    shares: Any,
    won: Any,
) -> None:
    """The search of bots (`bots.tree.think`) with chances to win as rewards, a simulation for each of `won`: what the
    seat wins there. The move `first` is played before the search begins; NO_MOVE: none. With the same dice, searches
    after different moves meet the same worlds."""
    position, used = world[0], 1
    for row in range(len(won)):
        world[0] = root[0]
        redeal(position, seat, dice, cards)
        own_dice[0] = bits(dice)
        if first != NO_MOVE:
            play(position, first)
        depth, used = descend(position, nodes, used, slots, path, movers, weights, settings, own_dice, moves, scores)
        play_on(position, weights, settings, own_dice, moves, scores)
        expect(position, units, coefficients, outcome, counts, shares)
        back_up(nodes, path, movers, depth, shares)
        won[row] = shares[seat]


@compiled
def foresee(
    root: Any,
    telling: Any,
    plain: Any,
    seat: int,
    move: int,
    horizon: int,
    weights: Any,
    settings: Any,
    units: Any,
    coefficients: Any,
    dice: Any,
    own_dice: Any,
    moves: Any,
    cards: Any,
    scores: Any,
    outcome: Any,
    counts: Any,
    shares: Any,
    told: Any,
    sizes: Any,
    won: Any,
) -> None:
    """The facts that follow from a move, a row of `told` for each world, and what the seat wins there. They are told
    until the stage changes, for so many moves at most. `plain` is the memory of `telling` without its room for
    facts."""
    position = telling[0]
    for row in range(len(won)):
        plain[0] = root[0]
        redeal(plain[0], seat, dice, cards)
        own_dice[0] = bits(dice)
        position.facts_size = 0
        now, steps = stage(position), 0
        play(position, move)
        while position.turn >= 0 and steps < horizon and stage(position) == now:
            count = legal(plain[0], moves)
            chosen = 0
            if count > 1:
                heuristic(plain[0], moves, count, weights, scores)
                chosen = best(scores, count, own_dice)
            play(position, moves[chosen])
            steps += 1
        sizes[row] = position.facts_size
        for i in range(position.facts_size):
            told[row, i] = position.facts[i]
        play_on(plain[0], weights, settings, own_dice, moves, scores)
        expect(plain[0], units, coefficients, outcome, counts, shares)
        won[row] = shares[seat]
