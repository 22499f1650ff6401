//! A game of any kind with arbitrary acts chosen by the bytes: the record of the accepted acts
//! replays to the same game, also after a round trip through JSON.
#![no_main]

use damier_rules::Side;
use damier_session::ClockSettings;
use damier_session::GameRecord;
use damier_session::GameSettings;
use damier_session::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut settings = GameSettings::friendly("", "");
    let mut bytes = bytes.iter().copied();
    let variant = damier_fuzz::variant(bytes.next().unwrap_or_default());
    settings.clock = match bytes.next() {
        Some(minutes @ 1..) => Some(ClockSettings::fischer(
            u64::from(minutes) * 1000,
            u64::from(minutes % 8) * 1000,
        )),
        _ => None,
    };
    let mut now_ms = 1_000_000;
    let Ok(mut session) = Session::new(variant, settings, Some(now_ms)) else {
        return;
    };
    while let (Some(act), Some(detail)) = (bytes.next(), bytes.next()) {
        // Mostly forward; clocks of machines are also put back.
        now_ms = if act & 0x80 == 0 {
            now_ms + 10 * u64::from(detail)
        } else {
            now_ms - 5
        };
        let side = if detail & 1 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let before = session.record();
        let done = match act % 16 {
            0 => session.take_back(u32::from(detail % 4), now_ms),
            1 => session.offer_draw(side, now_ms),
            2 => session.accept_draw(side, now_ms),
            3 => session.decline_draw(side, now_ms),
            4 if detail < 8 => session.resign(side, now_ms),
            5 => session.tick(now_ms).map(|_| ()),
            6 => session.resume(now_ms),
            _ => {
                let legal = session.position().legal_moves();
                match legal.get(usize::from(detail) % legal.len().max(1)) {
                    Some(played) => session.play(played, now_ms),
                    None => Ok(()),
                }
            }
        };
        if done.is_err() {
            assert_eq!(session.record(), before, "a refused act changed something");
        }
    }
    let record = session.record();
    let text = serde_json::to_string(&record).expect("a record is JSON");
    let read: GameRecord = serde_json::from_str(&text).expect("and reads back");
    assert_eq!(read, record);
    assert_eq!(Session::replay(&read).as_ref(), Ok(&session));
});
