"""Boards, moves, explanations and outcomes."""

from __future__ import annotations

import copy
import pickle

import damier
import pytest

CHOICE = "B:W23,29,30,38,39:BK35"


def test_a_game_starts_with_its_legal_moves() -> None:
    board = damier.Board()
    assert (board.variant, board.turn, len(board)) == ("international", "white", 0)
    assert [str(move) for move in board.legal_moves][:3] == ["31-26", "31-27", "32-27"]
    assert not board.must_capture
    assert board.outcome() is None
    assert board.perft(6) == 167140
    assert board.perft(0) == 1


@pytest.mark.parametrize("variant", list(damier.variants()))
def test_every_game_can_be_played_to_an_end(variant: str) -> None:
    board = damier.Board(variant)
    for ply in range(400):
        moves = board.legal_moves
        if not moves:
            break
        move = moves[ply * 7 % len(moves)]
        assert board.is_legal(move)
        assert board.is_legal(move.long)
        assert board.is_legal(str(move))
        assert board.push(move) == move
        assert damier.Board(variant, board.fen) == board
        if board.outcome() is not None:
            break
    played = [str(move) for move in board.moves]
    while len(board):
        board.pop()
    assert board == damier.Board(variant)
    for text in played:
        board.push(text)


def test_a_move_has_squares_of_its_game() -> None:
    move = damier.Board("international", CHOICE).legal_moves[0]
    assert (move.start, move.end, move.is_capture) == ("35", "34", True)
    assert len(move.captured) == 4
    assert move.path[0] == "35"
    assert move.path[-1] == "34"
    assert move.long == "35x19x32x43x34"
    assert not move.promotes
    assert move.huff is None
    assert len({move, damier.Board("international", CHOICE).legal_moves[0]}) == 1
    russian = damier.Board("russian")
    assert russian.push("cd4").start == "c3"


def test_a_refusal_has_code_article_squares_and_texts() -> None:
    board = damier.Board("international", CHOICE)
    with pytest.raises(damier.IllegalMove) as caught:
        board.push("35x24")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.code, error.article) == ("captures-too-few", "4.13")
    assert "the piece on 35 can take 4 instead of 1" in str(error)
    assert str(error).endswith("(art. 4.13)")
    assert "35" in error.text("fr")
    assert error.squares["must_move"] == ("35",)
    assert [move.long for move in error.moves] == ["35x19x32x43x34"]
    assert len(board) == 0
    assert not board.is_legal("35x24")


def test_texts_that_are_no_moves_are_explained_too() -> None:
    board = damier.Board()
    for text, code in [
        ("", "not-a-move"),
        ("hello", "not-a-move"),
        ("32-99", "no-such-square"),
        ("32-255", "not-a-move"),
        ("c3-d4", None),
    ]:
        explanation = board.explain(text)
        assert not explanation, text
        assert explanation.text("fr"), text
        assert explanation.verdict == "refused", text
        if code is not None:
            assert explanation.code == code, text
        with pytest.raises(damier.IllegalMove):
            board.push(text)
    assert damier.Board("russian").explain("ec5").code == "no-piece-on-file"


def test_ambiguous_texts_list_the_moves() -> None:
    board = damier.Board("international", "W:W33:B28,18,8,29,20,10,9")
    texts = [move.long for move in board.legal_moves]
    ambiguous = [text for text in ("33x4", "33x2") if board.explain(text).verdict == "ambiguous"]
    for text in ambiguous:
        assert len(board.explain(text).moves) > 1
    assert all(board.is_legal(text) for text in texts)


def test_a_drawn_game_refuses_moves_and_says_why() -> None:
    board = damier.Board("international", "W:WK50:BK6")
    for text in ["50-45", "6-1", "45-50", "1-6"] * 2:
        board.push(text)
    assert board.occurrences == 3
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.result) == (None, "1-1")
    assert outcome.text("fr") != outcome.text("en")
    move = damier.Board("international", board.fen).legal_moves[0]
    with pytest.raises(damier.IllegalMove) as caught:
        board.push(move)
    assert caught.value.code == "game-over"
    assert not board.explain(move)


def test_results_are_written_as_the_game_writes_them() -> None:
    lost = damier.Board("english", "B:W22:B")
    outcome = lost.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.result) == ("white", "0-1")
    assert not lost.legal_moves


def test_moves_can_be_given_as_one_text() -> None:
    board = damier.Board(moves="1. 32-28! 19-23 2.28x19 14x23")
    assert [str(move) for move in board.moves] == ["32-28", "19-23", "28x19", "14x23"]
    huffed = damier.Board("polish-1754", moves="32-28 19-23 33-29 s28 23-28")
    assert huffed.moves[-1].huff == "28"
    with pytest.raises(TypeError, match="expected moves"):
        damier.Board(moves=5)  # type: ignore[arg-type]
    assert board != "32-28"


def test_moves_can_be_taken_back() -> None:
    board = damier.Board(moves=["32-28", "19-23", "28x19"])
    assert str(board.pop()) == "28x19"
    assert len(board) == 2
    board.pop()
    board.pop()
    with pytest.raises(IndexError):
        board.pop()


def test_boards_are_copied_and_pickled_with_their_moves() -> None:
    board = damier.Board("frisian", moves=["31-26", "20-25"])
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        other.push(other.legal_moves[0])
        assert len(board) == 2
    loaded = pickle.loads(pickle.dumps(board))
    assert loaded == board
    assert loaded.moves == board.moves
    assert repr(board).startswith("Board('frisian', 'W:")
    assert pickle.loads(pickle.dumps(board.legal_moves)) == board.legal_moves
    with pytest.raises(damier.IllegalMove) as caught:
        board.push("1-50")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_pieces_and_squares_have_names() -> None:
    board = damier.Board("russian")
    assert board.squares[0] == "b8"
    assert board.piece_at("c3") == ("white", "man")
    assert board.piece_at("d4") is None
    assert len(board.pieces) == 24
    with pytest.raises(ValueError, match="found square"):
        board.piece_at("z9")
    assert damier.Board().piece_at(32) == damier.Board().piece_at("32") == ("white", "man")
    with pytest.raises(ValueError, match="such as 1 or 50"):
        damier.Board().piece_at(51)
    blocked = board.why_not("a1")
    assert blocked is not None
    assert blocked.code == "piece-blocked"
    assert board.why_not("c3") is None


def test_wrong_names_are_answered_with_a_hint() -> None:
    with pytest.raises(ValueError, match='did you mean "russian"'):
        damier.Board("rusian")
    with pytest.raises(ValueError, match=r"damier\.variants"):
        damier.Board("chess")
    with pytest.raises(ValueError, match='expected "en" or "fr"'):
        damier.Board().explain("32-28").text("de")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Move or a text"):
        damier.Board().push(5)  # type: ignore[arg-type]


def test_a_wrong_fen_has_its_column() -> None:
    with pytest.raises(damier.ParseError) as caught:
        damier.Board("international", "W:W31:B1,x")
    assert (caught.value.line, caught.value.code) == (None, "unexpected")
    assert caught.value.column is not None
    with pytest.raises(damier.ParseError) as caught:
        damier.Board("international", "W:W1:B50")
    assert caught.value.code == "uncrowned-men"
    assert pickle.loads(pickle.dumps(caught.value)).code == "uncrowned-men"


def test_a_board_is_drawn_as_text_and_svg() -> None:
    board = damier.Board("russian")
    assert str(board).splitlines()[-1].split() == list("abcdefgh")
    svg = board.svg(size=200, flipped=True, numbers="inside", look="paper")
    assert svg.startswith("<svg ")
    assert 'width="200.00"' in svg
    assert board._repr_svg_().startswith("<svg ")
    with pytest.raises(ValueError, match="found numbers"):
        board.svg(numbers="everywhere")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found look"):
        board.svg(look="neon")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found size"):
        board.svg(size=float("nan"))


def test_a_board_is_written_as_pdn() -> None:
    board = damier.Board("russian", moves=["c3-d4", "d6-c5"])
    text = board.pdn(White="Ada", Event="test")
    assert '[White "Ada"]' in text
    with pytest.raises(ValueError, match="found tag"):
        board.pdn(**{"White player": "Ada"})
    read = next(damier.parse_pdn(text))
    assert read.variant == "russian"
    assert read.board() == board


def test_rules_are_written_in_words() -> None:
    assert len(damier.variants()) > 30
    for lang in ("en", "fr"):
        for variant in damier.variants(lang):
            assert len(damier.rules(variant, lang)) > 500


def test_a_game_drawn_by_its_history_has_no_legal_moves() -> None:
    moves = "47-41 4-15 41-47 15-4 " * 2
    board = damier.Board("international", "W:WK47,50:BK4,1", moves)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.reason == "third-occurrence"
    assert board.legal_moves == []
    assert not board.legal_mask().any()
    board.pop()
    assert board.legal_moves != []


def test_a_wrong_move_of_several_is_named() -> None:
    with pytest.raises(damier.IllegalMove, match=r'^move 3, "28-27": ') as raised:
        damier.Board(moves="32-28 19-23 28-27")
    assert raised.value.code
    with pytest.raises(damier.IllegalMove, match=r"^move 2: "):
        damier.Board(moves=[damier.Board().legal_moves[0]] * 2)


def test_tags_agree_with_the_game() -> None:
    board = damier.Board(moves="32-28")
    assert board.pdn(Result="2-0").endswith("1. 32-28 2-0\n")
    for tag in ("GameType", "Variant", "FEN", "SetUp"):
        with pytest.raises(ValueError, match="follows from the game"):
            board.pdn(**{tag: "25"})
    with pytest.raises(ValueError, match="found result"):
        board.pdn(Result="won")


def test_a_move_is_formatted_as_text() -> None:
    assert f"{damier.Board().push('32-28'):>8}" == "   32-28"


def test_words_of_other_packages_are_understood() -> None:
    with pytest.raises(ValueError, match='did you mean "english"'):
        damier.Board("american")
    with pytest.raises(ValueError, match="fen="):
        damier.Board("W:W31:B20")
    games = damier.parse_pdn(b'[White "Andr\xe9"]\n1. 32-28 *', encoding="latin-1")
    assert next(games).white == "André"
