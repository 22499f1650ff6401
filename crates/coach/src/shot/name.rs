//! Names: shots with an established name, each recognised by its squares. Called by `classify` for
//! the international game only, since the squares are those of its board. Definitions are written
//! for White (see `half_turn`); the squares of a line of Black are turned.
//!
//! A name is given if its signature matches exactly. Three shots, whose many forms players call by
//! one name, are also recognised by their rafle and its first link, with a [`Form`]; otherwise the
//! shot is "n for m". Sources: French Wikipedia (the pages "Coup ..."), Dubois's courses for the
//! French federation, and the Dutch clubs' texts for the KNDB diplomas.
//!
//! **Deliberately left out.** *Haarlem* (Haarlemmer zet), *coup du trèfle*, *coup de l'arc* and
//! *catapulte*: no source available to us gives their squares. *Zimmermann* differs only by a rafle
//! from 41, and we have no example to test it with.

use damier_rules::Kind;

use super::line::{Line, Ply};
use super::signature::{Reply, links, rafle_from, replies};

/// A shot with a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum NamedShot {
    /// *Coup royal*: an enemy man is brought to 34; rafle from 40, supported by 45, over 29, 20 and
    /// 9; landing 9, 7 or 16, the last two by way of 18.
    Royal,
    /// *Coup Philippe*: a man stands on 22, 18x27, 32x21, 16x27; a man is brought to 34 (rafle from
    /// 40) or 33 (from 38); the rafle passes 18.
    Philippe,
    /// *Coup de la Marne*, after Dubois: 27-22 18x27, 33-29 24x33, 38x20 27x47, and the king is
    /// brought back to 20.
    Marne,
    /// *Coup express, coup Weiss*: man 26 is walked 26x37x28, man 16 or 18 is drawn away; rafle
    /// from 33.
    Express,
    /// *Coup Napoléon*: a man is brought to the first link of a zigzag: 31x4 by 27, 29x7 by 23,
    /// 39x8 by 33, 40x16 by 34.
    Napoleon,
    /// *Coup Raphaël*: 49-44 lets 21x43 pass; two rafles, 44x11 and 48x17.
    Raphael,
    /// *Coup Fabre* in French: man 23 is deflected to 34, 17x28, 32x25, in any order.
    Fabre,
    /// *Coup du cheval*, in Dutch and international texts *coup Fabre*: a man stands on 22, 18x27,
    /// 33-29 24x31 taking three, and a rafle that returns, 28x37.
    Horse,
    /// *Coup Springer*: a man stands on 22, 18x27, 32x21 23x41, 21-17 11x22, 42-37 41x32; rafle
    /// from 38.
    Springer,
    /// *Coup de l'escalier*: two enemy men crown and are brought back one after the other, as on 48
    /// and 49 to 31 and 21; the second is the first link of the rafle.
    Staircase,
    /// *Double-deux*: 27-22 18x27, 28-23 19x28, two rafles of two: 30x10 and 33x31.
    DoubleTwo,
    /// *Coup du chapelet*: 19x28, 30x19 14x23, 25x14 10x19, a man to 33, 28x30; rafle from 35.
    Rosary,
    /// *Coup de l'escargot*: a man stands on 22, 18x27, 32x21, 16x27, 37-31 26x37; rafle from 42
    /// over 31, 22 and 11.
    Snail,
    /// *Moulinet*: a man stands on 22, 18x27, 38-33 27x29, a free move while 23 takes 28; 34x5.
    Whirl,
    /// *Coup Bonnard*: 34-29 23x34, 38-32 27x29, 43-38 34x32, 37x17, and 30-24 19x30 at any time;
    /// rafle from 25 over 30.
    Bonnard,
}

/// A form of a named shot with a word of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Form {
    /// A Philippe whose rafle from 38 turns to 9: French Wikipedia calls this *coup de la Marne*.
    TurningTo9,
    /// The rafle of the shot after a single offer: nothing has to be cleared.
    Elementary,
    /// The same mechanism with other links or squares than in the pure form.
    Related,
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
            NamedShot::Fabre => {
                replies(line, &[(23, 34)]) && replies(line, &[(17, 28)]) && rafle.runs(32, 25)
            }
            NamedShot::Horse => is_horse(line) && rafle.runs(28, 37),
            NamedShot::Springer => {
                let walk = [CLEARS_18, (23, 41), (11, 22), (41, 32)];
                replies(line, &walk) && rafle_from(rafle, 38) && rafle.first_takes(32)
            }
            NamedShot::Staircase => is_staircase(line, rafle),
            NamedShot::DoubleTwo => {
                let first = |ply: &Ply| ply.runs(30, 10) && ply.takes_just(&[24, 14]);
                replies(line, &[CLEARS_18, (19, 28)])
                    && line.ours().any(first)
                    && rafle.runs(33, 31)
                    && rafle.takes_just(&[27, 28])
            }
            NamedShot::Rosary => {
                let beads = [(19, 28), (14, 23), (10, 19), (28, 30)];
                replies(line, &beads) && rafle_from(rafle, 35) && rafle.first_takes(30)
            }
            NamedShot::Snail => {
                replies(line, &[CLEARS_18, (16, 27), (26, 37)])
                    && line.ours().any(|ply| ply.runs(32, 21))
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
    pub const ALL: [Form; 3] = [Form::TurningTo9, Form::Elementary, Form::Related];

    /// The stable code in messages and test data.
    pub const fn code(self) -> &'static str {
        match self {
            Form::TurningTo9 => "turning-to-9",
            Form::Elementary => "elementary",
            Form::Related => "related",
        }
    }
}

/// The name of a shot and its form. Its rafle need not be the last capture of the line: the enemy
/// may have a capture left afterwards. An exact signature comes before a mechanism; among equals
/// the first in [`NamedShot::ALL`] is returned.
pub(super) fn found(line: &Line) -> Option<(NamedShot, Option<Form>)> {
    exact(line).or_else(|| by_mechanism(line))
}

fn exact(line: &Line) -> Option<(NamedShot, Option<Form>)> {
    let named = |name: NamedShot| {
        let rafle = rafles(line).find(|rafle| name.is_in(line, rafle))?;
        Some((name, rafle))
    };
    let (name, rafle) = NamedShot::ALL.into_iter().find_map(named)?;
    let turns = name == NamedShot::Philippe && rafle_from(rafle, 38) && rafle.lands_on_number(9);
    Some((name, turns.then_some(Form::TurningTo9)))
}

/// The rafles by men, the last one first.
fn rafles(line: &Line) -> impl Iterator<Item = &Ply> {
    line.ours()
        .filter(|ply| ply.is_rafle() && ply.by_man())
        .rev()
}

/// A shot that works as a named one does but differs from it in some squares or links.
fn by_mechanism(line: &Line) -> Option<(NamedShot, Option<Form>)> {
    let offers = line
        .replies()
        .filter(|reply| !reply.taken.is_empty())
        .count();
    let form = if offers == 1 {
        Form::Elementary
    } else {
        Form::Related
    };
    let is_any = |works: fn(&Line, &Ply) -> bool| rafles(line).any(|rafle| works(line, rafle));
    if is_any(works_as_philippe) {
        Some((NamedShot::Philippe, Some(form)))
    } else if is_any(works_as_express) {
        Some((NamedShot::Express, Some(form)))
    } else if is_any(works_as_napoleon) {
        Some((NamedShot::Napoleon, Some(Form::Related)))
    } else {
        None
    }
}

/// Whether the rafle is that of a Philippe: from 40 over a man brought to 34, or from 38 over one
/// brought to 33, and on by way of 18. If the man on 33 came from 22, it is a *coup parallèle*.
fn works_as_philippe(line: &Line, rafle: &Ply) -> bool {
    let from_40 = rafle_from(rafle, 40) && is_brought_to(line, rafle, 34);
    let from_38 =
        rafle_from(rafle, 38) && is_brought_to(line, rafle, 33) && !replies(line, &[(22, 33)]);
    (from_40 || from_38) && rafle.starts_over(&[29, 18]) && !rafle.ends_on(&[18])
}

/// Whether the man on 26 is led to 28 by way of 37, and the rafle from 33 takes it first; or, on
/// the other wing, a man on 30 by way of 39, for a rafle from 32.
fn works_as_express(line: &Line, rafle: &Ply) -> bool {
    let led = |edge: u8, turn: u8, striker: u8| {
        let captures = || line.replies().filter(|reply| reply.played.is_capture());
        let starts =
            |reply: &Ply| reply.played.from.number() == edge && reply.lands_on_number(turn);
        let Some(link) = rafle.taken.first() else {
            return false;
        };
        rafle_from(rafle, striker)
            && link.square.number() == 28
            && link.kind == Kind::Man
            && captures().any(|reply| starts(reply) && reply.mover == link.origin)
    };
    led(26, 37, 33) || led(30, 39, 32)
}

/// Whether the first three pieces are taken in a zigzag: forwards, back, and forwards again, on the
/// same side; the first of them was brought there.
fn works_as_napoleon(line: &Line, rafle: &Ply) -> bool {
    let Some(first) = rafle.taken.first() else {
        return false;
    };
    rafle.is_zigzag() && is_brought_to(line, rafle, first.square.number())
}

/// The man on 18 captures one that has come to 22.
const CLEARS_18: Reply = (18, 27);

fn is_royal(line: &Line, rafle: &Ply) -> bool {
    rafle_from(rafle, 40)
        && rafle.runs_along(&[29, 20, 9, 18, 7, 16])
        && rafle.ends_on(&[9, 7, 16])
        && rafle.has_own(45)
        && is_brought_to(line, rafle, 34)
}

fn is_philippe(line: &Line, rafle: &Ply) -> bool {
    let from_40 = rafle_from(rafle, 40) && is_brought_to(line, rafle, 34);
    let from_38 = rafle_from(rafle, 38) && is_brought_to(line, rafle, 33);
    opens_as_philippe(line)
        && (from_40 || from_38)
        && rafle.starts_over(&[29, 18])
        && !rafle.ends_on(&[18])
}

/// Our man that has come to 22 is taken by 18x27, then 32x21 16x27, which clears 18 and 16. Other
/// links may come between.
fn opens_as_philippe(line: &Line) -> bool {
    let clears = |ply: &Ply, square: u8| ply.ends_on(&[27]) && ply.takes_just(&[square]);
    let back = |ply: &Ply| ply.runs(32, 21) && ply.takes_just(&[27]);
    replies(line, &[CLEARS_18, (16, 27)])
        && line.replies().any(|reply| clears(reply, 22))
        && line.ours().any(back)
        && line.replies().any(|reply| clears(reply, 21))
}

/// Whether the first piece of the rafle is a man that the enemy was made to bring to this square by
/// a capture.
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
    replies(line, &[CLEARS_18, (24, 33), (27, 47), (47, 20)])
        && line.ours().any(|ply| ply.runs(38, 20))
        && line.replies().any(crowns)
        && rafle_from(rafle, 25)
        && rafle.first_takes(20)
}

fn is_express(line: &Line, rafle: &Ply) -> bool {
    let captures = || line.replies().filter(|reply| reply.played.is_capture());
    let walks = |walker: &Ply| {
        let on = |reply: &Ply| reply.runs(37, 28) && reply.mover == walker.mover;
        walker.runs(26, 37) && captures().any(on)
    };
    let is_drawn = |reply: &Ply| [16, 18].contains(&reply.mover.number()) && !reply.runs(37, 28);
    captures().any(walks)
        && captures().any(is_drawn)
        && rafle_from(rafle, 33)
        && rafle.first_takes(28)
}

fn is_napoleon(line: &Line, rafle: &Ply) -> bool {
    NAPOLEON.iter().any(|&(zigzag, first, landing)| {
        rafle.starts_over(&zigzag[1..])
            && rafle.runs(zigzag[0], landing)
            && is_brought_to(line, rafle, first)
    })
}

/// The forms of Napoléon: start and three landings of the zigzag, its first link, and where the
/// rafle ends. The text names them by start and end; from each start exactly one zigzag (up, down
/// and up again on the same side) leads to the end.
const NAPOLEON: [([u8; 4], u8, u8); 4] = [
    ([31, 22, 33, 24], 27, 4),
    ([29, 18, 27, 16], 23, 7),
    ([39, 28, 37, 26], 33, 8),
    ([40, 29, 38, 27], 34, 16),
];

fn is_raphael(line: &Line, rafle: &Ply) -> bool {
    let passes = [(49, 44, 21, 43)];
    links(line, &passes) && line.ours().any(|ply| ply.runs(44, 11)) && rafle.runs(48, 17)
}

fn is_horse(line: &Line) -> bool {
    let three = |reply: &Ply| reply.runs(24, 31) && reply.taken.len() == 3;
    replies(line, &[CLEARS_18, (24, 31)]) && line.replies().any(three)
}

/// Two enemy men crown, each is made to capture again as a king, and both are taken; the second one
/// by the rafle, as its first link.
fn is_staircase(line: &Line, rafle: &Ply) -> bool {
    let comes_back = |crowned: &&Ply| {
        let again = |later: &Ply| {
            later.mover == crowned.mover
                && later.played.is_capture()
                && later.piece.kind == Kind::King
        };
        crowned.played.promotes && line.replies().any(again) && line.takes_later(0, crowned.mover)
    };
    let kings: Vec<&Ply> = line.replies().filter(comes_back).collect();
    let first = rafle.taken.first();
    let is_last = |king: &&Ply| first.is_some_and(|taken| taken.origin == king.mover);
    kings.len() >= 2 && kings.iter().any(is_last)
}

fn is_whirl(line: &Line, rafle: &Ply) -> bool {
    let frees = |reply: &Ply| reply.runs(23, 32) && reply.takes_just(&[28]);
    replies(line, &[CLEARS_18, (27, 29)])
        && line.replies().any(frees)
        && rafle_from(rafle, 34)
        && rafle.starts_over(&[23, 14])
        && is_brought_to(line, rafle, 29)
}

fn is_bonnard(line: &Line, rafle: &Ply) -> bool {
    replies(line, &[(19, 30)])
        && replies(line, &[(23, 34), (27, 29), (34, 32)])
        && line.ours().any(|ply| ply.runs(37, 17))
        && rafle_from(rafle, 25)
        && rafle.first_takes(30)
}
