"""The arena: fair, reproducible, interruptible; its figures by hand; its files; its command."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from brocante import Game, IllegalMove, SetupError
from brocante.arena import report, tournament
from brocante.arena.match import Played, entrant, play, set_up
from brocante.arena.plot import svg
from brocante.arena.report import Report, draw_up, estimate, student
from brocante.arena.tournament import run
from brocante.bots.catalogue import BOTS
from brocante.cli import main

TRIO = ["random", "heuristic", "random"]


def match_of(*specs: str, deals: int = 2, **more: Any) -> Report:
    return run("klunker", specs or TRIO, deals, **{"seed": 1, "options": {}, "jobs": 1, **more})


def timeless(drawn_up: Report) -> Report:
    """A report without what a clock has a say in."""
    return replace(drawn_up, standings={name: replace(each, seconds=0) for name, each in drawn_up.standings.items()})


def games_of(file: Path) -> list[dict[str, Any]]:
    """The games in a file, in their order, without times."""
    games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    return sorted(({**game, "seconds": None} for game in games), key=lambda game: (game["deal"], game["rotation"]))


def arena_(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


# --- Who plays ---


def test_an_entrant_is_a_name_or_a_name_with_settings() -> None:
    assert entrant("random").settings == ()
    assert dict(entrant("search:seconds=.5,simulations=20,to_the_end=true").settings) == {
        "seconds": 0.5,
        "simulations": 20,
        "to_the_end": True,
    }
    assert str(entrant("search:to_the_end=true,explore=0.50")) == "search:explore=0.5,to_the_end=true"


@pytest.mark.parametrize(
    ("specs", "said"),
    [
        (["random", "random"], "Klunker is for 3 to 5 players, not 2. Name one bot for each seat."),
        (["random", "randon", "random"], "Did you mean 'random'?"),
        (["random", "random", "random:sead=3"], "no setting 'sead'"),
        (["random", "random", "random:seed=3"], "cannot have a seed of its own"),
        (["random", "random", "random:"], "A bot is written NAME or NAME:setting=value"),
        (["random", "random", "search:simulations"], "A bot is written NAME or NAME:setting=value"),
        (["random", "random", "search:threads=1,threads=2"], "A bot is written NAME or NAME:setting=value"),
        (["random", "random", "search:simulations=many"], "simulations is a whole number"),
        (["random", "random", "heuristic:weights=none"], "There are no weights 'none'"),
    ],
)
def test_bad_entrants_are_refused_before_anything_is_written(specs: list[str], said: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with pytest.raises(SetupError, match=re.escape(said)):
        match_of(*specs, file=file)
    assert not file.exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"deals": 0}, "deals is a whole number, 1 or more, not 0."),
        ({"jobs": 0}, "jobs is a whole number, 1 or more, not 0."),
        ({"seed": "x"}, "The seed of a match is a whole number"),
        ({"options": {"unsold": "bin"}}, "unsold is 'pile' or 'box', not 'bin'."),
        ({"options": {"players": 3}}, "Klunker has no option 'players'."),
    ],
)
def test_bad_matches_are_refused_before_anything_is_written(asked: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with pytest.raises(SetupError, match=re.escape(said)):
        match_of(file=file, **asked)
    assert not file.exists()


class Cheat:
    """Plays on while it should think, and then gives a move nobody has."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def choose(self, game: Game) -> str:
        game.play(game.legal()[0])
        return "steal tiara"


def test_a_bot_that_breaks_the_rules_ends_the_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(BOTS, "cheat", Cheat)
    with pytest.raises(IllegalMove, match=r"'cheat' broke the rules in deal 0, rotation 0, move \d+: 'steal tiara'"):
        match_of("random", "random", "cheat")
    result = arena_("klunker", "random", "random", "cheat", "--jobs", "1")
    assert result.exit_code == 1
    assert "Error: The bot 'cheat' broke the rules in deal 0" in result.stderr


# --- How they play ---


def test_every_deal_is_played_with_each_entrant_in_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match_of(file=file, deals=3)
    games = games_of(file)
    assert [(game["deal"], game["rotation"]) for game in games] == [(deal, i) for deal in range(3) for i in range(3)]
    for deal in range(3):
        lineups = [game["seats"] for game in games if game["deal"] == deal]
        assert lineups == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_the_cards_of_a_deal_are_always_the_same_and_those_of_another_differ() -> None:
    match = set_up("klunker", TRIO, 1, {})
    assert match.deal(4).seed == match.deal(4).seed
    assert len({set_up("klunker", TRIO, seed, {}).deal(deal).seed for seed in range(3) for deal in range(3)}) == 9


def test_bots_of_all_games_have_dice_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def noted(seed: int) -> Any:
        seeds.append(seed)
        return BOTS["random"](seed=seed)

    monkeypatch.setitem(BOTS, "noted", noted)
    match = set_up("klunker", ["noted"] * 3, 1, {})
    seeds.clear()
    for deal in range(2):
        for rotation in range(3):
            match.bots(deal, rotation)
    assert len(set(seeds)) == len(seeds) == 2 * 3 * 3


def test_options_reach_the_games(tmp_path: Path) -> None:
    match_of(file=tmp_path / "match.jsonl", deals=1, options={"first": 2})
    header = json.loads((tmp_path / "match.jsonl").read_text().splitlines()[0])
    assert header == {
        "game": "klunker",
        "rules": 1,
        "players": 3,
        "options": {"first": 2, "unsold": "pile"},
        "entrants": TRIO,
        "seed": 1,
    }
    assert set_up("klunker", TRIO, 1, {"first": 2}).deal(0).turn == 2


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    alone, both, other = (tmp_path / name for name in ("alone", "both", "other"))
    report_alone, report_both = match_of(file=alone), match_of(file=both, jobs=2)
    match_of(file=other, seed=2)
    assert games_of(alone) == games_of(both) != games_of(other)
    assert timeless(report_alone) == timeless(report_both)


def test_moves_and_seconds_are_counted_for_each_entrant() -> None:
    game = play(set_up("klunker", TRIO, 1, {}), 0, 1)
    assert game.moves == sum(game.moves_made) > 0
    assert len(game.seconds) == 3
    assert min(game.seconds) > 0


@pytest.mark.parametrize("name", BOTS)
def test_any_bot_can_enter(name: str) -> None:
    assert str(set_up("alles-futsch", [name, "random"], 1, {}).entrants[0]) == name


def test_progress_is_told_from_what_is_there_to_the_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    match_of(file=tmp_path / "match.jsonl", deals=1)
    match_of(file=tmp_path / "match.jsonl", progress=lambda done, total: told.append((done, total)))
    assert told == [(3, 6), (4, 6), (5, 6), (6, 6)]


# --- Going on ---


def test_a_match_that_was_cut_off_anywhere_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    whole = timeless(match_of(file=file))
    content, games = file.read_bytes(), games_of(file)
    lines = content.splitlines(keepends=True)
    header, after_two = len(lines[0]), len(b"".join(lines[:3]))
    for length in (0, 10, header - 1, header, header + 5, after_two - 1, after_two, after_two + 40, len(content)):
        file.write_bytes(content[:length])
        assert timeless(match_of(file=file)) == whole
        assert games_of(file) == games
        kept = content[: content.rfind(b"\n", 0, length) + 1]
        assert file.read_bytes().startswith(kept)


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_a_command_ended_at_once_leaves_no_process_and_goes_on(ended_by: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    words = ["arena", "klunker", *TRIO, "--deals", "500", "--jobs", "2", "--out", str(file)]
    command = [sys.executable, "-m", "brocante.cli", *words]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    while not file.exists() or file.read_bytes().count(b"\n") < 5:
        assert child.poll() is None
        time.sleep(0.02)
    if ended_by == signal.SIGINT:
        os.killpg(child.pid, ended_by)  # as a terminal does it
    else:
        child.send_signal(ended_by)
    said, _ = child.communicate(timeout=60)  # it returns when nobody is left who could write
    assert child.returncode != 0
    assert b"Traceback" not in said
    assert timeless(match_of(file=file, deals=3)) == timeless(match_of(deals=3))


def test_more_deals_go_on_from_fewer_and_fewer_leave_the_others_out(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    two, three = match_of(file=file), match_of(file=file, deals=3)
    assert timeless(match_of(deals=3)) == timeless(three)
    content = file.read_bytes()
    assert match_of(file=file) == two
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seed": 2}, "its seed is 1, not 2."),
        ({"options": {"unsold": "box"}}, "its options is {'first': 0, 'unsold': 'pile'}, not"),
        ({"entrants": ["random", "random", "heuristic"]}, "its entrants is ['random', 'heuristic', 'random'], not"),
        ({"entrants": ["random"] * 4}, "its players is 3, not 4."),
        ({"game": "zwergezocken"}, "its game is 'klunker', not 'zwergezocken'."),
    ],
)
def test_a_file_of_another_match_is_refused_and_left_alone(asked: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match_of(file=file, deals=1)
    content = file.read_bytes()
    this = {"game": "klunker", "entrants": TRIO, "deals": 1, "seed": 1, "options": {}, "file": file, "jobs": 1}
    with pytest.raises(SetupError, match=re.escape(f"holds games of another match: {said}")):
        run(**{**this, **asked})
    assert file.read_bytes() == content


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b"[]\n", b"\xff\n{}\n", b'{"game": "klunker"}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(SetupError, match="is not a file of the arena"):
        match_of(file=file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("line", [b"", b"{}", b'{"deal": 0', b"\xff", b"[1]"])
def test_a_damaged_line_is_named(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match_of(file=file, deals=1)
    first, second, *rest = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([first, second, line, *rest]) + b"\n")
    with pytest.raises(SetupError, match="is damaged: line 3 is not a game of its match"):
        match_of(file=file)


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be used: Is a directory"):
        match_of(file=tmp_path)


# --- Figures ---


def by_hand(*ranks: list[list[int]]) -> list[Played]:
    """Games with these ranks by entrant: a list of deals, each a list of games."""
    games = []
    for deal, rotations in enumerate(ranks):
        for rotation, by_entrant in enumerate(rotations):
            seats = [(seat - rotation) % 2 for seat in range(2)]
            ranks_by_seat = [by_entrant[number] for number in seats]
            games.append(Played(deal, rotation, seats, [0, 0], ranks_by_seat, 30, [10, 20], [0.5, 0.1]))
    return games


def two(first: str = "random", second: str = "heuristic") -> Any:
    return set_up("alles-futsch", [first, second], 1, {})


def test_the_interval_is_over_deals_not_over_games() -> None:
    games = by_hand([[1, 2], [1, 2]], [[1, 2], [2, 1]], [[2, 1], [2, 1]], [[1, 2], [1, 2]])
    drawn_up = draw_up(two(), games)
    first = drawn_up.standings["random"]
    # Shares of deals 1, 1/2, 0, 1: mean 5/8, variance 11/48, so 3.1824 · √(11/48 / 4); over games it were ± 0.433.
    assert first.wins.mean == 0.625
    assert first.wins.margin == pytest.approx(3.1824 * (11 / 192) ** 0.5)
    assert first.rank.mean == 1.375
    assert first.rank.margin == pytest.approx(first.wins.margin)
    assert list(drawn_up.standings) == ["random", "heuristic"]
    assert (drawn_up.deals, drawn_up.games, drawn_up.fair_share) == (4, 8, 0.5)


@pytest.mark.parametrize("size", [0.5, 0.25])
def test_wins_are_corrected_for_luck_by_what_other_deals_say(size: float) -> None:
    games = by_hand([[1, 2], [1, 2]], [[2, 1], [2, 1]], [[1, 2], [1, 2]], [[2, 1], [2, 1]])
    fortunes = {0: size, 1: -size, 2: size, 3: -size}  # of the first entrant, whichever seat it has
    lucky = [
        replace(game, luck=[fortunes[game.deal] * (1 if number == 0 else -1) for number in game.seats])
        for game in games
    ]
    first = draw_up(two(), lucky).standings["random"]
    assert first.wins.mean == 0.5
    assert first.wins.margin == pytest.approx(3.1824 * (1 / 3 / 4) ** 0.5)
    assert first.corrected is not None
    # Without a deal that was won, the others were won 1/3 of the time. With a size of 1/2, the slope is (1/3 + 1/3 +
    # 2/3) · 1/2 / (3/4) = 8/9; with half the size it is twice as steep.
    assert first.corrected.mean == pytest.approx(0.5)
    assert first.gain == pytest.approx(81)


def test_luck_that_says_nothing_is_not_subtracted() -> None:
    games = by_hand([[1, 2], [1, 2]], [[2, 1], [2, 1]], [[1, 2], [1, 2]], [[2, 1], [2, 1]])
    unlucky = [replace(game, luck=[-0.5 if game.ranks[seat] == 1 else 0.5 for seat in range(2)]) for game in games]
    first = draw_up(two(), unlucky).standings["random"]
    assert first.corrected == first.wins  # a slope below 0 counts as 0


def test_without_luck_of_every_game_wins_are_not_corrected() -> None:
    games = by_hand([[1, 2], [1, 2]])
    some = [replace(games[0], luck=[0.1, -0.1]), games[1]]
    assert draw_up(two(), some).standings["random"].corrected is None


def test_luck_changes_no_game_and_is_kept(tmp_path: Path) -> None:
    kept, plain = tmp_path / "luck.jsonl", tmp_path / "plain.jsonl"
    with_luck, without = match_of(file=kept, luck=3), match_of(file=plain, luck=0)
    for here, there in zip(games_of(kept), games_of(plain), strict=True):
        assert here["luck"] is not None
        assert sum(here["luck"]) == pytest.approx(0, abs=1e-5)  # what one seat gains, others lose
        assert {**here, "luck": None} == there
    assert all(each.corrected for each in with_luck.standings.values())
    assert not any(each.corrected for each in without.standings.values())
    assert timeless(match_of(file=kept, luck=3)) == timeless(with_luck)  # from the file
    with pytest.raises(SetupError, match="luck is a whole number, 0 or more, not -1"):
        match_of(luck=-1)


def test_speed_is_of_thought() -> None:
    drawn_up = draw_up(two(), by_hand([[1, 2], [1, 2]]))
    assert drawn_up.standings["random"].milliseconds_per_move == pytest.approx(50)
    assert drawn_up.standings["heuristic"].milliseconds_per_move == pytest.approx(5)
    assert drawn_up.moves_per_second == pytest.approx(60 / 1.2)


def test_a_shared_win_counts_its_share() -> None:
    drawn_up = draw_up(two(), by_hand([[1, 1], [1, 2]]))
    assert [each.wins.mean for each in drawn_up.standings.values()] == [0.75, 0.25]


def test_wins_of_all_seats_add_up_to_one() -> None:
    for game, specs in {"alles-futsch": ["random"] * 3 + ["heuristic"], "zwergezocken": TRIO}.items():
        standings = run(game, specs, 3, 1, {}, jobs=1).standings.values()
        assert sum(each.copies * each.wins.mean for each in standings) == pytest.approx(1)


def test_copies_are_one_entrant_with_their_average() -> None:
    standings = match_of("heuristic", "random", "heuristic:overlooks=0.2", "heuristic:overlooks=.2").standings
    assert {name: each.copies for name, each in standings.items()} == {
        "heuristic": 1,
        "random": 1,
        "heuristic:overlooks=0.2": 2,
    }
    alike = draw_up(two("random", "random"), by_hand([[1, 2], [1, 2]], [[1, 1], [2, 1]]))
    (only,) = alike.standings.values()
    assert (only.wins.mean, only.wins.margin, only.rank.mean) == (0.5, 0, 1.375)
    assert only.rating.mu == pytest.approx(25)


def test_ratings_follow_ranks() -> None:
    standings = draw_up(two(), by_hand(*[[[1, 2], [1, 2]]] * 5)).standings
    assert standings["random"].rating.mu > 30 > 20 > standings["heuristic"].rating.mu
    assert standings["random"].rating.sigma < 8


def test_a_single_deal_has_no_interval() -> None:
    assert estimate([0.4]).margin is None
    assert estimate([0.4]).text(100, 1, "%") == "40.0%"
    assert "<path" not in svg(draw_up(two(), by_hand([[1, 2], [1, 2]])))


def test_quantiles_are_those_of_the_tables() -> None:
    printed = {1: 12.706, 2: 4.303, 5: 2.571, 10: 2.228, 11: 2.201, 15: 2.131, 30: 2.042, 99: 1.984, 10**9: 1.960}
    assert {freedom: round(student(freedom), 3) for freedom in printed} == printed


# --- Files and the command ---


@pytest.fixture(scope="module")
def drawn_up() -> Report:
    return match_of("heuristic", "random", "random", deals=3)


def test_json_has_all_figures(drawn_up: Report) -> None:
    figures = json.loads(json.dumps(report.figures(drawn_up)))
    assert figures["entrants"] == ["heuristic", "random", "random"]
    assert (figures["game"], figures["deals"], figures["games"], figures["seed"]) == ("klunker", 3, 9, 1)
    for told, each in zip(figures["standings"], drawn_up.standings.values(), strict=True):
        assert told["wins"] == {"mean": each.wins.mean, "margin": each.wins.margin}
        assert told["rating"] == {"mu": each.rating.mu, "sigma": each.rating.sigma}
        assert told["milliseconds_per_move"] == each.milliseconds_per_move


def test_csv_has_a_line_for_each_entrant(drawn_up: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(report.as_csv(drawn_up))))
    assert [row["entrant"] for row in rows] == list(drawn_up.standings)
    for row, each in zip(rows, drawn_up.standings.values(), strict=True):
        assert float(row["wins"]) == each.wins.mean
        assert float(row["rank_margin"]) == each.rank.margin
        assert None not in row.values()


def test_svg_is_well_formed_and_its_text_is_text(drawn_up: Report) -> None:
    odd = {"<&>": replace(drawn_up.standings["heuristic"], entrant="<&>"), "random": drawn_up.standings["random"]}
    picture = ElementTree.fromstring(svg(replace(drawn_up, standings=odd)))
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in picture.iter(f"{name}text")]
    assert "<&>" in texts
    assert "random × 2" in texts
    assert "Dashed: the fair share, 33.3%. Whiskers: 95% intervals." in texts
    assert len(list(picture.iter(f"{name}path"))) == 2
    width, height = map(float, picture.attrib["viewBox"].split()[2:])
    for each in picture.iter():
        assert 0 <= float(each.attrib.get("x", "0")) <= width
        assert 0 <= float(each.attrib.get("y", "0")) <= height
    for bar in picture.iter(f"{name}rect"):
        if bar.attrib["class"] == "bar":
            assert 0 <= float(bar.attrib["x"]) + float(bar.attrib["width"]) <= width


def test_the_command_plays_reports_and_writes(tmp_path: Path) -> None:
    names = {"--out": "match.jsonl", "--json": "match.json", "--csv": "match.csv", "--plot": "match.svg"}
    files = [word for option, name in names.items() for word in (option, str(tmp_path / name))]
    words = ["klunker", "heuristic", "random", "random", "--deals", "2", "--option", "first=1", "--jobs", "1", *files]
    result = arena_(*words)
    assert result.exit_code == 0
    assert "klunker, 2 deals, 6 games" in result.stdout
    assert re.search(r"heuristic +│ +1 │ +\d+\.\d% ± \d+\.\d │", result.stdout)
    figures = json.loads((tmp_path / "match.json").read_text())
    assert figures["options"]["first"] == 1
    assert (tmp_path / "match.csv").read_text().startswith("entrant,copies,wins,")
    ElementTree.parse(tmp_path / "match.svg")
    assert arena_(*words).stdout == result.stdout
    assert len((tmp_path / "match.jsonl").read_text().splitlines()) == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["clunker", *TRIO], "Did you mean 'klunker'?"),
        (["klunker", "random"], "Klunker is for 3 to 5 players, not 1. Name one bot for each seat."),
        (["klunker"], "Missing argument 'BOT...'"),
        (["klunker", *TRIO, "--deals", "0"], "0 is not in the range x>=1"),
        (["klunker", *TRIO, "--option", "unsold"], "An option is given as NAME=VALUE"),
        (["klunker", *TRIO, "--plot", "match.png"], "give it a name that ends in .svg"),
        (["klunker", *TRIO, "--json", "nowhere/match.json"], "There is no folder 'nowhere'."),
        (["klunker", *TRIO, "--out", "."], "File '.' is a directory."),
    ],
)
def test_what_cannot_be_played_is_a_clean_error(words: list[str], said: str) -> None:
    result = arena_(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_an_interrupted_command_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play_all", interrupted)
    result = arena_("klunker", *TRIO, "--out", str(tmp_path / "match.jsonl"))
    assert result.exit_code == 1
    assert "the same command continues from there" in result.stderr
