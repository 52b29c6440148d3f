//! Progress on a terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use crate::control::Control;

/// Runs a long computation: Ctrl-C stops it softly (it finishes what it holds
/// and returns), and a terminal sees a progress bar on standard error. A second
/// Ctrl-C ends the process at once.
pub fn run<T>(what: &str, work: impl FnOnce(&Control) -> T) -> Result<T, Failure> {
    let control = Arc::new(Control::new());
    let on_signal = Arc::clone(&control);
    // A second call in one process finds the handler set: the first one's
    // control is then done, so the new one must take over.
    static CURRENT: std::sync::Mutex<Option<Arc<Control>>> = std::sync::Mutex::new(None);
    let first = {
        let mut current = CURRENT.lock().unwrap_or_else(|e| e.into_inner());
        let first = current.is_none();
        *current = Some(on_signal);
        first
    };
    if first {
        ctrlc::set_handler(|| {
            let current = CURRENT.lock().unwrap_or_else(|e| e.into_inner());
            if let Some(control) = current.as_ref() {
                if control.stopped() {
                    std::process::exit(130);
                }
                control.stop();
            }
        })?;
    }
    if !std::io::stderr().is_terminal() {
        return Ok(work(&control));
    }
    let (done, finished) = mpsc::channel::<()>();
    let watched = Arc::clone(&control);
    let style = ProgressStyle::with_template(
        "{msg} [{bar:32}] {percent}% {human_pos}/{human_len} ({per_sec}, {eta} left)",
    )?;
    let bar = ProgressBar::new(0).with_style(style.progress_chars("=> "));
    bar.set_message(what.to_string());
    let watcher = std::thread::spawn(move || {
        while let Err(mpsc::RecvTimeoutError::Timeout) =
            finished.recv_timeout(Duration::from_millis(100))
        {
            let (position, length) = watched.progress();
            if length > 0 {
                bar.set_length(length);
                bar.set_position(position);
            }
        }
        bar.finish_and_clear();
    });
    let result = work(&control);
    drop(done);
    let _ = watcher.join();
    Ok(result)
}
