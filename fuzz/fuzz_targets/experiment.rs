//! An experiment file is read or refused at a place inside it; what is read
//! becomes command lines without a variable left in them.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sowlab::experiment::{Key, Vocabulary, expand, parse};

fn vocabulary() -> Vocabulary {
    let command = |name: &str, keys: &[(&str, Key)]| {
        let keys = keys.iter().map(|&(k, kind)| (k.to_string(), kind));
        (name.to_string(), keys.collect())
    };
    vec![
        command(
            "generate",
            &[
                ("game", Key::Positional),
                ("games", Key::Option),
                ("exact", Key::Flag),
                ("seed", Key::Option),
                ("out", Key::Option),
            ],
        ),
        command("plot", &[("file", Key::Positional), ("out", Key::Option)]),
    ]
}

fuzz_target!(|text: &str| {
    let vocabulary = vocabulary();
    match parse(text, Path::new("x.toml"), &vocabulary) {
        Err(error) => {
            let (line, column) = error.place;
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&line) && column >= 1, "{error}");
        }
        Ok(experiment) => {
            assert!(!experiment.steps.is_empty());
            let points = experiment.sweep.iter().try_fold(1usize, |n, (_, values)| {
                n.checked_mul(values.len()).filter(|&n| n <= 1000)
            });
            if points.is_some() {
                match expand(&experiment, &vocabulary, Path::new("folder")) {
                    Ok(jobs) => assert!(jobs.len() >= experiment.steps.len()),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
});
