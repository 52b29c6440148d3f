//! The `sowlab` command: reads the command line, runs it, prints what went
//! wrong, sets the exit code.

fn main() -> std::process::ExitCode {
    sowlab::cli::main()
}
