"""Arrays, batches and environments."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from typing import Any

import damier
import numpy as np
import pytest
from damier.env import GymEnv, ZooEnv


def random_fens(variant: str, count: int, seed: int = 1) -> list[str]:
    """Positions of random games."""
    choose = random.Random(seed)
    fens: list[str] = []
    while len(fens) < count:
        board = damier.Board(variant)
        while board.outcome() is None and len(board) < 150 and len(fens) < count:
            fens.append(board.fen)
            board.push(choose.choice(board.legal_moves))
    return fens


@pytest.mark.parametrize("variant", ["international", "russian", "canadian", "turkish", "frisian"])
def test_planes_show_the_side_to_move_at_the_bottom(variant: str) -> None:
    board = damier.Board(variant)
    white = board.planes()
    assert white.dtype == np.float32
    assert white.shape[0] == damier.PLANES
    assert white.flags.writeable
    count = len(board.pieces) // 2
    assert white[0].sum() == white[2].sum() == count
    assert white[4].sum() == len(board.squares)
    own_rows = np.nonzero(white[0])[0]
    assert own_rows.min() > np.nonzero(white[2])[0].max()
    first = board.turn
    board.push(board.legal_moves[0])
    assert board.turn != first
    black = board.planes()
    assert np.nonzero(black[0])[0].min() >= np.nonzero(black[2])[0].max()
    assert white[5].max() != black[5].max()


@pytest.mark.parametrize("variant", list(damier.variants()))
def test_actions_number_the_legal_moves(variant: str) -> None:
    choose = random.Random(3)
    board = damier.Board(variant)
    for _ in range(80):
        if board.outcome() is not None:
            break
        mask = board.legal_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (damier.action_count(variant),)
        actions = np.flatnonzero(mask)
        moves = [board.move_of(int(action)) for action in actions]
        assert len(set(moves)) == len(moves) <= len(board.legal_moves)
        for action, move in zip(actions, moves, strict=True):
            assert board.action_of(move) == action
        if not any(move.huff for move in board.legal_moves):
            assert len(moves) == len(board.legal_moves)
        board.push(choose.choice(moves))


def test_both_sides_have_the_same_numbers() -> None:
    board = damier.Board()
    white = np.flatnonzero(board.legal_mask())
    board = damier.Board("international", board.fen.replace("W:", "B:", 1))
    assert board.turn == "black"
    assert (np.flatnonzero(board.legal_mask()) == white).all()


def test_illegal_actions_are_refused() -> None:
    board = damier.Board()
    for action in (-1, 0, 10**9):
        with pytest.raises(ValueError, match="is not legal"):
            board.move_of(action)
    with pytest.raises(damier.IllegalMove):
        board.action_of("32-22")


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_gives_what_boards_give(threads: int) -> None:
    fens = random_fens("international", 200)
    batch = damier.Batch("international", fens, threads=threads)
    boards = [damier.Board("international", fen) for fen in fens]
    assert len(batch) == len(boards)
    assert batch.fens() == [board.fen for board in boards]
    assert (batch.planes() == np.stack([board.planes() for board in boards])).all()
    masks = batch.legal_mask()
    assert (masks == np.stack([board.legal_mask() for board in boards])).all()
    moves = batch.legal_moves()
    assert moves == [[str(move) for move in board.legal_moves] for board in boards]
    offsets, actions = batch.legal_actions()
    assert offsets[-1] == len(actions) == masks.sum()
    row = 17
    assert (actions[offsets[row] : offsets[row + 1]] == np.flatnonzero(masks[row])).all() or set(
        actions[offsets[row] : offsets[row + 1]]
    ) == set(np.flatnonzero(masks[row]))


def test_a_batch_plays_games_to_their_end() -> None:
    batch = damier.Batch("russian", size=32, threads=2)
    generator = np.random.default_rng(1)
    for _ in range(400):
        masks = batch.legal_mask()
        noise = generator.random(masks.shape) * masks
        actions = np.where(masks.any(axis=1), noise.argmax(axis=1), -1)
        batch.push(actions)
        if batch.over().all():
            break
    assert batch.over().sum() > 16
    for number, (over, result) in enumerate(zip(batch.over(), batch.results(), strict=True)):
        outcome = batch[number].outcome()
        assert (outcome is not None) == over
        winner = outcome.winner if outcome else None
        assert result == {"white": 1, "black": -1, None: 0}[winner]
    batch.reset()
    assert not batch.over().any()
    assert (batch.turns() == 1).sum() >= 16
    batch.reset(list(range(32)))
    assert batch[-1] == damier.Board("russian")


def test_a_batch_is_a_sequence_of_boards() -> None:
    batch = damier.Batch(size=3)
    assert [board.fen for board in batch] == [damier.Board().fen] * 3
    batch.push([batch[0].action_of("32-28")] * 3)
    batch.reset([-1])
    assert [len(board) for board in batch] == [1, 1, 0]


def test_a_batch_refuses_what_is_wrong_and_changes_nothing() -> None:
    batch = damier.Batch("international", size=2)
    with pytest.raises(ValueError, match="found 1 actions, expected 2"):
        batch.push([1])
    legal = batch[0].action_of("32-28")
    with pytest.raises(ValueError, match="game 1: action 3 is not legal"):
        batch.push([legal, 3])
    assert len(batch[0]) == 0
    with pytest.raises(damier.ParseError, match="position 2, column") as caught:
        damier.Batch("international", ["W:W31:B1", "junk"])
    assert caught.value.line == 2
    with pytest.raises(ValueError, match="either fens or size"):
        damier.Batch("international")
    with pytest.raises(IndexError):
        batch[2]
    with pytest.raises(IndexError):
        batch.reset([5])


def test_arrays_say_which_extra_is_missing() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "import damier\n"
        "try:\n    damier.Board().planes()\n"
        "except ImportError as error:\n    print(error)\n"
        "try:\n    import damier.env\n"
        "except ImportError as error:\n    print(error)\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert 'pip install "damier[numpy]"' in printed.stdout
    assert 'pip install "damier[env]"' in printed.stdout


@pytest.mark.parametrize("opponent", ["random", 1, None])
@pytest.mark.parametrize("variant", ["international", "russian"])
def test_gymnasium_accepts_the_environment(variant: str, opponent: Any) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*spec.*")
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(GymEnv(variant, opponent=opponent, render_mode="ansi"))


@pytest.mark.parametrize("opponent", ["random", 1, None, lambda board: board.legal_moves[0]])
def test_a_masked_agent_plays_whole_games(opponent: Any) -> None:
    env = GymEnv("russian", opponent=opponent, max_plies=120)
    total = 0.0
    for seed in range(4):
        _, info = env.reset(seed=seed)
        over = truncated = False
        while not (over or truncated):
            action = int(env.action_space.sample(info["action_mask"]))
            observation, reward, over, truncated, info = env.step(action)
            assert env.observation_space.contains(observation)
            assert not info["illegal"]
            total += reward
    assert -4 <= total <= 4


def test_gymnasium_makes_the_environment_by_its_name() -> None:
    import gymnasium

    env = gymnasium.make("damier/Draughts-v0", variant="russian", opponent="random")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    _, _, _, _, info = env.step(int(env.action_space.sample(info["action_mask"])))
    assert not info["illegal"]


def test_an_illegal_action_loses() -> None:
    env = GymEnv("russian", side="white")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("variant", ["international", "english"])
def test_pettingzoo_accepts_the_environment(variant: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ZooEnv(variant, render_mode="ansi"), num_cycles=300)
        seed_test(lambda: ZooEnv(variant), num_cycles=50)


def test_pettingzoo_games_end_with_opposite_rewards() -> None:
    env = ZooEnv("russian")
    env.reset(seed=1)
    choose = random.Random(5)
    rewards: dict[str, float] = {"white": 0.0, "black": 0.0}
    for agent in env.agent_iter(2000):
        observation, reward, over, truncated, _ = env.last()
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over or truncated else int(choose.choice(list(legal))))
    assert rewards["white"] == -rewards["black"]


def test_wrong_arguments_of_environments_are_refused() -> None:
    with pytest.raises(ValueError, match="found side"):
        GymEnv(side="red")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found opponent"):
        GymEnv(opponent="strong")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found level"):
        GymEnv(opponent=11)
    with pytest.raises(ValueError, match="found render_mode"):
        ZooEnv(render_mode="human")
    with pytest.raises(ValueError, match="found max_plies"):
        ZooEnv(max_plies=0)
    with pytest.raises(ValueError, match="found max_plies"):
        GymEnv(max_plies=-1)
    for opponent in (1.5, True):
        with pytest.raises(TypeError, match="found opponent"):
            GymEnv(opponent=opponent)  # type: ignore[arg-type]
    env = GymEnv(opponent=None)
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step("32-28")  # type: ignore[arg-type]


def test_a_level_may_be_a_number_of_numpy() -> None:
    env = GymEnv(opponent=np.int64(3))
    assert (type(env.opponent), env.opponent) == (int, 3)
