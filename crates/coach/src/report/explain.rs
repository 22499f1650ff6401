//! Derives remarks from a judged move; each remark requires its proof. Called by `choice` when a
//! report is finished; it uses no engine.

use damier_engine::Score;
use damier_rules::variant::rule_table::Precedence;
use damier_rules::{Kind, Move, Position, Refusal, must_play, why_not};

use super::course::{Course, Haul, at_once, counts_material, exchange};
use super::remark::{Remark, Seen, ShotLine, TableEnding};
use crate::shot;

/// The most plies of a line that are examined; shots are shorter.
const MOST_PLIES: usize = 40;

/// The longest line that is shown as a proof.
const MOST_SHOWN: usize = 12;

/// The score, in hundredths of a man, from which a shot that does not pay by count is reported.
const JUDGED_BETTER: i32 = 60;

/// A forced win of more plies than this is not reported: a search combines such distances from
/// several lines, so there is no line of that length to show.
const FARTHEST: u16 = 60;

/// The data needed to explain a move.
pub(super) struct Case<'a> {
    /// The position before it.
    pub(super) position: Position,
    /// The move.
    pub(super) played: Move,
    /// The position after it.
    pub(super) after: Position,
    /// The best line from the position, for the side to move.
    pub(super) better: Option<&'a Seen>,
    /// The best line after the move, for the other side.
    pub(super) reply: Option<&'a Seen>,
    /// The endings by tables before and after, for the side that moves.
    pub(super) endings: Option<(TableEnding, TableEnding)>,
    /// The moves that are as good as the best.
    pub(super) acceptable: &'a [Move],
    /// What each side had already gained in the sequence of captures that contains this move: the
    /// moving side before the move, the other side after it.
    pub(super) pending: [i32; 2],
}

impl Case<'_> {
    /// All remarks, the main one first; empty if there is no better move to name.
    pub(super) fn events(&self) -> Vec<Remark> {
        let mut events = Vec::new();
        if let Some(ending) = self.ending_lost() {
            events.extend(self.opposition_lost().or_else(|| self.opposition_given()));
            events.push(ending);
            events.extend(self.wrong_capture());
            return events;
        }
        events.extend(self.wrong_capture());
        let missed = self.missed_shot();
        let allowed = self.allowed_shot();
        let is_missed = missed.is_some();
        // If there are both, the missed shot is the main remark.
        events.extend(missed);
        events.extend(allowed);
        if events
            .iter()
            .all(|event| matches!(event, Remark::WrongCapture { .. }))
        {
            let lost = self.pieces_lost();
            let majority = lost.as_ref().and_then(|_| majority(&self.after));
            events.extend(lost);
            events.extend(majority);
        }
        events.extend(self.win_seen().filter(|_| !is_missed));
        events.extend(self.loss_seen());
        let says_why = |event: &Remark| !matches!(event, Remark::WrongCapture { .. });
        if !events.iter().any(says_why) {
            events.extend(self.reply_wins().or_else(|| self.better_wins()));
        }
        if events.is_empty() {
            events.extend(self.preferred());
        }
        events
    }

    fn best(&self) -> Option<Move> {
        let best = self.better?.first().copied()?;
        (best != self.played).then_some(best)
    }

    fn ending_lost(&self) -> Option<Remark> {
        let (before, after) = self.endings.filter(|(before, after)| after < before)?;
        let plies = match (before, self.better.map(|seen| seen.score)) {
            (TableEnding::Won, Some(Score::Win(plies))) => Some(plies),
            (TableEnding::Drawn, _) => match self.reply.map(|seen| seen.score) {
                Some(Score::Win(plies)) => Some(plies),
                _ => None,
            },
            _ => None,
        };
        Some(Remark::EndingLost {
            before,
            after,
            plies,
        })
    }

    /// The side had the opposition and gave it up with a quiet move.
    fn opposition_lost(&self) -> Option<Remark> {
        let best = self.best()?;
        let (before, _) = self.endings?;
        let said = before == TableEnding::Won
            && !self.played.is_capture()
            && takes_opposition(self.position, &self.better?.moves);
        said.then_some(Remark::OppositionLost { kept: best })
    }

    /// A quiet move that lets the other side take the opposition.
    fn opposition_given(&self) -> Option<Remark> {
        let (_, after) = self.endings?;
        let moves = &self.reply?.moves;
        let said = after == TableEnding::Lost
            && !self.played.is_capture()
            && takes_opposition(self.after, moves);
        said.then_some(Remark::OppositionGiven {
            reply: *moves.first()?,
        })
    }

    fn wrong_capture(&self) -> Option<Remark> {
        let better = self.best()?;
        if !self.played.is_capture() || !better.is_capture() {
            return None;
        }
        let mut legal = self.position.legal_moves();
        // With huffing, quiet moves are legal too.
        legal.retain(Move::is_capture);
        let pieces = better.captured.len() as u8;
        let same = legal
            .iter()
            .all(|played| played.captured.len() as u8 == pieces);
        Some(Remark::WrongCapture {
            legal: legal.len(),
            pieces: same.then_some(pieces),
            better,
            alone: self.acceptable == [better],
        })
    }

    /// The best line is a shot and the played move is not its first move.
    fn missed_shot(&self) -> Option<Remark> {
        let best = self.best()?;
        let better = self.better?;
        let found = shot_line(self.position, &better.moves, Some(better.score))?;
        // A line that only recaptures what was given before is an exchange.
        let wins = found.wins_with(self.pending[0]);
        (wins && found.course.moves.first() == Some(&best))
            .then(|| Remark::MissedShot(Box::new(found)))
    }

    fn allowed_shot(&self) -> Option<Remark> {
        let Seen { score, moves } = self.reply?;
        let found = shot_line(self.after, moves, Some(*score))
            .or_else(|| shot_after_exchange(self.after, moves))?;
        found
            .wins_with(self.pending[1])
            .then(|| Remark::AllowedShot(Box::new(found)))
    }

    /// After the move the other side wins material by captures; after the best move it would have
    /// won less.
    fn pieces_lost(&self) -> Option<Remark> {
        let course = exchange(&self.after)?;
        if course.net() < 1 {
            return None;
        }
        let (with_best, with_played) = (
            at_once(&self.position, &self.best()?)?,
            at_once(&self.position, &self.played)?,
        );
        if with_best <= with_played || with_played >= 0 {
            return None;
        }
        Some(Remark::PiecesLost(course))
    }

    fn win_seen(&self) -> Option<Remark> {
        match self.better?.score {
            Score::Win(plies) if plies <= FARTHEST && self.endings.is_none() => {
                Some(Remark::WinSeen { plies })
            }
            _ => None,
        }
    }

    fn loss_seen(&self) -> Option<Remark> {
        let better = self.better?.score;
        match self.reply?.score {
            Score::Win(plies)
                if plies <= FARTHEST
                    && !matches!(better, Score::Loss(_))
                    && self.endings.is_none() =>
            {
                Some(Remark::LossSeen { plies })
            }
            _ => None,
        }
    }

    fn better_wins(&self) -> Option<Remark> {
        let best = self.best()?;
        let course = winning(self.position, &self.better?.moves)?;
        // If both lines win the same, the win is no argument for the better one.
        let answer = self
            .reply
            .and_then(|seen| Course::to_last_quiet(self.after, &seen.moves))
            .or_else(|| exchange(&self.after));
        let played = self.captures() - answer.map_or(0, |course| course.net());
        let says = course.moves.first() == Some(&best) && course.net() > played;
        says.then_some(Remark::BetterWins(course))
    }

    fn reply_wins(&self) -> Option<Remark> {
        let reply = winning(self.after, &self.reply?.moves)?;
        // If as much can be lost in the better line, or if the reply only recaptures, the reply is
        // no argument.
        let kept = self
            .better
            .and_then(|seen| Course::to_last_quiet(self.position, &seen.moves))
            .map_or(0, |course| course.net());
        (kept > self.captures() - reply.net()).then_some(Remark::ReplyWins(reply))
    }

    /// The value of the pieces that the move itself captures, in men.
    fn captures(&self) -> i32 {
        Haul::of(&self.position, self.played.captured).worth()
    }

    fn preferred(&self) -> Option<Remark> {
        let better = self.best()?;
        Some(Remark::Preferred { better })
    }
}

/// Whether a line that wins by tables does so by the opposition: at most four pieces, all men,
/// quiet moves, no man crowns, and at the end the other side is blocked, or each of its moves loses
/// a man.
pub(super) fn takes_opposition(start: Position, moves: &[Move]) -> bool {
    let men_only = |side| start.squares(side, Kind::King).is_empty();
    let sides = [start.side(), start.side().opponent()];
    start.to_setup().iter().count() <= 4
        && sides.into_iter().all(men_only)
        && is_squeezed(start, moves)
}

/// Whether the side that begins a line of men leaves the other side no good move: no man crowns,
/// and the other side becomes blocked or reaches a position in which each of its moves is quiet and
/// loses a man.
fn is_squeezed(start: Position, moves: &[Move]) -> bool {
    let mut position = start;
    for played in moves {
        if played.promotes || played.is_capture() {
            return false;
        }
        let Ok(after) = position.play(played) else {
            return false;
        };
        position = after;
        if position.side() == start.side() {
            continue;
        }
        let gives_away = |reply: &Move| {
            !reply.is_capture() && at_once(&position, reply).is_some_and(|net| net < 0)
        };
        if position.legal_moves().iter().all(gives_away) {
            return true;
        }
    }
    false
}

/// The shot with which a line begins, in games where pieces have value. It is proved if every reply
/// is forced and it wins material, a crowning or the game. Otherwise it needs a mechanism by name
/// and the engine's `score` of the line, for the side that plays it.
pub(crate) fn shot_line(
    position: Position,
    moves: &[Move],
    score: Option<Score>,
) -> Option<ShotLine> {
    if !counts_material(&position) {
        return None;
    }
    let moves = &moves[..moves.len().min(MOST_PLIES)];
    let shot = shot::classify(&position, moves).ok()??;
    let judged = score.filter(|_| !shot.is_proved());
    if !(shot.is_proved() || (shot.has_word() && judged.is_some_and(is_clearly_better))) {
        return None;
    }
    let course = Course::of(position, moves.get(..shot.plies)?);
    Some(ShotLine {
        shot,
        course,
        lead: Vec::new(),
        judged,
    })
}

/// Whether a score is good enough to call a line a shot that does not pay by count.
fn is_clearly_better(score: Score) -> bool {
    match score {
        Score::Win(_) | Score::KnownWin(_) => true,
        Score::Hundredths(value) => value >= JUDGED_BETTER,
        Score::Loss(_) | Score::KnownLoss(_) => false,
    }
}

/// The shot that follows the captures at the beginning of a line. The other side must have had no
/// choice in them, and the shot must win more than they cost.
fn shot_after_exchange(start: Position, moves: &[Move]) -> Option<ShotLine> {
    let lead = moves
        .iter()
        .take_while(|played| played.is_capture())
        .count();
    if lead == 0 || !lead.is_multiple_of(2) {
        return None;
    }
    let mut position = start;
    for played in &moves[..lead] {
        let is_theirs = position.side() != start.side();
        if is_theirs && position.legal_moves().len() > 1 {
            return None;
        }
        position = position.play(played).ok()?;
    }
    let cost = Course::of(start, &moves[..lead]).net();
    let found = shot_line(position, &moves[lead..], None)?;
    (found.course.net() + cost > 0).then(|| ShotLine {
        lead: moves[..lead].to_vec(),
        ..found
    })
}

/// The shortest beginning of a line in which the side that begins wins material and keeps it to the
/// last quiet position of the line.
pub(crate) fn winning(position: Position, moves: &[Move]) -> Option<Course> {
    if !counts_material(&position) || Course::to_last_quiet(position, moves)?.net() < 1 {
        return None;
    }
    let mut shortest = None;
    for until in (1..=moves.len()).rev() {
        let course = Course::of(position, &moves[..until]);
        let after = course.end()?;
        if after.can_capture() {
            continue;
        }
        if course.net() < 1 {
            break;
        }
        shortest = Some(course);
    }
    shortest.filter(|course| course.moves.len() <= MOST_SHOWN)
}

/// The majority rule that forbids a smaller capture, in a position with a compulsory capture.
fn majority(position: &Position) -> Option<Remark> {
    let must = must_play(position)?;
    if !must.grounds.contains(&Precedence::MostPieces) {
        return None;
    }
    let smaller = |square| match why_not(position, square) {
        Some(Refusal::CapturesTooFew { captures, .. }) => Some(captures),
        _ => None,
    };
    let side = position.side();
    let kinds = Kind::ALL.into_iter();
    let smaller = kinds
        .flat_map(|kind| position.squares(side, kind).iter().collect::<Vec<_>>())
        .filter_map(smaller)
        .max()?;
    Some(Remark::Majority {
        side,
        must: must.pieces,
        smaller,
    })
}

#[cfg(test)]
mod tests {
    use damier_notation::{fen, move_text};
    use damier_rules::Variant;

    use super::*;

    /// A line from a position, given by its moves.
    fn seen(start: Position, texts: &[&str]) -> Seen {
        let mut position = start;
        let mut moves = Vec::new();
        for text in texts {
            let played = move_text::read(&position, text).expect("a move");
            position = position.play(&played).expect("legal");
            moves.push(played);
        }
        let score = Score::Hundredths(0);
        Seen { score, moves }
    }

    /// The remarks if the first move of `reply` was played and the first of `better` was better.
    fn said(variant: Variant, start: &str, better: &[&str], reply: &[&str]) -> Vec<Remark> {
        let position = fen::read_position(variant, start).expect("a position");
        let better = seen(position, better);
        let Seen { moves, .. } = seen(position, reply);
        let (played, rest) = moves.split_first().expect("a move");
        let reply = Seen {
            score: Score::Hundredths(0),
            moves: rest.to_vec(),
        };
        let case = Case {
            position,
            played: *played,
            after: position.play(played).expect("legal"),
            better: Some(&better),
            reply: Some(&reply),
            endings: None,
            acceptable: &[],
            pending: [0, 0],
        };
        case.events()
    }

    #[test]
    fn a_reply_that_only_recaptures_is_no_reason() {
        // Both captures are exchanges of one for one.
        let start = "W:W33,44,45:B11,13,17,19,28,29";
        let events = said(
            Variant::INTERNATIONAL,
            start,
            &["33x22", "17x28"],
            &["33x24", "19x30"],
        );
        assert!(
            matches!(events[..], [Remark::WrongCapture { .. }]),
            "{events:?}"
        );
    }

    #[test]
    fn quiet_moves_with_huffing_are_no_wrong_captures() {
        let dam = Variant::from_id("dam").expect("a game with huffing");
        let events = said(dam, "W:W40,70:B3,34,35", &["40x27"], &["40x29"]);
        let is_counted = matches!(
            events[..],
            [
                Remark::WrongCapture {
                    legal: 2,
                    pieces: Some(1),
                    ..
                },
                ..
            ]
        );
        assert!(is_counted, "{events:?}");
    }

    #[test]
    fn equal_gain_in_both_lines_is_no_reason() {
        // Neither capture is recaptured, so both win a man.
        let start = "W:W33,44:B3,28,29";
        let events = said(
            Variant::INTERNATIONAL,
            start,
            &["33x22", "3-8"],
            &["33x24", "3-8"],
        );
        assert!(
            matches!(events[..], [Remark::WrongCapture { legal: 2, .. }]),
            "{events:?}"
        );
    }

    #[test]
    fn recapturing_is_no_shot() {
        // After 27-22 18x27, in the second half of an exchange of two for two.
        let start = fen::read_position(Variant::INTERNATIONAL, "W:W28,33,38,39,47:B1,2,3,6,19,27")
            .expect("a position");
        let mut position = start;
        let mut moves = Vec::new();
        for text in ["28-23", "19x28", "33x31"] {
            let played = move_text::read(&position, text).expect("a move");
            position = position.play(&played).expect("legal");
            moves.push(played);
        }
        let found = shot_line(start, &moves, None).expect("a shot, seen from here");
        assert!(found.wins_with(0));
        assert!(!found.wins_with(-1));
    }
}
