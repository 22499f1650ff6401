//! What games, readings and branches of the family are called in French, with a sentence for each.

use damier_rules::variant::rule_table::Family;

use crate::wording::games::Named;

/// The games by their stable names, as they stand in running text.
pub(in crate::wording) const GAMES: &[Named] = &[
    Named::new(
        "international",
        "dames internationales",
        "Le jeu des clubs et des championnats du monde : 100 cases, des dames à longue portée, \
             et \
         toujours la prise du plus grand nombre.",
    ),
    Named::new(
        "frisian",
        "dames frisonnes",
        "On prend aussi le long des rangées et des colonnes, et la prise qui vaut le plus passe \
             avant \
         les autres.",
    ),
    Named::new(
        "frysk",
        "Frysk!",
        "Les dames frisonnes avec cinq pions chacun : des parties courtes, pleines de dames.",
    ),
    Named::new(
        "killer",
        "dames « killer »",
        "Les dames internationales avec moins de remises : une dame qui prend une dame en \
             dernier \
         s'arrête juste derrière elle.",
    ),
    Named::new(
        "antidraughts",
        "qui perd gagne",
        "Les dames internationales à l'envers : qui n'a plus de pièce ou plus de coup a gagné.",
    ),
    Named::new(
        "breakthrough",
        "jeu de la percée",
        "Les dames internationales à la course : la première dame gagne la partie.",
    ),
    Named::new(
        "brazilian",
        "dames brésiliennes",
        "Les règles internationales sur le petit damier de 64 cases.",
    ),
    Named::new(
        "russian",
        "dames russes",
        "On choisit librement sa prise, et un pion qui atteint la dernière rangée en prenant \
             continue \
         comme dame.",
    ),
    Named::new(
        "poddavki",
        "poddavki",
        "Les dames russes à l'envers : qui n'a plus de pièce ou plus de coup a gagné.",
    ),
    Named::new(
        "pool",
        "pool checkers",
        "Des dames à longue portée et le libre choix de la prise ; un pion n'est promu que là \
             où son \
         coup se termine.",
    ),
    Named::new(
        "english",
        "dames anglaises",
        "Les « checkers » d'Amérique : les dames vont d'une case, et les pions ne prennent \
             qu'en avant.",
    ),
    Named::new(
        "italian",
        "dames italiennes",
        "Des dames à courte portée qu'aucun pion ne peut prendre, et un ordre strict entre les \
             prises.",
    ),
    Named::new(
        "spanish",
        "dames espagnoles",
        "Des dames à longue portée, des pions qui prennent en avant, le plus de pièces d'abord \
             et \
         ensuite le plus de dames.",
    ),
    Named::new(
        "portuguese",
        "dames portugaises",
        "Le jeu classique du Portugal, avec les règles des dames espagnoles.",
    ),
    Named::new(
        "german",
        "dames allemandes",
        "Les pions ne prennent qu'en avant, et une dame s'arrête juste derrière la pièce \
             qu'elle prend.",
    ),
    Named::new(
        "german-free",
        "dames allemandes libres",
        "Une autre façon de jouer en Allemagne : les pions prennent aussi en arrière, et les \
             dames \
         s'arrêtent où elles veulent.",
    ),
    Named::new(
        "czech",
        "dames tchèques",
        "Des dames à longue portée, des pions qui prennent en avant, et la prise par une dame \
             avant la \
         prise par un pion.",
    ),
    Named::new(
        "canadian",
        "dames canadiennes",
        "Les règles internationales sur le grand damier de 144 cases, avec 30 pions chacun.",
    ),
    Named::new(
        "sri-lankan",
        "dames sri-lankaises",
        "Le jeu canadien sur le damier vu dans un miroir.",
    ),
    Named::new(
        "turkish",
        "dames turques",
        "Sur les 64 cases, le long des rangées et des colonnes, et chaque pièce prise quitte \
             aussitôt \
         le damier.",
    ),
    Named::new(
        "thai",
        "dames thaïlandaises",
        "Le makhos : huit pions chacun, et des dames à longue portée qui s'arrêtent juste \
             derrière la \
         pièce qu'elles prennent.",
    ),
    Named::new(
        "spantsiretti",
        "dames de Spantsiretti",
        "Les dames russes sur un damier de dix cases de large et huit de haut.",
    ),
    Named::new(
        "first-forward",
        "dames « en avant d'abord »",
        "D'après une feuille de règles d'école : un pion peut prendre en arrière, mais pas avec \
             sa \
         première prise.",
    ),
    Named::new(
        "french-1754",
        "dames françaises de 1754",
        "D'après l'Encyclopédie : des dames à courte portée sur 64 cases, et l'on souffle qui \
             oublie de \
         prendre.",
    ),
    Named::new(
        "polish-1754",
        "dames polonaises de 1754",
        "D'après l'Encyclopédie : l'ancêtre du jeu international, où l'on souffle.",
    ),
    Named::new(
        "alquerque",
        "alquerque",
        "Le vieux jeu de points et de lignes d'où viennent les dames ; on n'y fait pas de dame.",
    ),
];

/// Readings of a game that are not the usual one, by their full stable names.
pub(in crate::wording) const READINGS: &[Named] = &[
    Named::new(
        "brazilian:twenty-moves",
        "remise après vingt coups de dames",
        "La fédération nationale compte vingt coups de dames, et aucune fin de partie de peu de \
             pièces.",
    ),
    Named::new(
        "pool:unified",
        "règles unifiées",
        "Les Blancs commencent et les cases ont des lettres, comme au Zimbabwe et ailleurs.",
    ),
    Named::new(
        "turkish:promotes-in-passing",
        "promotion en passant",
        "Un pion qui atteint la dernière rangée en prenant continue aussitôt comme dame.",
    ),
    Named::new(
        "thai:no-half-turn",
        "sans demi-tour",
        "Au cours d'une prise, une dame ne peut pas revenir tout droit d'où elle vient.",
    ),
    Named::new(
        "french-1754:shorter-route-huffed",
        "souffler sans pitié",
        "On peut souffler aussi une pièce qui a pris par un chemin plus court qu'un autre.",
    ),
    Named::new(
        "polish-1754:shorter-route-huffed",
        "souffler sans pitié",
        "On peut souffler aussi une pièce qui a pris par un chemin plus court qu'un autre.",
    ),
    Named::new(
        "alquerque:huffing",
        "avec souffler",
        "La prise n'est pas obligatoire, mais on peut souffler la pièce qui oublie de prendre.",
    ),
];

/// The reading that is played unless another is chosen.
pub(in crate::wording) const USUAL: Named = Named::new(
    "",
    "règles habituelles",
    "Les règles telles qu'on les joue si rien d'autre n'est convenu.",
);

pub(in crate::wording) const fn family(family: Family) -> &'static str {
    match family {
        Family::International => "la famille internationale",
        Family::Frisian => "jeux frisons",
        Family::Russian => "jeux russes et pool",
        Family::English => "dames anglaises",
        Family::Latin => "Italie, Espagne et Portugal",
        Family::Central => "Allemagne, Bohême et Thaïlande",
        Family::Orthogonal => "tout droit : les dames turques",
        Family::Old => "jeux anciens",
    }
}
