//! Work that takes hours and can be stopped: its progress and Ctrl-C. The caller keeps what has
//! been done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A long run.
pub(super) struct LongRun {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl LongRun {
    /// Begins a run of this many steps. From now on, Ctrl-C asks the run to stop.
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

    /// The flag that is set when the run should stop.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Shows the progress.
    pub(super) fn show(&self, done: u64, message: String) {
        self.bar.set_position(done);
        self.bar.set_message(message);
    }

    /// Ends the run. If it was stopped, prints how to continue it.
    pub(super) fn end(self) {
        self.bar.finish_and_clear();
        if self.stop.load(Ordering::Relaxed) {
            anstream::eprintln!("stopped: run the same command to continue");
        }
    }
}
