//! Progress on a terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::say;
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
                say("interrupted");
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
    let watcher = Watcher::new(what, &control)?;
    let result = work(&control);
    drop(watcher);
    *current() = None;
    Ok(result)
}

/// Runs a long computation of which nothing is kept if it is not finished: a
/// terminal sees its progress, and Ctrl-C ends the process at once.
pub fn show<T>(what: &str, work: impl FnOnce(&Control) -> T) -> Result<T, Failure> {
    let control = Arc::new(Control::new());
    let watcher = Watcher::new(what, &control)?;
    let result = work(&control);
    drop(watcher);
    Ok(result)
}

/// A progress bar on a terminal, until it is dropped; without a bar where nobody
/// knows how much there is to do, but with what is done. It does not depend on
/// the computation's type, which is compiled once for each game.
struct Watcher {
    /// Dropped first, which ends the thread.
    done: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    fn new(what: &str, control: &Arc<Control>) -> Result<Self, Failure> {
        if !std::io::stderr().is_terminal() {
            return Ok(Self {
                done: None,
                thread: None,
            });
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
        let thread = std::thread::spawn(move || {
            let mut known = false;
            while let Err(mpsc::RecvTimeoutError::Timeout) =
                finished.recv_timeout(Duration::from_millis(100))
            {
                let (position, length) = watched.progress();
                if length > 0 && !known {
                    bar.set_style(style.clone());
                    known = true;
                }
                if length > 0 {
                    bar.set_length(length);
                }
                if position > 0 {
                    bar.set_position(position);
                }
            }
            bar.finish_and_clear();
        });
        Ok(Self {
            done: Some(done),
            thread: Some(thread),
        })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
