//! The sentences of `damier play` in French and English. Sentences about the rules are not here;
//! they come from the crate `notation`.

use damier_notation::wording::Language;
use damier_rules::Side;

/// Something to tell the player.
#[derive(Clone, Copy, Debug)]
pub(super) enum Say<'a> {
    Welcome {
        level: u8,
        person: Side,
    },
    Ballot {
        number: usize,
        count: usize,
        moves: &'a str,
    },
    MakingTables {
        folder: &'a str,
    },
    Prompt {
        side: Side,
    },
    Thinking,
    Played {
        by: Side,
        text: &'a str,
        from_book: bool,
    },
    Hint {
        text: &'a str,
    },
    NothingToTakeBack,
    DrawAccepted,
    DrawDeclined,
    AlreadyOffered,
    Saved {
        path: &'a str,
    },
    NotSaved {
        path: &'a str,
        why: &'a str,
    },
    Unknown {
        text: &'a str,
    },
    HuffAlone {
        text: &'a str,
    },
    Bye,
    Help,
}

/// The sentence in a language.
pub(super) fn say(language: Language, what: Say<'_>) -> String {
    match language {
        Language::French => french(what),
        Language::English => english(what),
    }
}

fn french(what: Say<'_>) -> String {
    let side = |side| {
        if side == Side::White {
            "les Blancs"
        } else {
            "les Noirs"
        }
    };
    match what {
        Say::Welcome { level, person } => format!(
            "Vous avez {}, l’ordinateur joue au niveau {level}. Tapez un coup, par exemple 32-28, \
             ou «\u{a0}aide\u{a0}».",
            side(person)
        ),
        Say::Ballot {
            number,
            count,
            moves,
        } => match moves {
            "" => format!("Début n°\u{a0}{number} sur {count}\u{a0}: une position."),
            _ => format!("Début n°\u{a0}{number} sur {count}\u{a0}: {moves}."),
        },
        Say::MakingTables { folder } => format!(
            "Calcul des tables de finales en arrière-plan (une seule fois, environ une minute)\u{a0}: \
             {folder}"
        ),
        Say::Prompt { side: Side::White } => "Blancs> ".into(),
        Say::Prompt { side: Side::Black } => "Noirs> ".into(),
        Say::Thinking => "L’ordinateur réfléchit…".into(),
        Say::Played {
            by,
            text,
            from_book,
        } => {
            let by = if by == Side::White {
                "Les Blancs"
            } else {
                "Les Noirs"
            };
            let book = if from_book {
                " (livre d’ouvertures)"
            } else {
                ""
            };
            format!("{by} jouent {text}{book}")
        }
        Say::Hint { text } => format!("L’ordinateur jouerait {text}."),
        Say::NothingToTakeBack => "Il n’y a aucun coup à reprendre.".into(),
        Say::DrawAccepted => "L’ordinateur accepte la remise.".into(),
        Say::DrawDeclined => "L’ordinateur refuse la remise.".into(),
        Say::AlreadyOffered => "La remise a déjà été proposée à ce coup.".into(),
        Say::Saved { path } => format!("La partie est enregistrée dans {path}."),
        Say::NotSaved { path, why } => {
            format!("La partie n’a pas pu être enregistrée dans {path} ({why}). Elle continue.")
        }
        Say::HuffAlone { text } => {
            format!("Souffler n’est pas jouer\u{a0}: ajoutez votre coup, par exemple {text} 32-28.")
        }
        Say::Unknown { text } => {
            format!("«\u{a0}{text}\u{a0}» n’est ni un coup ni une commande. Tapez «\u{a0}aide\u{a0}».")
        }
        Say::Bye => "À bientôt\u{202f}!".into(),
        Say::Help => "\
Un coup\u{a0}: 32-28, 28x19, ou toutes les cases d’une rafle\u{a0}: 26x17x8
Souffler 23 puis jouer, dans les jeux où l’on souffle\u{a0}: s23 32-28 (la pièce est marquée d’un\u{202f}!)
  coups      les coups légaux
  indice     ce que jouerait l’ordinateur
  retour     reprendre le dernier coup
  remise     proposer la remise
  abandon    abandonner
  tourner    tourner le damier
  fen        la position en une ligne
  garder F   enregistrer la partie dans le fichier F (PDN)
  quitter    quitter la partie"
            .into(),
    }
}

fn english(what: Say<'_>) -> String {
    let side = |side| {
        if side == Side::White {
            "White"
        } else {
            "Black"
        }
    };
    match what {
        Say::Welcome { level, person } => format!(
            "You are {}, the computer plays at level {level}. Type a move such as 32-28, or \
             \"help\".",
            side(person)
        ),
        Say::Ballot {
            number,
            count,
            moves,
        } => match moves {
            "" => format!("Ballot {number} of {count}: a position."),
            _ => format!("Ballot {number} of {count}: {moves}."),
        },
        Say::MakingTables { folder } => {
            format!("Building endgame tables in the background (once, about a minute): {folder}")
        }
        Say::Prompt { side: to_move } => format!("{}> ", side(to_move)),
        Say::Thinking => "The computer is thinking…".into(),
        Say::Played {
            by,
            text,
            from_book,
        } => {
            let book = if from_book { " (opening book)" } else { "" };
            format!("{} plays {text}{book}", side(by))
        }
        Say::Hint { text } => format!("The computer would play {text}."),
        Say::NothingToTakeBack => "There are no moves to take back.".into(),
        Say::DrawAccepted => "The computer accepts the draw.".into(),
        Say::DrawDeclined => "The computer declines the draw.".into(),
        Say::AlreadyOffered => "A draw was already offered on this move.".into(),
        Say::Saved { path } => format!("The game is saved in {path}."),
        Say::NotSaved { path, why } => {
            format!("The game could not be saved in {path} ({why}). The game continues.")
        }
        Say::HuffAlone { text } => {
            format!("A huff is not a move: add your move, for example {text} 32-28.")
        }
        Say::Unknown { text } => {
            format!("\"{text}\" is neither a move nor a command. Type \"help\".")
        }
        Say::Bye => "See you soon!".into(),
        Say::Help => "\
A move: 32-28, 28x19, or every square of a capture: 26x17x8
To huff 23 and then move, in games with huffing: s23 32-28 (the piece is marked with !)
  moves      the legal moves
  hint       what the computer would play
  back       take back the last move
  draw       offer a draw
  resign     resign the game
  flip       flip the board
  fen        the position on one line
  save F     save the game to the file F (PDN)
  quit       leave"
            .into(),
    }
}
