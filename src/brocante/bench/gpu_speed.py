"""How fast the games are on this machine's GPU: `python -m brocante.bench.gpu_speed`."""

from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median

from brocante.envs.gpu import GpuVectorEnv, cuda
from brocante.envs.gpu_random import RandomGames
from brocante.games.catalogue import RULESETS, ruleset

SAMPLES = 5
SECONDS = 0.3  # a sample takes roughly
GAMES = 131_072  # of the vector environment
STEPS = 100


def random_moves(game: str, sort: bool = True) -> float:
    """Random moves per second; the median of several samples."""
    games = RandomGames(game, ruleset(game).usual_players, seed=1, sort=sort)
    games.play(50)  # compiles
    moves = max(300, int(300 * SECONDS / games.play(300)))
    return float(median(games.games * moves / games.play(moves) for _ in range(SAMPLES)))


def steps(game: str) -> float:
    """Steps of the vector environment per second, with observation and mask; actions never leave the GPU."""
    env = GpuVectorEnv(game, GAMES, ruleset(game).usual_players, seed=1, check=False)
    env.reset()
    return median(GAMES * STEPS / timed(env) for _ in range(SAMPLES + 1))


def timed(env: GpuVectorEnv) -> float:
    start, end = cuda.event(), cuda.event()
    start.record()
    for _ in range(STEPS):
        env.step(env.random_action)
    end.record()
    end.synchronize()
    return float(cuda.event_elapsed_time(start, end)) / 1000


def lines() -> Iterator[str]:
    """The figures as a table for the documentation."""
    name = cuda.get_current_device().name
    yield f"{name.decode() if isinstance(name, bytes) else name}, {datetime.now(UTC).date().isoformat()}"
    yield ""
    yield "| game, players | random moves per second | steps of the environment per second |"
    yield "|---|---|---|"
    for game, rules in RULESETS.items():
        rates = f"{random_moves(game) / 1e9:.2f} billion | {steps(game) / 1e6:.0f} million"
        yield f"| {rules.title}, {rules.usual_players} | {rates} |"
    for game, rules in RULESETS.items():
        if rules.work:
            rate = f"{random_moves(game, sort=False) / 1e9:.2f} billion"
            yield f"| {rules.title}, {rules.usual_players}, not sorted | {rate} | |"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
