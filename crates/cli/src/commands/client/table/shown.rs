//! Shows the board, the moves and what else happens in a live game.

use damier_client::{LiveBoard, Welcome};
use damier_notation::diagram::Diagram;
use damier_notation::wording::Language;
use damier_session::{Act, Event, Player, Request, Session, Side};

use super::super::words::{clock_text, side_words};
use super::Table;
use crate::language::either;

impl Table {
    /// Shows the state of the game, at the start and after missed events.
    pub(super) fn welcome(
        &mut self,
        welcome: &Welcome,
        is_first: bool,
        new: &[Event],
    ) -> anyhow::Result<()> {
        if is_first {
            let side = self.board.as_ref().and_then(LiveBoard::side);
            self.flipped = side == Some(Side::Black);
            match side {
                Some(side) => {
                    let name = self.name(side.opponent());
                    self.tell(
                        format_args!(
                            "You are {} against {name}. Type a move such as 32-28, or \"help\".",
                            side_words(Language::English, side)
                        ),
                        format_args!(
                            "Vous avez les {} contre {name}. Tapez un coup, par exemple 32-28, ou \
                             «\u{a0}aide\u{a0}».",
                            side_words(Language::French, side)
                        ),
                    )?;
                }
                None => self.show_spectating()?,
            }
        }
        if is_first || !new.is_empty() {
            if let Some(Act::Move { side, text, .. }) = new.last().map(|event| &event.act) {
                self.show_move(*side, text)?;
            }
            self.show_board()?;
            self.show_ending()?;
        }
        let begun = welcome.rematch.as_ref().and_then(|more| more.game.as_ref());
        if begun.is_some() && self.next.is_some() {
            self.start_next_game()?;
        }
        Ok(())
    }

    pub(super) fn show_spectating(&mut self) -> anyhow::Result<()> {
        self.tell(
            "This is a spectator's seat.",
            "Cette place est celle d’un spectateur.",
        )
    }

    fn show_move(&mut self, by: Side, text: &str) -> anyhow::Result<()> {
        self.tell(
            format_args!("{} plays {text}", side_words(Language::English, by)),
            format_args!("Les {} jouent {text}", side_words(Language::French, by)),
        )
    }

    /// Shows an event.
    pub(super) fn show_event(&mut self, event: &Event, before: usize) -> anyhow::Result<()> {
        let own = self.board.as_ref().and_then(LiveBoard::side);
        let is_mine = |side: &Side| own == Some(*side);
        match &event.act {
            Act::Move { side, text, .. } => {
                self.show_move(*side, text)?;
                self.show_board()?;
            }
            Act::OfferDraw { side, .. } if is_mine(side) => {
                self.tell("You have offered a draw.", "Vous avez proposé la remise.")?;
            }
            Act::OfferDraw { side, .. } => {
                let name = self.name(*side);
                self.tell(
                    format_args!("{name} offers a draw: \"yes\" or \"no\"."),
                    format_args!(
                        "{name} propose la remise\u{a0}: «\u{a0}oui\u{a0}» ou «\u{a0}non\u{a0}»."
                    ),
                )?;
            }
            Act::Ask { side, .. } if is_mine(side) => self.tell(
                "Request sent. Your opponent has to answer.",
                "Demande envoyée. Votre adversaire doit répondre.",
            )?,
            Act::Ask { side, request, .. } => {
                let name = self.name(*side);
                let asks = request_words(self.language, *request);
                self.tell(
                    format_args!("{name} {asks}. Answer \"yes\" or \"no\"."),
                    format_args!("{name} {asks}. Répondez «\u{a0}oui\u{a0}» ou «\u{a0}non\u{a0}»."),
                )?;
            }
            Act::DeclineDraw { .. } | Act::Decline { .. } => self.tell(
                "Declined: the game continues.",
                "Refusé\u{a0}: la partie continue.",
            )?,
            Act::Agree { .. } => {
                let plies = self.board.as_ref().map(|board| board.session.game().len());
                if plies.is_some_and(|plies| plies < before) {
                    self.tell("Moves taken back.", "Des coups ont été repris.")?;
                    self.show_board()?;
                } else {
                    self.tell("Agreed.", "C’est accepté.")?;
                }
            }
            Act::Pause { .. } => {
                self.tell("The clocks are stopped.", "Les pendules sont arrêtées.")?;
            }
            Act::Resume { lost_ms: None, .. } => {
                self.tell("The game continues.", "La partie continue.")?;
            }
            Act::Resume { .. } => self.tell(
                "The server was down. The lost time was returned, and the game continues.",
                "Le serveur était indisponible. Le temps perdu a été rendu, et la partie continue.",
            )?,
            Act::Irregular { side, .. } => {
                if is_mine(side) {
                    self.tell(
                        "You have played an irregular move.",
                        "Vous avez joué un coup irrégulier.",
                    )?;
                } else {
                    let name = self.name(*side);
                    self.tell(
                        format_args!(
                            "{name} has played an irregular move: \"correct\" or \"stand\"."
                        ),
                        format_args!(
                            "{name} a joué un coup irrégulier\u{a0}: «\u{a0}corriger\u{a0}» ou \
                             «\u{a0}laisser\u{a0}»."
                        ),
                    )?;
                }
                self.show_board()?;
            }
            Act::Correct { .. } | Act::LetStand { .. } => self.show_board()?,
            _ => {}
        }
        self.show_ending()
    }

    fn show_ending(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(ending) = board.session.ending() else {
            return Ok(());
        };
        let sentence = ending.worded(self.language, board.session.variant());
        let plays = board.side().is_some();
        self.line(&sentence)?;
        if plays && self.lines.is_terminal {
            self.tell(
                "\"rematch\" to play again, \"quit\" to leave.",
                "«\u{a0}revanche\u{a0}» pour rejouer, «\u{a0}quitter\u{a0}» pour partir.",
            )?;
        }
        Ok(())
    }

    pub(super) fn show_presence(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let Some(side) = board.side() else {
            return Ok(());
        };
        let other = side.opponent();
        if board.session.ending().is_some() {
            return Ok(());
        }
        let claim_s = board
            .present
            .absent
            .filter(|gone| gone.side == other)
            .map(|gone| gone.claim_at_ms.saturating_sub(board.server_ms()) / 1_000);
        let is_there = board.present.is_connected(other);
        let name = self.name(other);
        match claim_s {
            _ if is_there => self.tell(
                format_args!("{name} is connected."),
                format_args!("{name} est présent."),
            ),
            Some(seconds) => self.tell(
                format_args!("{name} is not connected. In {seconds} s you may \"claim\" the win."),
                format_args!(
                    "{name} est absent. Dans {seconds} s vous pourrez «\u{a0}réclamer\u{a0}» la \
                     victoire."
                ),
            ),
            None => self.tell(
                format_args!("{name} is not connected."),
                format_args!("{name} est absent."),
            ),
        }
    }

    /// Shows the board and the clocks.
    pub(super) fn show_board(&mut self) -> anyhow::Result<()> {
        let Some(board) = &self.board else {
            return Ok(());
        };
        let diagram = Diagram::of(board.session.position()).flipped(self.flipped);
        let sides = Side::ALL.map(|side| {
            let running = board.state.clock.and_then(|clock| clock.running) == Some(side);
            let mark = if running { " *" } else { "" };
            let left = board.left(side);
            let left = left.map_or(String::new(), |left| {
                format!(" {}", clock_text(self.language, left))
            });
            let name = name_of(&board.session, side);
            let name = if name.is_empty() {
                String::new()
            } else {
                format!(" {name}")
            };
            format!("{}{name}{left}{mark}", side_words(self.language, side))
        });
        let text = format!("\n{}\n{}", diagram.text(), sides.join("   "));
        self.line(&text)
    }

    /// The name of a side, or its colour if it has none.
    pub(super) fn name(&self, side: Side) -> String {
        let name = self
            .board
            .as_ref()
            .map(|board| name_of(&board.session, side))
            .unwrap_or_default();
        if name.is_empty() {
            side_words(self.language, side).to_owned()
        } else {
            name
        }
    }
}

fn name_of(session: &Session, side: Side) -> String {
    match session.settings().player(side) {
        Player::Person { name } => name.clone(),
        Player::Computer { level } => format!("Damier {level}"),
    }
}

/// What a request asks for.
fn request_words(language: Language, request: Request) -> String {
    let (english, french) = match request {
        Request::TakeBack { plies: 1 } => (
            "asks to take back a move".to_owned(),
            "demande à reprendre un coup".to_owned(),
        ),
        Request::TakeBack { plies } => (
            format!("asks to take back {plies} moves"),
            format!("demande à reprendre {plies} coups"),
        ),
        Request::Pause { at_most_ms } => {
            let minutes = at_most_ms / 60_000;
            (
                format!("asks for a pause of at most {minutes} min"),
                format!("demande une pause de {minutes} min au plus"),
            )
        }
        Request::Resume => (
            "asks to resume now".to_owned(),
            "demande à reprendre le jeu maintenant".to_owned(),
        ),
        Request::MoreTime { ms } => {
            let minutes = ms.div_ceil(60_000);
            (
                format!("asks for {minutes} more min"),
                format!("demande {minutes} min de plus"),
            )
        }
    };
    either(language, english, french)
}
