//! What games, readings and branches of the family are called in English, with a sentence for each.

use damier_rules::variant::rule_table::Family;

use crate::wording::games::Named;

/// The games by their stable names, as they stand in running text.
pub(in crate::wording) const GAMES: &[Named] = &[
    Named::new(
        "international",
        "international draughts",
        "The game of clubs and world championships: 100 squares, flying kings, and always the \
             capture of \
         most pieces.",
    ),
    Named::new(
        "frisian",
        "Frisian draughts",
        "Pieces also capture along rows and columns, and the capture of the greatest value \
             comes first.",
    ),
    Named::new(
        "frysk",
        "Frysk!",
        "Frisian draughts with five men each: short games, full of kings.",
    ),
    Named::new(
        "killer",
        "killer draughts",
        "International draughts with fewer draws: a king that captures a king last must stop \
             right \
         behind it.",
    ),
    Named::new(
        "antidraughts",
        "antidraughts",
        "International draughts turned round: whoever has no piece or no move left has won.",
    ),
    Named::new(
        "breakthrough",
        "breakthrough draughts",
        "International draughts as a race: the first king wins the game.",
    ),
    Named::new(
        "brazilian",
        "Brazilian draughts",
        "The international rules on the small board of 64 squares.",
    ),
    Named::new(
        "russian",
        "Russian draughts",
        "Any capture may be chosen, and a man that reaches the last row in a capture goes on as \
             a king.",
    ),
    Named::new(
        "poddavki",
        "poddavki",
        "Russian draughts turned round: whoever has no piece or no move left has won.",
    ),
    Named::new(
        "pool",
        "pool checkers",
        "Flying kings and free choice among captures; a man is promoted only where its move \
             ends.",
    ),
    Named::new(
        "english",
        "English draughts",
        "Also called American checkers: kings go one square, and men capture forward only.",
    ),
    Named::new(
        "italian",
        "Italian draughts",
        "Short kings that no man may capture, and a strict order among captures.",
    ),
    Named::new(
        "spanish",
        "Spanish draughts",
        "Flying kings, men that capture forward, the most pieces first and then the most kings.",
    ),
    Named::new(
        "portuguese",
        "Portuguese draughts",
        "The classic game of Portugal, with the rules of Spanish draughts.",
    ),
    Named::new(
        "german",
        "German draughts",
        "Men capture forward only, and a flying king stops right behind the piece that it \
             captures.",
    ),
    Named::new(
        "german-free",
        "free German draughts",
        "Another way to play in Germany: men capture backward too, and kings stop where they \
             like.",
    ),
    Named::new(
        "czech",
        "Czech draughts",
        "Flying kings, men that capture forward, and a capture by a king before one by a man.",
    ),
    Named::new(
        "canadian",
        "Canadian draughts",
        "The international rules on the great board of 144 squares, with 30 men each.",
    ),
    Named::new(
        "sri-lankan",
        "Sri Lankan draughts",
        "The Canadian game on the board seen in a mirror.",
    ),
    Named::new(
        "turkish",
        "Turkish draughts",
        "On all 64 squares, along rows and columns, and each captured piece leaves the board at \
             once.",
    ),
    Named::new(
        "thai",
        "Thai draughts",
        "Makhos: eight men each, and flying kings that stop right behind the piece that they \
             capture.",
    ),
    Named::new(
        "spantsiretti",
        "Spantsiretti draughts",
        "Russian draughts on a board ten squares wide and eight high.",
    ),
    Named::new(
        "first-forward",
        "forward-first draughts",
        "From a school's rule sheet: a man may capture backward, but not with its first capture.",
    ),
    Named::new(
        "french-1754",
        "French draughts of 1754",
        "From the Encyclopédie: short kings on 64 squares, and a missed capture may be huffed.",
    ),
    Named::new(
        "polish-1754",
        "Polish draughts of 1754",
        "From the Encyclopédie: the forebear of the international game, with huffing.",
    ),
    Named::new(
        "alquerque",
        "alquerque",
        "The old game on points and lines that draughts come from; it knows no kings.",
    ),
];

/// Readings of a game that are not the usual one, by their full stable names.
pub(in crate::wording) const READINGS: &[Named] = &[
    Named::new(
        "brazilian:twenty-moves",
        "draw after twenty king moves",
        "The national federation counts twenty moves by kings only, and no balance of few \
             pieces.",
    ),
    Named::new(
        "pool:unified",
        "unified",
        "White moves first and the squares have letters, as in Zimbabwe and elsewhere.",
    ),
    Named::new(
        "turkish:promotes-in-passing",
        "promotion in passing",
        "A man that reaches the last row in a capture goes on at once as a king.",
    ),
    Named::new(
        "thai:no-half-turn",
        "no half turn",
        "Within one capture a king may not turn straight back the way it came.",
    ),
    Named::new(
        "french-1754:shorter-route-huffed",
        "strict huffing",
        "A piece that captured along a shorter way than it could have may be huffed as well.",
    ),
    Named::new(
        "polish-1754:shorter-route-huffed",
        "strict huffing",
        "A piece that captured along a shorter way than it could have may be huffed as well.",
    ),
    Named::new(
        "alquerque:huffing",
        "with huffing",
        "Capturing is not compulsory, but a piece that misses a capture may be huffed.",
    ),
];

/// The reading that is played unless another is chosen.
pub(in crate::wording) const USUAL: Named = Named::new(
    "",
    "usual rules",
    "The rules as they are played unless something else is agreed.",
);

pub(in crate::wording) const fn family(family: Family) -> &'static str {
    match family {
        Family::International => "the international family",
        Family::Frisian => "Frisian games",
        Family::Russian => "Russian games and pool",
        Family::English => "English draughts",
        Family::Latin => "Italy, Spain and Portugal",
        Family::Central => "Germany, Bohemia and Thailand",
        Family::Orthogonal => "straight ahead: Turkish draughts",
        Family::Old => "old games",
    }
}
