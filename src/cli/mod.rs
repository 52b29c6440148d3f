//! The command line: one file per subcommand, and no logic that a user of the
//! library would miss.

mod games;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What a command returns when it did not fail: the process's exit code.
pub type Exit = u8;

/// Everything worked.
pub const OK: Exit = 0;

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
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Games(c) => c.run(),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(e) if output::is_broken_pipe(e.as_ref()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}
