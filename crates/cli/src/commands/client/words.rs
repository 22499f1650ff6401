//! The sentences of `damier client` in French and English. Sentences about the rules come from the
//! crate `notation`.

use std::time::Duration;

use damier_client::Phrase;
use damier_notation::wording::Language;
use damier_rules::{Side, Variant};
use damier_session::Request;

/// A message to the player.
#[derive(Clone, Copy, Debug)]
pub(super) enum Say<'a> {
    Offered {
        game: &'a str,
        clock: &'a str,
        link: &'a str,
        public: bool,
    },
    Invited {
        by: &'a str,
        game: &'a str,
        clock: &'a str,
    },
    InTheLobby {
        game: &'a str,
        clock: &'a str,
    },
    NotWaiting,
    SeatLink {
        link: &'a str,
    },
    Waiting,
    Begins {
        side: Side,
        other: &'a str,
    },
    Watches,
    Played {
        by: Side,
        text: &'a str,
    },
    YouOffered,
    DrawOffered {
        name: &'a str,
    },
    YouAsked,
    Asked {
        name: &'a str,
        request: Request,
    },
    Declined,
    Agreed,
    TakenBack,
    Held,
    GoesOn {
        outage: bool,
    },
    Irregular {
        name: &'a str,
        mine: bool,
    },
    There {
        name: &'a str,
        is_there: bool,
        claim_s: Option<u64>,
    },
    Said {
        name: &'a str,
        words: &'a str,
    },
    WantsMore {
        name: &'a str,
    },
    RematchAsked,
    After,
    Lost {
        reason: &'a str,
    },
    Reconnected,
    Gone {
        detail: &'a str,
    },
    NotUnderstood {
        reason: &'a str,
    },
    NotYourTurn,
    UnderWay,
    Unknown {
        text: &'a str,
    },
    Bye,
    /// Asked before a game is resigned.
    ReallyResign,
    Help,
}

/// The message in a language.
pub(super) fn say(language: Language, what: Say<'_>) -> String {
    match language {
        Language::French => french(what),
        Language::English => english(what),
    }
}

/// The name of a variant.
pub(super) fn game_words(language: Language, variant: Variant) -> String {
    damier_notation::wording::game_name(language, variant)
}

/// The time on a clock: `4:58`, `1:02:03`, or days.
pub(super) fn clock_text(language: Language, left: Duration) -> String {
    // Rounded up, because a clock that shows 0:00 has run out.
    let seconds = left.as_millis().div_ceil(1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        1..=47 => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => {
            let day = match language {
                Language::French => "j",
                Language::English => "d",
            };
            format!("{} {day} {:02}:{minutes:02}", hours / 24, hours % 24)
        }
    }
}

/// The name of a side.
pub(super) fn side_words(language: Language, side: Side) -> &'static str {
    match (language, side) {
        (Language::French, Side::White) => "Blancs",
        (Language::French, Side::Black) => "Noirs",
        (Language::English, Side::White) => "White",
        (Language::English, Side::Black) => "Black",
    }
}

/// A chat phrase in a language, worded as on the page.
pub(super) fn phrase_words(language: Language, phrase: Phrase) -> &'static str {
    match language {
        Language::French => match phrase {
            Phrase::Hello => "Bonjour\u{202f}!",
            Phrase::GoodLuck => "Bonne chance\u{202f}!",
            Phrase::WellPlayed => "Bien joué\u{202f}!",
            Phrase::Thanks => "Merci\u{202f}!",
            Phrase::GoodGame => "Belle partie\u{202f}!",
            Phrase::Sorry => "Pardon\u{202f}!",
            Phrase::OneMoment => "Un instant, s’il vous plaît.",
            Phrase::Back => "Me revoilà.",
            Phrase::Rematch => "Encore une partie\u{202f}?",
            Phrase::Goodbye => "Au revoir\u{202f}!",
        },
        Language::English => match phrase {
            Phrase::Hello => "Hello!",
            Phrase::GoodLuck => "Good luck!",
            Phrase::WellPlayed => "Well played!",
            Phrase::Thanks => "Thank you!",
            Phrase::GoodGame => "Good game!",
            Phrase::Sorry => "Sorry!",
            Phrase::OneMoment => "One moment, please.",
            Phrase::Back => "I am back.",
            Phrase::Rematch => "Another game?",
            Phrase::Goodbye => "Goodbye!",
        },
    }
}

/// Why the server rejected an act.
pub(super) fn refused_words(language: Language, code: &str, detail: &str) -> String {
    let words = match language {
        Language::French => match code {
            "game-over" => "La partie était déjà finie.",
            "not-your-turn" => "Ce n’était plus à vous de jouer.",
            "time-is-up" => "Votre temps était écoulé avant l’arrivée du coup.",
            "not-legal" => "Le coup ne peut pas être joué dans la position actuelle.",
            "no-offer" => "Il n’y a plus de proposition de remise.",
            "offer-stands" => "Une proposition de remise est déjà en attente de réponse.",
            "already-offered" => "La remise a déjà été proposée à ce coup.",
            "nothing-to-take-back" => "Il n’y a pas autant de coups à reprendre.",
            "touched-is-played" => "La pièce touchée doit être jouée.",
            "released-stands" => "Dans cette partie, on ne reprend pas les coups.",
            "too-early-to-offer" => "Il est trop tôt pour proposer la remise.",
            "nothing-irregular" => "Il n’y a pas de coup irrégulier à juger.",
            "no-clock" => "Cette partie n’a pas de pendule.",
            "request-stands" => "Une de vos demandes est déjà en attente de réponse.",
            "already-asked" => "Vous l’avez déjà demandé à ce coup.",
            "no-request" => "Il n’y a rien à accepter ni à refuser.",
            "another-request" => "L’adversaire a fait une autre demande entre-temps.",
            "another-position" => "La partie avait déjà avancé quand votre coup est arrivé.",
            "enough" => {
                "Trop de demandes dans cette partie\u{a0}: vous pouvez seulement jouer, répondre \
                 ou abandonner."
            }
            "too-late-to-abort" => "Chaque camp a joué\u{a0}: la partie ne peut plus être annulée.",
            "game-paused" => "La partie est en pause.",
            "game-not-paused" => "La partie n’est pas en pause.",
            "id-used" => "Un autre message a été envoyé avec le même identifiant.",
            "not-absent" => "L’adversaire est présent, ou l’était il y a un instant.",
            _ => return format!("Refusé par le serveur\u{a0}: {detail}"),
        },
        Language::English => match code {
            "game-over" => "The game was already over.",
            "not-your-turn" => "It was no longer your turn.",
            "time-is-up" => "Your time ran out before the move arrived.",
            "not-legal" => "The move is not legal in the current position.",
            "no-offer" => "The draw offer is no longer open.",
            "offer-stands" => "A draw offer is already waiting for an answer.",
            "already-offered" => "You have already offered a draw on this move.",
            "nothing-to-take-back" => "There are not that many moves to take back.",
            "touched-is-played" => "The touched piece must be moved.",
            "released-stands" => "This game does not allow takebacks.",
            "too-early-to-offer" => "It is too early to offer a draw.",
            "nothing-irregular" => "There is no irregular move to rule on.",
            "no-clock" => "This game has no clock.",
            "request-stands" => "One of your requests is already waiting for an answer.",
            "already-asked" => "You have already asked this on this move.",
            "no-request" => "There is nothing to accept or decline.",
            "another-request" => "The opponent has made another request.",
            "another-position" => "The position had changed before the move arrived.",
            "enough" => "Too many requests in this game: you can only move, answer and resign.",
            "too-late-to-abort" => {
                "Both sides have moved: the game can be resigned, but not aborted."
            }
            "game-paused" => "The game is paused.",
            "game-not-paused" => "The game is not paused.",
            "id-used" => "Another message was sent with the same id.",
            "not-absent" => "The opponent is connected, or was a moment ago.",
            _ => return format!("Rejected by the server: {detail}."),
        },
    };
    words.to_owned()
}

fn french(what: Say<'_>) -> String {
    match what {
        Say::Offered {
            game,
            clock,
            link,
            public,
        } => {
            let lobby = if public {
                " La partie est aussi proposée dans le salon."
            } else {
                ""
            };
            format!(
                "Vous proposez une partie\u{a0}: {game}, {clock}.{lobby}\nLien pour votre \
                adversaire\u{a0}: {link}"
            )
        }
        Say::Invited {
            by: "",
            game,
            clock,
        } => format!("Vous êtes invité à une partie\u{a0}: {game}, {clock}."),
        Say::Invited { by, game, clock } => {
            format!("{by} vous invite à une partie\u{a0}: {game}, {clock}.")
        }
        Say::InTheLobby { game, clock } => {
            format!("Vous attendez dans le salon\u{a0}: {game}, {clock}. Ctrl-C retire la demande.")
        }
        Say::NotWaiting => {
            "Cette invitation n’est plus valable\u{a0}: elle a été acceptée ou retirée, ou elle \
             est trop ancienne."
                .into()
        }
        Say::SeatLink { link } => {
            format!("Votre place (à garder pour vous, elle vous ramène à la partie)\u{a0}: {link}")
        }
        Say::Waiting => "En attente d’un adversaire…".into(),
        Say::Begins { side, other } => format!(
            "Vous avez les {} contre {other}. Tapez un coup, par exemple 32-28, ou \
             «\u{a0}aide\u{a0}».",
            side_words(Language::French, side)
        ),
        Say::Watches => "Cette place est celle d’un spectateur.".into(),
        Say::Played { by, text } => {
            format!("Les {} jouent {text}", side_words(Language::French, by))
        }
        Say::YouOffered => "Vous avez proposé la remise.".into(),
        Say::DrawOffered { name } => {
            format!("{name} propose la remise\u{a0}: «\u{a0}oui\u{a0}» ou «\u{a0}non\u{a0}».")
        }
        Say::YouAsked => "Demande envoyée. Votre adversaire doit répondre.".into(),
        Say::Asked { name, request } => {
            let what = match request {
                Request::TakeBack { plies: 1 } => "demande à reprendre un coup".to_owned(),
                Request::TakeBack { plies } => format!("demande à reprendre {plies} coups"),
                Request::Pause { at_most_ms } => {
                    format!("demande une pause de {} min au plus", at_most_ms / 60_000)
                }
                Request::Resume => "demande à reprendre le jeu maintenant".into(),
                Request::MoreTime { ms } => format!("demande {} min de plus", ms.div_ceil(60_000)),
            };
            format!("{name} {what}. Répondez «\u{a0}oui\u{a0}» ou «\u{a0}non\u{a0}».")
        }
        Say::Declined => "Refusé\u{a0}: la partie continue.".into(),
        Say::Agreed => "C’est accepté.".into(),
        Say::TakenBack => "Des coups ont été repris.".into(),
        Say::Held => "Les pendules sont arrêtées.".into(),
        Say::GoesOn { outage: false } => "La partie continue.".into(),
        Say::GoesOn { outage: true } => {
            "Le serveur était indisponible. Le temps perdu a été rendu, et la partie \
             continue."
                .into()
        }
        Say::Irregular { mine: true, .. } => "Vous avez joué un coup irrégulier.".into(),
        Say::Irregular { name, mine: false } => format!(
            "{name} a joué un coup irrégulier\u{a0}: «\u{a0}corriger\u{a0}» ou \
             «\u{a0}laisser\u{a0}»."
        ),
        Say::There {
            name,
            is_there: true,
            ..
        } => format!("{name} est présent."),
        Say::There {
            name,
            claim_s: Some(seconds),
            ..
        } => format!(
            "{name} est absent. Dans {seconds} s vous pourrez «\u{a0}réclamer\u{a0}» la victoire."
        ),
        Say::There { name, .. } => format!("{name} est absent."),
        Say::Said { name, words } => format!("{name}\u{a0}: {words}"),
        Say::WantsMore { name } => {
            format!("{name} propose une revanche\u{a0}: «\u{a0}revanche\u{a0}» pour accepter.")
        }
        Say::RematchAsked => "Vous proposez une revanche.".into(),
        Say::After => "«\u{a0}revanche\u{a0}» pour rejouer, «\u{a0}quitter\u{a0}» pour \
            partir."
            .into(),
        Say::Lost { reason } => {
            format!("Connexion perdue ({reason}). Reconnexion…")
        }
        Say::Reconnected => "Connexion rétablie.".into(),
        Say::Gone { detail } => format!("Ce lien ne mène à aucune partie\u{a0}: {detail}"),
        Say::NotUnderstood { reason } => {
            format!("Message du serveur illisible pour cette version\u{a0}: {reason}")
        }
        Say::NotYourTurn => "Ce n’est pas à vous de jouer.".into(),
        Say::UnderWay => "Votre dernier envoi est encore en attente de réponse.".into(),
        Say::Unknown { text } => format!(
            "«\u{a0}{text}\u{a0}» n’est ni un coup ni une commande. Tapez «\u{a0}aide\u{a0}»."
        ),
        Say::ReallyResign => {
            "Tapez «\u{a0}abandon\u{a0}» encore une fois pour abandonner la partie.".into()
        }
        Say::Bye => "Au revoir\u{202f}! Le lien de votre place ramène à la partie.".into(),
        Say::Help => "\
Un coup : 32-28, 28x19, ou toutes les cases d’une rafle : 26x17x8
Souffler 23 puis jouer, dans les jeux où l’on souffle : s23 32-28
  coups        les coups légaux
  damier       le damier et les pendules
  remise       proposer la remise, ou accepter celle qui est proposée
  oui, non     répondre à ce que l’adversaire propose ou demande
  abandon      abandonner
  annuler      finir sans résultat, avant que les deux camps aient joué
  retour       demander à reprendre votre dernier coup
  temps N      demander N minutes de plus
  pause N      demander une pause de N minutes au plus ; continuer : demander la reprise
  réclamer     réclamer la victoire quand l’adversaire est parti
  dire N       envoyer une phrase toute faite ; phrases : leur liste
  revanche     rejouer, couleurs inversées
  tourner      tourner le damier
  fen          la position en une ligne
  quitter      partir ; vous pourrez reprendre la partie"
            .replace(" :", "\u{a0}:")
            .replace(" ;", "\u{202f};"),
    }
}

fn english(what: Say<'_>) -> String {
    match what {
        Say::Offered {
            game,
            clock,
            link,
            public,
        } => {
            let lobby = if public {
                " It is also listed in the lobby."
            } else {
                ""
            };
            format!("Challenge created: {game}, {clock}.{lobby}\nLink for your opponent: {link}")
        }
        Say::Invited {
            by: "",
            game,
            clock,
        } => format!("You are invited to a game: {game}, {clock}."),
        Say::Invited { by, game, clock } => {
            format!("{by} invites you to a game: {game}, {clock}.")
        }
        Say::InTheLobby { game, clock } => {
            format!("Waiting in the lobby: {game}, {clock}. Press Ctrl-C to cancel.")
        }
        Say::NotWaiting => {
            "This invitation is not valid: it was accepted or withdrawn, or has expired.".into()
        }
        Say::SeatLink { link } => {
            format!("Your seat (keep this link private, it leads back to the game): {link}")
        }
        Say::Waiting => "Waiting for an opponent…".into(),
        Say::Begins { side, other } => format!(
            "You are {} against {other}. Type a move such as 32-28, or \"help\".",
            side_words(Language::English, side)
        ),
        Say::Watches => "This is a spectator's seat.".into(),
        Say::Played { by, text } => {
            format!("{} plays {text}", side_words(Language::English, by))
        }
        Say::YouOffered => "You have offered a draw.".into(),
        Say::DrawOffered { name } => format!("{name} offers a draw: \"yes\" or \"no\"."),
        Say::YouAsked => "Request sent. Your opponent has to answer.".into(),
        Say::Asked { name, request } => {
            let what = match request {
                Request::TakeBack { plies: 1 } => "asks to take back a move".to_owned(),
                Request::TakeBack { plies } => format!("asks to take back {plies} moves"),
                Request::Pause { at_most_ms } => {
                    format!("asks for a pause of at most {} min", at_most_ms / 60_000)
                }
                Request::Resume => "asks to resume now".into(),
                Request::MoreTime { ms } => format!("asks for {} more min", ms.div_ceil(60_000)),
            };
            format!("{name} {what}. Answer \"yes\" or \"no\".")
        }
        Say::Declined => "Declined: the game continues.".into(),
        Say::Agreed => "Agreed.".into(),
        Say::TakenBack => "Moves taken back.".into(),
        Say::Held => "The clocks are stopped.".into(),
        Say::GoesOn { outage: false } => "The game continues.".into(),
        Say::GoesOn { outage: true } => {
            "The server was down. The lost time was returned, and the game continues.".into()
        }
        Say::Irregular { mine: true, .. } => "You have played an irregular move.".into(),
        Say::Irregular { name, mine: false } => {
            format!("{name} has played an irregular move: \"correct\" or \"stand\".")
        }
        Say::There {
            name,
            is_there: true,
            ..
        } => format!("{name} is connected."),
        Say::There {
            name,
            claim_s: Some(seconds),
            ..
        } => format!("{name} is not connected. In {seconds} s you may \"claim\" the win."),
        Say::There { name, .. } => format!("{name} is not connected."),
        Say::Said { name, words } => format!("{name}: {words}"),
        Say::WantsMore { name } => format!("{name} offers a rematch: \"rematch\" to accept."),
        Say::RematchAsked => "Rematch offered.".into(),
        Say::After => "\"rematch\" to play again, \"quit\" to leave.".into(),
        Say::Lost { reason } => {
            format!("Connection lost ({reason}). Reconnecting…")
        }
        Say::Reconnected => "Reconnected.".into(),
        Say::Gone { detail } => format!("No game at this link: {detail}"),
        Say::NotUnderstood { reason } => {
            format!("This version cannot read a message of the server: {reason}")
        }
        Say::NotYourTurn => "It is not your turn.".into(),
        Say::UnderWay => "Your last message is still unanswered.".into(),
        Say::Unknown { text } => {
            format!("\"{text}\" is neither a move nor a command. Type \"help\".")
        }
        Say::ReallyResign => "Type \"resign\" once more to resign the game.".into(),
        Say::Bye => "Goodbye! The link of your seat leads back to the game.".into(),
        Say::Help => "\
A move: 32-28, 28x19, or every square of a capture: 26x17x8
To huff 23 and then move, in games with huffing: s23 32-28
  moves        the legal moves
  board        the board and the clocks
  draw         offer a draw, or accept one
  yes, no      answer an offer or a request
  resign       resign the game
  abort        abort the game, before both sides have moved
  back         ask to take back your last move
  time N       ask for N more minutes
  pause N      ask for a pause of at most N minutes; continue: ask to resume
  claim        claim the win when the opponent has left
  say N        send a chat phrase; phrases: list them
  rematch      offer a rematch with colours swapped
  flip         flip the board
  fen          the position on one line
  quit         leave; you can come back to the game"
            .into(),
    }
}
