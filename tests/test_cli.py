"""The command `brocante`: its words one by one, and whole games played in a real terminal."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np
import pexpect
import pytest
from click.testing import CliRunner, Result

import brocante
from brocante import Game
from brocante.cli import main
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.rules import redeal
from tests.staging import put

COMMAND = [sys.executable, "-m", "brocante.cli"]
PROMPT = "Your move: "
END = "to leave: "
SLOW = 120  # seconds; machine code may have to be made first


def brocante_(*words: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


def at_table(*words: str, width: int = 80) -> Any:
    """`brocante play …` in a pseudo-terminal."""
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "play", *words],
        dimensions=(50, width),
        timeout=SLOW,
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm", "PAGER": "cat"},
    )
    child.delaybeforesend = None
    return child


def left(child: Any) -> tuple[int, str]:
    """The exit code, and all that was still shown."""
    child.expect(pexpect.EOF)
    child.close()
    if child.signalstatus == signal.SIGINT:  # how Python may end after Ctrl-C in an import; shells read it as 130
        return 128 + signal.SIGINT, child.before
    assert child.signalstatus is None
    return child.exitstatus, child.before


def played(name: str, seed: int, **options: Any) -> Game:
    """A whole game between random bots."""
    game = brocante.new(name, players=4, seed=seed, **options)
    bot = brocante.bot("random", seed=seed)
    while game.turn is not None:
        game.play(bot.choose(game))
    return game


def written(path: Path, record: Any) -> str:
    path.write_text(json.dumps(record))
    return str(path)


# --- Help ---


def test_alone_it_opens_the_tables_and_prints_their_address(tmp_path: Path) -> None:
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "--port", "0", "--database", f"sqlite:///{tmp_path}/t.db"], timeout=SLOW
    )
    child.expect(rb"The tables are open: (http://localhost:\d+/)")
    with urllib.request.urlopen(child.match[1].decode() + "health") as answer:
        assert answer.read() == b"ok"
    child.sendintr()
    child.expect("The tables are closed")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--database", "sqlite:////nowhere/t.db"], "The database cannot be used: unable to open"),
        (["--database", "mysql://x/y"], "not mysql"),
        (["--database", "nonsense"], "A database is named as sqlite:///FILE"),
        (["--host", "no.such.host.invalid"], "cannot be used"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(words: list[str], said: str) -> None:
    result = brocante_("--port", "0", *words)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert said in result.output


@pytest.mark.parametrize("words", [[], *([name] for name in main.commands)])
def test_every_command_helps_with_an_example(words: list[str]) -> None:
    result = brocante_(*words, "--help")
    assert result.exit_code == 0
    assert re.search(r"Examples?:\n +.*" + " ".join(["brocante", *words]), result.output)


def test_version() -> None:
    assert brocante_("--version").output == f"brocante, version {brocante.__version__}\n"


def test_games_are_listed_for_people_and_programs() -> None:
    listed = brocante_("games").output
    assert all(word in listed for word in [*RULESETS, "2 to 5", "pile or box", "swap", "55"])
    assert json.loads(brocante_("games", "--json").output) == brocante.games()


# --- Rules ---


@pytest.mark.parametrize("name", [*RULESETS, "common"])
def test_rules_are_plain_when_piped(name: str) -> None:
    folder = "" if name == "common" else name.replace("-", "_")
    page = Path(brocante.__file__).parent.joinpath("games", folder, "rules.md").read_text()
    assert brocante_("rules", name).output == page


def test_rules_are_laid_out_in_a_terminal() -> None:
    shown, code = pexpect.run(
        " ".join([*COMMAND, "rules", "klunker"]), withexitstatus=True, encoding="utf-8", timeout=SLOW
    )
    assert code == 0
    assert "K3.1 From the first player" in shown
    assert "## K3" not in shown


@pytest.mark.parametrize("words", [["rules", "clunker"], ["play", "clunker"]])
def test_an_unknown_game_is_a_clean_error(words: list[str]) -> None:
    result = brocante_(*words)
    assert result.exit_code == 2
    assert "There is no game 'clunker'. Did you mean 'klunker'?" in result.stderr


# --- Verify ---


def test_good_records_are_good(tmp_path: Path) -> None:
    for name, rules in RULESETS.items():
        game = played(name, 3)
        result = brocante_("verify", written(tmp_path / "game.json", game.record()))
        assert result.exit_code == 0
        assert f"game.json: good: {rules.title}, 4 players, {len(game.moves)} moves, seat " in result.output
        best = game.result()["ranks"].index(1)  # type: ignore[index]
        assert f"seat {best}" in result.output
        assert f" won with {game.result()['scores'][best]}\n" in result.output  # type: ignore[index]


def test_a_shared_win_names_all_winners(tmp_path: Path) -> None:
    game = brocante.new("alles-futsch", players=3, seed=1)
    for move in [game.legal()[0], "bid 200", "pass", "pass"]:
        game.play(move)
    result = brocante_("verify", written(tmp_path / "game.json", game.record()))
    assert "seat 1 and seat 2 won with 200" in result.output


def test_an_unfinished_record_is_good_and_said_to_be_unfinished() -> None:
    game = brocante.new("klunker", players=3, seed=7)
    game.play("show tiara")
    result = brocante_("verify", "-", typed=json.dumps(game.record()))
    assert result.exit_code == 0
    assert result.output == "-: good: Klunker, 3 players, 1 moves, unfinished, seat 0 to move\n"


def test_names_are_said_and_decide_nothing() -> None:
    record = played("klunker", 3).record()
    good = brocante_("verify", "-", typed=json.dumps(record))
    named = brocante_("verify", "-", typed=json.dumps({**record, "names": ["Anna", None, "Bert", None]}))
    assert named.exit_code == 0
    assert named.output == good.output.replace(" players,", " players (seat 0 Anna and seat 2 Bert),")
    odd = brocante_("verify", "-", typed=json.dumps({**record, "names": "Anna"}))
    assert odd.output == good.output


def test_a_tampered_record_is_bad(tmp_path: Path) -> None:
    record = played("klunker", 3).record()
    moves = [*record["moves"][:11], "decline", *record["moves"][12:]]
    scores = {**record["result"], "scores": [99, 0, 0, 0]}
    tampered: list[tuple[dict[str, Any], str]] = [
        ({"moves": moves}, "Move 12 is wrong: 'decline' is not legal"),
        ({"result": scores}, "The result is wrong"),
        ({"result": None}, "The result is wrong"),
        ({"seed": "0" * 64}, "is wrong"),
        ({"players": 9}, "The record cannot be set up: Klunker is for 3 to 5 players"),
        ({"extra": 1}, "A record has no field 'extra'"),
        ({"moves": ["x" * 100_000]}, "Move 1 is wrong: 'xxx"),
    ]
    for changed, said in tampered:
        result = brocante_("verify", written(tmp_path / "game.json", {**record, **changed}))
        assert result.exit_code == 1
        assert "game.json: bad: " in result.output
        assert said in result.output
        assert len(result.output) < 1000


def test_one_bad_record_spoils_the_exit_code_but_not_the_others(tmp_path: Path) -> None:
    good = written(tmp_path / "good.json", played("zwergezocken", 1).record())
    result = brocante_("verify", good, str(tmp_path / "none.json"), good)
    assert result.exit_code == 1
    assert [line.split(": ")[1] for line in result.output.splitlines()] == ["good", "bad", "good"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It is not JSON"),
        (b"{", "It is not JSON"),
        (b"[1, 2]", "A record is an object with the fields"),
        (b"null", "A record is an object with the fields"),
        (b"\xff\xfe{\x00}\x00", "It is not text in UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b" " * (16 * 2**20 + 1), "too large"),
        (b"9" * 10_000, "It is not the JSON of a record"),
        (b'{"game": "klunker", "game": "klunker"}', "a field is there twice"),
    ],
    ids=lambda value: str(value[:12]),
)
def test_what_is_no_record_is_bad(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    for result in (brocante_("verify", str(path)), brocante_("verify", "-", typed=content)):
        assert result.exit_code == 1
        assert said in result.output
        assert len(result.output.splitlines()) == 1


def test_what_cannot_be_read_is_bad(tmp_path: Path) -> None:
    assert "bad: It cannot be read: No such file" in brocante_("verify", str(tmp_path / "none.json")).output
    assert "bad: It cannot be read: Is a directory" in brocante_("verify", str(tmp_path)).output
    assert brocante_("verify").exit_code == 2


# --- Play: setting up ---


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["klunker", "--players", "9"], "Klunker is for 3 to 5 players, not 9."),
        (["klunker", "--players", "0"], "Klunker is for 3 to 5 players, not 0."),
        (["klunker", "--seat", "4"], "A seat is 0 to 3 with 4 players, not 4."),
        (["klunker", "--seat", "-1"], "A seat is 0 to 3 with 4 players, not -1."),
        (["klunker", "--seed", "-1"], "A seed is a whole number from 0 to 2**256 - 1, not -1."),
        (["klunker", "--option", "unsold=bin"], "unsold is 'pile' or 'box', not 'bin'."),
        (["klunker", "--option", "unsolt=box"], "Did you mean 'unsold'?"),
        (["klunker", "--option", "unsold"], "An option is given as NAME=VALUE"),
        (["klunker", "--option", "players=3"], "'players' is no option of a game"),
        (["alles-futsch", "--option", "boards=vase,clock"], "boards is a list of 4 different words"),
        (["klunker", "--against", "expret"], "There is no bot 'expret'. Did you mean 'expert'?"),
        (["klunker", "--against", ""], "There is no bot ''."),
        (["klunker", "--against", "easy,hard"], "or as many as there are other seats, 3, clockwise from yours; not 2"),
        (["klunker", "--against", "easy,easy,easy,easy"], "not 4, as in 'easy,easy,easy,easy'."),
        (["klunker", "--against", "easy,medium,"], "There is no bot ''."),
        (["klunker", "--against", "hard:simulations=5"], "The bot 'hard' has no setting 'simulations'."),
        (["klunker", "--against", "search:simulations=0"], "simulations is a whole number, 1 to 1000000; not 0."),
        (["klunker", "--against", "search:simulations"], "A bot is written NAME or NAME:setting=value"),
        (["klunker", "--against", "search:seed=1"], "cannot have a seed of its own"),
        (["klunker", "--against", "heuristic:weights=tunned"], "There are no weights 'tunned'. Did you mean 'tuned'?"),
        (["klunker", "--against", "search:explore=much"], "The bot 'search' cannot be made: explore is a number"),
    ],
)
def test_what_cannot_be_set_up_is_a_clean_error(words: list[str], said: str) -> None:
    result = brocante_("play", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_options_reach_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = ["alles-futsch", "--players", "2", "--seat", "1", "--option", "boards=vase,clock", "--option", "first=1"]
    assert brocante_("play", *words, typed=f"save {path}\n").exit_code == 0
    assert json.loads(path.read_text())["options"] == {"first": 1, "boards": ["vase", "clock"]}


def test_four_play_unless_said_otherwise() -> None:
    for name in RULESETS:
        output = brocante_("play", name).output
        assert "You have seat 0 of 4." in output
        assert "With you play medium at seat 1, medium at seat 2 and medium at seat 3." in output


@pytest.mark.parametrize(
    ("against", "seated"),
    [
        ("easy", "easy at seat 3, easy at seat 0 and easy at seat 1"),
        ("random,heuristic,easy", "random at seat 3, heuristic at seat 0 and easy at seat 1"),
        (
            "search:simulations=5,threads=2,heuristic:overlooks=0.5,hard",
            "search:simulations=5,threads=2 at seat 3, heuristic:overlooks=0.5 at seat 0 and hard at seat 1",
        ),
    ],
)
def test_bots_are_seated_clockwise(against: str, seated: str) -> None:
    output = brocante_("play", "klunker", "--players", "4", "--seat", "2", "--against", against).output
    assert f"With you play {seated}." in output


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    words = ["klunker", "--players", "3", "--seed", "7", "--against", "search:simulations=20,easy"]
    records: list[Any] = []
    for asked in ("", "?\n"):  # the expert's advice changes nothing either
        path = tmp_path / f"game{len(records)}.json"
        brocante_("play", *words, typed=f"{asked}show tiara\n{asked}done\n{asked}1\n{asked}1\nsave {path}\n")
        records.append(json.loads(path.read_text()))
    assert records[0] == records[1]
    assert len(records[0]["moves"]) > 10


# --- Play: moves by pipe ---


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


# --- Play: in a terminal ---


FOLLOWED = {
    "klunker": "  → Round 2 begins; first player is seat ",
    "alles-futsch": r"  → Seat . (\(you\) )?wins the auction and pays ",
    "zwergezocken": r"  → Seat . (\(you\) )?takes the trick",
}


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", RULESETS)
def test_a_whole_game_by_always_answering_1(name: str, width: int, tmp_path: Path) -> None:
    child = at_table(name, "--seed", "12", "--seat", "1", width=width)
    shown = []
    while child.expect_exact([PROMPT, END]) == 0:
        shown += child.before.splitlines()
        child.sendline("1")
    shown += child.before.splitlines()
    assert re.search(FOLLOWED[name], "\n".join(shown))
    assert "seat 1 (you)" in child.before
    assert " won with " in child.before
    assert all(len(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line)) <= width for line in shown)
    path = tmp_path / "game.json"
    child.sendline(f"save {path}")
    child.expect_exact(END)
    child.sendline("1")
    child.expect_exact("The game is over")
    child.expect_exact(END)
    child.sendline("")
    assert left(child)[0] == 0
    assert brocante_("verify", str(path)).exit_code == 0


def test_words_in_a_terminal() -> None:
    child = at_table("klunker", "--players", "3", "--seed", "7")
    child.expect_exact(PROMPT)
    child.sendline("show shoe")
    child.expect_exact("There is no shoe in your hand")
    child.expect_exact(PROMPT)
    child.sendline("rules")
    child.expect_exact("K7.3 Score: bills.")
    child.expect_exact(PROMPT)
    child.sendline("show tiara")
    child.expect_exact("You: show tiara")
    child.expect_exact(PROMPT)
    child.sendline("done")
    child.expect("Seat 1: show .*Seat 2: show ")
    child.expect_exact(PROMPT)
    child.sendline("quit")
    assert left(child) == (0, "quit\r\nYou leave the table. Goodbye!\r\n")


def press(child: Any, key: str) -> tuple[int, str]:
    child.sendcontrol(key)
    code, shown = left(child)
    assert "Traceback" not in shown
    return code, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("^C", "").strip()


def test_ctrl_c_leaves_with_130() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    assert press(child, "c") == (130, "You leave the table. Goodbye!")


def test_ctrl_d_leaves_with_0() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    assert press(child, "d") == (0, "The input has ended, so you leave the table. Goodbye!")


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_leaving_at_the_end_of_a_game(key: str, code: int) -> None:
    child = at_table("alles-futsch", "--seed", "3")
    child.expect_exact(PROMPT)
    child.sendline("1")
    child.expect_exact(PROMPT)
    child.sendline("bid 200")
    child.expect_exact(END)
    assert press(child, key)[0] == code


def test_a_hint_says_that_it_takes_thought() -> None:
    child = at_table("klunker")
    child.expect_exact(PROMPT)
    child.sendline("?")
    child.expect_exact("The expert is thinking")
    child.expect_exact("The expert would play")
    child.expect_exact(PROMPT)
    assert press(child, "c") == (130, "You leave the table. Goodbye!")


def test_ctrl_c_while_a_bot_thinks() -> None:
    child = at_table("klunker", "--seat", "1", "--against", "search:simulations=50000")
    child.expect_exact("Seat 0 (search:simulations=50000) is thinking")
    code, shown = press(child, "c")
    assert code == 130
    assert shown.endswith("You leave the table. Goodbye!")


def test_ctrl_c_while_the_table_is_set() -> None:
    child = at_table("klunker")
    child.expect_exact("Setting the table")
    assert press(child, "c")[0] == 130


def test_ctrl_c_leaves_also_where_an_exception_would_be_lost() -> None:
    code = """
import contextlib, signal
from rich.console import Console
from brocante import terminal
with terminal.interruptible(Console()), contextlib.suppress(KeyboardInterrupt):
    signal.raise_signal(signal.SIGINT)
print("still here")
"""
    left = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=SLOW)
    assert (left.returncode, left.stdout.strip(), left.stderr) == (130, "You leave the table. Goodbye!", "")


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
