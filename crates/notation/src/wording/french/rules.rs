//! The French sentences of a rule sheet. Each one says one fact of a rule table. None depends on
//! which game it is.

use damier_rules::variant::rule_table::{
    Corner, Goal, KingFacts, Landing, ManFacts, Naming, Obligation, Passing, Precedence, Range,
    Removal, ResultStyle, ShorterRoute, Start,
};
use damier_rules::variant::{Lines, Reach};
use damier_rules::{Cells, RuleTable};

use super::{Gender, draws, number, side_first};
use crate::square_names;
use crate::wording::rule_facts::{Facts, Section, has_kings};

pub(in crate::wording) const fn title(section: Section) -> &'static str {
    match section {
        Section::Board => "Le damier",
        Section::Men => "Les pions",
        Section::Kings => "Les dames",
        Section::Capturing => "La prise",
        Section::Choice => "Le choix de la prise",
        Section::Promotion => "La promotion",
        Section::End => "La victoire",
        Section::Draws => "La remise",
        Section::Notation => "La notation",
    }
}

pub(in crate::wording) fn sentences(section: Section, facts: &Facts) -> Vec<String> {
    let table = facts.table;
    match section {
        Section::Board => board(facts),
        Section::Men => men(table),
        Section::Kings => kings(table),
        Section::Capturing => capturing(table),
        Section::Choice => choice(table),
        Section::Promotion => promotion(table),
        Section::End => end(table.goal),
        Section::Draws => draw_rules(table),
        Section::Notation => notation(facts),
    }
}

fn board(facts: &Facts) -> Vec<String> {
    let board = facts.table.board;
    let (width, height, count) = (board.width, board.height, board.square_count());
    let mut said = match board.cells {
        Cells::Dark { bottom_left } => {
            let hand = if bottom_left { "gauche" } else { "droite" };
            vec![
                format!(
                    "On joue sur les {count} cases d'une même couleur d'un damier de {width} × \
                     {height}."
                ),
                format!(
                    "Le damier est posé de sorte que chaque joueur ait une de ces cases dans le \
                     coin à sa {hand}."
                ),
            ]
        }
        Cells::All => vec![format!(
            "On joue sur les {count} cases d'un damier de {width} × {height}."
        )],
        Cells::Lines => vec![format!(
            "On joue sur {count} points, en {height} rangées de {width}, le long des lignes qui \
             les relient."
        )],
    };
    let men = facts.men;
    said.push(match facts.table.start {
        Start::Rows { full: 1, behind: 0 } => {
            format!("Chaque camp commence avec {men} pions sur la rangée la plus proche de lui.")
        }
        Start::Rows { full, behind: 0 } => format!(
            "Chaque camp commence avec {men} pions sur les {} rangées les plus proches de lui.",
            number(full, Gender::Feminine)
        ),
        Start::Rows { full, behind: 1 } => format!(
            "Chaque camp commence avec {men} pions sur {} rangées, la rangée derrière eux restant \
             vide.",
            number(full, Gender::Feminine)
        ),
        Start::Rows { full, behind } => format!(
            "Chaque camp commence avec {men} pions sur {} rangées, les {} rangées derrière eux \
             restant vides.",
            number(full, Gender::Feminine),
            number(behind, Gender::Feminine)
        ),
        Start::Squares { .. } => {
            let name = |square| square_names::name(facts.variant, square).to_string();
            let empty: Vec<String> = facts.empty.iter().map(|&square| name(square)).collect();
            format!(
                "Chaque camp commence avec {men} pions ; au départ, seul {} reste libre.",
                empty.join(", ")
            )
        }
    });
    let first = side_first(facts.table.first);
    said.push(format!(
        "{first} commencent, puis les deux camps jouent à tour de rôle."
    ));
    said
}

/// `d'une case en diagonale`, `le long d'une ligne jusqu'au point voisin`.
const fn one_step(lines: Lines) -> &'static str {
    match lines {
        Lines::Diagonals => "d'une case en diagonale",
        Lines::RowsAndColumns => "d'une case le long de la rangée ou de la colonne",
        Lines::EightDirections => {
            "d'une case le long de la rangée, de la colonne ou d'une diagonale"
        }
        Lines::Drawn => "le long d'une ligne jusqu'au point voisin",
    }
}

const fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::Forward => ", vers l'avant",
        Reach::ForwardAndSideways => ", vers l'avant ou de côté",
        Reach::Everywhere => ", dans tous les sens",
    }
}

fn men(table: &RuleTable) -> Vec<String> {
    let ManFacts {
        steps,
        first_capture,
        later_capture,
        takes_kings,
    } = table.man;
    let place = place(table);
    let mut said = vec![
        format!(
            "Un pion se déplace {}{}.",
            one_step(table.man_quiet_lines()),
            reach(Reach::of(steps))
        ),
        format!(
            "Il prend une pièce adverse voisine en sautant par-dessus, et se pose sur {} libre \
             juste derrière.",
            place.the
        ),
    ];
    if table.capture_lines() == Lines::EightDirections && table.board.cells != Cells::All {
        said.push(
            "En diagonale, la pièce voisine est sur la case d'à côté ; sur une rangée ou une \
             colonne, sur la case suivante de la même couleur."
                .to_owned(),
        );
    }
    let eight = table.capture_lines() == Lines::EightDirections;
    let sense = match (Reach::of(first_capture), Reach::of(later_capture)) {
        (Reach::Forward, Reach::Forward) => "Il ne prend qu'en avant.",
        (Reach::ForwardAndSideways, _) => {
            match (table.man_quiet_lines(), table.man_capture_lines()) {
                (_, Lines::EightDirections) => {
                    "Il prend dans cinq directions : tout droit et en diagonale vers l'avant, et de côté ; jamais en arrière."
                }
                (Lines::EightDirections, _) => {
                    "Il prend tout droit vers l'avant et de côté, jamais en diagonale ni en arrière."
                }
                _ => "Il prend en avant et de côté, jamais en arrière.",
            }
        }
        (Reach::Forward, _) => {
            "La première prise d'un coup se fait en avant ; les suivantes peuvent aussi se faire \
             en arrière."
        }
        (Reach::Everywhere, _) if eight => {
            "Il prend dans les huit directions : diagonales, rangées et colonnes, en avant et en \
             arrière."
        }
        (Reach::Everywhere, _) => "Il prend en avant comme en arrière.",
    };
    said.push(sense.to_owned());
    if !takes_kings {
        said.push("Un pion ne peut pas prendre une dame.".to_owned());
    }
    said
}

fn kings(table: &RuleTable) -> Vec<String> {
    let KingFacts { range, landing, .. } = table.king;
    let place = place(table);
    let along = match table.quiet_lines() {
        Lines::Diagonals => "d'une diagonale",
        Lines::RowsAndColumns => "d'une rangée ou d'une colonne",
        Lines::EightDirections => "d'une diagonale, d'une rangée ou d'une colonne",
        Lines::Drawn => "d'une ligne",
    };
    let mut said = Vec::new();
    match range {
        Range::One => {
            said.push(format!(
                "Une dame se déplace {}, en avant ou en arrière.",
                one_step(table.quiet_lines())
            ));
            said.push(format!(
                "Elle prend une pièce voisine dans toutes ces directions, et se pose sur {} \
                 juste derrière.",
                place.the
            ));
        }
        Range::Line => {
            said.push(format!(
                "Une dame va aussi loin qu'elle veut sur les {} libres {along}, en avant ou en \
                 arrière.",
                place.many
            ));
            let behind = match landing {
                Landing::Free | Landing::BehindLastKing => {
                    format!("n'importe {} libre derrière elle", place.any)
                }
                Landing::Behind => format!("{} juste derrière elle", place.the),
            };
            said.push(format!(
                "Elle prend une pièce à distance, si le chemin est libre, et se pose sur \
                 {behind}."
            ));
            let eight = Lines::EightDirections;
            if table.capture_lines() == eight && table.quiet_lines() != eight {
                said.push(
                    "Elle prend dans les huit directions : diagonales, rangées et colonnes."
                        .to_owned(),
                );
            }
            if table.capture_lines() != table.lines() {
                said.push("Elle ne prend que le long des rangées et des colonnes.".to_owned());
            }
            if landing != Landing::Behind && table.obligation == Obligation::Compulsory {
                said.push(
                    "Si elle peut encore prendre ensuite, elle doit se poser là où la rafle \
                     continue."
                        .to_owned(),
                );
            }
            if landing == Landing::BehindLastKing {
                said.push(format!(
                    "Si la dernière pièce qu'elle prend est une dame, elle s'arrête sur {} juste \
                     derrière.",
                    place.the
                ));
            }
        }
    }
    if let Some(most) = table.king_run {
        said.push(format!(
            "Un camp qui a encore des pions ne peut pas jouer plus de {} coups de suite sans \
             prise avec la même dame.",
            number(most, Gender::Masculine)
        ));
    }
    said
}

fn capturing(table: &RuleTable) -> Vec<String> {
    let mut said = Vec::new();
    let mut say = |sentence: &str| said.push(sentence.to_owned());
    match table.obligation {
        Obligation::Compulsory => {
            say("La prise est obligatoire : qui peut prendre doit prendre.");
            say(
                "Une pièce qui a pris continue tant qu'elle peut encore prendre : c'est une rafle, \
                 qui compte pour un seul coup.",
            );
        }
        Obligation::Huffing { shorter_route } => {
            say(
                "Le joueur qui peut prendre a le droit de jouer un autre coup ou d'interrompre sa \
                 prise, au risque d'être soufflé.",
            );
            say(
                "Si rien n'a été pris, l'adversaire peut souffler (retirer du damier) une des \
                 pièces qui pouvaient prendre ; si une prise a été interrompue trop tôt, il peut \
                 souffler la pièce qui prenait.",
            );
            say(
                "On souffle avant de jouer son propre coup, et jamais plus d'une pièce : souffler \
                 n'est pas jouer.",
            );
            say(match shorter_route {
                ShorterRoute::Safe => {
                    "Une pièce qui a mené sa prise jusqu'au bout ne peut pas être soufflée, même \
                     si un autre chemin lui permettait de prendre davantage."
                }
                ShorterRoute::Huffable => {
                    "On peut aussi souffler la pièce qui pouvait prendre davantage par un autre \
                     chemin."
                }
            });
        }
    }
    let flies = has_kings(table) && table.king.range == Range::Line;
    match (table.removal, table.half_turn) {
        (Removal::AfterMove, _) => say(
            "Les pièces prises quittent le damier à la fin du coup : jusque-là, elles barrent le \
             chemin, et on ne peut pas sauter deux fois la même.",
        ),
        (Removal::AtOnce, half_turn) => {
            say(
                "Chaque pièce prise quitte aussitôt le jeu, et sa place est libre pour la suite \
                 du coup.",
            );
            if flies {
                say(if half_turn {
                    "Entre deux prises d'un même coup, on peut faire demi-tour."
                } else {
                    "Entre deux prises d'un même coup, on ne peut pas faire demi-tour."
                });
            }
        }
    }
    said
}

fn choice(table: &RuleTable) -> Vec<String> {
    let precedence = table.precedence;
    if precedence.is_empty() {
        return vec![
            "Entre plusieurs prises, on choisit librement, mais on mène jusqu'au bout celle qu'on \
             a choisie."
                .to_owned(),
        ];
    }
    let number_alone = precedence == [Precedence::MostPieces] && has_kings(table);
    let ground = |(place, ground): (usize, &Precedence)| {
        let among = if place == 0 {
            "Entre plusieurs prises"
        } else {
            "À égalité"
        };
        match *ground {
            Precedence::MostPieces if number_alone => format!(
                "{among}, il faut prendre le plus de pièces possible ; une dame compte pour une \
                 pièce, comme un pion."
            ),
            Precedence::MostPieces => {
                format!("{among}, il faut prendre le plus de pièces possible.")
            }
            Precedence::GreatestValue { man, king } => format!(
                "{among}, il faut prendre la plus grande valeur ; {}.",
                worth(man, king)
            ),
            Precedence::ByKing => {
                format!("{among}, la prise par une dame passe avant la prise par un pion.")
            }
            Precedence::MostKings => {
                format!("{among}, il faut prendre le plus de dames possible.")
            }
            Precedence::KingsEarliest => {
                format!("{among}, il faut prendre une dame le plus tôt possible.")
            }
        }
    };
    let mut said: Vec<String> = precedence.iter().enumerate().map(ground).collect();
    said.push("Si plusieurs prises restent à égalité, on choisit librement.".to_owned());
    said
}

/// How many men a king counts for.
pub(super) fn worth(man: u16, king: u16) -> String {
    if king < 2 * man && 2 * man - king <= man / 10 {
        "une dame vaut un peu moins de deux pions".to_owned()
    } else {
        format!("un pion compte {man} et une dame {king}")
    }
}

fn promotion(table: &RuleTable) -> Vec<String> {
    let said: &[&str] = match table.passing {
        Passing::StaysMan => &[
            "Un pion qui termine son coup sur la rangée la plus éloignée de son camp devient \
             dame.",
            "Un pion qui ne fait que passer sur cette rangée en prenant reste un pion.",
        ],
        Passing::Promotes => &[
            "Un pion qui atteint la rangée la plus éloignée de son camp devient dame.",
            "S'il y arrive au milieu d'une rafle, il continue de prendre comme dame.",
        ],
        Passing::EndsMove => &[
            "Un pion qui atteint la rangée la plus éloignée de son camp devient dame, et son \
             coup s'arrête là.",
        ],
        Passing::NoPromotion => &["Il n'y a pas de dames : un pion reste un pion où qu'il aille."],
    };
    said.iter().map(|&sentence| sentence.to_owned()).collect()
}

fn end(goal: Goal) -> Vec<String> {
    let said: &[&str] = match goal {
        Goal::Immobilise => &[
            "Un camp qui n'a plus de pièce, ou plus de coup permis quand c'est à lui de jouer, a \
             perdu.",
        ],
        Goal::GiveAway => &[
            "Un camp qui n'a plus de pièce, ou plus de coup permis quand c'est à lui de jouer, a \
             gagné : on joue à qui perd gagne.",
        ],
        Goal::Promote => &[
            "Le premier camp qui va à dame a gagné.",
            "Un camp qui n'a plus de pièce, ou plus de coup permis quand c'est à lui de jouer, a \
             perdu.",
        ],
    };
    said.iter().map(|&sentence| sentence.to_owned()).collect()
}

fn draw_rules(table: &RuleTable) -> Vec<String> {
    let mut said: Vec<String> = table
        .draws
        .iter()
        .map(|rule| format!("Il y a remise {}.", draws::when(*rule, table)))
        .collect();
    if said.is_empty() {
        said.push("Aucune règle ne prévoit la remise.".to_owned());
    }
    said.push("Les joueurs peuvent convenir d'une remise.".to_owned());
    said
}

fn notation(facts: &Facts) -> Vec<String> {
    let table = facts.table;
    let count = table.board.square_count();
    let mut said = vec![match table.naming {
        Naming::Numbers { first } => {
            let corner = match first {
                Corner::TopLeft => "en haut à gauche",
                Corner::BottomRight => "en bas à droite",
            };
            format!(
                "Les cases sont numérotées rangée par rangée de 1 à {count}, à partir du coin \
                 {corner}, les Blancs étant en bas."
            )
        }
        Naming::Letters => format!(
            "Chaque {} porte la lettre de sa colonne et le numéro de sa rangée ; a1 est le coin à \
             la gauche des Blancs.",
            place(table).one
        ),
    }];
    if let Some((quiet, capture)) = &facts.examples {
        said.push(format!(
            "Un coup sans prise se note par exemple {quiet}, une prise {capture}."
        ));
    }
    if table.obligation != Obligation::Compulsory {
        said.push(format!(
            "La pièce soufflée se note avant le coup : la lettre s, puis {} de cette pièce.",
            place(table).the
        ));
    }
    let results = match table.results {
        ResultStyle::Points => "Une victoire s'écrit 2-0 ou 0-2, une remise 1-1.",
        ResultStyle::Halves => "Une victoire s'écrit 1-0 ou 0-1, une remise 1/2-1/2.",
    };
    said.push(results.to_owned());
    said.push(match table.game_type {
        Some(game_type) => format!(
            "Les fichiers PDN désignent le jeu par GameType {}.",
            game_type.number
        ),
        None => format!(
            "Les fichiers PDN désignent le jeu par la balise Variant, avec la valeur {}.",
            table.id
        ),
    });
    said
}

/// The word for a cell of the board, with the words that agree with it in gender.
pub(super) struct Place {
    /// `case`
    pub(super) one: &'static str,
    /// `cases`
    pub(super) many: &'static str,
    /// `la case`
    pub(super) the: &'static str,
    /// `quelle case`
    any: &'static str,
}

pub(super) fn place(table: &RuleTable) -> Place {
    match table.board.cells {
        Cells::Dark { .. } | Cells::All => Place {
            one: "case",
            many: "cases",
            the: "la case",
            any: "quelle case",
        },
        Cells::Lines => Place {
            one: "point",
            many: "points",
            the: "le point",
            any: "quel point",
        },
    }
}
