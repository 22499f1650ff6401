//! The sentences of `damier client` in French and English. Sentences about the rules come from the
//! crate `notation`.

use std::time::Duration;

use damier_client::Phrase;
use damier_notation::wording::Language;
use damier_rules::Side;

use crate::language::either;

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
    let (english, french) = match phrase {
        Phrase::Hello => ("Hello!", "Bonjour\u{202f}!"),
        Phrase::GoodLuck => ("Good luck!", "Bonne chance\u{202f}!"),
        Phrase::WellPlayed => ("Well played!", "Bien joué\u{202f}!"),
        Phrase::Thanks => ("Thank you!", "Merci\u{202f}!"),
        Phrase::GoodGame => ("Good game!", "Belle partie\u{202f}!"),
        Phrase::Sorry => ("Sorry!", "Pardon\u{202f}!"),
        Phrase::OneMoment => ("One moment, please.", "Un instant, s’il vous plaît."),
        Phrase::Back => ("I am back.", "Me revoilà."),
        Phrase::Rematch => ("Another game?", "Encore une partie\u{202f}?"),
        Phrase::Goodbye => ("Goodbye!", "Au revoir\u{202f}!"),
    };
    match language {
        Language::French => french,
        Language::English => english,
    }
}

/// The link of the player's own seat, in English and French.
pub(super) fn seat_link_words(link: &str) -> [String; 2] {
    [
        format!("Your seat (keep this link private, it leads back to the game): {link}"),
        format!("Votre place (à garder pour vous, elle vous ramène à la partie)\u{a0}: {link}"),
    ]
}

/// Why the server rejected an act.
pub(super) fn refused_words(language: Language, code: &str, detail: &str) -> String {
    let (english, french) = match code {
        "game-over" => ("The game was already over.", "La partie était déjà finie."),
        "not-your-turn" => (
            "It was no longer your turn.",
            "Ce n’était plus à vous de jouer.",
        ),
        "time-is-up" => (
            "Your time ran out before the move arrived.",
            "Votre temps était écoulé avant l’arrivée du coup.",
        ),
        "not-legal" => (
            "The move is not legal in the current position.",
            "Le coup ne peut pas être joué dans la position actuelle.",
        ),
        "no-offer" => (
            "The draw offer is no longer open.",
            "Il n’y a plus de proposition de remise.",
        ),
        "offer-stands" => (
            "A draw offer is already waiting for an answer.",
            "Une proposition de remise est déjà en attente de réponse.",
        ),
        "already-offered" => (
            "You have already offered a draw on this move.",
            "La remise a déjà été proposée à ce coup.",
        ),
        "nothing-to-take-back" => (
            "There are not that many moves to take back.",
            "Il n’y a pas autant de coups à reprendre.",
        ),
        "touched-is-played" => (
            "The touched piece must be moved.",
            "La pièce touchée doit être jouée.",
        ),
        "released-stands" => (
            "This game does not allow takebacks.",
            "Dans cette partie, on ne reprend pas les coups.",
        ),
        "too-early-to-offer" => (
            "It is too early to offer a draw.",
            "Il est trop tôt pour proposer la remise.",
        ),
        "nothing-irregular" => (
            "There is no irregular move to rule on.",
            "Il n’y a pas de coup irrégulier à juger.",
        ),
        "no-clock" => (
            "This game has no clock.",
            "Cette partie n’a pas de pendule.",
        ),
        "request-stands" => (
            "One of your requests is already waiting for an answer.",
            "Une de vos demandes est déjà en attente de réponse.",
        ),
        "already-asked" => (
            "You have already asked this on this move.",
            "Vous l’avez déjà demandé à ce coup.",
        ),
        "no-request" => (
            "There is nothing to accept or decline.",
            "Il n’y a rien à accepter ni à refuser.",
        ),
        "another-request" => (
            "The opponent has made another request.",
            "L’adversaire a fait une autre demande entre-temps.",
        ),
        "another-position" => (
            "The position had changed before the move arrived.",
            "La partie avait déjà avancé quand votre coup est arrivé.",
        ),
        "enough" => (
            "Too many requests in this game: you can only move, answer and resign.",
            "Trop de demandes dans cette partie\u{a0}: vous pouvez seulement jouer, répondre \
             ou abandonner.",
        ),
        "too-late-to-abort" => (
            "Both sides have moved: the game can be resigned, but not aborted.",
            "Chaque camp a joué\u{a0}: la partie ne peut plus être annulée.",
        ),
        "game-paused" => ("The game is paused.", "La partie est en pause."),
        "game-not-paused" => ("The game is not paused.", "La partie n’est pas en pause."),
        "id-used" => (
            "Another message was sent with the same id.",
            "Un autre message a été envoyé avec le même identifiant.",
        ),
        "not-absent" => (
            "The opponent is connected, or was a moment ago.",
            "L’adversaire est présent, ou l’était il y a un instant.",
        ),
        _ => {
            return either(
                language,
                format_args!("Rejected by the server: {detail}."),
                format_args!("Refusé par le serveur\u{a0}: {detail}"),
            );
        }
    };
    either(language, english, french)
}

/// The commands.
pub(super) const ENGLISH_HELP: &str = "\
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
  quit         leave; you can come back to the game";

/// The commands.
pub(super) fn french_help() -> String {
    "\
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
        .replace(" ;", "\u{202f};")
}
