"""`brocante play`: moves that are piped in, and lines that show nothing hidden."""

import json
import os
import random
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import brocante
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.rules import redeal
from tests.cli.commands import COMMAND, SLOW, brocante_
from tests.staging import put

# --- Moves by pipe ---


def test_moves_can_be_piped_in_and_the_end_of_the_pipe_is_said() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "klunker", "--seed", "7"],
        input="1\n",
        capture_output=True,
        text=True,
        timeout=SLOW,
        check=True,
    )
    assert "You: show " in done.stdout
    assert done.stdout.endswith("The input has ended, so you leave the table. Goodbye!\n")
    assert done.stderr == ""


def test_without_any_input_it_leaves_as_well() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "klunker"], preexec_fn=lambda: os.close(0), capture_output=True, timeout=SLOW
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_signs_that_are_no_text_are_no_reason_to_fail() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "klunker"], input=b"\xff\xfe\n\0\nsave \0\n", capture_output=True, timeout=SLOW, check=True
    )
    assert b"is not a move of Klunker" in done.stdout
    assert b"Could not save" in done.stdout


def test_words_may_be_short_and_untidy() -> None:
    output = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed="  SHOW   Tiara \nsh mo\nd\n").output
    assert "You: show tiara\n" in output
    assert "You: show monocle\n" in output
    assert "You: done\n" in output


def test_words_that_fit_several_moves_are_asked_again() -> None:
    output = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed="show\n\n+\n").output
    assert "That can be show stud, show earring, show monocle, show tiara. Type a little more." in output
    assert "You:" not in output


def test_illegal_input_says_why_and_asks_again() -> None:
    typed = "show shoe\nfoo\n99\n0\ndone\nshow tiara\n"
    output = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed=typed).output
    assert "'show shoe' is not legal: There is no shoe in your hand (K3.1)." in output
    assert "'foo' is not a move of Klunker." in output
    assert output.count("The list has the numbers 1 to 4.") == 2
    assert "Your window may not be empty" in output
    assert "You: show tiara" in output


def test_bids_are_a_line_and_can_be_typed() -> None:
    typed = "1\nbid 4\nlog\n"
    output = brocante_("play", "alles-futsch", "--seed", "3", typed=typed).output
    assert " 1  bid 1 to 200 (by number: bid 1)" in output
    assert "You: offer sculpture+sculpture+furniture, bid 4\n" in output
    assert len(output.splitlines()) < 100
    assert "A bid" not in output


def test_help_table_log_and_rules() -> None:
    typed = "show tiara\nhelp\nlog\nTABLE\nrules\nquit\n"
    result = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed=typed)
    assert result.exit_code == 0
    assert "save FILE" in result.output
    assert "ask an expert what to play" in result.output
    assert result.output.count("You: show tiara") == 2
    assert result.output.count("Klunker · round 1") == 3
    assert "K3.1 From the first player" in result.output
    assert result.output.endswith("You leave the table. Goodbye!\n")


@pytest.mark.parametrize("name", RULESETS)
def test_a_hint_has_reasons(name: str) -> None:
    output = brocante_("play", name, "--seed", "7", typed="?\n").output
    move, futures = r"`[a-z].*`", RULESETS[name].ahead.simulations
    assert re.search(
        rf"The expert would play {move}: tried in \d+ of {futures:,} futures, it should win \d+ games in 100\.\n"
        rf"Next best: {move} \(tried \d+ times, \d+ in 100\)",
        output,
    )
    assert "A fair share is" in output


def test_a_hint_where_there_is_nothing_to_choose() -> None:
    typed = "1\nbid 200\n?\n"
    assert "The game is over.\n" in brocante_("play", "alles-futsch", "--seed", "3", typed=typed).output
    typed = "1\n" * 6 + "?\n"  # the whole hand is shown
    output = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed=typed).output
    assert "There is only one move: `done`.\n" in output


def test_a_game_is_saved_over_nothing_but_itself(tmp_path: Path) -> None:
    path, other = tmp_path / "game.json", tmp_path / "Some notes.txt"
    other.write_text("mine")
    typed = f"save {path}\nshow tiara\nsave {path}\nsave {other}\nsave\nsave {tmp_path}\n"
    result = brocante_("play", "klunker", "--players", "3", "--seed", "7", typed=typed)
    assert json.loads(path.read_text())["moves"] == ["show tiara"]
    assert other.read_text() == "mine"
    assert f"Could not save to '{other}': File exists." in result.output
    assert "Say where to save the game" in result.output
    assert brocante_("verify", str(path)).exit_code == 0


# --- Hidden ---


@pytest.mark.parametrize("name", RULESETS)
def test_lines_do_not_depend_on_what_is_hidden(name: str) -> None:
    game = brocante.new(name, players=4, seed=5)
    bot = brocante.bot("random", seed=5)
    lines = game.ruleset.lines
    others = 0
    while game.turn is not None:
        for seat in (None, *range(4)):
            world = game.clone()
            redeal(world._position, -1 if seat is None else seat, new_dice(len(game.moves)), np.zeros(128, np.int8))
            assert lines(world.view(seat)) == lines(game.view(seat))
            others += world.position.tobytes() != game.position.tobytes()
        game.play(bot.choose(game))
    assert others > 20


def test_secret_money_is_not_shown() -> None:
    game = brocante.new("alles-futsch", players=3, seed=5)
    before = game.ruleset.lines(game.view(1))
    put(game, "money", {0: 111, 2: 122})
    assert game.ruleset.lines(game.view(1)) == before
    put(game, "money", {1: 133})
    assert game.ruleset.lines(game.view(1)) != before


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("name", RULESETS)
def test_lines_fit_a_small_terminal_and_mark_the_viewer(name: str, players: int) -> None:
    for seed in range(5):
        game = brocante.new(name, players=players, seed=seed)
        choice = random.Random(seed)
        while game.turn is not None:
            seat = len(game.moves) % players
            lines = game.ruleset.lines(game.view(seat))
            assert max(map(len, lines)) <= 80
            assert any(f"seat {seat} (you)" in line for line in lines)
            assert not any("you" in line for line in game.ruleset.lines(game.view(None)))
            game.play(choice.choice(game.legal()[:6]))  # no high bids, or the game is soon over
