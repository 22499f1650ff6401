//! The articles on which refusals are based, in games whose rule text has numbered articles.

use super::Refusal;
use crate::variant::rule_table::Articles;
use crate::{Kind, Variant};

impl Refusal {
    /// Returns the article on which the refusal is based, in the text that [`Articles::text`]
    /// names; `None` if no article covers it.
    pub const fn article(&self, articles: Articles) -> Option<&'static str> {
        match articles {
            Articles::Annex1 => self.annex_1(),
            Articles::Fid => self.fid(),
            Articles::Unnumbered => None,
        }
    }

    /// Returns the article on which the refusal is based in the rules of a game.
    pub fn article_in(&self, variant: Variant) -> Option<&'static str> {
        self.article(variant.table().articles)
    }

    /// Returns the article in Annex 1 of the FMJD's official rules of international draughts.
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
            // No article covers it, or it cannot happen in a game that follows this text.
            _ => return None,
        })
    }

    /// Returns the article on captures in the technical rules of the FID.
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
