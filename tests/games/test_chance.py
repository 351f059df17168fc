"""C3: chance, against RFC 8439 and a second implementation."""

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from hypothesis import given
from hypothesis import strategies as st

from brocante.games.bare import bare_type
from brocante.games.catalogue import RULESETS
from brocante.games.chance import (
    below,
    chacha20_block,
    draw,
    new_dice,
    position_type,
    roll,
    roll_short,
    roll_shuffle,
    shuffle,
    word,
)
from tests.reference.chance import Chance

pytestmark = pytest.mark.boundscheck

POSITION = position_type([("pile", np.int8, (100,))])

# RFC 8439: 2.3.2, and the vectors of appendix A.1: key, counter, nonce, keystream.
VECTORS = [
    (bytes(range(32)), 1, "000000090000004a00000000", "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"),
    (bytes(32), 0, "000000000000000000000000", "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),
    (bytes(32), 1, "000000000000000000000000", "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
    (bytes(31) + b"\1", 1, "000000000000000000000000", "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"),
    (b"\0\xff" + bytes(30), 2, "000000000000000000000000", "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"),
    (bytes(32), 0, "000000000000000000000002", "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"),
]  # fmt: skip


def position(seed: bytes) -> np.ndarray:
    record = np.zeros(1, POSITION)
    record["key"] = np.frombuffer(seed, "<i4")
    return record


@pytest.mark.parametrize(("key", "counter", "nonce", "keystream"), VECTORS)
def test_c3_chacha20_gives_the_keystream_of_rfc_8439(key: bytes, counter: int, nonce: str, keystream: str) -> None:
    block = np.zeros(16, np.int32)
    words = tuple(int(each) for each in np.frombuffer(bytes.fromhex(nonce), "<u4"))
    chacha20_block(np.frombuffer(key, "<i4"), counter, words, block)
    assert block.astype("<i4").tobytes().hex() == keystream


@given(st.binary(min_size=32, max_size=32))
def test_c3_words_are_the_keystream_read_in_order(seed: bytes) -> None:
    stream = Cipher(ChaCha20(seed, bytes(16)), None).encryptor().update(bytes(4 * 100))
    record = position(seed)[0]
    assert [int(word(record)) for _ in range(100)] == np.frombuffer(stream, "<u4").tolist()


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**31), min_size=1, max_size=40))
def test_c3_below_takes_words_until_one_is_fair(seed: bytes, numbers: list[int]) -> None:
    record, chance = position(seed)[0], Chance(seed)
    assert [int(below(record, n)) for n in numbers] == [chance.below(n) for n in numbers]


def test_c3_below_passes_over_words_that_would_not_be_fair() -> None:
    n = 2**31 + 1  # every second word is too large
    record, chance = position(bytes(32))[0], Chance(bytes(32))
    assert [int(below(record, n)) for _ in range(50)] == [chance.below(n) for _ in range(50)]
    assert record["drawn"] > 60


@given(st.binary(min_size=32, max_size=32), st.integers(1, 100))
def test_c3_shuffle_by_drawing_is_the_shuffle_of_the_rules(seed: bytes, cards: int) -> None:
    record, expected = position(seed)[0], list(range(cards))
    Chance(seed).shuffle(expected)
    record["pile"][:cards] = range(cards)
    shuffle(record, cards)
    assert [int(draw(record)) for _ in range(cards)] == expected[::-1]
    assert record["drawn"] >= cards - 1


def test_dice_roll_every_number_about_equally_often() -> None:
    dice = new_dice(1)
    rolls = np.bincount([int(roll(dice, 6)) for _ in range(6000)], minlength=6)
    assert rolls.sum() == 6000
    assert rolls.min() > 850
    cards = np.arange(20, dtype=np.int8)
    roll_shuffle(dice, cards, 20)
    assert sorted(cards.tolist()) == list(range(20)) != cards.tolist()


def test_a_position_has_no_idle_bytes() -> None:
    for ruleset in RULESETS.values():
        record = ruleset.position_type
        assert sum(record[name].itemsize for name in record.names or ()) == record.itemsize


def test_short_dice_are_fair() -> None:
    dice = np.array([7], np.uint32)
    counts = np.bincount([roll_short(dice, 6) for _ in range(60_000)], minlength=6)
    assert counts.size == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5, "beyond chance (chi-squared, 5 degrees, 0.1 %)"


@pytest.mark.parametrize("name", RULESETS)
def test_a_bare_position_has_an_odd_number_of_words(name: str) -> None:
    rules = RULESETS[name]
    assert bare_type(rules.position_type, rules.knowledge).itemsize % 8 == 4
