//! The articles that refusals rest on, in the games whose rules have numbered texts.

use super::Refusal;
use crate::variant::rule_table::Articles;
use crate::{Kind, Variant};

impl Refusal {
    /// The article of the game's rules that the refusal rests on, where one says it; the text is the
    /// one that [`Articles::text`] names.
    pub const fn article(&self, articles: Articles) -> Option<&'static str> {
        match articles {
            Articles::Annex1 => self.annex_1(),
            Articles::Fid => self.fid(),
            Articles::Unnumbered => None,
        }
    }

    /// The article of the rules of a game.
    pub fn article_in(&self, variant: Variant) -> Option<&'static str> {
        self.article(variant.table().articles)
    }

    /// FMJD, official rules of international draughts, Annex 1.
    const fn annex_1(&self) -> Option<&'static str> {
        Some(match self {
            Refusal::NoSuchSquare { .. } => "2.6",
            Refusal::NotYourPiece { .. } => "5.4",
            Refusal::ManStepsBack { .. }
            | Refusal::StepsOne { .. }
            | Refusal::StepEndsTheMove { .. } => "3.4",
            Refusal::OwnPieceThere { kind, .. }
            | Refusal::EnemyPieceThere { kind, .. }
            | Refusal::NotOnLine { kind, .. }
            | Refusal::PieceBlocked { kind, .. } => match kind {
                Kind::Man => "3.4",
                Kind::King => "3.9",
            },
            Refusal::TurnsWithoutCapturing { .. } | Refusal::OwnPieceInTheWay { .. } => "3.9",
            Refusal::PromotionEndsTheMove { .. } => "3.5",
            Refusal::OwnPieceNotCaptured { .. } => "4.1",
            Refusal::CapturesNextToIt { .. } | Refusal::NothingToCapture { .. } => "4.2",
            Refusal::TwoInARow { .. } => "4.3",
            Refusal::LandBehind { kind, .. }
            | Refusal::LandsRightBehind { kind, .. }
            | Refusal::NoRoomBehind { kind, .. } => match kind {
                Kind::Man => "4.2",
                Kind::King => "4.3",
            },
            Refusal::MustCapture { .. } => "4.2, 4.3",
            Refusal::CaptureGoesOn { kind, .. } => match kind {
                Kind::Man => "4.5",
                Kind::King => "4.6",
            },
            Refusal::LandWhereCaptureGoesOn { .. } => "4.6",
            Refusal::AlreadyCaptured { .. } => "4.8",
            Refusal::CapturedPieceBehind { .. } | Refusal::CapturedPieceThere { .. } => "4.11",
            Refusal::CapturesTooFew { .. } => "4.13",
            Refusal::StaysAMan { .. } => "4.15",
            // Said by no article, or of no game that follows this text.
            _ => return None,
        })
    }

    /// FID, technical rules: the articles on captures.
    const fn fid(&self) -> Option<&'static str> {
        Some(match self {
            Refusal::ManCannotTakeKing { .. } => "5.6",
            Refusal::CapturesTooFew { .. } => "6.6",
            Refusal::KingMustCapture { .. } => "6.7",
            Refusal::CapturesTooFewKings { .. } => "6.8",
            Refusal::TakesAKingTooLate { .. } => "6.9",
            _ => return None,
        })
    }
}
