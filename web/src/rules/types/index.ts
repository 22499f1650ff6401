/**
 * The JSON shapes of the wasm bindings, with snake_case keys. Squares are numbers counted from 1, row by row from the top
 * left with White at the bottom. Generated from crates/wasm and crates/session
 * by `cargo xtask api`; never edit it by hand.
 */

/** The stable words of the two sides. */
export type Side = "white" | "black";

/** The stable words of the two kinds of pieces. */
export type Kind = "man" | "king";

/** How the rules for few pieces are read. */
export type FewPieces = "fresh" | "continued";

/** The rule that ended a game, or what people did. */
export type EndReason = "no-pieces" | "no-moves" | "promotion" | "third-occurrence" | "five-moves" | "sixteen-moves" | "twenty-five-moves" | "two-moves" | "seven-moves" | "main-road" | "fifteen-moves" | "fifteen-king-moves" | "balance-thirty-moves" | "balance-sixty-moves" | "thirteen-moves" | "thirty-moves" | "forty-moves" | "fourth-occurrence" | "twenty-moves" | "one-move" | "resignation" | "time" | "agreement" | "forfeit" | "abandonment" | "arbiter" | "aborted" | "result";

/** How the cells of a board are joined: every other one by diagonals, all by rows and columns, points by lines. */
export type Cells = "dark" | "all" | "lines";

/** A language of sentences. */
export type Language = "fr" | "en";

/**
 * A failed call. JavaScript sees an `Error` whose `message` is the JSON text `{"code","message"}`.
 */
export type DoorError = { 
/**
 * The stable code, in kebab-case.
 */
code: string, 
/**
 * What was found and what was expected.
 */
message: string, };

/**
 * The player of a side.
 */
export type Player = { "kind": "person", 
/**
 * The name, at most [`MAX_NAME`] characters on one plain line; see
 * [`line::forbidden_char`].
 */
name: string, } | { "kind": "computer", 
/**
 * Its level, 1 (weakest) to 10.
 */
level: number, };

/**
 * What the increment of a control is.
 */
export type Bonus = "fischer" | "delay" | "bronstein";

/**
 * A time, and for how many moves it is.
 */
export type Period = { 
/**
 * The time that is added when the period begins, in milliseconds.
 */
initial_ms: number, 
/**
 * The increment of each move, in milliseconds.
 */
increment_ms: number, 
/**
 * What the increment is; added after the move unless it is said.
 */
bonus?: Bonus, 
/**
 * For how many moves the time is; absent for all that remain.
 */
moves?: number, };

/**
 * How much time a side has. The first period is in the fields themselves, the others in `then`.
 */
export type ClockSettings = { 
/**
 * The time at the beginning, in milliseconds.
 */
initial_ms: number, 
/**
 * The increment of each move, in milliseconds.
 */
increment_ms: number, 
/**
 * What the increment is; added after the move unless it is said.
 */
bonus?: Bonus, 
/**
 * For how many moves the time is; absent for all that remain.
 */
moves?: number, 
/**
 * The periods that follow, each once the moves of the one before are played. Time that is left
 * is kept. If the last one counts moves, it is repeated.
 */
then?: Array<Period>, };

/**
 * The conduct rules that a game is played with; none by default.
 */
export type Conduct = { 
/**
 * A touched piece that can move is played, unless *j'adoube* was said.
 */
touched_is_played: boolean, 
/**
 * A move that was released is not taken back.
 */
released_stands: boolean, 
/**
 * Irregular moves can be made; the opponent corrects them or lets them stand.
 */
irregular_moves: boolean, 
/**
 * The colours were drawn at random. The draw takes place elsewhere; the record only states it.
 */
colours_by_lot: boolean, 
/**
 * A draw is offered only once both sides have made so many moves (Annex 3, 5.3: 40).
 */
offers_from_move: number, };

/**
 * Whether the players sit together.
 */
export type Seating = "together" | "apart";

/**
 * Everything that is agreed before a game begins.
 */
export type GameSettings = { 
/**
 * The start position as FEN; absent for the usual start of the game.
 */
start: string | null, 
/**
 * The clock; absent for a game without one.
 */
clock: ClockSettings | null, 
/**
 * Black's time, where it is not the same as White's.
 */
black_clock?: ClockSettings, 
/**
 * The player of White.
 */
white: Player, 
/**
 * The player of Black.
 */
black: Player, 
/**
 * How the rules for few pieces are read; see [`FewPieces`].
 */
few_pieces: FewPieces, 
/**
 * The conduct rules; none by default.
 */
conduct?: Conduct, 
/**
 * Where the players sit; together by default.
 */
seating?: Seating, 
/**
 * Whether the result counts for a rating: such a game stays finished once it is over.
 */
rated?: boolean, 
/**
 * The spectator delay in seconds; absent if there is none. A challenge limits it.
 */
watchers_delay_s?: number, 
/**
 * The time limit for each side's first move, in milliseconds. Until both have moved, those
 * moves cost no time, and an end by the players or the clock does not count. Absent if the
 * clocks run from the beginning. Set by the server or page that starts the game.
 */
first_move_ms?: number, };

/**
 * Something that both players must agree to.
 */
export type Request = { "kind": "take-back", 
/**
 * How many moves of either side.
 */
plies: number, } | { "kind": "pause", 
/**
 * How long at most, 1 to [`MAX_PAUSE_MS`].
 */
at_most_ms: number, } | { "kind": "resume" } | { "kind": "more-time", 
/**
 * How much, 1 to [`MAX_GIFT_MS`](crate::act::MAX_GIFT_MS).
 */
ms: number, };

/**
 * One act in a game, with its Unix time in milliseconds as given by the caller.
 */
export type GameAct = { "act": "move", 
/**
 * The side that played it.
 */
side: Side, 
/**
 * The move in the game's own notation, written long where the short form is ambiguous.
 */
move: string, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, 
/**
 * The network delay of the move, at most [`MAX_LAG_MS`]: it costs its player no time.
 * Omitted if 0.
 */
lag_ms?: number, } | { "act": "offer-draw", 
/**
 * The side that offers.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "accept-draw", 
/**
 * The side that accepts.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "decline-draw", 
/**
 * The side that declines.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "take-back", 
/**
 * How many moves of either side.
 */
plies: number, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "resign", 
/**
 * The side that resigns.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "abort", 
/**
 * The side that gives it up.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "flag", 
/**
 * Whose time.
 */
side: Side, 
/**
 * When this was noticed.
 */
at_ms: number, } | { "act": "touch", 
/**
 * The side that touches the piece.
 */
side: Side, 
/**
 * The square, in the game's own notation.
 */
square: string, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "adoube", 
/**
 * The side that says it.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "irregular", 
/**
 * The side that makes it; this need not be the side to move.
 */
side: Side, 
/**
 * The square of the piece, in the game's own notation.
 */
from: string, 
/**
 * Where it is put.
 */
to: string, 
/**
 * The squares of the pieces that are taken off.
 */
removed: Array<string>, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "correct", 
/**
 * The side that demands it.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "let-stand", 
/**
 * The side that accepts it.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "resume", 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, 
/**
 * How long the server could accept no move before this act.
 */
lost_ms?: number, } | { "act": "pause", 
/**
 * How long at most, 1 to [`MAX_PAUSE_MS`](crate::request::MAX_PAUSE_MS).
 */
at_most_ms: number, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "ask", 
/**
 * The side that asks.
 */
side: Side, 
/**
 * For what.
 */
for: Request, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "agree", 
/**
 * The side that agrees.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "forfeit", 
/**
 * The side that loses.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "abandon", 
/**
 * The side that has left.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "arbiter", 
/**
 * The winning side; null for a draw.
 */
winner: Side | null, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "result", 
/**
 * The side that won; null for a draw.
 */
winner: Side | null, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, } | { "act": "decline", 
/**
 * The side that declines.
 */
side: Side, 
/**
 * The time of the act, in Unix milliseconds.
 */
at_ms: number, };

/**
 * How a game ended.
 */
export type Ending = { 
/**
 * The side that won; null in a draw and in a game without a result
 * ([`Ending::is_aborted`]).
 */
winner: Side | null, 
/**
 * The stable code of the rule that ended it, or of what people did.
 */
reason: EndReason, };

/**
 * Everything that is needed to rebuild a game.
 */
export type GameRecord = { 
/**
 * The version of this shape: 1.
 */
schema: number, 
/**
 * The stable name of the game.
 */
variant: string, 
/**
 * The version of the rules that the game was played under.
 */
rules_version: number, 
/**
 * What was agreed before the game.
 */
settings: GameSettings, 
/**
 * When the game began, in Unix milliseconds; null or absent if unknown, as in a game read from
 * a file.
 */
started_ms?: number | null, 
/**
 * The acts, in order.
 */
acts: Array<GameAct>, 
/**
 * How the game ended, as it follows from the acts. Null while the game goes on.
 */
ending: Ending | null, };

/**
 * A playing square and its place.
 */
export type LayoutSquare = { 
/**
 * Its number, 1 = the first playing square of the top row with White at the bottom.
 */
square: number, 
/**
 * Its row, 0 = top.
 */
row: number, 
/**
 * Its column, 0 = left.
 */
col: number, 
/**
 * The name of the square in this game.
 */
name: string, };

/**
 * The size of a board and where its playing squares are.
 */
export type BoardLayout = { 
/**
 * Cells per row.
 */
width: number, 
/**
 * Number of rows.
 */
height: number, 
/**
 * How the cells are joined: `dark`, `all` or `lines`.
 */
cells: Cells, 
/**
 * Whether squares are named by a letter and a number, rather than by a number alone.
 */
letters: boolean, 
/**
 * The playing squares, in the order of their numbers.
 */
squares: Array<LayoutSquare>, };

/**
 * A piece on a square.
 */
export type PieceView = { 
/**
 * The square that it is on.
 */
square: number, 
/**
 * Its side.
 */
side: Side, 
/**
 * Man or king.
 */
kind: Kind, };

/**
 * A legal move.
 */
export type MoveView = { 
/**
 * The move in the notation of the game: short, or long if the short form is ambiguous.
 */
text: string, 
/**
 * The move in its long form, with every square where it turns.
 */
long: string, 
/**
 * Where the piece starts.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * Every square where the piece lands, `from` and `to` included.
 */
path: Array<number>, 
/**
 * The captured pieces in the order of capture.
 */
captured: Array<number>, 
/**
 * Whether a man becomes a king.
 */
promotes: boolean, 
/**
 * The piece of the other side that is huffed before the move.
 */
huff: number | null, };

/**
 * A position without its history.
 */
export type PositionView = { 
/**
 * The id of the game.
 */
variant: string, 
/**
 * The board.
 */
board: BoardLayout, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The position as FEN.
 */
fen: string, 
/**
 * The pieces.
 */
pieces: Array<PieceView>, 
/**
 * The legal moves.
 */
moves: Array<MoveView>, 
/**
 * Pieces that may be huffed before the move.
 */
huffable: Array<number>, };

/**
 * A move of the history.
 */
export type PlayedMove = { 
/**
 * The number of the pair of moves that it belongs to, from 1.
 */
number: number, 
/**
 * The side that played it.
 */
side: Side, 
/**
 * The move in the notation of the game: short, or long if the short form is ambiguous.
 */
text: string, 
/**
 * The move as in Manoury's notation: Black's moves are in brackets.
 */
bracketed: string, 
/**
 * Where the piece started.
 */
from: number, 
/**
 * Where it ended.
 */
to: number, 
/**
 * Every square where the piece landed, `from` and `to` included.
 */
path: Array<number>, 
/**
 * The captured pieces in the order of capture.
 */
captured: Array<number>, 
/**
 * Whether a man became a king.
 */
promotes: boolean, 
/**
 * The piece of the other side that was huffed before the move.
 */
huff: number | null, 
/**
 * Whether it was not a legal move but was allowed to stand.
 */
irregular: boolean, 
/**
 * When it was played, in Unix milliseconds; 0 if unknown.
 */
at_ms: number, };

/**
 * How many pieces each side has lost since the start of the game.
 */
export type Captured = { 
/**
 * White's pieces.
 */
white: number, 
/**
 * Black's pieces.
 */
black: number, };

/**
 * How much time both sides have left, in milliseconds.
 */
export type ClockView = { 
/**
 * White's time.
 */
white_ms: number, 
/**
 * Black's time.
 */
black_ms: number, 
/**
 * The side whose time is running. Absent when the game is over, and while the clock waits for
 * the first move of a game whose starting time is not known.
 */
running: Side | null, 
/**
 * How long the running turn is still free of charge, in milliseconds; only in a game with a
 * delay.
 */
delay_ms?: number, };

/**
 * How a game ended.
 */
export type OutcomeView = { 
/**
 * The winner; absent in a draw, and in a game that was aborted.
 */
winner: Side | null, 
/**
 * The rule, or the act of the players, that ended it.
 */
reason: EndReason, 
/**
 * The reason as one sentence.
 */
sentence: string, 
/**
 * The points, White's first: two for a win, one for a draw; absent if the game has no result.
 */
points: [number, number] | null, };

/**
 * The players.
 */
export type Players = { 
/**
 * White.
 */
white: Player, 
/**
 * Black.
 */
black: Player, };

/**
 * How close the game is to a draw by rule.
 */
export type DrawCounters = { 
/**
 * The number of plies in a row that were made by kings and captured nothing.
 */
kings_only_plies: number, 
/**
 * Plies until the game is drawn because few pieces are left; absent while no such count is
 * running.
 */
few_pieces_left: number | null, 
/**
 * How often the position has occurred with the same side to move, this time included.
 */
occurrences: number, };

/**
 * An irregular move that the opponent may have corrected or let stand.
 */
export type IrregularMove = { 
/**
 * The side that made it.
 */
side: Side, 
/**
 * Why it is irregular, in one sentence. Absent if it was more than a move input that the rules
 * could refuse, for example if a piece was removed without a capture.
 */
sentence: string | null, };

/**
 * The data that do not change from the beginning of a game to its end.
 */
export type GameHead = { 
/**
 * The id of the game.
 */
variant: string, 
/**
 * The board.
 */
board: BoardLayout, 
/**
 * The side that moves first in games of this variant.
 */
first: Side, 
/**
 * The players.
 */
players: Players, 
/**
 * The conduct rules of the game; absent in a friendly game.
 */
conduct: Conduct | null, };

/**
 * The position at one ply of a game.
 */
export type PlyView = { 
/**
 * The number of plies before it: 0 is the start.
 */
ply: number, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The position as FEN.
 */
fen: string, 
/**
 * What is on each square, in the order of the squares' numbers: `w` and `b` are men, `W` and
 * `B` are kings, `.` is an empty square.
 */
pieces: string, 
/**
 * The king that may only capture now, after too many quiet moves in a row (Frisian).
 */
tired_king: number | null, 
/**
 * The pieces that each side has lost since the start.
 */
captured: Captured, 
/**
 * How close the game is to a draw by rule.
 */
draw_counters: DrawCounters, };

/**
 * The changes since the page's last request: the current state of the game, and the moves that the
 * page does not have.
 */
export type GameChange = { 
/**
 * How many of the page's moves, from the first on, are still part of the game.
 */
kept: number, 
/**
 * The moves after those.
 */
history: Array<PlayedMove>, 
/**
 * The current position.
 */
now: PlyView, 
/**
 * The moves that can be played; empty when the game is over.
 */
moves: Array<MoveView>, 
/**
 * Pieces that may be huffed before the next move; empty when the game is over.
 */
huffable: Array<number>, 
/**
 * The clock now, if the game has one.
 */
clock: ClockView | null, 
/**
 * The side that has offered a draw, while the offer is open.
 */
offer: Side | null, 
/**
 * How the game ended.
 */
outcome: OutcomeView | null, 
/**
 * Whether turns and conduct rules allow the side to move to offer a draw now.
 */
may_offer: boolean, 
/**
 * The piece of the side to move that was touched and must be played; `moves` then contains
 * only its moves.
 */
touched: number | null, 
/**
 * The sides that have announced *j'adoube* and are adjusting pieces.
 */
adoube: Array<Side>, 
/**
 * The last move, if it was irregular and the opponent can still have it corrected.
 */
fault: IrregularMove | null, };

/**
 * The end of a game's record, from some act on. Acts are only ever appended.
 */
export type RecordTail = { 
/**
 * The acts.
 */
acts: Array<GameAct>, 
/**
 * How the game ended; absent while it is in progress.
 */
ending: Ending | null, };

/**
 * A move that the user wants to play.
 */
export type MoveInputView = { 
/**
 * The square of the piece.
 */
from: number, 
/**
 * The square where the move should end.
 */
to: number, 
/**
 * Squares in between that the user chose.
 */
via: Array<number>, 
/**
 * The piece of the other side to huff first.
 */
huff: number | null, };

/**
 * The squares of a refusal, by their role.
 */
export type RefusalSquares = { 
/**
 * The squares where the move input becomes wrong.
 */
at: Array<number>, 
/**
 * Pieces of which one must be moved.
 */
must_move: Array<number>, 
/**
 * Pieces in the way.
 */
blocked_by: Array<number>, 
/**
 * Pieces that were captured earlier in the same move.
 */
captured: Array<number>, 
/**
 * Pieces to capture.
 */
targets: Array<number>, 
/**
 * Squares on which the move may land instead.
 */
landings: Array<number>, };

/**
 * A refusal.
 */
export type RefusalView = { 
/**
 * The stable code, such as `captures-too-few`.
 */
code: string, 
/**
 * The refusal in one sentence.
 */
sentence: string, 
/**
 * The article of the official rules on which it is based, if there is one.
 */
article: string | null, 
/**
 * The squares to outline, by their role.
 */
squares: RefusalSquares, 
/**
 * The moves of which one must be played: all legal moves if a capture is compulsory, the moves
 * of a touched piece if that piece must be played, otherwise none.
 */
must_play: Array<MoveView>, };

/**
 * The answer to a move input.
 */
export type PlayReply = { "played": MoveView } | { "refused": RefusalView } | { "ambiguous": Array<MoveView> };

/**
 * A fault of a position.
 */
export type FaultView = { 
/**
 * The stable code, such as `too-many-pieces`.
 */
code: string, 
/**
 * The fault in one sentence.
 */
sentence: string, 
/**
 * The squares concerned.
 */
squares: Array<number>, };

/**
 * The result of checking a FEN.
 */
export type FenReply = { "ok": PositionView } | { "faults": Array<FaultView> };

/**
 * A game of a PDN.
 */
export type PdnGame = { 
/**
 * Its tags. If a tag appears twice, the first one.
 */
tags: { [key in string]: string }, 
/**
 * A title made from the tags: the players or, if they are not given, the event. It may be
 * empty.
 */
title: string, 
/**
 * The game itself, as far as it is legal.
 */
record: GameRecord, 
/**
 * The whole game as PDN: variations, comments, signs and all its tags.
 */
tree: string, 
/**
 * Whether it contains annotations, that is, more than moves and clocks: variations, comments,
 * signs, marks.
 */
annotated: boolean, 
/**
 * How many plies were read.
 */
moves: number, 
/**
 * Whether the whole main line was read.
 */
complete: boolean, 
/**
 * The variant that was detected, and why, if no tag names one and it is not the expected one.
 */
found: string | null, };

/**
 * A place that could not be read.
 */
export type PdnError = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The character in the line, from 1.
 */
column: number, 
/**
 * What is wrong there.
 */
sentence: string, };

/**
 * The games of a PDN text, and everything that could not be read.
 */
export type PdnReply = { 
/**
 * The games, in order. Of a damaged game, the part before the damage.
 */
games: Array<PdnGame>, 
/**
 * The errors in order; only the first ones if there are very many.
 */
errors: Array<PdnError>, };

/**
 * An imported game as it is stored.
 */
export type ReadGame = { 
/**
 * The game itself, as far as it is legal.
 */
record: GameRecord, 
/**
 * The whole game as PDN: variations, comments, signs, all tags, and the parts that are illegal
 * or unreadable.
 */
tree: string, 
/**
 * Whether it contains annotations, that is, more than moves and clocks.
 */
annotated: boolean, 
/**
 * The number of plies of the record.
 */
moves: number, 
/**
 * Whether the whole game was read and its main line is legal to the end.
 */
complete: boolean, };

/**
 * A game of a file, or a piece of text between games that is not a game.
 */
export type ImportedGame = { 
/**
 * The line of the file in which it begins, from 1.
 */
line: number, 
/**
 * A title made from the tags: the players or, if they are not given, the event. It may be
 * empty.
 */
title: string, 
/**
 * Further tags that distinguish it from other games: event, round and date, as far as they are
 * given.
 */
details: string, 
/**
 * The game as it is stored; absent if nothing could be read.
 */
game: ReadGame | null, 
/**
 * The errors in order; only the first ones if there are very many.
 */
errors: Array<PdnError>, 
/**
 * What was assumed: the variant, and why, if no tag names one and it is not the expected one;
 * the encoding where it is not UTF-8, once a file.
 */
found: Array<string>, };

/**
 * Some of the games of a file.
 */
export type ImportBatch = { 
/**
 * The games in order, and pieces of text that are not games.
 */
games: Array<ImportedGame>, 
/**
 * Whether the end of the file was reached.
 */
done: boolean, };

/**
 * A marked square, or an arrow.
 */
export type MarkView = { 
/**
 * The letter of its colour: `G`, `R`, `Y` or `B`.
 */
colour: string, 
/**
 * The square, or where the arrow begins.
 */
from: number, 
/**
 * Where the arrow ends; absent for a square.
 */
to: number | null, };

/**
 * The times of both clocks, in seconds.
 */
export type ClockReadingView = { 
/**
 * White's time, if it is given.
 */
white: number | null, 
/**
 * Black's time, if it is given.
 */
black: number | null, };

/**
 * A tag of the game.
 */
export type TagView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value.
 */
value: string, };

/**
 * One node of a tree: a move, with its annotations.
 */
export type TreeNode = { 
/**
 * Its number, which stays the same as long as the tree is open; the root is 0.
 */
id: number, 
/**
 * The node before it; absent for the root.
 */
parent: number | null, 
/**
 * The kind of step that leads to it: `start`, `move`, `setup` (a position that was set up) or
 * `unplayed` (an illegal move, as it was written).
 */
kind: "start" | "move" | "setup" | "unplayed", 
/**
 * Steps from the start.
 */
ply: number, 
/**
 * The number of the pair of moves that it belongs to, from 1.
 */
number: number, 
/**
 * Whether it is the second move of its pair.
 */
second: boolean, 
/**
 * The side that made the move; absent if unknown.
 */
side: Side | null, 
/**
 * The move in the notation of the game: short, or long if the short form is ambiguous.
 */
text: string, 
/**
 * The move as in Manoury's notation: Black's moves are in brackets.
 */
bracketed: string, 
/**
 * Comments before the move.
 */
before: Array<string>, 
/**
 * Comments after it.
 */
comments: Array<string>, 
/**
 * Its signs, in order: `!`, `?`, `!!`, `??`, `!?`, `?!`, others as `$7` or as they were
 * written.
 */
signs: Array<string>, 
/**
 * Marked squares and arrows.
 */
marks: Array<MarkView>, 
/**
 * The clock times after the move, in seconds.
 */
clock: ClockReadingView | null, 
/**
 * An engine's evaluation of the position, from White's side, as it was written.
 */
evaluation: string | null, 
/**
 * The nodes after it: the first one continues the line, the others are variations.
 */
children: Array<number>, };

/**
 * The effect of a change on a tree. A node that is missing from the children of its parent was
 * removed, with everything after it.
 */
export type TreeChange = { 
/**
 * The nodes that are new or have changed.
 */
nodes: Array<TreeNode>, 
/**
 * The node to show: where the change happened.
 */
at: number, 
/**
 * Whether there is a change to undo.
 */
can_undo: boolean, 
/**
 * Whether there is a change to redo.
 */
can_redo: boolean, };

/**
 * The position at a node.
 */
export type TreePosition = { 
/**
 * The node that is shown.
 */
node: number, 
/**
 * Whether the move to this node is legal. If not, the position is the one after the last legal
 * move before it, and no move can be added here.
 */
playable: boolean, 
/**
 * The id of the game.
 */
variant: string, 
/**
 * The board.
 */
board: BoardLayout, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The position as FEN.
 */
fen: string, 
/**
 * Its pieces.
 */
pieces: Array<PieceView>, 
/**
 * The legal moves.
 */
moves: Array<MoveView>, 
/**
 * Pieces that may be huffed before the next move.
 */
huffable: Array<number>, 
/**
 * The king that may only capture now, after too many quiet moves in a row (Frisian).
 */
tired_king: number | null, 
/**
 * The pieces that each side has lost so far.
 */
captured: Captured, 
/**
 * The move that led here.
 */
last: MoveView | null, 
/**
 * How a game would have ended here by rule. A line can continue after a draw that the players
 * could claim.
 */
outcome: OutcomeView | null, 
/**
 * The position from which `line` starts: the start of the tree, or the last position on the
 * way that was set up.
 */
line_start: string, 
/**
 * The moves from there to this position, for an engine.
 */
line: Array<string>, };

/**
 * The answer to a move input.
 */
export type TreePlayReply = { "played": { 
/**
 * The move.
 */
played: MoveView, 
/**
 * How the tree has changed.
 */
change: TreeChange, } } | { "refused": RefusalView } | { "ambiguous": Array<MoveView> };

/**
 * The main line of a tree as the record of a game.
 */
export type TreeLine = { 
/**
 * The record, up to the first move that cannot be played in a game.
 */
record: GameRecord, 
/**
 * The number of plies in it.
 */
plies: number, };

/**
 * The clock of the side to move, in milliseconds.
 */
export type ThinkClock = { 
/**
 * The time that it has left.
 */
remaining_ms: number, 
/**
 * The time that each move adds.
 */
increment_ms: number, };

/**
 * When to stop the search: at the limit that is reached first. Without limits it runs until it is
 * stopped.
 */
export type ThinkLimits = { 
/**
 * The level to play at, 1 to 10.
 */
level?: number | null, 
/**
 * The deepest iteration, in plies.
 */
depth?: number | null, 
/**
 * Positions visited.
 */
nodes?: number | null, 
/**
 * Milliseconds for this move.
 */
time_ms?: number | null, 
/**
 * The clock of the side to move.
 */
clock?: ThinkClock | null, 
/**
 * How many of the best lines to show; one if absent.
 */
lines?: number | null, 
/**
 * The seed for the random choices of a level: equal seeds give equal play. Random if absent.
 */
seed?: number | null, };

/**
 * How a position ends with best play, according to the endgame tables. They do not consider
 * repetition or the rules that count moves.
 */
export type VerdictView = "white" | "black" | "draw";

/**
 * The value of a position for the side to move.
 */
export type Score = { "hundredths": number } | { "win": number } | { "loss": number } | { "known_win": number } | { "known_loss": number };

/**
 * A line of play.
 */
export type LineView = { 
/**
 * The value of the line for the side to move at its start.
 */
score: Score, 
/**
 * Its moves in the notation of the game.
 */
pv: Array<string>, };

/**
 * How the positions at the ends of the lines are evaluated.
 */
export type Judgement = "learned" | "by-hand";

/**
 * The state or result of a search.
 */
export type Thought = { 
/**
 * Whether the search has ended.
 */
done: boolean, 
/**
 * The last depth completed, in plies.
 */
depth: number, 
/**
 * The value of the position for the side to move; absent until the first line is known.
 */
score: Score | null, 
/**
 * The best lines, best first.
 */
lines: Array<LineView>, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * Positions visited per second.
 */
nps: number, 
/**
 * The move to play; absent only if there is none. When it plays at a level, the engine chooses
 * it at the end.
 */
best: MoveView | null, 
/**
 * How the positions at the ends of the lines are evaluated.
 */
judgement: Judgement, 
/**
 * How the game ends with best play, if the endgame tables contain the position.
 */
verdict: VerdictView | null, };

/**
 * The moves of a side in numbers.
 */
export type SideView = { 
/**
 * How well its moves kept its chances, in percent; null while none that counts is evaluated.
 */
accuracy: number | null, 
/**
 * Blunders.
 */
blunders: number, 
/**
 * Mistakes.
 */
mistakes: number, 
/**
 * Inaccuracies.
 */
inaccuracies: number, };

/**
 * A moment of a game.
 */
export type MomentView = { 
/**
 * Plies before the move.
 */
ply: number, 
/**
 * The side that moved: `white` or `black`.
 */
side: string, 
/**
 * The position before the move.
 */
fen: string, 
/**
 * The move that was played.
 */
played: string, 
/**
 * `advice`, `inaccuracy`, `mistake` or `blunder`.
 */
severity: string, 
/**
 * The severity in words.
 */
severity_text: string, 
/**
 * The sentences about the move.
 */
sentences: Array<string>, 
/**
 * The position from which `line` is played.
 */
line_fen: string | null, 
/**
 * The line that proves the remark.
 */
line: Array<string>, 
/**
 * Every move that "try again" accepts, the best first.
 */
acceptable: Array<string>, };

/**
 * The progress of a report.
 */
export type ReportProgress = { 
/**
 * Questions answered.
 */
done: number, 
/**
 * All questions known so far.
 */
of: number, };

/**
 * A question of the report to the engine, as the page asks it.
 */
export type ReportQuestion = { 
/**
 * The moves that lead to the position, from the start of the game.
 */
moves: Array<string>, 
/**
 * The number of pieces on the board in that position.
 */
pieces: number, 
/**
 * Nodes to visit.
 */
nodes: number, 
/**
 * The number of lines.
 */
lines: number, };

/**
 * A report on a game.
 */
export type ReportView = { 
/**
 * The chance of White at the start and after each move, -1 to 1.
 */
curve: Array<number | null>, 
/**
 * White's moves in numbers.
 */
white: SideView, 
/**
 * Black's moves in numbers.
 */
black: SideView, 
/**
 * A sentence about moves that these counts may leave out; null if there are none.
 */
unjudged: string | null, 
/**
 * The decisive moments.
 */
moments: Array<MomentView>, 
/**
 * Well-played moves.
 */
strengths: Array<StrengthView>, 
/**
 * The sentence for a report without moments.
 */
silence: string | null, };

/**
 * A well-played move.
 */
export type StrengthView = { 
/**
 * Plies before the move.
 */
ply: number, 
/**
 * The side that moved: `white` or `black`.
 */
side: string, 
/**
 * The position before the move.
 */
fen: string, 
/**
 * The move that was played.
 */
played: string, 
/**
 * The sentences about the move.
 */
sentences: Array<string>, };

/**
 * A term of the coach: its stable code and its name in a language.
 */
export type WordView = { 
/**
 * The stable code, in kebab-case.
 */
code: string, 
/**
 * Its name.
 */
text: string, };

/**
 * A shot: a line in which one side gives pieces, compels the replies, and makes a rafle.
 */
export type ShotView = { 
/**
 * The number of plies of the line that belong to the shot.
 */
plies: number, 
/**
 * The squares of the given pieces when they were captured, in order.
 */
given: Array<number>, 
/**
 * The squares of the won pieces when they were captured, in order.
 */
taken: Array<number>, 
/**
 * Every square of the main rafle, the one that takes most: start, landings, end.
 */
striker: Array<number>, 
/**
 * Its families; may be empty.
 */
families: Array<WordView>, 
/**
 * Its name, if it has one.
 */
name: WordView | null, 
/**
 * The form of that name, in words, if it is not the pure one: "elementary form".
 */
form: string | null, 
/**
 * What sources dispute about that name, in one sentence.
 */
dispute: string | null, };

/**
 * The strength of a player, or the difficulty of a problem.
 */
export type Strength = { 
/**
 * The estimate.
 */
rating: number, 
/**
 * Its standard deviation: the true rating lies within twice as much in 19 cases of 20.
 */
deviation: number, 
/**
 * How much results vary from what was expected.
 */
volatility: number, };

/**
 * The result of a game for one side, or of a problem for the player who tried it.
 */
export type Scored = "win" | "draw" | "loss";

/**
 * The result of one game, or of one attempt at a problem.
 */
export type RatedResult = { 
/**
 * The strength of the opponent or of the problem.
 */
against: Strength, 
/**
 * The result.
 */
score: Scored, };

/**
 * An entry of the lexicon of shots.
 */
export type EntryView = { 
/**
 * The stable code.
 */
code: string, 
/**
 * Whether it is a family; otherwise it is a shot with a name of its own.
 */
family: boolean, 
/**
 * Its name.
 */
name: string, 
/**
 * Its name in the other language.
 */
foreign: string, 
/**
 * Its definition, in one to three sentences.
 */
definition: string, 
/**
 * What sources dispute about its name.
 */
dispute: string | null, 
/**
 * The families of its example.
 */
families: Array<string>, 
/**
 * The position of its example.
 */
fen: string, 
/**
 * The moves of both sides from there.
 */
moves: Array<string>, 
/**
 * How many pieces its example gives.
 */
given: number, 
/**
 * How many pieces its example takes.
 */
taken: number, };

/**
 * A sheet to print.
 */
export type SheetOrder = { 
/**
 * The kind: `worksheet`, `exercises`, `exam`, `mock-exam`, `problems`, `wall-chart`,
 * `score-sheet`, `rules`, `certificate`, `shot`.
 */
sheet: string, 
/**
 * The id of the game.
 */
variant: string, 
/**
 * Positions as a list or a file of games; or `first-steps` or `shots` for the built-in ones.
 */
positions: string, 
/**
 * The level, for a certificate, a mock exam, a worksheet or an exam.
 */
level: string | null, 
/**
 * The number of the sheet of a mock exam, from 1 to 999.
 */
number: number, 
/**
 * The achievement on a certificate; null to leave blanks to fill in by hand.
 */
reached: Reached | null, 
/**
 * The code of a shot.
 */
shot: string | null, 
/**
 * A title in place of the default one; may be empty.
 */
title: string, 
/**
 * The club; may be empty.
 */
club: string, 
/**
 * The name of the recipient; may be empty.
 */
name: string, 
/**
 * Where diagrams show the names of squares: `none`, `outside` or `inside`.
 */
numbers: string, };

/**
 * A printed page.
 */
export type PrintedPage = { 
/**
 * Its title.
 */
title: string, 
/**
 * Whether the page is in landscape format.
 */
landscape: boolean, 
/**
 * The page as an SVG document, in millimetres.
 */
svg: string, };

/**
 * The achievement on a certificate.
 */
export type Reached = { 
/**
 * The date, as it is printed.
 */
date: string, 
/**
 * The number of right answers in the mock exam.
 */
points: number, 
/**
 * The number of stars earned in the lessons.
 */
stars: number, 
/**
 * The number of all stars.
 */
of_stars: number, };

/**
 * A variant in one of the readings of its rules.
 */
export type GameFacts = { 
/**
 * The id. If this is not the usual reading of the rules, the name of the reading follows after
 * a colon.
 */
id: string, 
/**
 * The branch of the family of games.
 */
family: string, 
/**
 * Cells per row.
 */
width: number, 
/**
 * Number of rows.
 */
height: number, 
/**
 * How the cells are joined.
 */
cells: Cells, 
/**
 * Number of playing squares.
 */
squares: number, 
/**
 * The pieces of each side at the start.
 */
pieces: number, 
/**
 * The side that begins.
 */
first: Side, 
/**
 * Whether squares are named by a letter and a number.
 */
letters: boolean, 
/**
 * Whether men become kings.
 */
kings: boolean, 
/**
 * Whether a player may omit a capture, in which case the opponent may huff the piece.
 */
huffing: boolean, 
/**
 * Whether a side that cannot move has won.
 */
gives_away: boolean, 
/**
 * Whether results are written in points (2-0) rather than wins and halves (1-0).
 */
points: boolean, };
