//! The reasons why a move input is not a legal move: one variant for each kind of mistake, with the
//! squares that a board would show. The sentences for them are in the crate `damier-notation`, in
//! its module `wording`.

use crate::variant::Lines;
use crate::{Kind, Outcome, Side, Square, SquareSet};

/// The numbers of men and kings that a capture takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaptureCount {
    /// The number of men.
    pub men: u8,
    /// The number of kings.
    pub kings: u8,
}

/// Why a move input cannot be played.
///
/// The fields describe the position in question and the moving piece at the point where the move
/// input goes wrong, which may be in the middle of a capture.
///
/// ```
/// use damier_rules::{Explanation, MoveInput, Position, Square, Variant, explain};
/// let start = Position::start(Variant::INTERNATIONAL);
/// let [from, to] = [32, 22].map(|number| Square::new(number).expect("a square"));
/// let Explanation::Refused(refusal) = explain(&start, &MoveInput::new(from, to)) else {
///     panic!("a man does not go two rows forward");
/// };
/// assert_eq!(refusal.code(), "not-on-a-diagonal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The input names a square that the board does not have.
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
    /// The input huffs a piece in a game without huffing.
    NoHuffing {
        /// That piece.
        square: Square,
    },
    /// The input huffs a piece that may not be huffed: it has not missed a capture.
    NotHuffable {
        /// The square named.
        square: Square,
        /// The pieces that may be huffed; may be empty.
        huffable: SquareSet,
    },
    /// The input huffs nothing, and would be a legal move after a huff: a piece that missed a
    /// capture stands in the way.
    HuffFirst {
        /// The square of the piece that would move.
        from: Square,
        /// The pieces of which one must be huffed first.
        huffable: SquareSet,
    },
    /// There is no piece on the start square.
    EmptyStart {
        /// The square.
        square: Square,
    },
    /// The piece belongs to the opponent of the side to move.
    NotYourPiece {
        /// The square.
        square: Square,
        /// The side to move.
        to_move: Side,
    },
    /// Start and end are the same square, and no circular capture leads back to it.
    SameSquare {
        /// The square.
        square: Square,
    },
    /// A piece of the same side stands on the end square.
    OwnPieceThere {
        /// The square.
        square: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// A piece of the other side stands on the end square, and this piece cannot capture it.
    EnemyPieceThere {
        /// The square.
        square: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// The move input ends on the piece to capture, but a capture must end behind it.
    LandBehind {
        /// The piece to capture.
        target: Square,
        /// The squares where the moves that capture it end.
        landings: SquareSet,
        /// The kind of the capturing piece.
        kind: Kind,
    },
    /// The two squares are not on one line along which pieces move or capture.
    NotOnLine {
        /// The square where the piece stands.
        from: Square,
        /// The square where it should go.
        to: Square,
        /// The kind of the moving piece.
        kind: Kind,
        /// The lines of the game.
        lines: Lines,
    },
    /// Along this line the piece may only capture, and the input captures nothing.
    OnlyCapturesThatWay {
        /// The square where the piece stands.
        from: Square,
        /// The square where it should go.
        to: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// Along this line pieces may only move, not capture.
    NeverCapturesThatWay {
        /// The square where the piece stands.
        from: Square,
        /// The piece that it would capture.
        target: Square,
    },
    /// A man would step back without capturing.
    ManStepsBack {
        /// The square where it stands.
        from: Square,
        /// The square where it should go.
        to: Square,
    },
    /// A piece that steps one square would go further.
    StepsOne {
        /// The square where it stands.
        from: Square,
        /// The square where it should go.
        to: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// A piece that steps one square would go on after a step without a capture.
    StepEndsTheMove {
        /// The square where the step ends.
        at: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// A piece that captures adjacent pieces only would capture from a distance.
    CapturesNextToIt {
        /// The square where it stands.
        from: Square,
        /// The piece that is too far away.
        target: Square,
        /// The kind of the capturing piece.
        kind: Kind,
    },
    /// A piece would land too far behind a captured piece, instead of directly behind it.
    LandsRightBehind {
        /// The captured piece.
        target: Square,
        /// The square directly behind it.
        behind: Square,
        /// The kind of the capturing piece.
        kind: Kind,
    },
    /// A king would land too far behind the last captured piece, which is a king, instead of
    /// directly behind it.
    HaltsBehindAKing {
        /// The captured king.
        target: Square,
        /// The square directly behind it.
        behind: Square,
    },
    /// A man would capture in a direction in which men of this game do not capture.
    ManCapturesForward {
        /// The square where the man stands.
        from: Square,
        /// The piece to capture.
        target: Square,
    },
    /// A man's first capture would go backward, in a game where only later captures may.
    FirstCaptureForward {
        /// The square where the man stands.
        from: Square,
        /// The piece to capture.
        target: Square,
    },
    /// A man would capture a king, in a game where men may not.
    ManCannotTakeKing {
        /// The king.
        target: Square,
    },
    /// A capture would turn by 180 degrees, in a game that forbids it.
    NoHalfTurn {
        /// The square where it would turn.
        at: Square,
    },
    /// A king would change direction without capturing.
    TurnsWithoutCapturing {
        /// The square where it would turn.
        at: Square,
    },
    /// A king would pass over a piece of its own side.
    OwnPieceInTheWay {
        /// That piece.
        by: Square,
    },
    /// A king would pass over two pieces that stand directly one behind the other.
    TwoInARow {
        /// The first piece on the way, which belongs to the opponent.
        first: Square,
        /// The piece directly behind it, of either side.
        second: Square,
    },
    /// The piece would capture a piece of its own side.
    OwnPieceNotCaptured {
        /// That piece.
        square: Square,
    },
    /// The piece would pass over an empty square, where there is nothing to capture.
    NothingToCapture {
        /// The square where the piece stands.
        from: Square,
        /// The empty square.
        over: Square,
        /// The kind of the moving piece.
        kind: Kind,
    },
    /// The piece to capture has no free square behind it.
    NoRoomBehind {
        /// The piece to capture.
        target: Square,
        /// The square behind it, which is occupied; `None` at the edge of the board.
        behind: Option<Square>,
        /// The kind of the capturing piece.
        kind: Kind,
    },
    /// The piece would pass a second time over a piece that it has already captured in this move.
    AlreadyCaptured {
        /// That piece.
        square: Square,
    },
    /// The square behind the piece to capture holds a piece that was captured in this move: it
    /// stays on the board until the move has ended (*coup turc*).
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
    /// The move captures nothing, although a capture is compulsory.
    MustCapture {
        /// The pieces that have a legal capture.
        movers: SquareSet,
        /// The largest number of pieces that a legal capture takes. Where the number decides, all
        /// legal captures take this many.
        most: u8,
    },
    /// The king has already made as many quiet moves in a row as it may while its side has men.
    KingMovedTooOften {
        /// The square where it stands.
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
        /// The pieces that have a legal capture.
        movers: SquareSet,
        /// Whether it takes a king: kings count no more than men.
        takes_king: bool,
    },
    /// The capture is worth less than another one.
    CapturesTooLittle {
        /// The men and kings that it takes.
        captures: CaptureCount,
        /// The men and kings that must be taken.
        best: CaptureCount,
        /// The pieces that have a legal capture.
        movers: SquareSet,
    },
    /// A man would capture, but a king that can capture must do it.
    KingMustCapture {
        /// The kings that have a legal capture.
        movers: SquareSet,
    },
    /// The capture takes fewer kings than another one.
    CapturesTooFewKings {
        /// How many kings it takes.
        kings: u8,
        /// How many must be taken.
        most: u8,
        /// The pieces that have a legal capture.
        movers: SquareSet,
    },
    /// The capture takes a man at a point in its order where another capture takes a king.
    TakesAKingTooLate {
        /// The number of this point in the order of capturing, from 1.
        capture: u8,
        /// The pieces that have a legal capture.
        movers: SquareSet,
    },
    /// The move input stops in the middle of a capture.
    CaptureGoesOn {
        /// The square where it stops.
        at: Square,
        /// The pieces that a legal move captures next.
        next: SquareSet,
        /// The kind of the capturing piece at that point.
        kind: Kind,
        /// Whether it started as a man and became a king during the capture.
        crowned: bool,
    },
    /// A king lands where the capture cannot go on, although it could from another landing square.
    LandWhereCaptureGoesOn {
        /// The square where it would land.
        at: Square,
        /// The squares where it must land.
        landings: SquareSet,
    },
    /// After its last capture the piece would move on without capturing.
    GoesOnWithoutCapturing {
        /// The square where the capture ends.
        at: Square,
    },
    /// A man that reached the last row in the middle of a capture would go on as a king.
    StaysAMan {
        /// The square on the last row.
        square: Square,
    },
    /// A man that has become a king would go on in the same move.
    PromotionEndsTheMove {
        /// The square on the last row.
        square: Square,
    },
    /// The legal move from this start to this end does not pass a square that was named.
    NotThrough {
        /// The named square.
        square: Square,
        /// The start.
        from: Square,
        /// The end.
        to: Square,
    },
    /// The piece can move, but not to this square.
    EndsElsewhere {
        /// The square where the piece stands.
        from: Square,
        /// The squares where its legal moves end.
        landings: SquareSet,
    },
    /// The piece has no legal move.
    PieceBlocked {
        /// The square where it stands.
        square: Square,
        /// The pieces that block it.
        by: SquareSet,
        /// The kind of the blocked piece.
        kind: Kind,
    },
}

impl Refusal {
    /// Every code that [`Refusal::code`] can return.
    pub const CODES: &'static [&'static str] = &[
        "no-such-square",
        "game-over",
        "no-huffing",
        "not-huffable",
        "huff-first",
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

    /// Returns the stable code that identifies the refusal in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchSquare { .. } => "no-such-square",
            Refusal::GameOver { .. } => "game-over",
            Refusal::NoHuffing { .. } => "no-huffing",
            Refusal::NotHuffable { .. } => "not-huffable",
            Refusal::HuffFirst { .. } => "huff-first",
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
