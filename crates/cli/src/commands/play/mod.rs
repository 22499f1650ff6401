//! `damier play`: a game against the computer, in the terminal. It uses the same session as the
//! page.

mod ballot;
mod order;
mod words;

use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use damier_engine::{Book, Engine, Level, Limits, Score};
use damier_notation::diagram::Diagram;
use damier_notation::wording::Language;
use damier_notation::{fen, move_text, square_names};
use damier_rules::{Move, Position, Side};
use damier_session::{ActError, GameSettings, Player, Session, pdn};

use self::ballot::Drawn;
use self::order::Order;
use self::words::{ENGLISH_HELP, FRENCH_HELP};
use crate::answer::Answer;
use crate::args::PlayArgs;
use crate::clock::{Stopwatch, unix_ms};
use crate::language::either;
use crate::output::Output;
use crate::tables::{self, TableBuild, TablesChoice};
use crate::{input, language};

/// The size of the engine's transposition table, in megabytes.
const HASH_MB: usize = 64;

/// How long the engine thinks about a hint, in milliseconds.
const HINT_MS: u64 = 1_000;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Answer> {
    let level = Level::new(args.level).ok_or_else(|| anyhow!("levels go from 1 to 10"))?;
    let person = if args.black { Side::Black } else { Side::White };
    let language = language::chosen(args.lang);
    if let Some(text) = &args.fen {
        input::start(args.variant, text, language).map_err(|error| anyhow!("--fen: {error}"))?;
    }
    let seat = |side| {
        if side == person {
            Player::Person {
                name: String::new(),
            }
        } else {
            Player::Computer { level: args.level }
        }
    };
    let settings = GameSettings {
        start: args.fen.clone(),
        white: seat(Side::White),
        black: seat(Side::Black),
        ..GameSettings::friendly("", "")
    };
    let now = unix_ms();
    let drawn = match &args.ballots {
        Some(path) => Some(ballot::draw(path, args.ballot, args.variant, now)?),
        None => None,
    };
    let session = match &drawn {
        Some(drawn) => drawn.ballot.begin(settings, now)?,
        None => Session::new(args.variant, settings, Some(now))?,
    };
    let mut terminal_game = TerminalGame {
        drawn: session.game().len(),
        session,
        engine: Engine::new(HASH_MB).with_endings(tables::endings(&args.tables, args.variant)),
        book: args.book.of(args.variant),
        making: (args.tables == TablesChoice::Auto)
            .then(|| tables::make_in_background(args.variant))
            .flatten(),
        level,
        person,
        flipped: person == Side::Black,
        language,
        score: Score::Hundredths(0),
        output: Output::new(),
        stopwatch: Stopwatch::start(),
    };
    terminal_game.welcome(drawn.as_ref())?;
    terminal_game.play()?;
    terminal_game.output.finish()?;
    Ok(Answer::Done)
}

/// A game between a person and the computer.
struct TerminalGame {
    session: Session,
    /// The number of moves that a ballot has played. They cannot be taken back.
    drawn: usize,
    engine: Engine,
    /// The opening book from which the computer plays, if there is one.
    book: Option<&'static Book>,
    /// Endgame tables that are still being made for the engine.
    making: Option<TableBuild>,
    level: Level,
    person: Side,
    flipped: bool,
    language: Language,
    /// The score of the computer's last search, from its own side.
    score: Score,
    output: Output,
    stopwatch: Stopwatch,
}

impl TerminalGame {
    fn welcome(&mut self, drawn: Option<&Drawn>) -> anyhow::Result<()> {
        let (level, white) = (self.level.number(), self.person == Side::White);
        self.tell(
            format_args!(
                "You are {}, the computer plays at level {level}. Type a move such as 32-28, or \
                 \"help\".",
                if white { "White" } else { "Black" }
            ),
            format_args!(
                "Vous avez {}, l’ordinateur joue au niveau {level}. Tapez un coup, par exemple \
                 32-28, ou «\u{a0}aide\u{a0}».",
                if white { "les Blancs" } else { "les Noirs" }
            ),
        )?;
        if let Some(drawn) = drawn {
            let (number, count, moves) = (drawn.number, drawn.count, drawn.moves());
            let moves = match &*moves {
                "" => either(self.language, "a position", "une position"),
                _ => moves,
            };
            self.tell(
                format_args!("Ballot {number} of {count}: {moves}."),
                format_args!("Début n°\u{a0}{number} sur {count}\u{a0}: {moves}."),
            )?;
        }
        if let Some(making) = &self.making {
            let folder = making.folder.display().to_string();
            self.tell(
                format_args!(
                    "Building endgame tables in the background (once, about a minute): {folder}"
                ),
                format_args!(
                    "Calcul des tables de finales en arrière-plan (une seule fois, environ une \
                     minute)\u{a0}: {folder}"
                ),
            )?;
        }
        self.board()
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            if let Some(ending) = self.session.ending() {
                let sentence = ending.worded(self.language, self.session.variant());
                writeln!(self.output, "{sentence}")?;
            } else if self.session.position().side() != self.person {
                self.answer()?;
                continue;
            }
            let side = self.session.position().side();
            let prompt = match side {
                Side::White => either(self.language, "White> ", "Blancs> "),
                Side::Black => either(self.language, "Black> ", "Noirs> "),
            };
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            // Bytes that are not text are not a move, but they must not end the game.
            let mut bytes = Vec::new();
            if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                writeln!(self.output)?;
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            if !io::stdin().is_terminal() {
                // The typed line is not echoed here, so without this the answer would follow the
                // prompt directly.
                writeln!(self.output)?;
            }
            if order::read(&line) == Order::Quit {
                return self.tell("See you soon!", "À bientôt\u{202f}!");
            }
            self.obey(&order::read(&line))?;
        }
    }

    fn obey(&mut self, order: &Order<'_>) -> anyhow::Result<()> {
        let now = unix_ms();
        match *order {
            Order::Nothing | Order::Quit => Ok(()),
            Order::Help => self.tell(ENGLISH_HELP, FRENCH_HELP),
            Order::Moves => self.list_moves(),
            Order::Hint => self.hint(),
            Order::Back => self.take_back(now),
            Order::Draw => self.offer_draw(now),
            Order::Resign => self.act(|session, side| session.resign(side, now)),
            Order::Flip => {
                self.flipped = !self.flipped;
                self.board()
            }
            Order::Fen => Ok(writeln!(
                self.output,
                "{}",
                fen::write(self.session.position())
            )?),
            Order::Save(path) => self.save(path),
            Order::Text(text) => self.typed(text, now),
        }
    }

    /// Saves the game to a new file. If that fails, for example because of a mistyped name, the
    /// game goes on.
    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let text = pdn::write(&self.session);
        let written =
            fs::File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.tell(
                format_args!("The game is saved in {path}."),
                format_args!("La partie est enregistrée dans {path}."),
            ),
            Err(error) => self.tell(
                format_args!(
                    "The game could not be saved in {path} ({error}). The game continues."
                ),
                format_args!(
                    "La partie n’a pas pu être enregistrée dans {path} ({error}). Elle continue."
                ),
            ),
        }
    }

    /// Plays a move that was typed, or says why it is refused.
    fn typed(&mut self, text: &str, now: u64) -> anyhow::Result<()> {
        let position = *self.session.position();
        let Some(answer) = input::explained(&position, text) else {
            return if is_huff_alone(&position, text) {
                self.tell(
                    format_args!("A huff is not a move: add your move, for example {text} 32-28."),
                    format_args!(
                        "Souffler n’est pas jouer\u{a0}: ajoutez votre coup, par exemple {text} \
                         32-28."
                    ),
                )
            } else {
                self.tell(
                    format_args!("\"{text}\" is neither a move nor a command. Type \"help\"."),
                    format_args!(
                        "«\u{a0}{text}\u{a0}» n’est ni un coup ni une commande. Tapez \
                         «\u{a0}aide\u{a0}»."
                    ),
                )
            };
        };
        match input::legal(answer, &position, self.language) {
            Ok(played) => match self.session.play(&played, now) {
                Ok(()) => self.board(),
                Err(error) => Ok(writeln!(self.output, "{error}")?),
            },
            Err(lines) => Ok(writeln!(self.output, "{}", lines.join("\n"))?),
        }
    }

    /// Plays the computer's move.
    fn answer(&mut self) -> anyhow::Result<()> {
        let by = self.session.position().side();
        let limits = Limits {
            level: Some(self.level),
            seed: unix_ms(),
            ..Limits::default()
        };
        let by_book = self
            .book
            .and_then(|book| book.choose(self.session.position(), &limits));
        let from_book = by_book.is_some();
        let found = if let Some(choice) = by_book {
            Some((choice.played, Score::Hundredths(choice.value.into())))
        } else {
            self.tell("The computer is thinking…", "L’ordinateur réfléchit…")?;
            self.output.flush()?;
            self.think(&limits)
        };
        let Some((best, score)) = found else {
            return Err(anyhow!("the computer found no move in {}", self.fen()));
        };
        self.score = score;
        let text = move_text::text(self.session.position(), &best);
        self.session.play(&best, unix_ms())?;
        let white = by == Side::White;
        self.tell(
            format_args!(
                "{} plays {text}{}",
                if white { "White" } else { "Black" },
                if from_book { " (opening book)" } else { "" }
            ),
            format_args!(
                "{} jouent {text}{}",
                if white { "Les Blancs" } else { "Les Noirs" },
                if from_book {
                    " (livre d’ouvertures)"
                } else {
                    ""
                }
            ),
        )?;
        self.board()
    }

    fn think(&mut self, limits: &Limits) -> Option<(Move, Score)> {
        if let Some(endings) = self.making.as_ref().and_then(TableBuild::made) {
            self.engine.set_endings(Some(endings));
            self.making = None;
        }
        let never = AtomicBool::new(false);
        let clock = || self.stopwatch.elapsed().as_millis() as u64;
        let thought = self
            .engine
            .analyse(self.session.game(), limits, &clock, &never, |_| {});
        Some((
            thought.best?,
            thought.progress.score().unwrap_or(Score::Hundredths(0)),
        ))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        match self
            .session
            .ending()
            .is_none()
            .then(|| self.think(&Limits::time_ms(HINT_MS)))
        {
            Some(Some((best, _))) => {
                let text = move_text::text(self.session.position(), &best);
                self.tell(
                    format_args!("The computer would play {text}."),
                    format_args!("L’ordinateur jouerait {text}."),
                )
            }
            _ => Ok(()),
        }
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let line = match self.session.ending() {
            Some(_) => String::new(),
            None => input::legal_moves_line(self.session.position()),
        };
        Ok(writeln!(self.output, "{line}")?)
    }

    /// Goes back to the person's own turn by taking back their last move and the reply to it.
    fn take_back(&mut self, now: u64) -> anyhow::Result<()> {
        let own_turn = self.session.position().side() == self.person;
        let plies = if own_turn { 2 } else { 1 };
        if self.session.game().len() < self.drawn + plies as usize {
            return self.nothing_to_take_back();
        }
        match self.session.take_back(plies, now) {
            Ok(()) => self.board(),
            Err(_) => self.nothing_to_take_back(),
        }
    }

    fn nothing_to_take_back(&mut self) -> anyhow::Result<()> {
        self.tell(
            "There are no moves to take back.",
            "Il n’y a aucun coup à reprendre.",
        )
    }

    fn offer_draw(&mut self, now: u64) -> anyhow::Result<()> {
        match self.session.offer_draw(self.person, now) {
            Ok(()) => {}
            Err(ActError::AlreadyOffered(_) | ActError::OfferStands) => {
                return self.tell(
                    "A draw was already offered on this move.",
                    "La remise a déjà été proposée à ce coup.",
                );
            }
            Err(error) => return Ok(writeln!(self.output, "{error}")?),
        }
        let computer = self.person.opponent();
        let seen = self.score.opposite();
        if self.session.computer_accepts_draw(computer, seen) {
            self.tell(
                "The computer accepts the draw.",
                "L’ordinateur accepte la remise.",
            )?;
            self.act(|session, _| session.accept_draw(computer, now))
        } else {
            self.tell(
                "The computer declines the draw.",
                "L’ordinateur refuse la remise.",
            )?;
            self.act(|session, _| session.decline_draw(computer, now))
        }
    }

    fn act(
        &mut self,
        act: impl FnOnce(&mut Session, Side) -> Result<(), ActError>,
    ) -> anyhow::Result<()> {
        match act(&mut self.session, self.person) {
            Ok(()) => Ok(()),
            Err(error) => Ok(writeln!(self.output, "{error}")?),
        }
    }

    fn board(&mut self) -> anyhow::Result<()> {
        let diagram = Diagram::of(self.session.position()).flipped(self.flipped);
        Ok(writeln!(self.output, "\n{}", diagram.text())?)
    }

    fn fen(&self) -> String {
        fen::write(self.session.position())
    }

    fn tell(&mut self, english: impl Display, french: impl Display) -> anyhow::Result<()> {
        let text = either(self.language, english, french);
        Ok(writeln!(self.output, "{text}")?)
    }
}

/// Whether a text only names a piece to huff, without a move: `s23`.
fn is_huff_alone(position: &Position, text: &str) -> bool {
    let square = text.strip_prefix(['s', 'S']);
    square.is_some_and(|square| square_names::read(position.variant(), square).is_some())
}
