//! Running jobs, the stale ones only, and remembering what was done.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::plan::Job;
use crate::manifest::manifest_path;
use crate::output::{WriteError, create_folder, sha256, write_bytes};

/// A job that has been done, as remembered in the folder's `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The command line.
    pub args: Vec<String>,
    /// The version of this package that ran it.
    pub version: String,
    /// Checksums of the files it read, each followed by its manifest if it has one.
    pub inputs: Vec<(PathBuf, String)>,
    /// Checksums of the files it wrote, likewise.
    pub outputs: Vec<(PathBuf, String)>,
    /// What it printed.
    pub printed: String,
}

/// The memory of a folder cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {message}; remove it to run everything again", path.display())]
pub struct StateError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub message: String,
}

/// A job failed, or the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E: std::error::Error + 'static> {
    /// The memory cannot be read.
    #[error(transparent)]
    State(#[from] StateError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A job did not write a file that it should have.
    #[error("{0} was not written")]
    Missing(PathBuf),
    /// The job itself failed.
    #[error("line {line}, step {number} ({command}): {source}")]
    Job {
        /// The line of its step in the experiment's file, from 1.
        line: usize,
        /// The number of the job, from 1.
        number: usize,
        /// Its command.
        command: String,
        /// What went wrong.
        source: E,
    },
}

impl<E: std::error::Error + 'static> RunError<E> {
    /// The fault of a job; `number` is its number from 1.
    pub fn of(job: &Job, number: usize, source: E) -> Self {
        RunError::Job {
            line: job.line,
            number,
            command: job.args.first().cloned().unwrap_or_default(),
            source,
        }
    }
}

/// The file that remembers what was done.
pub(super) const STATE: &str = "run.json";

/// Runs the jobs whose command line, inputs, outputs or version have changed
/// since the folder's last run. `execute` runs one command line and returns what
/// it printed; `announce` hears of each job (its number from 0, and whether it
/// is stale) before that. What is done is remembered after every job, so a run
/// that is cut short goes on where it stopped.
///
/// # Errors
/// See [`RunError`].
pub fn run<E: std::error::Error + 'static>(
    jobs: &[Job],
    folder: &Path,
    mut execute: impl FnMut(&[String]) -> Result<String, E>,
    mut announce: impl FnMut(usize, bool),
) -> Result<Vec<Done>, RunError<E>> {
    create_folder(folder)?;
    let state = folder.join(STATE);
    let before = remembered(&state)?;
    let mut done: Vec<Done> = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let inputs = checksums(&job.inputs);
        let fresh = before.iter().find(|d| {
            d.args == job.args
                && d.version == crate::VERSION
                && Some(&d.inputs) == inputs.as_ref()
                && Some(&d.outputs) == checksums(&job.outputs).as_ref()
        });
        announce(number, fresh.is_none());
        if let Some(fresh) = fresh {
            done.push(fresh.clone());
            continue;
        }
        for folder in job.outputs.iter().filter_map(|o| o.parent()) {
            create_folder(folder)?;
        }
        let printed = execute(&job.args).map_err(|source| RunError::of(job, number + 1, source))?;
        let absent = job.inputs.iter().chain(&job.outputs).find(|p| !p.exists());
        if let Some(path) = absent {
            return Err(RunError::Missing(path.clone()));
        }
        done.push(Done {
            args: job.args.clone(),
            version: crate::VERSION.into(),
            inputs: checksums(&job.inputs).unwrap_or_default(),
            outputs: checksums(&job.outputs).unwrap_or_default(),
            printed,
        });
        // Jobs of the last run that this one has not come to yet stay known.
        let later = before
            .iter()
            .filter(|b| done.iter().all(|d| d.args != b.args));
        let all: Vec<&Done> = done.iter().chain(later).collect();
        remember(&state, &all)?;
    }
    remember(&state, &done.iter().collect::<Vec<_>>())?;
    Ok(done)
}

fn remember(state: &Path, done: &[&Done]) -> Result<(), WriteError> {
    let mut text = serde_json::to_vec_pretty(done).unwrap_or_default();
    text.push(b'\n');
    write_bytes(state, &text).map(|_| ())
}

fn remembered(state: &Path) -> Result<Vec<Done>, StateError> {
    let error = |message: String| StateError {
        path: state.to_path_buf(),
        message,
    };
    match fs::read(state) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| error(e.to_string())),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(e) => Err(error(e.to_string())),
    }
}

/// The checksums of some files and of the manifests beside them; `None` if a file
/// cannot be read.
fn checksums(paths: &[PathBuf]) -> Option<Vec<(PathBuf, String)>> {
    let mut sums = Vec::new();
    for path in paths {
        let manifest = manifest_path(path);
        sums.push((path.clone(), sha256(&fs::read(path).ok()?)));
        if let Ok(bytes) = fs::read(&manifest) {
            sums.push((manifest, sha256(&bytes)));
        }
    }
    Some(sums)
}
