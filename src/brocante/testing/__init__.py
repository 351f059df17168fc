"""What every game must hold, whatever its rules: checks for games in this package and in others.

From a test of a game's own package:

    from brocante.testing import check_game
    from three_bags import RULESET

    def test_what_every_game_must_hold() -> None:
        check_game(RULESET)
"""

from collections.abc import Callable

from brocante.games.ruleset import Ruleset
from brocante.testing import bots, chance, facts, gpu, layout, properties, registration, two_worlds, words
from brocante.testing.deals import Deal, deals
from brocante.testing.failure import CheckFailed
from brocante.testing.staging import get, put, staged

__all__ = ["EACH", "ONCE", "CheckFailed", "Deal", "check_game", "deals", "get", "put", "staged"]

# Of the game as it is declared.
ONCE: tuple[Callable[[Ruleset], None], ...] = (
    registration.the_game_is_complete,
    registration.the_game_is_installed,
    words.words_are_unique,
    words.cards_have_words,
    layout.every_number_has_a_name,
    facts.every_fact_is_declared_whole,
    properties.every_option_can_be_dealt,
    gpu.rules_compile_for_a_gpu,
    bots.every_bot_is_fair,
)

# Of each of some games that are played.
EACH: tuple[Callable[[Deal], None], ...] = (
    properties.the_game_ends_with_a_result,
    words.legal_moves_are_listed_once,
    properties.refused_moves_change_nothing,
    properties.past_copies_never_change,
    properties.views_are_plain_data,
    properties.a_record_replays_to_the_same_game,
    layout.rows_stay_within_bounds,
    layout.equal_rows_give_equal_views,
    layout.information_states_differ_where_histories_do,
    layout.no_game_is_longer_than_the_longest,
    facts.facts_fit_their_declaration,
    two_worlds.nothing_shown_depends_on_what_is_hidden,
    two_worlds.facts_tell_nothing_hidden,
    two_worlds.no_bot_chooses_by_what_is_hidden,
    two_worlds.the_other_world_is_another_world,
    two_worlds.a_redealt_world_can_be_played_on,
    chance.explicit_chance_gives_the_same_game,
    bots.bots_play_it_out,
)


def check_game(ruleset: Ruleset, games: int = 12, first: int = 0) -> None:
    """Check all that every game must hold, in so many games with the seeds from `first` on. CheckFailed says in a
    sentence what is wrong, and which deal shows it."""
    for check in ONCE:
        check(ruleset)
    for deal in deals(ruleset, games, first):
        for each in EACH:
            each(deal)
