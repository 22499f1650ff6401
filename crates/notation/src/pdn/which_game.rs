//! Finds the game of the family that a written game belongs to, if its tags do not name one, or
//! name one in which not even the first move is legal. The games that fit its squares and its
//! position are tried. A game in which all moves are legal is chosen; of several, the one whose
//! start position or whose board the file has, otherwise the most popular one, and the same one for
//! all games of a file.
//!
//! The work is bounded: only a limited number of items of a game is tried, and only a limited
//! number of games of a file is read before the decision.

use std::collections::VecDeque;
use std::io;

use damier_rules::variant::rule_table::Obligation;
use damier_rules::{Kind, Position, Side, Square, Variant};

use super::fault::{Fault, FaultCode};
use super::fit::{Fit, NamesTried, fit, has_foreign_names};
use super::game::{Game, Item};
use super::game_type::{GameKind, names_no_game, remove_kind, set_kind, tagged_kind};
use super::reader::{Parsed, Reader};
use super::replay::start_position;

/// How many games of a file are read ahead before the decision, and how many items they may have in
/// all.
const MOST_AHEAD: usize = 64;
const MOST_ITEMS_AHEAD: usize = 100_000;

/// The game of the family chosen for a written game, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct GameFound {
    /// The game.
    pub variant: Variant,
    /// The reason.
    pub reason: FoundBy,
}

/// Why a game of the family was chosen for a written game.
///
/// ```
/// use damier_notation::pdn::FoundBy;
/// assert_eq!(FoundBy::OnlyOne.code(), "only-one");
/// assert!(FoundBy::OnlyOne.is_guess() && !FoundBy::Tag.is_guess());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FoundBy {
    /// A tag names the game.
    Tag,
    /// The user has chosen the game.
    Asked,
    /// The moves are legal in this game only.
    OnlyOne,
    /// The moves are legal in several games, and the position is the start position of this one.
    StartPosition,
    /// The moves are legal in several games, and only squares of the board of this one are named.
    Board,
    /// The moves are legal in several games. Of these, this game is the most popular one, or was
    /// expected.
    MostPlayed,
    /// The moves are legal in this game, and the tags of other games of the file name it.
    OtherGames,
    /// In no game are all the moves legal. In this one, more of them are legal than in any other.
    Farthest,
    /// There is neither a move nor a position, or only some that fit no game. This is the expected
    /// game.
    Expected,
}

impl FoundBy {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            FoundBy::Tag => "tag",
            FoundBy::Asked => "asked",
            FoundBy::OnlyOne => "only-one",
            FoundBy::StartPosition => "start-position",
            FoundBy::Board => "board",
            FoundBy::MostPlayed => "most-played",
            FoundBy::OtherGames => "other-games",
            FoundBy::Farthest => "farthest",
            FoundBy::Expected => "expected",
        }
    }

    /// Whether the game was guessed from the moves, so that a program may want to inform the user.
    pub const fn is_guess(self) -> bool {
        !matches!(self, FoundBy::Tag | FoundBy::Asked)
    }
}

/// Finds the game that a written game belongs to. `expected` is tried first, and chosen if there is
/// no evidence.
///
/// A tag takes precedence. If it names a game that this program does not support, the result is
/// `expected`, and [`replay`](super::replay) reports the fault.
///
/// ```
/// use damier_notation::pdn::{FoundBy, Reader, find_game};
/// use damier_rules::Variant;
///
/// let text = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *";
/// let parsed = Reader::new(text.as_bytes()).next().expect("a game")?;
/// let found = find_game(&parsed.game, Variant::INTERNATIONAL);
/// assert_eq!((found.variant, found.reason), (Variant::RUSSIAN, FoundBy::MostPlayed));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn find_game(game: &Game, expected: Variant) -> GameFound {
    match tagged_kind(game) {
        Some(GameKind::Known(variant)) => GameFound {
            variant,
            reason: FoundBy::Tag,
        },
        Some(GameKind::Other(_)) => GameFound {
            variant: expected,
            reason: FoundBy::Tag,
        },
        None => decide(&[game], expected, &candidates(expected)),
    }
}

/// The games to try: first the expected one, then those with a number in PDN, the most popular
/// first. Games in which a capture may be left out are not guessed, since nearly all moves are
/// legal in them.
fn candidates(expected: Variant) -> Vec<Variant> {
    let mut numbered: Vec<Variant> = Variant::ALL
        .iter()
        .copied()
        .filter(|variant| {
            let table = variant.table();
            table.game_type.is_some() && table.obligation == Obligation::Compulsory
        })
        .collect();
    numbered.sort_by_key(|variant| variant.table().game_type.map(|own| own.number));
    numbered.retain(|&variant| variant != expected);
    numbered.insert(0, expected);
    numbered
}

/// The one game that fits all these written games. A game in which squares usually have other names
/// is chosen only if none fits with its usual ones.
fn decide(games: &[&Game], expected: Variant, candidates: &[Variant]) -> GameFound {
    let tried = [NamesTried::Usual, NamesTried::Any];
    tried
        .into_iter()
        .find_map(|tried| decide_by(tried, games, candidates))
        .unwrap_or_else(|| farthest(games, expected, candidates))
}

/// The one game that fits all these written games, if any fits one of them.
fn decide_by(tried: NamesTried, games: &[&Game], candidates: &[Variant]) -> Option<GameFound> {
    let mut alive = candidates.to_vec();
    let mut has_evidence = false;
    for game in games {
        if !says_something(game) {
            continue;
        }
        let whole: Vec<Variant> = alive
            .iter()
            .copied()
            .filter(|&variant| matches!(fit(game, variant, tried), Fit::Whole(_)))
            .collect();
        // A written game with faults of its own is no evidence about the others.
        if !whole.is_empty() {
            alive = whole;
            has_evidence = true;
        }
        if has_evidence && alive.len() == 1 {
            break;
        }
    }
    let found = |variant, reason| Some(GameFound { variant, reason });
    match (has_evidence, alive.as_slice()) {
        (true, [only]) => found(*only, FoundBy::OnlyOne),
        (true, [first, ..]) => {
            if let Some(variant) = by_start_position(games, &alive) {
                found(variant, FoundBy::StartPosition)
            } else if let Some(variant) = by_board(games, &alive) {
                found(variant, FoundBy::Board)
            } else {
                found(*first, FoundBy::MostPlayed)
            }
        }
        _ => None,
    }
}

/// The first of these games whose start position a tag `FEN` has.
fn by_start_position(games: &[&Game], candidates: &[Variant]) -> Option<Variant> {
    let mut candidates = candidates.iter().copied();
    candidates.find(|&variant| {
        let start = Position::start(variant);
        let mut tagged = games.iter().filter(|game| has_position(game));
        tagged.any(|game| start_position(game, variant) == Ok(start))
    })
}

/// How many pieces the positions of a file must have before they are evidence for a smaller board:
/// by chance, so many would stand on its squares only once in a hundred files.
const MANY_PIECES: usize = 10;

/// The first of these games with a smaller board than the first of all, if the positions of a file
/// have no piece outside this board.
fn by_board(games: &[&Game], candidates: &[Variant]) -> Option<Variant> {
    let squares = |variant: Variant| variant.table().board.square_count();
    let usual = *candidates.first()?;
    let smaller = candidates
        .iter()
        .copied()
        .find(|&variant| squares(variant) < squares(usual))?;
    let (mut pieces, mut highest) = (0, 0);
    for game in games.iter().filter(|game| has_position(game)) {
        if let Ok(position) = start_position(game, usual) {
            for (side, kind) in [
                (Side::White, Kind::Man),
                (Side::White, Kind::King),
                (Side::Black, Kind::Man),
                (Side::Black, Kind::King),
            ] {
                let squares = position.squares(side, kind);
                pieces += squares.len();
                let last = squares.iter().last().map_or(0, Square::number);
                highest = highest.max(last);
            }
        }
    }
    (pieces >= MANY_PIECES && highest <= squares(smaller)).then_some(smaller)
}

fn has_position(game: &Game) -> bool {
    game.tag("FEN").is_some_and(|text| !text.trim().is_empty())
}

/// The game in which most of these written games have a legal main line, and of several the one in
/// which most moves are legal. Where a game usually names squares otherwise, it must fit better.
fn farthest(games: &[&Game], expected: Variant, candidates: &[Variant]) -> GameFound {
    let mut best = (Rank::default(), expected);
    for tried in [NamesTried::Usual, NamesTried::Any] {
        for &variant in candidates {
            let games = games.iter().filter(|game| says_something(game));
            let rank = games.fold(Rank::default(), |rank, game| {
                rank.and(fit(game, variant, tried))
            });
            if rank > best.0 {
                best = (rank, variant);
            }
        }
    }
    let (rank, variant) = best;
    let reason = if rank.playable > 0 {
        FoundBy::Farthest
    } else {
        FoundBy::Expected
    };
    GameFound { variant, reason }
}

/// How well written games with faults fit a game of the family together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Rank {
    /// How many of them have a legal main line.
    main_lines: usize,
    /// How many moves are legal.
    moves: usize,
    /// How many of their positions can be played.
    playable: usize,
    /// In how many of them the squares exist.
    on_board: usize,
}

impl Rank {
    fn and(self, fit: Fit) -> Rank {
        Rank {
            main_lines: self.main_lines + usize::from(fit >= Fit::MainLine(0)),
            moves: self.moves + fit.moves(),
            playable: self.playable + usize::from(fit >= Fit::Until(0)),
            on_board: self.on_board + usize::from(fit > Fit::NoSquares),
        }
    }
}

/// Whether a written game has a move or a position.
fn says_something(game: &Game) -> bool {
    let mut items = game.items.iter();
    has_position(game) || items.any(|item| matches!(item, Item::Move(_) | Item::Setup(_)))
}

fn has_move(game: &Game) -> bool {
    game.items.iter().any(|item| matches!(item, Item::Move(_)))
}

/// Whether the tag of a game cannot be right: no game has its number or its name, or the game has
/// moves of which not even the first is legal.
fn contradicts(game: &Game, tagged: &GameKind) -> bool {
    match tagged {
        GameKind::Known(variant) => {
            has_move(game) && fit(game, *variant, NamesTried::Any) <= Fit::Until(0)
        }
        GameKind::Other(_) => names_no_game(game),
    }
}

/// How many moves must be legal in a game before it replaces a tag with an unknown name.
const MANY_MOVES: usize = 4;

/// How many moves must be legal in another game before it replaces the one that a tag names.
const ENOUGH_MOVES: usize = 2;

/// Whether a game that was found from the moves may replace a tag. One move is no evidence against
/// a game that the tag names: the move may be wrong itself, unless its board has no squares with
/// letters, or with numbers. If not all moves are legal, the squares
/// must not exist in the game of the tag, or the tag must have an unknown name and many moves be
/// legal.
fn may_replace(game: &Game, tagged: &GameKind, found: GameFound) -> bool {
    let is_whole = match found.reason {
        FoundBy::Expected => return false,
        FoundBy::Farthest => false,
        _ => true,
    };
    let enough = match tagged {
        GameKind::Known(tagged) if has_foreign_names(game, *tagged) => 1,
        GameKind::Known(_) if is_whole => ENOUGH_MOVES,
        GameKind::Known(tagged) if fit(game, *tagged, NamesTried::Any) == Fit::NoSquares => {
            ENOUGH_MOVES
        }
        GameKind::Known(_) => return false,
        GameKind::Other(_) if is_whole => 0,
        GameKind::Other(_) => MANY_MOVES,
    };
    fit(game, found.variant, NamesTried::Any).moves() >= enough
}

/// Reads the games of a file, and finds for each the game of the family that it belongs to.
///
/// Games without a tag are assigned the same game as the others of the file, if it fits. To decide,
/// a limited number of games is read ahead; these are tried one by one until only one possibility
/// is left.
///
/// A tag that names a game in which not even the first move is legal is replaced, if there are
/// several moves and all are legal in another game; so is one in whose game the squares do not
/// exist, by the game in which most moves are legal. [`FaultCode::WrongGame`] reports it.
///
/// ```
/// use damier_notation::pdn::{Games, Reader};
/// use damier_rules::Variant;
///
/// // Several games fit the first text. In the second, a man does not capture backwards, so both
/// // are Czech.
/// let text = "[Event \"a\"]\n1. c3-d4 *\n\n[Event \"b\"]\n[FEN \"W:We5:Bd4,b8\"]\n1. e5-f6 *";
/// for game in Games::new(Reader::new(text.as_bytes()), None) {
///     let (_, found) = game?;
///     assert_eq!(found.variant, Variant::CZECH);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Games<'r> {
    reader: Reader<'r>,
    asked: Option<Variant>,
    /// The game that is tried first, and chosen if there is no evidence.
    expected: Variant,
    /// Games that were read ahead and not returned yet.
    ahead: VecDeque<io::Result<Parsed>>,
    /// The game chosen for those without a tag.
    decided: Option<GameFound>,
    /// The game that the first tag in the file names.
    tagged: Option<Variant>,
}

impl<'r> Games<'r> {
    /// Reads the games of a reader. `asked` is the game that the user has chosen, if any; it is
    /// assigned to games without a tag, and to those whose tag cannot be right.
    pub fn new(reader: Reader<'r>, asked: Option<Variant>) -> Games<'r> {
        Games {
            asked,
            ..Games::expecting(reader, Variant::INTERNATIONAL)
        }
    }

    /// Reads the games of a reader. A game without a tag may be any game that fits. `expected` is
    /// tried first, and chosen if there is no evidence.
    pub fn expecting(reader: Reader<'r>, expected: Variant) -> Games<'r> {
        Games {
            reader,
            asked: None,
            expected,
            ahead: VecDeque::new(),
            decided: None,
            tagged: None,
        }
    }

    fn found(&mut self, parsed: &mut Parsed) -> GameFound {
        if let Some(kind) = tagged_kind(&parsed.game) {
            if contradicts(&parsed.game, &kind)
                && let Some(found) = self.correct(parsed, &kind)
            {
                return found;
            }
            if let (GameKind::Known(variant), None) = (&kind, self.tagged) {
                self.tagged = Some(*variant);
            }
            return find_game(&parsed.game, self.expected);
        }
        self.without_tag(parsed)
    }

    /// Replaces a tag that cannot be right: by the game that the user has chosen, or by the one in
    /// which all moves are legal, or more than in any other.
    fn correct(&self, parsed: &mut Parsed, tagged: &GameKind) -> Option<GameFound> {
        let game = &parsed.game;
        let found = if let Some(variant) = self.asked {
            let reason = FoundBy::Asked;
            GameFound { variant, reason }
        } else {
            let found = decide(&[game], self.expected, &candidates(self.expected));
            Some(found).filter(|&found| may_replace(game, tagged, found))?
        };
        let name = if game.tag("GameType").is_some() {
            "GameType"
        } else {
            "Variant"
        };
        let wrong_tag = format!("{name} \"{}\"", game.tag(name).unwrap_or_default());
        let place = parsed.tag_place(name);
        let right = found.variant.id();
        let fault = Fault::new(place, FaultCode::WrongGame, &wrong_tag, right);
        parsed.faults.push(fault);
        remove_kind(&mut parsed.game, &mut parsed.tag_places);
        set_kind(&mut parsed.game, found.variant);
        Some(found)
    }

    fn without_tag(&mut self, parsed: &Parsed) -> GameFound {
        let game = &parsed.game;
        if let Some(variant) = self.asked {
            return GameFound {
                variant,
                reason: FoundBy::Asked,
            };
        }
        // A position with a fault of its own, such as a man on its last row, is no evidence.
        if let Some(variant) = self.tagged
            && !has_move(game)
            && fit(game, variant, NamesTried::Any) == Fit::BadPosition
        {
            return GameFound {
                variant,
                reason: FoundBy::OtherGames,
            };
        }
        let decided = match self.decided {
            Some(decided) => decided,
            None => self.decide(parsed),
        };
        if !says_something(game) {
            return decided;
        }
        let as_decided = fit(game, decided.variant, NamesTried::Any);
        if matches!(as_decided, Fit::Whole(_)) {
            return decided;
        }
        // This is another game of the family, or a game with a fault of its own.
        let own = find_game(game, decided.variant);
        match own.reason {
            FoundBy::StartPosition => own,
            _ if as_decided == Fit::BadPosition && !has_move(game) => decided,
            FoundBy::OnlyOne => own,
            // One decision for the file, unless this game cannot even begin like that.
            FoundBy::Expected => decided,
            _ if as_decided <= Fit::Until(0) => own,
            _ => decided,
        }
    }

    fn decide(&mut self, first: &Parsed) -> GameFound {
        let mut items = first.game.items.len();
        while self.ahead.len() < MOST_AHEAD && items < MOST_ITEMS_AHEAD {
            let Some(next) = self.reader.next() else {
                break;
            };
            if let Ok(parsed) = &next {
                items += parsed.game.items.len();
            }
            self.ahead.push_back(next);
        }
        let ahead = self.ahead.iter().filter_map(|next| next.as_ref().ok());
        let untagged = ahead
            .map(|parsed| &parsed.game)
            .filter(|game| tagged_kind(game).is_none());
        let games: Vec<&Game> = std::iter::once(&first.game).chain(untagged).collect();
        let expected = self.tagged.unwrap_or(self.expected);
        let mut decided = decide(&games, expected, &candidates(expected));
        if self.tagged == Some(decided.variant) && decided.reason == FoundBy::MostPlayed {
            decided.reason = FoundBy::OtherGames;
        }
        // A decision without evidence must not bind the games that follow.
        if decided.reason != FoundBy::Expected {
            self.decided = Some(decided);
        }
        decided
    }
}

impl Iterator for Games<'_> {
    type Item = io::Result<(Parsed, GameFound)>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match self.ahead.pop_front() {
            Some(next) => next,
            None => self.reader.next()?,
        };
        Some(next.map(|mut parsed| {
            let found = self.found(&mut parsed);
            (parsed, found)
        }))
    }
}
