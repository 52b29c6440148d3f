//! The name of an agent or a policy is refused at a character of it, or prints a
//! name that opens the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, open_agent, open_policy, open_side, run};

struct Names<'a>(&'a str);

impl GameTask for Names<'_> {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let text = self.0;
        match open_agent(&game, text) {
            Ok(agent) => assert_eq!(open_agent(&game, &agent.to_string()), Ok(agent)),
            Err(error) => assert!(text.is_char_boundary(error.at) && !error.to_string().is_empty()),
        }
        match open_policy(&game, text) {
            Ok(policy) => assert_eq!(open_policy(&game, &policy.name::<G>()), Ok(policy)),
            Err(error) => assert!(text.is_char_boundary(error.at) && !error.to_string().is_empty()),
        }
        if let Err(error) = open_side(&game, text) {
            assert!(text.is_char_boundary(error.at) && !error.to_string().is_empty());
        }
    }
}

fuzz_target!(|text: &str| {
    for game in ["sowing", "fang(holes=6)", "kalah(pits=3,seeds=2)"] {
        assert_eq!(run(game, Names(text)), Ok(()));
    }
});
