//! Work that takes hours and may be stopped: how far it is, and Ctrl-C. Whoever does it keeps what is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A long run.
pub(super) struct LongRun {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl LongRun {
    /// Begins one of so many steps; from now on Ctrl-C asks for its end.
    pub(super) fn begin(steps: u64) -> anyhow::Result<LongRun> {
        let stop = Arc::new(AtomicBool::new(false));
        let on_ctrl_c = Arc::clone(&stop);
        ctrlc::set_handler(move || on_ctrl_c.store(true, Ordering::Relaxed))?;
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr_with_hz(2));
        let template = "{bar:30} {pos} of {len}  {elapsed}, {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Ok(LongRun { bar, stop })
    }

    /// Set once it shall come to an end.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Shows how far it is.
    pub(super) fn show(&self, done: u64, message: String) {
        self.bar.set_position(done);
        self.bar.set_message(message);
    }

    /// It is over, or was stopped, which is said.
    pub(super) fn end(self) {
        self.bar.finish_and_clear();
        if self.stop.load(Ordering::Relaxed) {
            anstream::eprintln!("stopped: the same command goes on from here");
        }
    }
}
