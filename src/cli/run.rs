//! `sowlab run FILE.toml`: an experiment.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory, Parser};

use super::arguments::as_command;
use super::output::{capture, finish, say, stdout};
use super::progress;
use super::{Cli, Exit, Failure, INTERRUPTED, OK};
use crate::experiment::{self, Key, REPORT, RunError, Vocabulary, expand, parse, report};
use crate::output::write_bytes;

/// Run an experiment file: its steps in order, only those that changed since the last run
///
/// Writes into a folder: what the steps write, `run.json` (what was done, with
/// checksums) and `report.md` (every step with its command, output and pictures).
#[derive(Args)]
pub struct Run {
    /// The experiment file
    file: PathBuf,
    /// The folder to write to [default: results/NAME]
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Run {
    pub fn run(self) -> Result<Exit, Failure> {
        let text = fs::read_to_string(&self.file)
            .map_err(|e| format!("{}: cannot read: {e}", self.file.display()))?;
        let stem = self.file.file_stem().unwrap_or_default();
        let folder = self.out.unwrap_or_else(|| Path::new("results").join(stem));
        run_experiment(&text, &self.file, &folder)
    }
}

/// Runs an experiment and writes its report.
pub fn run_experiment(text: &str, file: &Path, folder: &Path) -> Result<Exit, Failure> {
    let vocabulary = vocabulary();
    let experiment = parse(text, file, &vocabulary)?;
    let jobs = expand(&experiment, &vocabulary, folder)?;
    // A slip in the last step should not cost the work of all before it.
    for (i, job) in jobs.iter().enumerate() {
        if let Err(source) = read(&job.args) {
            return Err(in_file(file, &RunError::of(job, i + 1, source)));
        }
    }
    let mut out = stdout();
    let total = jobs.len();
    let done = experiment::run(&jobs, folder, execute, |number, stale| {
        let job = &jobs[number];
        let state = if stale { "" } else { " (unchanged)" };
        let words = job.args.iter().take_while(|a| !a.starts_with('-'));
        let words: Vec<&str> = words.map(String::as_str).collect();
        let title = job
            .title
            .as_ref()
            .map_or(String::new(), |t| format!(": {t}"));
        let what = words.join(" ");
        let _ = writeln!(out, "[{}/{total}] {what}{title}{state}", number + 1);
        let _ = out.flush();
    });
    let done = match done {
        Err(RunError::Job { source, .. }) if source.0.is_empty() => {
            say("interrupted; run the same command again to go on from here");
            return Ok(INTERRUPTED);
        }
        Err(e @ RunError::Job { .. }) => return Err(in_file(file, &e)),
        other => other?,
    };
    let path = folder.join(REPORT);
    let page = report(&experiment, &jobs, &done, folder);
    write_bytes(&path, page.as_bytes())?;
    writeln!(out, "wrote {}", path.display())?;
    finish(out)?;
    Ok(OK)
}

/// The fault of a step, with the experiment's file.
fn in_file(file: &Path, fault: &RunError<StepFailure>) -> Failure {
    format!("{}: {fault}", file.display()).into()
}

/// What went wrong in a step; empty if it was interrupted.
#[derive(Debug)]
struct StepFailure(String);

impl std::fmt::Display for StepFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StepFailure {}

/// Runs one command line in this process and returns what it printed.
fn execute(args: &[String]) -> Result<String, StepFailure> {
    if progress::interrupted() {
        return Err(StepFailure(String::new()));
    }
    let cli = read(args)?;
    let (result, printed) = capture(|| as_command(args, || cli.command.run()));
    match result {
        Ok(INTERRUPTED) => Err(StepFailure(String::new())),
        Ok(_) => Ok(printed),
        Err(_) if progress::interrupted() => Err(StepFailure(String::new())),
        Err(e) => Err(StepFailure(e.to_string())),
    }
}

/// Reads a command line.
fn read(args: &[String]) -> Result<Cli, StepFailure> {
    let words = std::iter::once("sowlab").chain(args.iter().map(String::as_str));
    Cli::try_parse_from(words).map_err(|e| {
        let text = match e.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                "a value may not be a flag for help or the version".into()
            }
            _ => e.to_string(),
        };
        // The rest is how to ask for help on a command line.
        let fault = text.split("\n\n").next().unwrap_or(&text);
        StepFailure(fault.trim_start_matches("error: ").trim_end().to_string())
    })
}

/// The commands with their flags, as the command line defines them.
fn vocabulary() -> Vocabulary {
    let mut all = Vocabulary::new();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        if command.has_subcommands() {
            for inner in command.get_subcommands() {
                all.push((format!("{name} {}", inner.get_name()), keys(inner)));
            }
        } else if !["run", "demo", "help"].contains(&name) {
            all.push((name.to_string(), keys(command)));
        }
    }
    all
}

fn keys(command: &clap::Command) -> Vec<(String, Key)> {
    let mut keys = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if arg.is_positional() {
            keys.push((id.to_string(), Key::Positional));
        } else if let Some(long) = arg.get_long().filter(|_| id != "help") {
            let kind = match arg.get_action() {
                ArgAction::SetTrue => Key::Flag,
                _ => Key::Option,
            };
            keys.push((long.to_string(), kind));
        }
    }
    keys
}
