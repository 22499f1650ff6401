//! `damier play`: a game against the computer, in the terminal. It uses the same session as the
//! page.

mod ballot;
mod order;
mod words;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use damier_engine::{Book, Engine, Level, Limits, Score};
use damier_notation::diagram::Diagram;
use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text, square_names};
use damier_rules::{Explanation, Move, Position, Side};
use damier_session::{ActError, GameSettings, Player, Session, pdn};

use self::ballot::Drawn;
use self::order::Order;
use self::words::{Say, say};
use crate::answer::Answer;
use crate::args::PlayArgs;
use crate::clock::{Stopwatch, unix_ms};
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
        self.say(Say::Welcome {
            level: self.level.number(),
            person: self.person,
        })?;
        if let Some(drawn) = drawn {
            self.say(Say::Ballot {
                number: drawn.number,
                count: drawn.count,
                moves: &drawn.moves(),
            })?;
        }
        if let Some(making) = &self.making {
            let folder = making.folder.display().to_string();
            self.say(Say::MakingTables { folder: &folder })?;
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
            write!(self.output, "{}", say(self.language, Say::Prompt { side }))?;
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
                return self.say(Say::Bye);
            }
            self.obey(&order::read(&line))?;
        }
    }

    fn obey(&mut self, order: &Order<'_>) -> anyhow::Result<()> {
        let now = unix_ms();
        match *order {
            Order::Nothing | Order::Quit => Ok(()),
            Order::Help => self.say(Say::Help),
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
            Ok(()) => self.say(Say::Saved { path }),
            Err(error) => self.say(Say::NotSaved {
                path,
                why: &error.to_string(),
            }),
        }
    }

    /// Plays a move that was typed, or says why it is refused.
    fn typed(&mut self, text: &str, now: u64) -> anyhow::Result<()> {
        let position = *self.session.position();
        let Some(answer) = input::explained(&position, text) else {
            return self.say(if is_huff_alone(&position, text) {
                Say::HuffAlone { text }
            } else {
                Say::Unknown { text }
            });
        };
        match answer {
            Explanation::Legal(played) => match self.session.play(&played, now) {
                Ok(()) => self.board(),
                Err(error) => Ok(writeln!(self.output, "{error}")?),
            },
            Explanation::Refused(refusal) => {
                let sentence = wording::refusal(self.language, position.variant(), &refusal);
                Ok(writeln!(self.output, "{sentence}")?)
            }
            Explanation::Ambiguous(moves) => {
                let sentence = wording::ambiguity(self.language, position.variant(), &moves);
                writeln!(self.output, "{sentence}")?;
                for played in &moves {
                    writeln!(self.output, "  {}", move_text::long(&position, played))?;
                }
                Ok(())
            }
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
            self.say(Say::Thinking)?;
            self.output.flush()?;
            self.think(&limits)
        };
        let Some((best, score)) = found else {
            return Err(anyhow!("the computer found no move in {}", self.fen()));
        };
        self.score = score;
        let text = move_text::text(self.session.position(), &best);
        self.session.play(&best, unix_ms())?;
        self.say(Say::Played {
            by,
            text: &text,
            from_book,
        })?;
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
                self.say(Say::Hint { text: &text })
            }
            _ => Ok(()),
        }
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let position = *self.session.position();
        let moves = if self.session.ending().is_some() {
            vec![]
        } else {
            position.legal_moves()
        };
        let texts: Vec<String> = moves
            .iter()
            .map(|played| move_text::text(&position, played))
            .collect();
        Ok(writeln!(self.output, "{}", texts.join("  "))?)
    }

    /// Goes back to the person's own turn by taking back their last move and the reply to it.
    fn take_back(&mut self, now: u64) -> anyhow::Result<()> {
        let own_turn = self.session.position().side() == self.person;
        let plies = if own_turn { 2 } else { 1 };
        if self.session.game().len() < self.drawn + plies as usize {
            return self.say(Say::NothingToTakeBack);
        }
        match self.session.take_back(plies, now) {
            Ok(()) => self.board(),
            Err(_) => self.say(Say::NothingToTakeBack),
        }
    }

    fn offer_draw(&mut self, now: u64) -> anyhow::Result<()> {
        match self.session.offer_draw(self.person, now) {
            Ok(()) => {}
            Err(ActError::AlreadyOffered(_) | ActError::OfferStands) => {
                return self.say(Say::AlreadyOffered);
            }
            Err(error) => return Ok(writeln!(self.output, "{error}")?),
        }
        let computer = self.person.opponent();
        let seen = self.score.opposite();
        if self.session.computer_accepts_draw(computer, seen) {
            self.say(Say::DrawAccepted)?;
            self.act(|session, _| session.accept_draw(computer, now))
        } else {
            self.say(Say::DrawDeclined)?;
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

    fn say(&mut self, what: Say<'_>) -> anyhow::Result<()> {
        Ok(writeln!(self.output, "{}", say(self.language, what))?)
    }
}

/// Whether a text only names a piece to huff, without a move: `s23`.
fn is_huff_alone(position: &Position, text: &str) -> bool {
    let square = text.strip_prefix(['s', 'S']);
    square.is_some_and(|square| square_names::read(position.variant(), square).is_some())
}
