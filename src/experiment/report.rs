//! The report of an experiment: every step with its command, what it printed,
//! and the pictures it made.

use std::fmt::Write;
use std::path::Path;

use super::plan::Job;
use super::run::Done;
use super::spec::Experiment;
use crate::manifest::shell_line;

/// The file of the report in the folder.
pub const REPORT: &str = "report.md";

/// The report as Markdown. Links are relative to `folder`, where it will lie.
pub fn report(experiment: &Experiment, jobs: &[Job], done: &[Done], folder: &Path) -> String {
    let mut out = format!("# {}\n", experiment.title);
    if let Some(about) = &experiment.about {
        let _ = write!(out, "\n{}\n", about.trim());
    }
    let mut point = String::new();
    for (job, done) in jobs.iter().zip(done) {
        if job.point != point {
            point.clone_from(&job.point);
            let _ = write!(out, "\n## {point}\n");
        }
        if let Some(title) = &job.title {
            let level = if point.is_empty() { "##" } else { "###" };
            let _ = write!(out, "\n{level} {title}\n");
        }
        if let Some(text) = &job.text {
            let _ = write!(out, "\n{}\n", text.trim());
        }
        let _ = write!(out, "\n```sh\n{}\n```\n", shell_line(&done.args));
        let printed = done.printed.trim_end();
        if !printed.is_empty() {
            let _ = write!(out, "\n```text\n{printed}\n```\n");
        }
        for path in &job.outputs {
            let link = path
                .strip_prefix(folder)
                .unwrap_or(path)
                .display()
                .to_string();
            let picture = [".svg", ".png"].iter().any(|e| link.ends_with(e));
            let mark = if picture { "!" } else { "" };
            let _ = write!(out, "\n{mark}[{link}]({link})\n");
        }
    }
    let _ = write!(out, "\n---\n\nsowlab {}\n", crate::VERSION);
    out
}
