//! From steps to command lines: the sweep unrolled, files put into the
//! experiment's folder.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::spec::{Experiment, Key, Setting, SpecError, Step, Vocabulary};
use crate::manifest::manifest_path;

/// One command line to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The line of its step in the experiment's file, from 1.
    pub line: usize,
    /// The command and its arguments.
    pub args: Vec<String>,
    /// A heading for the report.
    pub title: Option<String>,
    /// Text for the report.
    pub text: Option<String>,
    /// The files it writes.
    pub outputs: Vec<PathBuf>,
    /// The files it reads: those that an earlier job writes, and others that exist.
    pub inputs: Vec<PathBuf>,
    /// The sweep's values, for the report.
    pub point: String,
}

/// The keys whose values name files that a step writes.
const OUTPUT_KEYS: [&str; 2] = ["out", "plot"];

/// In a value, stands for the experiment's folder: `knn(db="{out}/a.csv")`.
const FOLDER: &str = "{out}";

/// The jobs of an experiment, in order, writing into `folder`. The steps run
/// once for every point of the sweep; one that names no variable runs at the
/// first point only.
///
/// # Errors
/// An output that is not inside the folder, or that is written twice.
pub fn expand(
    experiment: &Experiment,
    vocabulary: &Vocabulary,
    folder: &Path,
) -> Result<Vec<Job>, SpecError> {
    let mut jobs = Vec::new();
    let mut claims = Claims::default();
    let mut written: Vec<String> = Vec::new();
    for (n, point) in points(&experiment.sweep).into_iter().enumerate() {
        for step in &experiment.steps {
            let swept = step.settings.iter().flat_map(|s| &s.values);
            if n > 0 && swept.flat_map(|v| variables(v)).next().is_none() {
                continue;
            }
            let mut builder = Builder {
                point: &point,
                folder,
                written: &mut written,
                job: Job {
                    line: step.place.0,
                    args: step.command.split(' ').map(Into::into).collect(),
                    title: step.title.as_ref().map(|t| fill(t, &point)),
                    text: step.text.as_ref().map(|t| fill(t, &point)),
                    outputs: Vec::new(),
                    inputs: Vec::new(),
                    point: describe(&point),
                },
            };
            builder.settings(step, experiment.seed, vocabulary);
            for output in &builder.job.outputs {
                let name = output.strip_prefix(folder).unwrap_or(output);
                claims
                    .claim(name, step.place.0)
                    .map_err(|message| SpecError {
                        file: experiment.file.clone(),
                        place: step.place,
                        message,
                    })?;
            }
            jobs.push(builder.job);
        }
    }
    Ok(jobs)
}

/// Files of the folder that are taken, with the line of the step that writes them.
struct Claims(BTreeMap<PathBuf, Option<usize>>);

impl Default for Claims {
    fn default() -> Self {
        let own = [super::run::STATE, super::report::REPORT];
        Self(own.map(|name| (name.into(), None)).into())
    }
}

impl Claims {
    /// Takes a file and its manifest for the step of this line.
    fn claim(&mut self, name: &Path, line: usize) -> Result<(), String> {
        let shown = name.display();
        let normal = |c: Component| matches!(c, Component::Normal(_));
        if !name.components().all(normal) || name.file_name().is_none() {
            return Err(format!(
                "\"{shown}\": expected the name of a file inside the experiment's folder"
            ));
        }
        if name.to_string_lossy().contains(['{', '}']) {
            return Err(format!(
                "\"{shown}\": expected {{name}} for a variable of [sweep]"
            ));
        }
        // Without dots.
        let name: PathBuf = name.components().collect();
        for file in [manifest_path(&name), name] {
            match self.0.insert(file, Some(line)) {
                None => {}
                Some(None) => {
                    return Err(format!("\"{shown}\": the experiment itself writes this"));
                }
                Some(Some(other)) => {
                    return Err(format!(
                        "\"{shown}\": written by the step on line {other} already; expected another name for every step and every point of the sweep"
                    ));
                }
            }
        }
        Ok(())
    }
}

type Point<'a> = Vec<(&'a str, &'a str)>;

fn points(sweep: &[(String, Vec<String>)]) -> Vec<Point<'_>> {
    let mut points: Vec<Point> = vec![Vec::new()];
    for (name, values) in sweep {
        let longer = points.iter().flat_map(|p| {
            values.iter().map(move |v| {
                let mut next = p.clone();
                next.push((name, v));
                next
            })
        });
        points = longer.collect();
    }
    points
}

fn describe(point: &Point) -> String {
    let parts: Vec<String> = point.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    parts.join(", ")
}

/// The variables `{name}` in a text.
pub(super) fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let name = rest.split_once('}')?.0;
        let word = !name.is_empty()
            && name != "out"
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        word.then_some(name)
    })
}

fn fill(text: &str, point: &Point) -> String {
    point.iter().fold(text.to_string(), |t, (name, value)| {
        t.replace(&format!("{{{name}}}"), value)
    })
}

struct Builder<'a> {
    point: &'a Point<'a>,
    folder: &'a Path,
    /// Files that earlier jobs write, as steps name them.
    written: &'a mut Vec<String>,
    job: Job,
}

impl Builder<'_> {
    fn settings(&mut self, step: &Step, seed: Option<u64>, vocabulary: &Vocabulary) {
        for setting in &step.settings {
            self.setting(setting);
        }
        let takes_seed = vocabulary
            .iter()
            .find(|(name, _)| *name == step.command)
            .is_some_and(|(_, keys)| keys.iter().any(|(k, _)| k == "seed"));
        let names_seed = step.settings.iter().any(|s| s.key == "seed");
        if let (Some(seed), true, false) = (seed, takes_seed, names_seed) {
            self.job.args.push(format!("--seed={seed}"));
        }
    }

    fn setting(&mut self, setting: &Setting) {
        if setting.values.is_empty() {
            self.job.args.push(format!("--{}", setting.key));
        }
        for value in &setting.values {
            let mut value = fill(value, self.point);
            let path = self.folder.join(&value);
            let folder = self.folder.display().to_string();
            value = value.replace(FOLDER, &folder);
            let inside = |w: &&String| value.contains(&format!("{folder}/{w}"));
            let named = self
                .written
                .iter()
                .filter(inside)
                .map(|w| self.folder.join(w));
            self.job.inputs.extend(named);
            // A file from elsewhere: the step is stale when it changes.
            if !OUTPUT_KEYS.contains(&setting.key.as_str()) && Path::new(&value).is_file() {
                self.job.inputs.push(PathBuf::from(&value));
            }
            if OUTPUT_KEYS.contains(&setting.key.as_str()) {
                self.written.push(value);
                value = path.display().to_string();
                self.job.outputs.push(path);
            } else if self.written.contains(&value) {
                value = path.display().to_string();
                self.job.inputs.push(path);
            }
            match setting.kind {
                Key::Positional => self.job.args.push(value),
                _ => self.job.args.push(format!("--{}={value}", setting.key)),
            }
        }
    }
}
