//! `sowlab plot`, through the binary.

mod databases;
mod files;
mod matches;
mod results;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Runs the command; its exit code, standard output and standard error.
pub fn sowlab(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/plot");
    folder.join(name)
}

/// Plots a file of the test data and returns the SVG and the notes.
fn plotted(file: &str, options: &[&str]) -> (String, String) {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.svg");
    let file = data(file);
    let mut args = vec![
        "plot",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    args.extend(options);
    let (code, stdout, notes) = sowlab(&args);
    assert_eq!((code, stdout.as_str()), (0, ""), "{notes}");
    (fs::read_to_string(out).unwrap(), notes)
}

/// The texts of an SVG, one a line.
fn texts(svg: &str) -> Vec<String> {
    svg.split("<text ")
        .skip(1)
        .map(|t| {
            let text = t.split_once('>').unwrap().1;
            text.split_once("</text>").unwrap().0.trim().to_string()
        })
        .collect()
}
