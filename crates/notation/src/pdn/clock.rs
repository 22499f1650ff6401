//! The commands that programs exchange in comments, such as `[%clk 1:23:45]`. Only clocks are
//! interpreted; other commands are returned as name and value. The comments themselves are not
//! changed.

use std::fmt;

use damier_rules::Side;

/// One command in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentCommand<'t> {
    /// Its name, such as `clk`, `clock`, `emt` or `eval`.
    pub name: &'t str,
    /// The text after the name, without spaces around it.
    pub value: &'t str,
}

/// Finds the commands in a comment, in order.
///
/// ```
/// use damier_notation::pdn::commands;
///
/// let found: Vec<_> = commands("better is 34-29 [%eval 0.3] [%clk 0:49:11]").collect();
/// assert_eq!((found[0].name, found[1].value), ("eval", "0:49:11"));
/// ```
pub fn commands(comment: &str) -> impl Iterator<Item = CommentCommand<'_>> {
    comment.split("[%").skip(1).filter_map(|rest| {
        let inside = &rest[..rest.find(']')?];
        let (name, value) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        (!name.is_empty()).then_some(CommentCommand {
            name,
            value: value.trim(),
        })
    })
}

/// What one clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    /// Seconds.
    pub seconds: u32,
    /// Whether this clock is running.
    pub running: bool,
}

/// What both clocks show: `[%clock w0:10:00 B0:09:58]`. A capital letter marks the running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockReading {
    /// White's clock.
    pub white: Option<SideClock>,
    /// Black's clock.
    pub black: Option<SideClock>,
}

impl ClockReading {
    /// Reads the clocks from a comment. A time without a letter belongs to `mover`, the side that
    /// made the last move before the comment.
    ///
    /// ```
    /// use damier_notation::pdn::ClockReading;
    /// use damier_rules::Side;
    ///
    /// let clock = ClockReading::in_comment("[%clock w0:10:00 B0:09:58]", Side::White).unwrap();
    /// assert!(clock.black.unwrap().running);
    /// assert_eq!(clock.to_string(), "[%clock w0:10:00 B0:09:58]");
    /// ```
    pub fn in_comment(comment: &str, mover: Side) -> Option<ClockReading> {
        let command = commands(comment).find(|command| matches!(command.name, "clock" | "clk"))?;
        ClockReading::of_command(command, mover)
    }

    /// Reads the clocks from a command. `None` if the command is not about clocks.
    pub(crate) fn of_command(command: CommentCommand<'_>, mover: Side) -> Option<ClockReading> {
        if !matches!(command.name, "clock" | "clk") {
            return None;
        }
        let mut clock = ClockReading::default();
        for word in command.value.split_whitespace().take(2) {
            let (side, running, time) = match word.split_at_checked(1)? {
                ("w", time) => (Side::White, false, time),
                ("W", time) => (Side::White, true, time),
                ("b", time) => (Side::Black, false, time),
                ("B", time) => (Side::Black, true, time),
                _ => (mover, false, word),
            };
            let reading = SideClock {
                seconds: seconds(time)?,
                running,
            };
            match side {
                Side::White => clock.white = Some(reading),
                Side::Black => clock.black = Some(reading),
            }
        }
        (clock != ClockReading::default()).then_some(clock)
    }
}

/// The seconds in a time such as `h:mm:ss`, `mm:ss` or `ss`; fractions are dropped.
pub(crate) fn seconds(time: &str) -> Option<u32> {
    let whole = time.split('.').next()?;
    let mut parts = 0;
    let seconds = whole.split(':').try_fold(0u32, |seconds, part| {
        parts += 1;
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let part: u32 = part.parse().ok().filter(|_| digits)?;
        seconds.checked_mul(60)?.checked_add(part)
    })?;
    (parts <= 3).then_some(seconds)
}

impl fmt::Display for ClockReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[%clock")?;
        for (reading, [still, running]) in [(self.white, ['w', 'W']), (self.black, ['b', 'B'])] {
            if let Some(reading) = reading {
                let letter = if reading.running { running } else { still };
                let minutes = reading.seconds / 60;
                write!(
                    f,
                    " {letter}{}:{:02}:{:02}",
                    minutes / 60,
                    minutes % 60,
                    reading.seconds % 60
                )?;
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_in_the_field() {
        let clock = |text| ClockReading::in_comment(text, Side::Black);
        let seconds = |reading: Option<SideClock>| reading.map(|reading| reading.seconds);
        let both = clock("[%clock W1:10:00 b0:09:58]").unwrap();
        assert_eq!(
            (seconds(both.white), seconds(both.black)),
            (Some(4200), Some(598))
        );
        assert!(both.white.is_some_and(|reading| reading.running));
        let letterless = clock("after thought [%clock 0:49:11]").unwrap();
        assert_eq!(
            (seconds(letterless.white), seconds(letterless.black)),
            (None, Some(2951))
        );
        assert_eq!(seconds(clock("[%clk 0:00:07.5]").unwrap().black), Some(7));
        for text in [
            "",
            "[%clk]",
            "[%clk x]",
            "[%clk 1:2:3:4]",
            "[%clk -1:00]",
            "[%eval 1]",
        ] {
            assert_eq!(clock(text), None, "{text}");
        }
        assert_eq!(clock("[%clk 99999999999:00]"), None);
        assert_eq!(clock("[%clk é:00]"), None);
    }

    #[test]
    fn commands_that_do_not_end_are_none() {
        assert_eq!(commands("[%clk 0:01").count(), 0);
        assert_eq!(commands("[%] [%a] [%b  c d ]").count(), 2);
    }
}
