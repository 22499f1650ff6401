//! Names: shots that everybody calls by one word, each recognised by its squares. Called by `classify` for the international game
//! only, since the squares are those of its board; written for White (see `half_turn`), with the squares of a Black line turned.
//!
//! A name is given where its signature is exact, and else none: the shot is then "n for m". Sources: French
//! Wikipedia (the pages "Coup ..."), Dubois's sheets for the French federation, and the
//! Dutch clubs' texts for the KNDB diplomas.
//!
//! **Left out on purpose.** *Haarlem* (Haarlemmer zet), *coup du trèfle*, *coup de l'arc* and *catapulte*: no source that we could
//! read gives their squares. *Zimmermann* is told apart from the *cheval* by a rafle from 41 only, and we have no example to test it with.
//! Of *Napoléon* only the form 31x4 is known by its squares.

use damier_rules::Kind;

use super::line::{Line, Ply};
use super::signature::{Link, links, rafle_from};

/// A shot with a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum NamedShot {
    /// *Coup royal*: an enemy man is brought to 34; rafle from 40, supported by 45, over 29, 20 and 9; landing 9, 7 or 16.
    Royal,
    /// *Coup Philippe*: a man comes to 22, 18x27, 32x21, 16x27; a man is brought to 34 (rafle from 40) or 33 (from 38); the rafle
    /// passes 18.
    Philippe,
    /// *Coup de la Marne*, as Dubois has it: 27-22 18x27, 33-29 24x33, 38x20 27x47, and the king is brought back to 20.
    Marne,
    /// *Coup express, coup Weiss*: man 26 is walked 26x37x28, man 16 or 18 is drawn to 18; rafle from 33.
    Express,
    /// *Coup Napoléon*: men are brought to 27, 28 and 29; the serpentine 31x4.
    Napoleon,
    /// *Coup Raphaël*: 49-44 lets 21x43 pass; two rafles, 44x11 and 48x17.
    Raphael,
    /// *Coup Fabre* in French: 33-29 23x34, 28-22 17x28, 32x25.
    Fabre,
    /// *Coup du cheval*, in Dutch and international texts *coup Fabre*: 27-22 18x27, 33-29 24x31 taking three, and a rafle that
    /// comes back, 28x37.
    Horse,
    /// *Coup Springer*: 27-22 18x27, 32x21 23x41, 21-17 11x22, 42-37 41x32; rafle from 38.
    Springer,
    /// *Coup de l'escalier*: two enemy men crown on 48 and 49 and are brought down to 31 and 21; rafle from 26.
    Staircase,
    /// *Double-deux*: 27-22 18x27, 28-23 19x28, two rafles of two: 30x10 and 33x31.
    DoubleTwo,
    /// *Coup du chapelet*: 28-23 19x28, 30x19 14x23, 25x14 10x19, 39-33 28x30; rafle from 35.
    Rosary,
    /// *Coup de l'escargot*: a man comes to 22, 18x27, 32x21 16x27, 37-31 26x37; rafle from 42 over 31, 22 and 11.
    Snail,
    /// *Moulinet*: 27-22 18x27, 38-33 27x29, a free move while 23 takes 28; 34x5.
    Whirl,
    /// *Coup Bonnard*: 30-24 19x30 and 34-29 23x34 in either order, 38-32 27x29, 43-38 34x32, 37x17 12x21, 25x5.
    Bonnard,
}

/// A form of a named shot that has a word of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Form {
    /// A Philippe whose rafle from 38 turns to 9: French Wikipedia calls this *coup de la Marne*.
    TurningTo9,
}

impl NamedShot {
    /// Every name.
    pub const ALL: [NamedShot; 15] = [
        NamedShot::Royal,
        NamedShot::Philippe,
        NamedShot::Marne,
        NamedShot::Express,
        NamedShot::Napoleon,
        NamedShot::Raphael,
        NamedShot::Fabre,
        NamedShot::Horse,
        NamedShot::Springer,
        NamedShot::Staircase,
        NamedShot::DoubleTwo,
        NamedShot::Rosary,
        NamedShot::Snail,
        NamedShot::Whirl,
        NamedShot::Bonnard,
    ];

    /// The stable code in messages and test data: the French word, without accents.
    pub const fn code(self) -> &'static str {
        match self {
            NamedShot::Royal => "royal",
            NamedShot::Philippe => "philippe",
            NamedShot::Marne => "marne",
            NamedShot::Express => "express",
            NamedShot::Napoleon => "napoleon",
            NamedShot::Raphael => "raphael",
            NamedShot::Fabre => "fabre",
            NamedShot::Horse => "cheval",
            NamedShot::Springer => "springer",
            NamedShot::Staircase => "escalier",
            NamedShot::DoubleTwo => "double-deux",
            NamedShot::Rosary => "chapelet",
            NamedShot::Snail => "escargot",
            NamedShot::Whirl => "moulinet",
            NamedShot::Bonnard => "bonnard",
        }
    }

    fn is_in(self, line: &Line, rafle: &Ply) -> bool {
        match self {
            NamedShot::Royal => is_royal(line, rafle),
            NamedShot::Philippe => is_philippe(line, rafle),
            NamedShot::Marne => is_marne(line, rafle),
            NamedShot::Express => is_express(line, rafle),
            NamedShot::Napoleon => is_napoleon(line, rafle),
            NamedShot::Raphael => is_raphael(line, rafle),
            NamedShot::Fabre => links(line, &[TO_34, (28, 22, 17, 28)]) && rafle.runs(32, 25),
            NamedShot::Horse => {
                is_horse(line)
                    && line
                        .ours()
                        .any(|ply| ply.runs(28, 37) && ply.taken.len() >= 2)
            }
            NamedShot::Springer => {
                let moves = [TO_27, (32, 21, 23, 41), (21, 17, 11, 22), (42, 37, 41, 32)];
                links(line, &moves) && rafle_from(rafle, 38) && rafle.first_takes(32)
            }
            NamedShot::Staircase => is_staircase(line, rafle),
            NamedShot::DoubleTwo => {
                let first = |ply: &Ply| ply.runs(30, 10) && ply.takes_just(&[24, 14]);
                links(line, &[TO_27, (28, 23, 19, 28)])
                    && line.ours().any(first)
                    && rafle.runs(33, 31)
                    && rafle.takes_just(&[27, 28])
            }
            NamedShot::Rosary => {
                let moves = [
                    (28, 23, 19, 28),
                    (30, 19, 14, 23),
                    (25, 14, 10, 19),
                    (39, 33, 28, 30),
                ];
                links(line, &moves) && rafle_from(rafle, 35) && rafle.first_takes(30)
            }
            NamedShot::Snail => {
                opens_as_philippe(line)
                    && links(line, &[(37, 31, 26, 37)])
                    && rafle_from(rafle, 42)
                    && rafle.starts_over(&[31, 22, 11])
            }
            NamedShot::Whirl => is_whirl(line, rafle),
            NamedShot::Bonnard => is_bonnard(line, rafle),
        }
    }
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 1] = [Form::TurningTo9];

    /// The stable code in messages and test data.
    pub const fn code(self) -> &'static str {
        match self {
            Form::TurningTo9 => "turning-to-9",
        }
    }
}

/// The name of a shot and its form. No line can have two names: the tests look for one that has.
pub(super) fn found(line: &Line) -> Option<(NamedShot, Option<Form>)> {
    let rafle = line.plies.last()?;
    if rafle.piece.kind == Kind::King {
        return None;
    }
    let name = NamedShot::ALL
        .into_iter()
        .find(|name| name.is_in(line, rafle))?;
    let turns = name == NamedShot::Philippe && rafle_from(rafle, 38) && rafle.lands_on(9);
    Some((name, turns.then_some(Form::TurningTo9)))
}

/// 27-22 18x27.
const TO_27: Link = (27, 22, 18, 27);
/// 33-29 23x34 is Fabre's, 34-29 23x34 Raphaël's and Bonnard's.
const TO_34: Link = (33, 29, 23, 34);

fn is_royal(line: &Line, rafle: &Ply) -> bool {
    rafle_from(rafle, 40)
        && rafle.starts_over(&[29, 20, 9])
        && rafle.ends_on(&[9, 7, 16])
        && rafle.has_own(45)
        && is_brought_to(line, rafle, 34)
}

fn is_philippe(line: &Line, rafle: &Ply) -> bool {
    let from_40 = rafle_from(rafle, 40) && is_brought_to(line, rafle, 34);
    let from_38 = rafle_from(rafle, 38) && is_brought_to(line, rafle, 33);
    opens_as_philippe(line) && (from_40 || from_38) && rafle.starts_over(&[29, 18])
}

/// A man of ours comes to 22 and is taken by 18x27; 32x21 16x27 follows at once. 18 and 16 are cleared by it.
fn opens_as_philippe(line: &Line) -> bool {
    line.plies.windows(4).any(|four| {
        let [to_22, clears_18, back, clears_16] = four else {
            return false;
        };
        to_22.ours()
            && to_22.ends_on(&[22])
            && clears_18.runs(18, 27)
            && clears_18.takes_just(&[22])
            && back.runs(32, 21)
            && back.takes_just(&[27])
            && clears_16.runs(16, 27)
            && clears_16.takes_just(&[21])
    })
}

/// A man that the enemy was made to bring to a square by a capture is the first that the rafle takes.
fn is_brought_to(line: &Line, rafle: &Ply, square: u8) -> bool {
    let first = rafle.taken.first();
    rafle.first_takes(square)
        && line.replies().any(|reply| {
            reply.played.is_capture()
                && reply.ends_on(&[square])
                && first.is_some_and(|taken| taken.origin == reply.mover)
        })
}

fn is_marne(line: &Line, rafle: &Ply) -> bool {
    let crowns = |reply: &Ply| reply.runs(27, 47) && reply.played.promotes;
    let returns = |reply: &Ply| reply.runs(47, 20);
    links(line, &[TO_27, (33, 29, 24, 33), (38, 20, 27, 47)])
        && line.replies().any(crowns)
        && line.replies().any(returns)
        && rafle_from(rafle, 25)
        && rafle.first_takes(20)
}

fn is_express(line: &Line, rafle: &Ply) -> bool {
    let walked = |from, to| {
        let is_26 = move |reply: &&Ply| reply.runs(from, to) && reply.mover.number() == 26;
        line.replies().any(|reply| is_26(&reply))
    };
    // The man from 16 brought to 18 stands in the rafle; or man 18 has been drawn away from there.
    let to_18 = |reply: &Ply| reply.mover.number() == 16 && reply.ends_on(&[18]);
    let from_18 = |reply: &Ply| reply.mover.number() == 18 && reply.played.from.number() == 18;
    walked(26, 37)
        && walked(37, 28)
        && line.replies().any(|reply| to_18(reply) || from_18(reply))
        && rafle_from(rafle, 33)
        && rafle.first_takes(28)
}

fn is_napoleon(line: &Line, rafle: &Ply) -> bool {
    rafle.runs(31, 4) && rafle.starts_over(&[22, 33, 24]) && is_brought_to(line, rafle, 27)
}

fn is_raphael(line: &Line, rafle: &Ply) -> bool {
    let passes = [(49, 44, 21, 43)];
    links(line, &passes) && line.ours().any(|ply| ply.runs(44, 11)) && rafle.runs(48, 17)
}

fn is_horse(line: &Line) -> bool {
    let three = |reply: &Ply| reply.runs(24, 31) && reply.taken.len() == 3;
    links(line, &[TO_27, (33, 29, 24, 31)]) && line.replies().any(three)
}

fn is_staircase(line: &Line, rafle: &Ply) -> bool {
    let crowns = |square| {
        let mut replies = line.replies();
        replies.any(move |reply| reply.played.promotes && reply.ends_on(&[square]))
    };
    let comes = |from, to| line.replies().any(|reply| reply.runs(from, to));
    crowns(48)
        && crowns(49)
        && comes(48, 31)
        && comes(49, 21)
        && rafle_from(rafle, 26)
        && rafle.first_takes(21)
}

fn is_whirl(line: &Line, rafle: &Ply) -> bool {
    let frees = |reply: &Ply| reply.runs(23, 32) && reply.takes_just(&[28]);
    links(line, &[TO_27, (38, 33, 27, 29)])
        && line.replies().any(frees)
        && rafle.runs(34, 5)
        && is_brought_to(line, rafle, 29)
}

fn is_bonnard(line: &Line, rafle: &Ply) -> bool {
    let (to_30, to_34) = ((30, 24, 19, 30), (34, 29, 23, 34));
    let rest = [(38, 32, 27, 29), (43, 38, 34, 32), (37, 17, 12, 21)];
    let after = |first, second| links(line, &[first, second, rest[0], rest[1], rest[2]]);
    (after(to_30, to_34) || after(to_34, to_30)) && rafle.runs(25, 5)
}
