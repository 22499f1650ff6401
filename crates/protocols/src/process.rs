//! An engine that runs as a separate process. A command line starts it, and the caller communicates
//! with it over its standard input and output.

use std::collections::VecDeque;
use std::io::BufReader;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::lines::{InputLine, excerpt, next_line};
use crate::player::PlayerError;

/// How many lines of the engine's standard error are kept.
const KEPT: usize = 4;

/// The time between two checks whether the engine has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A running engine. On drop, the engine gets some time to exit, which engines do once their input
/// is closed; after that it is killed. On Unix, its child processes are killed with it: otherwise a
/// shell that runs an engine would leave the engine running.
///
/// ```no_run
/// use std::time::Duration;
/// use damier_protocols::process::Process;
///
/// // A second to leave by itself, once it is dropped.
/// let (process, output, input) = Process::start("damier hub", Duration::from_secs(1))?;
/// # Ok::<(), damier_protocols::player::PlayerError>(())
/// ```
#[derive(Debug)]
pub struct Process {
    child: Child,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// How long the engine may take to exit.
    grace: Duration,
}

impl Process {
    /// Starts a command line. It is split into words like in a shell, with quotation marks and
    /// backslashes, but no shell runs it: for `cd` or `|` use `sh -c '...'`.
    ///
    /// On Unix the engine gets its own process group, so that Ctrl-C in the terminal does not end
    /// it before the program that started it.
    ///
    /// # Errors
    /// The line cannot be split, or the system cannot start the program.
    pub fn start(
        command_line: &str,
        grace: Duration,
    ) -> Result<(Process, ChildStdout, ChildStdin), PlayerError> {
        let failed = |source| PlayerError::Start {
            command: command_line.to_owned(),
            source,
        };
        let invalid =
            |why: String| failed(std::io::Error::new(std::io::ErrorKind::InvalidInput, why));
        let words = shell_words::split(command_line).map_err(|why| invalid(why.to_string()))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(invalid("no command".to_owned()));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let lost = || failed(std::io::Error::other("no pipe to it"));
        let input = child.stdin.take().ok_or_else(lost)?;
        let output = child.stdout.take().ok_or_else(lost)?;
        let errors = child.stderr.take().ok_or_else(lost)?;
        let process = Process {
            child,
            complaints: Arc::default(),
            grace,
        };
        process.listen_to_complaints(errors);
        Ok((process, output, input))
    }

    /// Drains the engine's standard error, so that the engine never blocks on it, and keeps the
    /// last lines.
    fn listen_to_complaints(&self, errors: ChildStderr) {
        let complaints = Arc::clone(&self.complaints);
        thread::spawn(move || {
            let mut errors = BufReader::new(errors);
            while let Ok(Some(heard)) = next_line(&mut errors) {
                if let InputLine::Line(line) = heard {
                    let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
                    if kept.len() == KEPT {
                        kept.pop_front();
                    }
                    kept.push_back(excerpt(&line));
                }
            }
        });
    }

    /// Describes how the engine ended, with the last lines of its standard error. Waits a moment
    /// for the engine to end.
    pub fn last_words(&mut self) -> String {
        let left = match self.wait(Duration::from_millis(200)) {
            Some(status) => format!("it exited ({status})"),
            None => "it closed its output".to_owned(),
        };
        let kept = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if kept.is_empty() {
            return left;
        }
        let said: Vec<&str> = kept.iter().map(String::as_str).collect();
        format!("{left}, saying {:?}", said.join(" | "))
    }

    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let looks = time.as_millis() / LOOK.as_millis();
        for _ in 0..=looks {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => thread::sleep(LOOK),
                Err(_) => return None,
            }
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.wait(self.grace).is_none() {
            #[cfg(unix)]
            {
                use rustix::process::{Pid, Signal, kill_process_group};
                let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, Read};
    use std::sync::mpsc::channel;

    use super::*;

    /// Child processes of a shell are killed with it: the pipe of its standard output closes.
    #[test]
    fn dropping_a_process_kills_its_children() {
        let deaf = "sh -c 'trap \"\" TERM; sleep 600 & echo begun; wait'";
        let (process, output, input) = Process::start(deaf, Duration::ZERO).expect("a shell");
        let mut output = BufReader::new(output);
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        assert_eq!(line, "begun\n");
        drop((process, input));
        let (ended, heard) = channel();
        thread::spawn(move || {
            let rest = output.read_to_end(&mut Vec::new());
            let _ = ended.send(rest.is_ok());
        });
        let left = heard.recv_timeout(Duration::from_mins(1));
        assert_eq!(left, Ok(true));
    }
}
