"""Chance (C3): the words of ChaCha20, `below` and `shuffle`; and `dice`, the random generator of bots and playouts.

A position carries its chance with it: the seed as `key`, the current block of 16 words, how many words have been drawn,
and how far its pile is shuffled. Bots and playouts draw from their own random generator, which has nothing to do with
the seed.
"""

from typing import Any

import numpy as np
from numba.extending import overload

from brocante.games.bare import DICE, only_with
from brocante.games.compiled import compiled
from brocante.games.facts import ROOM_FOR_FACTS
from brocante.games.script import SCRIPT, next_in_script

# In every position. Words are unsigned, fields are signed: the same 32 bits.
CHANCE: list[Any] = [
    ("key", np.int32, (8,)),
    ("block", np.int32, (16,)),
    ("drawn", np.int64),
    ("pile_size", np.int8),  # the pile's top is pile[pile_size - 1]
    ("unmixed", np.int8),  # how many cards at its bottom are still to be shuffled
]

Position = Any  # a NumPy record with the fields of CHANCE and a pile
Dice = Any  # an array with one unsigned 64-bit number
Cards = Any  # an array of small numbers


RESERVED = {name for name, *_ in (*CHANCE, *SCRIPT, *ROOM_FOR_FACTS, *DICE)}


def position_type(fields: list[Any]) -> np.dtype[Any]:
    """The record of a game's position: chance and its own fields, the wide ones first, so that every field is aligned
    and there is no padding between them (copies would leave padding as it was, and equal positions would differ)."""
    taken = RESERVED & {name for name, *_ in fields}
    if taken:
        raise ValueError(
            f"These fields belong to every position, a game cannot define them: {', '.join(sorted(taken))}."
        )
    wide_first = sorted([*CHANCE, *fields], key=lambda field: -np.dtype(field[1]).itemsize)
    missing = -np.dtype(wide_first).itemsize % 8
    return np.dtype([*wide_first, ("filler", np.int8, (missing,))] if missing else wide_first, align=True)


@compiled
def _turned(word: Any, by: Any) -> Any:
    return np.uint32((word << np.uint32(by)) | (word >> np.uint32(32 - by)))


@compiled
def _quarter(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The quarter round of RFC 8439, 2.1."""
    a = np.uint32(a + b)
    d = _turned(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = _turned(np.uint32(b ^ c), 12)
    a = np.uint32(a + b)
    d = _turned(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = _turned(np.uint32(b ^ c), 7)
    return a, b, c, d


@compiled
def chacha20_block(key: Any, counter: Any, nonce: Any, block: Any) -> None:
    """The block function of RFC 8439, 2.3: 16 words of the keystream into `block`."""
    i0, i1, i2, i3 = np.uint32(0x61707865), np.uint32(0x3320646E), np.uint32(0x79622D32), np.uint32(0x6B206574)
    i4, i5, i6, i7 = np.uint32(key[0]), np.uint32(key[1]), np.uint32(key[2]), np.uint32(key[3])
    i8, i9, i10, i11 = np.uint32(key[4]), np.uint32(key[5]), np.uint32(key[6]), np.uint32(key[7])
    i12, i13, i14, i15 = np.uint32(counter), np.uint32(nonce[0]), np.uint32(nonce[1]), np.uint32(nonce[2])
    x0, x1, x2, x3, x4, x5, x6, x7 = i0, i1, i2, i3, i4, i5, i6, i7
    x8, x9, x10, x11, x12, x13, x14, x15 = i8, i9, i10, i11, i12, i13, i14, i15
    for _ in range(10):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    block[0], block[1], block[2], block[3] = x0 + i0, x1 + i1, x2 + i2, x3 + i3
    block[4], block[5], block[6], block[7] = x4 + i4, x5 + i5, x6 + i6, x7 + i7
    block[8], block[9], block[10], block[11] = x8 + i8, x9 + i9, x10 + i10, x11 + i11
    block[12], block[13], block[14], block[15] = x12 + i12, x13 + i13, x14 + i14, x15 + i15


@compiled
def word(position: Position) -> Any:
    """The next word of the seed's keystream: 32 bits, each used once."""
    at = position.drawn & 15
    if at == 0:
        chacha20_block(position.key, position.drawn >> 4, (0, 0, 0), position.block)
    position.drawn += 1
    return np.uint32(position.block[at])


@compiled
def below(position: Position, n: int) -> Any:
    """A fair number from 0 to n − 1: words that would favour small numbers are skipped."""
    drawn = word(position)
    if drawn > 0x100000000 - n:  # only then can it lie above the last whole multiple of n
        while drawn >= 0x100000000 // n * n:
            drawn = word(position)
    return np.int64(np.uint32(drawn) % np.uint32(n))


def has_seed(position: Position) -> bool:
    """Whether chance comes from the seed, and not from a script (`script.py`) or from dice (`bare.py`)."""
    return not {"script", "dice"} & set(position.dtype.names)


@overload(has_seed, strict=False)
def _has_seed(position: Position) -> Any:
    seeded = not {"script", "dice"} & set(position.fields)
    return lambda position: seeded


def next_card(position: Position, n: int) -> Any:
    """Which of the first n cards of the pile is drawn next: by the seed, or by a script or dice where there are any."""
    if "dice" in position.dtype.names:
        return roll_short(position.dice, n)
    return (below if has_seed(position) else next_in_script)(position, n)


@overload(next_card, strict=False)
def _next_card(position: Position, n: int) -> Any:
    if "dice" in position.fields:
        return lambda position, n: roll_short(position.dice, n)
    own = next_in_script if "script" in position.fields else below
    return lambda position, n: own(position, n)


@compiled
def shuffle(position: Position, cards: int) -> None:
    """Shuffle the pile, which now has so many cards. The shuffle of C3 settles the last card, the top, first; so each
    card is mixed when it is drawn, and most piles are never shuffled to the bottom."""
    position.unmixed = cards
    position.pile_size = cards


@compiled
def mix(position: Position) -> None:
    """One step of the shuffle: settle the highest card that is not settled yet."""
    i = position.unmixed - 1
    if i > 0:
        j = next_card(position, i + 1)
        position.pile[i], position.pile[j] = position.pile[j], position.pile[i]
    position.unmixed = i


@compiled
def finish_shuffle(position: Position) -> None:
    """Use the words that belong to the pile as it lies, before another is made. Only a seed has any to use up."""
    if not has_seed(position):
        position.unmixed = 0
    while position.unmixed > 0:
        mix(position)


@compiled
def draw(position: Position) -> Any:
    """Take the top card off the pile."""
    position.pile_size -= 1
    if position.pile_size < position.unmixed:
        mix(position)
    return position.pile[position.pile_size]


def new_dice(seed: int) -> Dice:
    """A random generator: the same seed gives the same numbers on every machine."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], np.uint64)


@compiled
def bits(dice: Dice) -> Any:
    """64 fresh bits (SplitMix64)."""
    dice[0] += np.uint64(0x9E3779B97F4A7C15)
    z = dice[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def roll(dice: Dice, n: int) -> Any:
    """A number from 0 to n − 1, fair to one in 2³²/n."""
    return np.int64((bits(dice) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@compiled
def roll_short(dice: Any, n: int) -> Any:
    """The same with dice of 32 bits, for bare positions (PCG-RXS-M-XS: O'Neill, 2014)."""
    state = np.uint32(dice[0])
    dice[0] = np.uint32(state * np.uint32(747796405) + np.uint32(2891336453))
    mixed = np.uint32((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state)
    mixed = np.uint32(mixed * np.uint32(277803737))
    return np.int64(np.uint64(np.uint32(mixed >> np.uint32(22)) ^ mixed) * np.uint64(n) >> np.uint64(32))


@compiled
def roll_shuffle(dice: Dice, cards: Cards, n: int) -> None:
    """Shuffle the first n cards by a random generator."""
    for i in range(n - 1, 0, -1):
        j = roll(dice, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@compiled
def reseed(position: Position, dice: Dice) -> None:
    """Give the position a new random seed, because future shuffles are as hidden as the cards. The pile in its present
    order counts as shuffled."""
    take_key(position, dice)
    take_dice(position, dice)
    position.unmixed = 0


@only_with("key")
def take_key(position: Position, dice: Dice) -> None:
    for i in range(8):
        position.key[i] = np.int32(np.uint32(bits(dice) >> np.uint64(32)))
    for i in range(16):
        position.block[i] = 0
    position.drawn = 0


@only_with("dice")
def take_dice(position: Position, dice: Dice) -> None:
    position.dice[0] = np.uint32(bits(dice) >> np.uint64(32))
