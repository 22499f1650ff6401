//! Endgame tables as the engine and the referee of engine matches probe them.

use std::fmt;
use std::sync::Arc;

use damier_endgame::{Distance, Tables, Wdl};
use damier_rules::{
    AnyPieces, AnyRulebook, International, Pieces, Position, Rulebook, Side, Variant,
};

/// The interface between search and endgame tables. A program that never constructs an [`Endings`]
/// does not link the code behind it.
pub(crate) trait Certain<B>: Send + Sync {
    /// The largest number of pieces for which the tables have every position.
    fn most_pieces(&self) -> u32;
    /// Probes a position in which the side to move cannot capture.
    fn quiet(&self, pieces: &Pieces<B>) -> Option<Wdl>;
    /// Probes any position of few pieces. Captures are searched.
    fn resolved(&self, pieces: &Pieces<B>) -> Option<Wdl>;
    /// Like `resolved`, with the number of plies until the end. Slow: meant for the root of a
    /// search.
    fn distance(&self, pieces: &Pieces<B>) -> Option<Distance>;
}

/// Tables together with the rules of their game.
struct Asked<R: 'static> {
    rules: &'static R,
    tables: Tables,
}

impl<R: Rulebook<Bits = u64>> Certain<u64> for Asked<R> {
    fn most_pieces(&self) -> u32 {
        u32::from(self.tables.most_pieces())
    }

    fn quiet(&self, pieces: &Pieces<u64>) -> Option<Wdl> {
        self.tables.probe_quiet(pieces)
    }

    fn resolved(&self, pieces: &Pieces<u64>) -> Option<Wdl> {
        self.tables.resolve(self.rules, pieces)
    }

    fn distance(&self, pieces: &Pieces<u64>) -> Option<Distance> {
        self.tables.distance(self.rules, pieces)
    }
}

/// How a position ends with best play.
///
/// ```
/// use damier_engine::Verdict;
/// use damier_rules::Side;
/// assert_eq!((Verdict::Won(Side::Black).winner(), Verdict::Drawn.winner()), (Some(Side::Black), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This side wins.
    Won(Side),
    /// The game is drawn.
    Drawn,
}

impl Verdict {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Verdict::Won(side) => Some(side),
            Verdict::Drawn => None,
        }
    }
}

/// Endgame tables of one game. An [`Engine`](crate::Engine) probes them instead of evaluating, and
/// self-play and matches use them to end games early.
///
/// Cheap to clone: all clones share the tables. A value depends on the position alone; the caller
/// must check draws by repetition and by move counts.
///
/// ```
/// use damier_endgame::{Builder, Material, Tables};
/// use damier_engine::{Endings, Verdict};
/// use damier_rules::{International, Kind, Piece, Position, Setup, Side, Square, Variant};
/// use std::sync::Arc;
///
/// let mut builder = Builder::new(&International, 2, 1)?;
/// let mut tables = Tables::new(&International)?;
/// for material in Material::of_pieces(2) {
///     if !builder.has(material) {
///         for made in builder.solve(material)? {
///             tables.add(&(Arc::new(made.outcomes) as _))?;
///         }
///     }
/// }
/// let endings = Endings::new(tables).expect("all endings of two pieces");
///
/// let mut setup = Setup::new();
/// setup.side = Some(Side::White);
/// let square = |number| Square::new(number).expect("a square");
/// setup.put(square(46), Piece::new(Side::White, Kind::King));
/// setup.put(square(1), Piece::new(Side::Black, Kind::King));
/// let position = Position::from_setup(Variant::INTERNATIONAL, &setup)?;
/// assert_eq!(endings.verdict(&position), Some(Verdict::Drawn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Endings {
    variant: Variant,
    most_pieces: u8,
    pub(crate) certain: Arc<dyn Certain<u64>>,
}

impl Endings {
    /// Endings from these tables; `None` if even the positions of two pieces are incomplete.
    pub fn new(tables: Tables) -> Option<Endings> {
        let variant = Variant::from_id(tables.game())?;
        let most_pieces = tables.most_pieces();
        if most_pieces < 2 {
            return None;
        }
        let certain: Arc<dyn Certain<u64>> = match variant.rulebook() {
            AnyRulebook::International(_) => Arc::new(Asked {
                rules: &International,
                tables,
            }),
            AnyRulebook::Narrow(rules) => Arc::new(Asked { rules, tables }),
            AnyRulebook::Wide(_) => return None,
        };
        Some(Endings {
            variant,
            most_pieces,
            certain,
        })
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The largest number of pieces for which the tables have every position.
    pub fn most_pieces(&self) -> u8 {
        self.most_pieces
    }

    /// How a position of this game ends with best play. `None` if it has more pieces than the
    /// tables, or belongs to another game.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let AnyPieces::Narrow(pieces) = position.raw() else {
            return None;
        };
        let known = position.variant() == self.variant
            && pieces.occupied().count_ones() <= u32::from(self.most_pieces);
        let value = known.then(|| self.certain.resolved(&pieces)).flatten()?;
        Some(match winner(value, pieces.side) {
            Some(side) => Verdict::Won(side),
            None => Verdict::Drawn,
        })
    }
}

/// Two values are equal if they share the same tables in memory.
impl PartialEq for Endings {
    fn eq(&self, other: &Endings) -> bool {
        Arc::ptr_eq(&self.certain, &other.certain)
    }
}

impl Eq for Endings {}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endings({}, {})", self.variant, self.most_pieces)
    }
}

/// The winner, from the value for the side to move.
pub(crate) fn winner(value: Wdl, side: Side) -> Option<Side> {
    match value {
        Wdl::Loss => Some(side.opponent()),
        Wdl::Draw => None,
        Wdl::Win => Some(side),
    }
}
