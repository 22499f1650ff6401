//! The sentences of a report in French. A man is *un pion*, a king *une dame*; participles for both
//! together are masculine.

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
    wording::side(Language::French, side)
}

/// The side at the start of a sentence.
const fn side_first(side: Side) -> &'static str {
    match side {
        Side::White => "Les Blancs",
        Side::Black => "Les Noirs",
    }
}

/// *Des Blancs.*
const fn of_side(side: Side) -> &'static str {
    match side {
        Side::White => "des Blancs",
        Side::Black => "des Noirs",
    }
}

pub(super) fn event(moment: &Moment, event: &Remark) -> Vec<String> {
    let (mover, enemy) = (moment.side(), moment.side().opponent());
    let text = |played| move_text::text(&moment.position, played);
    match event {
        Remark::MissedShot(found) => {
            let mut said = vec![format!(
                "Il y avait {} : {}.",
                a_shot(found),
                given_and_taken(&found.course)
            )];
            said.extend(after_shot(found, enemy));
            said
        }
        Remark::AllowedShot(found) => {
            let (shot, balance) = (a_shot(found), given_and_taken(&found.course));
            let mut said = vec![if found.lead.is_empty() {
                format!("Ce coup permet {shot} : {balance}.")
            } else {
                format!("Après l'échange, ce coup permet {shot} : {balance}.")
            }];
            said.extend(after_shot(found, mover));
            said
        }
        Remark::PiecesLost(course) => vec![loses(course)],
        Remark::WrongCapture {
            legal,
            pieces,
            better,
            alone,
        } => {
            let verdict = if *alone {
                "était la bonne"
            } else {
                "était meilleure"
            };
            let each = pieces
                .map(|pieces| match pieces {
                    1 => " d'une pièce".to_owned(),
                    _ => format!(" de {pieces} pièces"),
                })
                .unwrap_or_default();
            vec![format!(
                "{legal} prises{each} étaient permises : {} {verdict}.",
                text(better)
            )]
        }
        Remark::Majority {
            side: who,
            must,
            smaller,
        } => vec![format!(
            "{} doivent prendre {must} pièces : en prendre {smaller} n'est pas permis.",
            side_first(*who)
        )],
        Remark::OppositionLost { kept } => vec![format!("{} gardait l'opposition.", text(kept))],
        Remark::OppositionGiven { reply } => vec![format!(
            "{} prennent l'opposition par {}.",
            side_first(enemy),
            reply_text(moment, reply)
        )],
        Remark::EndingLost {
            before,
            after,
            plies,
        } => vec![ending_lost(*before, *after, *plies)],
        Remark::WinSeen { plies } => vec![format!(
            "L'ordinateur voyait un gain {} en {}.",
            of_side(mover),
            moves(moves_of(*plies))
        )],
        Remark::LossSeen { plies } => vec![format!(
            "L'ordinateur voit maintenant un gain {} en {}.",
            of_side(enemy),
            moves(moves_of(*plies))
        )],
        Remark::WinLengthened { was, now } => vec![format!(
            "Toujours gagné, mais en {} au lieu de {}.",
            moves(moves_of(*now)),
            moves_of(*was)
        )],
        Remark::DrawnByRule(outcome) => {
            let variant = moment.position.variant();
            vec![
                wording::outcome(Language::French, variant, outcome),
                format!("L'ordinateur voyait {} mieux placés.", side(mover)),
            ]
        }
        Remark::DrawNear { moves: left } => {
            vec![format!(
                "Il restait {} avant la remise d'office.",
                moves(*left)
            )]
        }
        Remark::RepetitionNear { times } => vec![format!(
            "Cette position est revenue : à la {} fois, il y a remise.",
            nth(*times)
        )],
        Remark::BetterWins(course) => {
            let first = course.moves.first().map(text).unwrap_or_default();
            let better = format!("L'ordinateur préfère {first}.");
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
                format!("L'ordinateur répondrait {}.", first.unwrap_or_default()),
                in_the_line(course),
            ]
        }
        Remark::Preferred { better } => vec![format!("L'ordinateur préfère {}.", text(better))],
    }
}

pub(super) fn merit(strength: &StrongMove) -> Vec<String> {
    let who = side_first(strength.side());
    let text = move_text::text(&strength.position, &strength.played);
    match &strength.merit {
        Merit::Shot(found) => vec![format!(
            "{who} ont joué {} : {}.",
            a_shot(found),
            given_and_taken(&found.course)
        )],
        Merit::OnlyKept(TableEnding::Won) => vec![format!("Seul {text} gardait le gain.")],
        Merit::OppositionTaken => {
            vec![format!(
                "{text} prenait l'opposition : rien d'autre ne gardait le gain."
            )]
        }
        Merit::OnlyKept(_) => vec![format!("Seul {text} gardait la remise.")],
        Merit::OthersLose { at_least } => vec![others_lose(*at_least)],
        Merit::OnlyGood => vec![format!(
            "L'ordinateur ne voit pas d'autre bon coup que {text}."
        )],
        Merit::WinKept { moves: kept } => vec![format!(
            "{who} ont gardé une position gagnante pendant {}, jusqu'au bout.",
            moves(*kept)
        )],
    }
}

/// The sentence for a report without moments.
pub(super) const fn silence(silence: Silence) -> &'static str {
    match silence {
        Silence::Nothing => "Aucun coup n'a coûté cher à lui seul.",
        Silence::Gradual => "Aucun coup n'a coûté cher : la partie s'est décidée peu à peu.",
        Silence::Unproved => "Aucune erreur n'a pu être démontrée sur le damier.",
    }
}

/// The sentence about moves that the counts of a report may leave out.
pub(super) fn unjudged(judged: usize, others: usize) -> String {
    let others = if others < 2 {
        format!("{others} autre a peut-être coûté cher aussi")
    } else {
        format!("{others} autres ont peut-être coûté cher aussi")
    };
    format!("Seuls les {judged} coups qui semblaient les plus coûteux ont été analysés ; {others}.")
}

/// *Troisième*, for the few numbers that occur in rules.
const fn nth(times: u8) -> &'static str {
    match times {
        2 => "deuxième",
        3 => "troisième",
        4 => "quatrième",
        _ => "dernière",
    }
}

/// The sentence for the reason for a move.
pub(super) fn reason(position: &Position, reason: &Reason) -> String {
    match reason {
        Reason::OnlyMove if position.must_capture() => "C'est la seule prise permise.".to_owned(),
        Reason::OnlyMove => "C'est le seul coup permis.".to_owned(),
        Reason::Shot(found) => {
            format!(
                "C'est le début d'{} : {}.",
                a_shot(found),
                given_and_taken(&found.course)
            )
        }
        Reason::OthersLose { at_least } => others_lose(*at_least),
        Reason::WinSeen { plies } => {
            format!("L'ordinateur voit un gain en {}.", moves(moves_of(*plies)))
        }
        Reason::Better { better } => format!(
            "En cherchant plus longtemps, l'ordinateur préfère {}.",
            move_text::text(position, better)
        ),
        Reason::NoneBetter => "L'ordinateur ne voit pas de meilleur coup.".to_owned(),
        Reason::Wins(course) => shown(&in_the_line(course), course),
        Reason::OnlyGood => "L'ordinateur ne voit pas d'autre bon coup.".to_owned(),
        Reason::Best => "L'ordinateur juge ce coup le meilleur.".to_owned(),
    }
}

fn others_lose(at_least: i32) -> String {
    if at_least == 1 {
        "Tout autre coup perd aussitôt au moins un pion.".to_owned()
    } else {
        format!("Tout autre coup perd aussitôt la valeur d'au moins {at_least} pions.")
    }
}

/// The name of a shot with its article; all names are masculine. A shot without a name is not
/// called *un coup*, which also means a move.
fn a_shot(found: &ShotLine) -> String {
    match shot_name(Language::French, found) {
        Some(name) => format!("un {name}"),
        None => "une combinaison".to_owned(),
    }
}

/// *3 pour 5*; *1 dame pour 2 pions*.
pub(super) fn given_and_taken(course: &Course) -> String {
    let (lost, taken) = (course.lost, course.taken);
    if men_only(lost, taken) && lost.men > 0 {
        format!("{} pour {}", lost.men, taken.men)
    } else {
        format!("{} pour {}", pieces(lost), pieces(taken))
    }
}

fn after_shot(found: &ShotLine, loser: Side) -> Option<String> {
    if let Some(score) = found.judged {
        return Some(judged(found, score));
    }
    let retaken = found.shot.retaken;
    if retaken > 0 {
        return Some(format!(
            "{} peuvent ensuite en reprendre {retaken}.",
            side_first(loser)
        ));
    }
    match besides(found) {
        Besides::Wins => Some("C'est le gain de la partie.".to_owned()),
        Besides::Crowns => Some("Un pion devient dame.".to_owned()),
        Besides::CrownsNext => {
            Some("Au coup suivant, un pion va à dame ou la partie est gagnée.".to_owned())
        }
        Besides::Nothing => None,
    }
}

/// The engine's judgement of a shot that its moves do not prove.
fn judged(found: &ShotLine, score: Score) -> String {
    let winner = side(found.course.side());
    let judgement = match score {
        Score::Win(plies) => format!("l'ordinateur voit un gain en {}", moves(moves_of(plies))),
        Score::KnownWin(_) => "d'après les tables, la finale est gagnée".to_owned(),
        _ => {
            let ahead = men(score).replace('.', ",");
            let noun = if score.rank() < 200 { "pion" } else { "pions" };
            format!("selon l'ordinateur, {winner} ont {ahead} {noun} d'avance")
        }
    };
    if found.shot.is_forced {
        format!("Les prises seules ne rapportent rien ; {judgement}.")
    } else {
        let loser = side_first(found.course.side().opponent());
        format!("{loser} peuvent prendre autrement ; même alors, {judgement}.")
    }
}

/// The exchange that a side begins and wins.
fn loses(course: &Course) -> String {
    let (winner, loser) = (side_first(course.side()), side(course.side().opponent()));
    if let Some((kind, square)) = one_for_nothing(course) {
        let square = square_text(&course.start, square);
        let piece = match kind {
            Kind::Man => "le pion",
            Kind::King => "la dame",
        };
        return format!("{winner} prennent {piece} {square} et {loser} ne reprennent rien.");
    }
    if course.lost.pieces() == 0 {
        let taken = pieces(course.taken);
        return format!("{winner} prennent {taken} et {loser} ne reprennent rien.");
    }
    format!(
        "Dans l'échange, {} prennent {}.",
        side(course.side()),
        both(course)
    )
}

fn in_the_line(course: &Course) -> String {
    if course.lost.pieces() == 0 {
        let winner = side_first(course.side());
        return format!("{winner} gagnent {}.", pieces(course.taken));
    }
    format!(
        "Dans la suite, {} prennent {}.",
        side(course.side()),
        both(course)
    )
}

/// *3 pions et les Noirs 2*.
fn both(course: &Course) -> String {
    let other = match course.lost {
        lost if men_only(lost, course.taken) => lost.men.to_string(),
        lost => pieces(lost),
    };
    let loser = side(course.side().opponent());
    format!("{} et {loser} {other}", pieces(course.taken))
}

fn ending_lost(before: TableEnding, after: TableEnding, plies: Option<u16>) -> String {
    match (before, plies) {
        (TableEnding::Won, plies) => {
            let now = if after == TableEnding::Drawn {
                "une remise"
            } else {
                "perdu"
            };
            let how = plies.map(|plies| format!(" en {}", moves(moves_of(plies))));
            format!(
                "C'était gagné{} ; c'est maintenant {now}.",
                how.unwrap_or_default()
            )
        }
        (_, plies) => {
            let how = plies.map(|plies| format!(" en {}", moves(moves_of(plies))));
            format!(
                "C'était une remise ; c'est maintenant perdu{}.",
                how.unwrap_or_default()
            )
        }
    }
}

fn moves(count: u16) -> String {
    format!("{count} coup{}", if count < 2 { "" } else { "s" })
}

/// *3 pions*, *1 dame*, *1 dame et 2 pions*.
fn pieces(haul: Haul) -> String {
    let counted =
        |count: u8, one: &str| format!("{count} {one}{}", if count < 2 { "" } else { "s" });
    let (men, kings) = (counted(haul.men, "pion"), counted(haul.kings, "dame"));
    match (haul.men, haul.kings) {
        (_, 0) => men,
        (0, _) => kings,
        _ => format!("{kings} et {men}"),
    }
}

/// A sentence about a line, with the moves of the line.
fn shown(sentence: &str, course: &Course) -> String {
    let line = super::line(&course.start, &course.moves).join(" ");
    format!("{} : {line}.", sentence.trim_end_matches('.'))
}
