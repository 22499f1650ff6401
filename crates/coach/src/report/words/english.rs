//! The sentences of a report in English.

use damier_engine::Score;
use damier_notation::move_text;
use damier_notation::wording::{self, Language};
use damier_rules::{Kind, Position, Side};

use super::super::choice::Silence;
use super::super::course::{Course, Haul};
use super::super::remark::{Merit, Moment, Remark, ShotLine, StrongMove, TableEnding};
use super::shared::{
    Besides, besides, men, men_only, moves_of, names_better, one_for_nothing, reply_text,
    shot_name, square_text,
};
use crate::reason::Reason;

const fn side(side: Side) -> &'static str {
    wording::side(Language::English, side)
}

pub(super) fn event(moment: &Moment, event: &Remark) -> Vec<String> {
    let (mover, enemy) = (side(moment.side()), side(moment.side().opponent()));
    let text = |played| move_text::text(&moment.position, played);
    match event {
        Remark::MissedShot(found) => {
            let mut said = vec![format!(
                "There was {}: {}.",
                a_shot(found),
                give_and_take(&found.course)
            )];
            said.extend(after_shot(found, enemy));
            said
        }
        Remark::AllowedShot(found) => {
            let shot = a_shot(found);
            let balance = give_and_take(&found.course);
            let mut said = vec![if found.lead.is_empty() {
                format!("This move allows {shot}: {balance}.")
            } else {
                format!("After the exchange this allows {shot}: {balance}.")
            }];
            said.extend(after_shot(found, mover));
            said
        }
        Remark::PiecesLost(course) => vec![loses(course, enemy, mover)],
        Remark::WrongCapture {
            legal,
            pieces,
            better,
            alone,
        } => {
            let verdict = if *alone {
                "was the right one"
            } else {
                "was better"
            };
            let each = pieces
                .map(|pieces| match pieces {
                    1 => " of one piece".to_owned(),
                    _ => format!(" of {pieces} pieces"),
                })
                .unwrap_or_default();
            vec![format!(
                "{legal} captures{each} were legal: {} {verdict}.",
                text(better)
            )]
        }
        Remark::Majority {
            side: who,
            must,
            smaller,
        } => {
            vec![format!(
                "{} must take {must}: taking {smaller} is not allowed.",
                side(*who)
            )]
        }
        Remark::OppositionLost { kept } => vec![format!("{} kept the opposition.", text(kept))],
        Remark::OppositionGiven { reply } => vec![format!(
            "{enemy} takes the opposition with {}.",
            reply_text(moment, reply)
        )],
        Remark::EndingLost {
            before,
            after,
            plies,
        } => vec![ending_lost(*before, *after, *plies)],
        Remark::WinSeen { plies } => {
            vec![format!(
                "The engine saw a win for {mover} in {}.",
                moves(moves_of(*plies))
            )]
        }
        Remark::LossSeen { plies } => {
            vec![format!(
                "Now the engine sees a win for {enemy} in {}.",
                moves(moves_of(*plies))
            )]
        }
        Remark::WinLengthened { was, now } => vec![format!(
            "Still won, but in {} instead of {}.",
            moves(moves_of(*now)),
            moves_of(*was)
        )],
        Remark::DrawnByRule(outcome) => {
            let variant = moment.position.variant();
            vec![
                wording::outcome(Language::English, variant, outcome),
                format!("The engine saw {mover} ahead."),
            ]
        }
        Remark::DrawNear { moves: left } => {
            let were = if *left == 1 { "was" } else { "were" };
            vec![format!(
                "{} {were} left before the draw by rule.",
                moves(*left)
            )]
        }
        Remark::RepetitionNear { times } => vec![format!(
            "This position came back: the {} time it is a draw.",
            nth(*times)
        )],
        Remark::BetterWins(course) => {
            let first = course.moves.first().map(text).unwrap_or_default();
            let better = format!("The engine prefers {first}.");
            let preference = (!names_better(moment)).then_some(better);
            preference
                .into_iter()
                .chain([in_the_line(course)])
                .collect()
        }
        Remark::ReplyWins(course) => {
            let reply = course.moves.first();
            let first = reply.map(|played| move_text::text(&course.start, played));
            vec![
                format!("The engine would reply {}.", first.unwrap_or_default()),
                in_the_line(course),
            ]
        }
        Remark::Preferred { better } => vec![format!("The engine prefers {}.", text(better))],
    }
}

pub(super) fn merit(strength: &StrongMove) -> Vec<String> {
    let who = side(strength.side());
    let text = move_text::text(&strength.position, &strength.played);
    match &strength.merit {
        Merit::Shot(found) => vec![format!(
            "{who} played {}: {}.",
            a_shot(found),
            gave_and_took(&found.course)
        )],
        Merit::OnlyKept(TableEnding::Won) => vec![format!("Only {text} kept the win.")],
        Merit::OppositionTaken => {
            vec![format!(
                "{text} took the opposition: nothing else kept the win."
            )]
        }
        Merit::OnlyKept(_) => vec![format!("Only {text} kept the draw.")],
        Merit::OthersLose { at_least } => vec![others_lose(*at_least)],
        Merit::OnlyGood => vec![format!("The engine sees no other good move than {text}.")],
        Merit::WinKept { moves: kept } => {
            vec![format!(
                "{who} kept a sure win for {} to the end.",
                moves(*kept)
            )]
        }
    }
}

/// The sentence for a report without moments.
pub(super) const fn silence(silence: Silence) -> &'static str {
    match silence {
        Silence::Nothing => "No single move was costly.",
        Silence::Gradual => "No single move was costly: the game was decided little by little.",
        Silence::Unproved => "No moment could be proved on the board.",
    }
}

/// The sentence about moves that the counts of a report may leave out.
pub(super) fn unjudged(judged: usize, others: usize) -> String {
    let noun = if others == 1 { "other" } else { "others" };
    format!(
        "Only the {judged} moves that seemed to cost most were judged; {others} {noun} may have cost something too."
    )
}

/// *third*, for the few numbers that occur in rules.
const fn nth(times: u8) -> &'static str {
    match times {
        2 => "second",
        3 => "third",
        4 => "fourth",
        _ => "last",
    }
}

/// The sentence for the reason for a move.
pub(super) fn reason(position: &Position, reason: &Reason) -> String {
    match reason {
        Reason::OnlyMove if position.must_capture() => "It is the only legal capture.".to_owned(),
        Reason::OnlyMove => "It is the only legal move.".to_owned(),
        Reason::Shot(found) => format!(
            "It begins {}: {}.",
            a_shot(found),
            give_and_take(&found.course)
        ),
        Reason::OthersLose { at_least } => others_lose(*at_least),
        Reason::WinSeen { plies } => {
            format!("The engine sees a win in {}.", moves(moves_of(*plies)))
        }
        Reason::Better { better } => format!(
            "Given more time, the engine prefers {}.",
            move_text::text(position, better)
        ),
        Reason::NoneBetter => "The engine sees no better move.".to_owned(),
        Reason::Wins(course) => shown(&in_the_line(course), course),
        Reason::OnlyGood => "The engine sees no other good move.".to_owned(),
        Reason::Best => "The engine judges it best.".to_owned(),
    }
}

fn others_lose(at_least: i32) -> String {
    if at_least == 1 {
        "Every other move loses a man or more at once.".to_owned()
    } else {
        format!("Every other move loses material worth at least {at_least} men at once.")
    }
}

/// The name of a shot with its article.
fn a_shot(found: &ShotLine) -> String {
    match shot_name(Language::English, found) {
        None => "a shot".to_owned(),
        // Names that do not contain a word for a shot, or that contain the name of a person.
        Some(name @ ("prince's shot" | "Manoury's shot")) => {
            format!("a shot, the {}", name.replace("Manoury's", "Manoury"))
        }
        Some(
            name @ ("recall" | "promenade" | "two-step promenade" | "trapdoor" | "drawer" | "bomb"
            | "forced promotion" | "staircase" | "double two" | "rosary" | "snail"
            | "whirl"),
        ) => {
            format!("a shot ({name})")
        }
        Some(name) => format!("a {name}"),
    }
}

fn give_and_take(course: &Course) -> String {
    let (lost, taken) = (course.lost, course.taken);
    if men_only(lost, taken) {
        format!("give {}, take {}", lost.men, taken.men)
    } else {
        format!("give {}, take {}", pieces(lost), pieces(taken))
    }
}

fn gave_and_took(course: &Course) -> String {
    give_and_take(course)
        .replacen("give", "gave", 1)
        .replace("take", "took")
}

/// The further result of a shot, in addition to its captures.
fn after_shot(found: &ShotLine, loser: &str) -> Option<String> {
    if let Some(score) = found.judged {
        return Some(judged(found, score));
    }
    if found.shot.retaken > 0 {
        return Some(format!(
            "{loser} can then take {} back.",
            found.shot.retaken
        ));
    }
    match besides(found) {
        Besides::Wins => Some("That wins the game.".to_owned()),
        Besides::Crowns => Some("A man becomes a king.".to_owned()),
        Besides::CrownsNext => Some("The next move makes a king or wins.".to_owned()),
        Besides::Nothing => None,
    }
}

/// The engine's judgement of a shot that its moves do not prove.
fn judged(found: &ShotLine, score: Score) -> String {
    let winner = side(found.course.side());
    let judgement = match score {
        Score::Win(plies) => format!("the engine sees a win in {}", moves(moves_of(plies))),
        Score::KnownWin(_) => "by the endgame tables the ending is won".to_owned(),
        _ => format!("the engine puts {winner} {} men ahead", men(score)),
    };
    if found.shot.is_forced {
        format!("The captures alone win nothing; {judgement}.")
    } else {
        let loser = side(found.course.side().opponent());
        format!("{loser} can capture otherwise; with best play {judgement}.")
    }
}

/// The exchange that a side begins and wins.
fn loses(course: &Course, winner: &str, loser: &str) -> String {
    if let Some((kind, square)) = one_for_nothing(course) {
        let square = square_text(&course.start, square);
        let piece = match kind {
            Kind::Man => "man",
            Kind::King => "king",
        };
        return format!("{winner} takes the {piece} on {square}, and {loser} takes nothing back.");
    }
    if course.lost.pieces() == 0 {
        return format!(
            "{winner} takes {}, and {loser} takes nothing back.",
            pieces(course.taken)
        );
    }
    format!("In the exchange {winner} takes {}.", both(course, loser))
}

fn in_the_line(course: &Course) -> String {
    if course.lost.pieces() == 0 {
        let winner = side(course.side());
        return format!("{winner} wins {}.", pieces(course.taken));
    }
    let loser = side(course.side().opponent());
    format!(
        "In the line {} takes {}.",
        side(course.side()),
        both(course, loser)
    )
}

/// `3 men and Black takes 2`.
fn both(course: &Course, loser: &str) -> String {
    let other = match course.lost {
        lost if men_only(lost, course.taken) => lost.men.to_string(),
        lost => pieces(lost),
    };
    format!("{} and {loser} takes {other}", pieces(course.taken))
}

fn ending_lost(before: TableEnding, after: TableEnding, plies: Option<u16>) -> String {
    match (before, plies) {
        (TableEnding::Won, Some(plies)) => {
            let now = if after == TableEnding::Drawn {
                "it is a draw"
            } else {
                "it is lost"
            };
            format!("It was won in {}; now {now}.", moves(moves_of(plies)))
        }
        (TableEnding::Won, None) if after == TableEnding::Drawn => {
            "It was won; now it is a draw.".to_owned()
        }
        (TableEnding::Won, None) => "It was won; now it is lost.".to_owned(),
        (_, Some(plies)) => format!(
            "It was a draw; now it is lost in {}.",
            moves(moves_of(plies))
        ),
        (_, None) => "It was a draw; now it is lost.".to_owned(),
    }
}

fn moves(count: u16) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// `3 men`, `1 king`, `1 king and 2 men`.
fn pieces(haul: Haul) -> String {
    let counted = |count: u8, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let (men, kings) = (
        counted(haul.men, "man", "men"),
        counted(haul.kings, "king", "kings"),
    );
    match (haul.men, haul.kings) {
        (_, 0) => men,
        (0, _) => kings,
        _ => format!("{kings} and {men}"),
    }
}

/// A sentence about a line, with the moves of the line.
fn shown(sentence: &str, course: &Course) -> String {
    let line = super::line(&course.start, &course.moves).join(" ");
    format!("{}: {line}.", sentence.trim_end_matches('.'))
}
