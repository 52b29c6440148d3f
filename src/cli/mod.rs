//! The command line: one file per subcommand, and no logic that a user of the
//! library would miss.

mod advice;
mod advise;
mod agents;
mod answers;
mod arguments;
mod bench;
mod check;
mod complexity;
mod curve;
mod demo;
mod evaluate;
mod features;
mod fix;
mod games;
mod generate;
mod import;
mod info;
mod judged;
mod label;
mod legal;
mod lines;
mod match_;
mod merge;
mod numbers;
mod openings;
mod output;
mod perft;
mod plot;
mod policy;
mod positions;
mod progress;
mod rule;
mod run;
mod show;
mod size;
mod solve;
mod summary;
mod survey;
mod table;
mod train;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What a command returns when it did not fail: the process's exit code.
pub type Exit = u8;

/// Everything worked.
pub const OK: Exit = 0;

/// Stopped by Ctrl-C, with what was finished kept.
pub const INTERRUPTED: Exit = 130;

/// Any error, for people: bad input, an unreadable file, a limit reached.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Machine-learning experiments on small traditional board games, judged by
/// exact solvers.
#[derive(Parser)]
#[command(version, about, long_about = None, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Games),
    Agents(agents::Agents),
    Legal(legal::Legal),
    Check(check::Check),
    Generate(generate::Generate),
    Merge(merge::Merge),
    Label(label::Label),
    Info(info::Info),
    Import(import::Import),
    Advise(advise::Advise),
    Solve(solve::Solve),
    Perft(perft::Perft),
    Evaluate(evaluate::Evaluate),
    Match(Box<match_::Match>),
    Curve(Box<curve::Curve>),
    Complexity(complexity::Measure),
    Train(train::Train),
    Plot(Box<plot::Plot>),
    Show(show::Show),
    Features(features::Features),
    Run(run::Run),
    Demo(demo::Demo),
    Bench(bench::Bench),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let command = Cli::parse().command;
    let result = progress::catch_interrupts().and_then(|()| command.run());
    match result {
        Ok(code) => ExitCode::from(code),
        Err(e) if progress::interrupted() => {
            output::say(format_args!("interrupted: {e}"));
            ExitCode::from(INTERRUPTED)
        }
        Err(e) if output::is_broken_pipe(e.as_ref()) => ExitCode::SUCCESS,
        Err(e) => {
            // Errors of files are told with their names.
            let of = match e.is::<std::io::Error>() {
                true => "standard output: cannot write: ",
                false => "",
            };
            output::say(format_args!("error: {of}{e}"));
            ExitCode::from(2)
        }
    }
}

impl Command {
    fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::Games(c) => c.run(),
            Command::Agents(c) => c.run(),
            Command::Legal(c) => c.run(),
            Command::Check(c) => c.run(),
            Command::Generate(c) => c.run(),
            Command::Merge(c) => c.run(),
            Command::Label(c) => c.run(),
            Command::Info(c) => c.run(),
            Command::Import(c) => c.run(),
            Command::Advise(c) => c.run(),
            Command::Solve(c) => c.run(),
            Command::Perft(c) => c.run(),
            Command::Evaluate(c) => c.run(),
            Command::Match(c) => c.run(),
            Command::Curve(c) => c.run(),
            Command::Complexity(c) => c.run(),
            Command::Train(c) => c.run(),
            Command::Plot(c) => c.run(),
            Command::Show(c) => c.run(),
            Command::Features(c) => c.run(),
            Command::Run(c) => c.run(),
            Command::Demo(c) => c.run(),
            Command::Bench(c) => c.run(),
        }
    }
}
