//! Progress on a terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, INTERRUPTED as INTERRUPTED_EXIT};
use crate::control::Control;
use crate::output::abandon;

/// The computation that is running, for Ctrl-C to stop.
static CURRENT: Mutex<Option<Arc<Control>>> = Mutex::new(None);

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn current() -> MutexGuard<'static, Option<Arc<Control>>> {
    CURRENT.lock().unwrap_or_else(|e| e.into_inner())
}

/// Makes Ctrl-C stop the computation of [`run`]; where there is none, or it is
/// pressed once more, end the process, without leaving half a file.
pub fn catch_interrupts() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Relaxed);
        match current().as_ref() {
            Some(control) if !control.stopped() => control.stop(),
            _ => {
                abandon();
                std::process::exit(INTERRUPTED_EXIT.into());
            }
        }
    })?;
    Ok(())
}

/// Whether Ctrl-C was pressed in this process: what came out may not be whole.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Runs a long computation: Ctrl-C stops it softly (it finishes what it holds
/// and returns), and a terminal sees a progress bar on standard error.
pub fn run<T>(what: &str, work: impl FnOnce(&Control) -> T) -> Result<T, Failure> {
    let control = Arc::new(Control::new());
    *current() = Some(Arc::clone(&control));
    // One Ctrl-C ends the whole command, not just one of its computations.
    if interrupted() {
        control.stop();
    }
    let result = watched(what, &control, work);
    *current() = None;
    result
}

/// Runs a long computation of which nothing is kept if it is not finished: a
/// terminal sees its progress, and Ctrl-C ends the process at once.
pub fn show<T>(what: &str, work: impl FnOnce(&Control) -> T) -> Result<T, Failure> {
    watched(what, &Arc::new(Control::new()), work)
}

/// Runs the computation with a progress bar; without one where nobody knows how
/// much there is to do, but with what is done.
fn watched<T>(
    what: &str,
    control: &Arc<Control>,
    work: impl FnOnce(&Control) -> T,
) -> Result<T, Failure> {
    if !std::io::stderr().is_terminal() {
        return Ok(work(control));
    }
    let (done, finished) = mpsc::channel::<()>();
    let watched = Arc::clone(control);
    let style = ProgressStyle::with_template(
        "{msg} [{bar:32}] {percent}% {human_pos}/{human_len} ({per_sec}, {eta} left)",
    )?;
    let style = style.progress_chars("=> ");
    let open = ProgressStyle::with_template("{msg} {human_pos} ({per_sec})")?;
    let bar = ProgressBar::new(0).with_style(open);
    bar.set_message(what.to_string());
    let watcher = std::thread::spawn(move || {
        let mut known = false;
        while let Err(mpsc::RecvTimeoutError::Timeout) =
            finished.recv_timeout(Duration::from_millis(100))
        {
            let (position, length) = watched.progress();
            if length > 0 {
                if !known {
                    bar.set_style(style.clone());
                    known = true;
                }
                bar.set_length(length);
                bar.set_position(position);
            } else if position > 0 {
                bar.set_position(position);
            }
        }
        bar.finish_and_clear();
    });
    let result = work(control);
    drop(done);
    let _ = watcher.join();
    Ok(result)
}
