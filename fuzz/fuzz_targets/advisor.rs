//! The name of an advisor is read, or refused at a character of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::open_advisor;

fuzz_target!(|text: &str| {
    match open_advisor(text) {
        Ok(advisor) => assert!(advisor.options.rule.k >= 1),
        Err(error) => {
            assert!(text.is_char_boundary(error.at));
            assert!(!error.to_string().is_empty());
        }
    }
});
