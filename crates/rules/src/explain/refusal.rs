//! The reasons why a move input is no legal move: one variant for each way of being wrong, with the squares
//! that a board would show. Their sentences live in the room of notation, under `wording`.

use crate::variant::Lines;
use crate::{Kind, Outcome, Side, Square, SquareSet};

/// Men and kings that a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaptureCount {
    /// Men.
    pub men: u8,
    /// Kings.
    pub kings: u8,
}

/// Why a move input cannot be played.
///
/// What is said is true of the position that was asked about, and of the moving piece at the point
/// where the move input goes wrong, which may lie in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// A square was named that the board does not have.
    NoSuchSquare {
        /// The square.
        square: Square,
        /// The last square of the board.
        last: Square,
    },
    /// The side to move has no piece or no move left.
    GameOver {
        /// How the game ended.
        outcome: Outcome,
    },
    /// A piece would be huffed in a game without huffing.
    NoHuffing {
        /// That piece.
        square: Square,
    },
    /// A piece would be huffed that has missed no capture.
    NotHuffable {
        /// The square named.
        square: Square,
        /// The pieces that may be huffed; perhaps none.
        huffable: SquareSet,
    },
    /// There is no piece on the square to start from.
    EmptyStart {
        /// The square.
        square: Square,
    },
    /// The piece belongs to the side that is not to move.
    NotYourPiece {
        /// The square.
        square: Square,
        /// The side to move.
        to_move: Side,
    },
    /// The start and the end are one square, and no capture leads around to it.
    SameSquare {
        /// The square.
        square: Square,
    },
    /// A piece of the same side stands where the move input ends.
    OwnPieceThere {
        /// The square.
        square: Square,
        /// What moves.
        kind: Kind,
    },
    /// A piece of the other side stands where the move input ends, and this piece cannot capture it.
    EnemyPieceThere {
        /// The square.
        square: Square,
        /// What moves.
        kind: Kind,
    },
    /// The move input ends on the piece to capture; a capture ends behind it.
    LandBehind {
        /// The piece to capture.
        target: Square,
        /// Where moves that capture it end.
        landings: SquareSet,
        /// What captures.
        kind: Kind,
    },
    /// The two squares are not on one of the lines along which pieces go.
    NotOnLine {
        /// Where the piece stands.
        from: Square,
        /// Where it should go.
        to: Square,
        /// What moves.
        kind: Kind,
        /// The lines of the game.
        lines: Lines,
    },
    /// Pieces only capture along such a line, and nothing would be captured.
    OnlyCapturesThatWay {
        /// Where the piece stands.
        from: Square,
        /// Where it should go.
        to: Square,
        /// What moves.
        kind: Kind,
    },
    /// Pieces only go along such a line, and capture nothing there.
    NeverCapturesThatWay {
        /// Where the piece stands.
        from: Square,
        /// What it would capture.
        target: Square,
    },
    /// A man would step back without capturing.
    ManStepsBack {
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// A piece that goes one square would step further.
    StepsOne {
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
        /// What moves.
        kind: Kind,
    },
    /// A piece that goes one square would go on after a step without a capture.
    StepEndsTheMove {
        /// Where the step ends.
        at: Square,
        /// What moves.
        kind: Kind,
    },
    /// A piece that captures what is next to it would capture from a distance.
    CapturesNextToIt {
        /// Where it stands.
        from: Square,
        /// The piece that is too far away.
        target: Square,
        /// What captures.
        kind: Kind,
    },
    /// A piece would land further behind a captured piece than directly.
    LandsRightBehind {
        /// The captured piece.
        target: Square,
        /// The square directly behind it.
        behind: Square,
        /// What captures.
        kind: Kind,
    },
    /// A king would land further behind the last captured piece than directly, which is a king.
    HaltsBehindAKing {
        /// The captured king.
        target: Square,
        /// The square directly behind it.
        behind: Square,
    },
    /// A man would capture in a direction in which men of this game do not.
    ManCapturesForward {
        /// Where the man stands.
        from: Square,
        /// The piece to capture.
        target: Square,
    },
    /// A man would begin a capture backward, in a game where only later ones may go so.
    FirstCaptureForward {
        /// Where the man stands.
        from: Square,
        /// The piece to capture.
        target: Square,
    },
    /// A man would capture a king, in a game where men do not.
    ManCannotTakeKing {
        /// The king.
        target: Square,
    },
    /// A capture would turn straight back the way it came.
    NoHalfTurn {
        /// Where it would turn.
        at: Square,
    },
    /// A king would change its direction without a capture.
    TurnsWithoutCapturing {
        /// Where it would turn.
        at: Square,
    },
    /// A king would pass a piece of its own side.
    OwnPieceInTheWay {
        /// That piece.
        by: Square,
    },
    /// A king would pass two pieces that stand directly behind one another.
    TwoInARow {
        /// The first piece on the way; it is the opponent's.
        first: Square,
        /// The piece directly behind it, of either side.
        second: Square,
    },
    /// A piece of the same side would be captured.
    OwnPieceNotCaptured {
        /// That piece.
        square: Square,
    },
    /// There is nothing to capture on the square that a piece would pass.
    NothingToCapture {
        /// Where the piece stands.
        from: Square,
        /// The empty square.
        over: Square,
        /// What moves.
        kind: Kind,
    },
    /// The piece to capture has no free square behind it.
    NoRoomBehind {
        /// The piece to capture.
        target: Square,
        /// The square behind it, which is occupied; `None` at the edge of the board.
        behind: Option<Square>,
        /// What captures.
        kind: Kind,
    },
    /// A piece that was captured in this move would be passed a second time.
    AlreadyCaptured {
        /// That piece.
        square: Square,
    },
    /// The square behind the piece to capture holds a piece that was captured in this move: it stays
    /// until the move has ended (*coup turc*).
    CapturedPieceBehind {
        /// The piece to capture.
        target: Square,
        /// The captured piece behind it.
        captured: Square,
    },
    /// The move input ends on a piece that was captured in this move and still stands there.
    CapturedPieceThere {
        /// That piece.
        square: Square,
    },
    /// The move captures nothing, though something must be captured.
    MustCapture {
        /// The pieces that may be chosen to capture.
        movers: SquareSet,
        /// The most pieces that a legal capture takes; where number decides, all take as many.
        most: u8,
    },
    /// The king has made as many moves in a row without a capture as it may while its side has men.
    KingMovedTooOften {
        /// Where it stands.
        square: Square,
        /// How many moves it has made.
        moves: u8,
    },
    /// The capture takes fewer pieces than another one.
    CapturesTooFew {
        /// How many pieces it takes.
        captures: u8,
        /// How many must be taken.
        most: u8,
        /// The pieces that may be chosen to capture.
        movers: SquareSet,
        /// Whether a king is among what it takes: kings count no more than men.
        takes_king: bool,
    },
    /// The capture is worth less than another one.
    CapturesTooLittle {
        /// What it takes.
        captures: CaptureCount,
        /// What must be taken.
        best: CaptureCount,
        /// The pieces that may be chosen to capture.
        movers: SquareSet,
    },
    /// A man would capture where a king must.
    KingMustCapture {
        /// The kings that may be chosen to capture.
        movers: SquareSet,
    },
    /// The capture takes fewer kings than another one.
    CapturesTooFewKings {
        /// How many kings it takes.
        kings: u8,
        /// How many must be taken.
        most: u8,
        /// The pieces that may be chosen to capture.
        movers: SquareSet,
    },
    /// The capture takes a man where another one takes a king at the same place in its order.
    TakesAKingTooLate {
        /// Which of its captures that is, from 1.
        capture: u8,
        /// The pieces that may be chosen to capture.
        movers: SquareSet,
    },
    /// The move input stops inside a capture.
    CaptureGoesOn {
        /// Where it stops.
        at: Square,
        /// The pieces to take next, in a legal move.
        next: SquareSet,
        /// What captures, as it stands there.
        kind: Kind,
        /// Whether it was a man and became a king on its way.
        crowned: bool,
    },
    /// A king lands where nothing follows, though from another landing square it could go on.
    LandWhereCaptureGoesOn {
        /// Where it would land.
        at: Square,
        /// Where it must land.
        landings: SquareSet,
    },
    /// After its last capture the piece would move on without capturing.
    GoesOnWithoutCapturing {
        /// Where the capture ends.
        at: Square,
    },
    /// A man that passed the last row in the middle of a capture would go on as a king.
    StaysAMan {
        /// The square of the last row.
        square: Square,
    },
    /// A man that became a king would go on in the same move.
    PromotionEndsTheMove {
        /// The square of the last row.
        square: Square,
    },
    /// The move from this start to this end does not pass a square that was named.
    NotThrough {
        /// That square.
        square: Square,
        /// The start.
        from: Square,
        /// The end.
        to: Square,
    },
    /// The right piece, but its moves end elsewhere.
    EndsElsewhere {
        /// Where the piece stands.
        from: Square,
        /// Where its legal moves end.
        landings: SquareSet,
    },
    /// The piece cannot move at all.
    PieceBlocked {
        /// Where it stands.
        square: Square,
        /// The pieces in its way.
        by: SquareSet,
        /// What is blocked.
        kind: Kind,
    },
}

impl Refusal {
    /// Every code.
    pub const CODES: &'static [&'static str] = &[
        "no-such-square",
        "game-over",
        "no-huffing",
        "not-huffable",
        "empty-start",
        "not-your-piece",
        "same-square",
        "own-piece-there",
        "enemy-piece-there",
        "land-behind",
        "not-on-a-diagonal",
        "not-on-a-row-or-column",
        "not-on-a-line",
        "only-captures-that-way",
        "never-captures-that-way",
        "man-steps-back",
        "man-steps-one-square",
        "king-steps-one-square",
        "step-ends-the-move",
        "man-captures-next-to-it",
        "king-captures-next-to-it",
        "man-lands-right-behind",
        "king-lands-right-behind",
        "halts-behind-a-king",
        "man-captures-forward",
        "first-capture-forward",
        "man-cannot-capture-a-king",
        "no-half-turn",
        "turns-without-capturing",
        "own-piece-in-the-way",
        "two-in-a-row",
        "own-piece-not-captured",
        "nothing-to-capture",
        "no-room-behind",
        "already-captured",
        "captured-piece-behind",
        "captured-piece-there",
        "must-capture",
        "king-moved-too-often",
        "captures-too-few",
        "captures-too-little",
        "king-must-capture",
        "captures-too-few-kings",
        "takes-a-king-too-late",
        "capture-goes-on",
        "land-where-capture-goes-on",
        "goes-on-without-capturing",
        "stays-a-man",
        "promotion-ends-the-move",
        "not-through",
        "ends-elsewhere",
        "piece-blocked",
    ];

    /// Returns the stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchSquare { .. } => "no-such-square",
            Refusal::GameOver { .. } => "game-over",
            Refusal::NoHuffing { .. } => "no-huffing",
            Refusal::NotHuffable { .. } => "not-huffable",
            Refusal::EmptyStart { .. } => "empty-start",
            Refusal::NotYourPiece { .. } => "not-your-piece",
            Refusal::SameSquare { .. } => "same-square",
            Refusal::OwnPieceThere { .. } => "own-piece-there",
            Refusal::EnemyPieceThere { .. } => "enemy-piece-there",
            Refusal::LandBehind { .. } => "land-behind",
            Refusal::NotOnLine {
                lines: Lines::Diagonals,
                ..
            } => "not-on-a-diagonal",
            Refusal::NotOnLine {
                lines: Lines::RowsAndColumns,
                ..
            } => "not-on-a-row-or-column",
            Refusal::NotOnLine { .. } => "not-on-a-line",
            Refusal::OnlyCapturesThatWay { .. } => "only-captures-that-way",
            Refusal::NeverCapturesThatWay { .. } => "never-captures-that-way",
            Refusal::ManStepsBack { .. } => "man-steps-back",
            Refusal::StepsOne {
                kind: Kind::Man, ..
            } => "man-steps-one-square",
            Refusal::StepsOne { .. } => "king-steps-one-square",
            Refusal::StepEndsTheMove { .. } => "step-ends-the-move",
            Refusal::CapturesNextToIt {
                kind: Kind::Man, ..
            } => "man-captures-next-to-it",
            Refusal::CapturesNextToIt { .. } => "king-captures-next-to-it",
            Refusal::LandsRightBehind {
                kind: Kind::Man, ..
            } => "man-lands-right-behind",
            Refusal::LandsRightBehind { .. } => "king-lands-right-behind",
            Refusal::HaltsBehindAKing { .. } => "halts-behind-a-king",
            Refusal::ManCapturesForward { .. } => "man-captures-forward",
            Refusal::FirstCaptureForward { .. } => "first-capture-forward",
            Refusal::ManCannotTakeKing { .. } => "man-cannot-capture-a-king",
            Refusal::NoHalfTurn { .. } => "no-half-turn",
            Refusal::TurnsWithoutCapturing { .. } => "turns-without-capturing",
            Refusal::OwnPieceInTheWay { .. } => "own-piece-in-the-way",
            Refusal::TwoInARow { .. } => "two-in-a-row",
            Refusal::OwnPieceNotCaptured { .. } => "own-piece-not-captured",
            Refusal::NothingToCapture { .. } => "nothing-to-capture",
            Refusal::NoRoomBehind { .. } => "no-room-behind",
            Refusal::AlreadyCaptured { .. } => "already-captured",
            Refusal::CapturedPieceBehind { .. } => "captured-piece-behind",
            Refusal::CapturedPieceThere { .. } => "captured-piece-there",
            Refusal::MustCapture { .. } => "must-capture",
            Refusal::KingMovedTooOften { .. } => "king-moved-too-often",
            Refusal::CapturesTooFew { .. } => "captures-too-few",
            Refusal::CapturesTooLittle { .. } => "captures-too-little",
            Refusal::KingMustCapture { .. } => "king-must-capture",
            Refusal::CapturesTooFewKings { .. } => "captures-too-few-kings",
            Refusal::TakesAKingTooLate { .. } => "takes-a-king-too-late",
            Refusal::CaptureGoesOn { .. } => "capture-goes-on",
            Refusal::LandWhereCaptureGoesOn { .. } => "land-where-capture-goes-on",
            Refusal::GoesOnWithoutCapturing { .. } => "goes-on-without-capturing",
            Refusal::StaysAMan { .. } => "stays-a-man",
            Refusal::PromotionEndsTheMove { .. } => "promotion-ends-the-move",
            Refusal::NotThrough { .. } => "not-through",
            Refusal::EndsElsewhere { .. } => "ends-elsewhere",
            Refusal::PieceBlocked { .. } => "piece-blocked",
        }
    }
}
