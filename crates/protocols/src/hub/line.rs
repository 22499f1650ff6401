//! A line of the Hub protocol: a command and its arguments, `name=value` or a name alone.

use std::fmt;

/// A command with its arguments. [`HubCommand`](super::HubCommand) and
/// [`HubAnswer`](super::HubAnswer) interpret it.
///
/// ```
/// use damier_protocols::hub::HubLine;
///
/// let line = HubLine::read("pos  pos=Wxx moves=\"32-28 19-23\"")?;
/// assert_eq!(line.command(), "pos");
/// assert_eq!(line.value("moves"), Some("32-28 19-23"));
/// assert_eq!(line.to_string(), "pos pos=Wxx moves=\"32-28 19-23\"");
/// # Ok::<(), damier_protocols::hub::LineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HubLine {
    command: String,
    arguments: Vec<Argument>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Argument {
    name: String,
    value: Option<String>,
}

/// Why a text is not a line of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// The line is empty.
    #[error("missing command")]
    Empty,
    /// A character is not allowed at its place.
    #[error("column {column}: found {found:?}, expected {expected}")]
    Found {
        /// The column, in characters from 1.
        column: usize,
        /// The character found.
        found: char,
        /// What was expected.
        expected: &'static str,
    },
    /// The line ends too early.
    #[error("column {column}: found the end, expected {expected}")]
    End {
        /// The column, in characters from 1.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
}

impl HubLine {
    /// A command without arguments. The command must be a name: without blanks, `=` and `"`.
    pub fn new(command: &str) -> HubLine {
        debug_assert!(command.chars().all(is_of_name) && !command.is_empty());
        HubLine {
            command: command.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// Adds an argument.
    ///
    /// The protocol cannot write a `"` or a line end within a value. A `"` becomes `'`, and a line
    /// end becomes a blank.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> HubLine {
        let tellable = |letter: char| match letter {
            '"' => '\'',
            letter if letter.is_control() => ' ',
            letter => letter,
        };
        let value = value.to_string().chars().map(tellable).collect();
        self.arguments.push(Argument {
            name: name.to_owned(),
            value: Some(value),
        });
        self
    }

    /// Adds an argument if there is a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> HubLine {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an argument that is only a name.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> HubLine {
        self.arguments.push(Argument {
            name: name.to_owned(),
            value: None,
        });
        self
    }

    /// Reads a line, without its end.
    ///
    /// # Errors
    /// The column at which the text stops being a line, and what was expected there.
    pub fn read(text: &str) -> Result<HubLine, LineError> {
        match HubLine::read_beginning(text)? {
            (line, None) => Ok(line),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads a line as far as it is well formed: the arguments before the first one that cannot be
    /// read, and what is wrong with that. An engine that ends its answer with `ponder=` has stated
    /// its move.
    ///
    /// # Errors
    /// The text does not begin with a command.
    pub fn read_beginning(text: &str) -> Result<(HubLine, Option<LineError>), LineError> {
        let mut reader = Reader::new(text);
        reader.skip_blanks();
        if reader.next.is_none() {
            return Err(LineError::Empty);
        }
        let mut line = HubLine {
            command: reader.name("a command")?,
            arguments: Vec::new(),
        };
        loop {
            reader.skip_blanks();
            if reader.next.is_none() {
                return Ok((line, None));
            }
            match reader.argument() {
                Ok(argument) => line.arguments.push(argument),
                Err(error) => return Ok((line, Some(error))),
            }
        }
    }

    /// The first word.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of an argument. It is empty if the argument is only a name, and `None` if there is
    /// no such argument. If a name occurs twice, the last one counts.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments
            .iter()
            .rev()
            .find(|argument| argument.name == name)
            .map(|argument| argument.value.as_deref().unwrap_or_default())
    }

    /// Whether there is an argument with this name, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The names of the arguments in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().map(|argument| argument.name.as_str())
    }
}

/// The line as it is sent, without its end.
impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for Argument { name, value } in &self.arguments {
            write!(f, " {name}")?;
            match value {
                None => {}
                // A list is quoted even if it has only one word, since clients split lines at
                // blanks.
                Some(value)
                    if value.is_empty() || name == "pv" || !value.chars().all(is_of_name) =>
                {
                    write!(f, "=\"{value}\"")?;
                }
                Some(value) => write!(f, "={value}")?,
            }
        }
        Ok(())
    }
}

/// The command at the beginning of a text, even if the rest is not a valid line; empty if there is
/// none.
pub(super) fn command_of(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|letter| !is_of_name(letter));
    &text[..end.unwrap_or(text.len())]
}

fn is_of_name(letter: char) -> bool {
    !letter.is_control() && !letter.is_whitespace() && letter != '=' && letter != '"'
}

struct Reader<'a> {
    letters: std::str::Chars<'a>,
    next: Option<char>,
    column: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let mut letters = text.chars();
        let next = letters.next();
        Reader {
            letters,
            next,
            column: 1,
        }
    }

    fn advance(&mut self) {
        self.next = self.letters.next();
        self.column += 1;
    }

    fn skip_blanks(&mut self) {
        while self.next.is_some_and(char::is_whitespace) {
            self.advance();
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.next.filter(|&letter| wanted(letter)) {
            taken.push(letter);
            self.advance();
        }
        taken
    }

    fn argument(&mut self) -> Result<Argument, LineError> {
        let name = self.name("the name of an argument")?;
        self.skip_blanks();
        let value = if self.next == Some('=') {
            self.advance();
            self.skip_blanks();
            Some(self.value()?)
        } else {
            None
        };
        Ok(Argument { name, value })
    }

    fn name(&mut self, expected: &'static str) -> Result<String, LineError> {
        let name = self.take_while(is_of_name);
        if name.is_empty() {
            return Err(self.error(expected));
        }
        Ok(name)
    }

    fn value(&mut self) -> Result<String, LineError> {
        if self.next != Some('"') {
            return self.name("a value");
        }
        self.advance();
        let value = self.take_while(|letter| letter != '"' && !letter.is_control());
        if self.next != Some('"') {
            return Err(self.error("the closing quotation mark"));
        }
        self.advance();
        Ok(value)
    }

    fn error(&self, expected: &'static str) -> LineError {
        let column = self.column;
        match self.next {
            Some(found) => LineError::Found {
                column,
                found,
                expected,
            },
            None => LineError::End { column, expected },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blanks_and_quotes() {
        let line =
            HubLine::read("  param\tname = book  value=\"\" flag values = \"a b=c\"  ").unwrap();
        assert_eq!(line.command(), "param");
        assert_eq!(line.value("name"), Some("book"));
        assert_eq!(line.value("value"), Some(""));
        assert_eq!(line.value("flag"), Some(""));
        assert_eq!(line.value("values"), Some("a b=c"));
        assert!(!line.has("a"));
        assert_eq!(
            line.to_string(),
            "param name=book value=\"\" flag values=\"a b=c\""
        );
    }

    #[test]
    fn errors_name_the_place() {
        for (text, expected) in [
            ("", "missing command"),
            (" \t ", "missing command"),
            ("=", "column 1: found '=', expected a command"),
            ("\"hub\"", "column 1: found '\"', expected a command"),
            ("\0", "column 1: found '\\0', expected a command"),
            (
                "é =",
                "column 3: found '=', expected the name of an argument",
            ),
            ("a b=", "column 5: found the end, expected a value"),
            ("a b= =c", "column 6: found '=', expected a value"),
            (
                "a b=\"c",
                "column 7: found the end, expected the closing quotation mark",
            ),
            (
                "a b=\"c\u{7}\"",
                "column 7: found '\\u{7}', expected the closing quotation mark",
            ),
        ] {
            assert_eq!(
                HubLine::read(text).map_err(|error| error.to_string()),
                Err(expected.to_owned()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_cannot_be_written_is_written_otherwise() {
        let line = HubLine::new("error").with("message", "it said \"no\"\nand left");
        assert_eq!(line.to_string(), "error message=\"it said 'no' and left\"");
    }

    proptest! {
        #[test]
        fn any_text_is_a_line_or_has_an_error_inside(text in "\\PC*|[ =\"a-c\\t]{0,40}") {
            match HubLine::read(&text) {
                Ok(line) => {
                    prop_assert_eq!(command_of(&text), line.command());
                    prop_assert_eq!(HubLine::read(&line.to_string()), Ok(line));
                }
                Err(LineError::Empty) => prop_assert!(text.trim().is_empty()),
                Err(LineError::Found { column, found, .. }) => {
                    prop_assert_eq!(text.chars().nth(column - 1), Some(found));
                }
                Err(LineError::End { column, .. }) => {
                    prop_assert_eq!(column, text.chars().count() + 1);
                }
            }
        }

        #[test]
        fn what_is_written_reads_back(values in prop::collection::vec("[^\"\\pC]{0,12}", 0..6)) {
            let line = values.iter().fold(HubLine::new("set"), |line, value| line.with("v", value));
            prop_assert_eq!(HubLine::read(&line.to_string()), Ok(line));
        }
    }
}
