//! Why a bot leaves a game as it is.

use std::fmt;

use damier_rules::Variant;
use damier_session::Session;

use super::engine::Bot;

/// Why a game is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NotPlayed {
    /// The engine does not support it, or its variant is not enabled.
    Objection(String),
    /// It is over.
    Over,
    /// This server cannot read it; another one may.
    Unreadable,
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotPlayed::Objection(reason) => reason.as_str(),
            NotPlayed::Over => "it is over",
            NotPlayed::Unreadable => "the server cannot read it",
        })
    }
}

/// Why a game is not played; `None` if it is. The engine has not been asked before, so it is now.
/// With `only`, the account has started the game elsewhere.
pub(super) fn reason_not_played(
    bot: &Bot,
    only: Option<&[Variant]>,
    session: &Session,
) -> Option<NotPlayed> {
    let variant = session.variant();
    if let Some(only) = only {
        if session.ending().is_some() {
            return Some(NotPlayed::Over);
        }
        // The engine was tested with these variants; it might reject others only when it is to
        // move.
        if !only.contains(&variant) {
            let reason = "variant not accepted (--variant)";
            return Some(NotPlayed::Objection(reason.to_owned()));
        }
    }
    let answer = bot.can_play(variant, session.settings());
    let error = answer.err()?;
    Some(NotPlayed::Objection(error.to_string()))
}

#[cfg(test)]
mod tests {
    use damier_session::{ClockSettings, GameSettings};

    use super::*;

    fn session(variant: Variant, clock: ClockSettings) -> Session {
        let settings = GameSettings {
            clock: Some(clock),
            ..GameSettings::friendly("", "")
        };
        Session::new(variant, settings, Some(0)).unwrap()
    }

    #[test]
    fn an_unsupported_game_is_rejected_before_it_is_played() {
        let five = ClockSettings::fischer(300_000, 3_000);
        let counted = ClockSettings {
            moves: Some(40),
            ..ClockSettings::fischer(300_000, 0)
        };
        let international = session(Variant::INTERNATIONAL, five.clone());
        let frisian = session(Variant::FRISIAN, five);
        let by_moves = session(Variant::INTERNATIONAL, counted);
        let only = Some(&[Variant::INTERNATIONAL][..]);
        let dxp = Bot::for_test("dxp:127.0.0.1:27531");
        assert_eq!(reason_not_played(&dxp, only, &international), None);
        for (only, session, expected) in [
            (only, &frisian, "variant not accepted (--variant)"),
            (None, &frisian, "DXP does not support this game"),
            (only, &by_moves, "DXP does not support a clock"),
            (None, &by_moves, "DXP does not support a clock"),
        ] {
            let why = reason_not_played(&dxp, only, session);
            let reason = why.map_or_else(String::new, |why| why.to_string());
            assert!(reason.contains(expected), "{expected}: {reason}");
        }
        let builtin = Bot::for_test("builtin,level=1,hash=1");
        assert_eq!(reason_not_played(&builtin, None, &frisian), None);
        assert_eq!(reason_not_played(&builtin, only, &by_moves), None);
        assert!(reason_not_played(&builtin, only, &frisian).is_some());
    }
}
