//! A feature is refused at a character of it, or prints a text that reads as the
//! same feature, and what it means on a game is found or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::feature::{Feature, Ground, check};
use sowlab::game::fanorona::Fanorona;
use sowlab::game::hunt::Hunt;

fuzz_target!(|text: &str| {
    let feature = match text.parse::<Feature>() {
        Ok(feature) => feature,
        Err(error) => {
            assert!(error.text == text && text.is_char_boundary(error.at));
            assert!(error.column() > 0 && !error.to_string().is_empty());
            return;
        }
    };
    let printed = feature.to_string();
    let again = printed.parse::<Feature>();
    assert_eq!(again.as_ref(), Ok(&feature));
    assert_eq!(again.map(|f| f.to_string()), Ok(printed));

    let fanorona = Fanorona::new(5, 9, Default::default()).expect("the usual board");
    let grounds = [
        Ground::of(&Hunt::default()),
        Ground::of(&fanorona.by_hops()),
    ];
    for ground in grounds {
        let ground = ground.expect("a board");
        if let Err(error) = check(&feature, &ground) {
            assert!(!error.to_string().is_empty());
        }
    }
});
