//! The policies by name: `uniform`, `greedy(rule=mobility)`, `strategy(rule=bcg)`,
//! `features(file="a.toml")`, and for each side its own `south=uniform,north=greedy(rule=mobility)`.

use std::sync::Arc;

use super::args::Args;
use super::features::{FeaturePlayer, open_features};
use super::grammar::{Name, NameError, parse};
use super::nearest::nearest;
use crate::game::{Context, Game, Heuristic, Notation, OnBoard, Outcome, Player};
use crate::manifest::Input;
use crate::policy::{Greedy, Policy, Sides, Uniform};
use crate::random::Stream;

/// The policy of one side, or of both alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SidePolicy {
    /// Every legal move is equally likely.
    Uniform,
    /// A rule of thumb, or a strategy.
    Greedy(Greedy),
    /// Weighted features.
    Features(Arc<FeaturePlayer>),
}

impl<G: Heuristic + OnBoard> Policy<G> for SidePolicy {
    fn name(&self) -> String {
        match self {
            SidePolicy::Uniform => Policy::<G>::name(&Uniform),
            SidePolicy::Greedy(greedy) => Policy::<G>::name(greedy),
            SidePolicy::Features(player) => Policy::<G>::name(&player.policy),
        }
    }

    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        match self {
            SidePolicy::Uniform => Uniform.probabilities(game, context, moves, out),
            SidePolicy::Greedy(greedy) => greedy.probabilities(game, context, moves, out),
            SidePolicy::Features(player) => player.policy.probabilities(game, context, moves, out),
        }
    }

    fn uses_last_move(&self) -> bool {
        match self {
            SidePolicy::Features(player) => Policy::<G>::uses_last_move(&player.policy),
            _ => false,
        }
    }

    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        match self {
            SidePolicy::Uniform => Uniform.draw(game, context, moves, rng),
            SidePolicy::Greedy(greedy) => greedy.draw(game, context, moves, rng),
            SidePolicy::Features(player) => player.policy.draw(game, context, moves, rng),
        }
    }

    #[inline]
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        match self {
            SidePolicy::Uniform => Uniform.choose(game, context, moves, rng),
            SidePolicy::Greedy(greedy) => greedy.choose(game, context, moves, rng),
            SidePolicy::Features(player) => player.policy.choose(game, context, moves, rng),
        }
    }
}

impl SidePolicy {
    /// The file that it comes from, if any.
    pub fn input(&self) -> Option<&Input> {
        match self {
            SidePolicy::Features(player) => Some(&player.input),
            _ => None,
        }
    }

    /// What is harmless in its files but should be told.
    pub fn warnings(&self) -> &[String] {
        match self {
            SidePolicy::Features(player) => &player.warnings,
            _ => &[],
        }
    }
}

/// An opened policy of both sides. It is no [`Policy`] itself: [`AnyPolicy::run`]
/// gives the work one of a type of its own, so that play stays as fast as the
/// policy allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPolicy {
    /// Both sides play uniformly at random.
    Uniform,
    /// Some side does not.
    Sides(Sides<SidePolicy, SidePolicy>),
}

/// Work that is generic over the policy.
pub trait PolicyTask<G: Game> {
    /// What the work returns.
    type Output;

    /// The work.
    fn run<P: Policy<G>>(self, policy: &P) -> Self::Output;
}

impl AnyPolicy {
    fn of<G: Game>(game: &G, one: SidePolicy, two: SidePolicy) -> Self {
        match (&one, &two) {
            (SidePolicy::Uniform, SidePolicy::Uniform) => AnyPolicy::Uniform,
            _ => AnyPolicy::Sides(Sides::new(game, one, two)),
        }
    }

    /// The policies of the sides that do not both play uniformly.
    fn sides(&self) -> impl Iterator<Item = &SidePolicy> {
        let sides = match self {
            AnyPolicy::Uniform => None,
            AnyPolicy::Sides(sides) => Some(sides.both()),
        };
        sides.into_iter().flatten()
    }

    /// The files that it comes from, each once.
    pub fn inputs(&self) -> Vec<Input> {
        let mut inputs: Vec<Input> = Vec::new();
        for input in self.sides().filter_map(SidePolicy::input) {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        inputs
    }

    /// What is harmless in those files but should be told.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = Vec::new();
        for warning in self.sides().flat_map(SidePolicy::warnings) {
            if !warnings.contains(warning) {
                warnings.push(warning.clone());
            }
        }
        warnings
    }

    /// The name that opens it.
    pub fn name<G: Heuristic + OnBoard>(&self) -> String {
        match self {
            AnyPolicy::Uniform => Policy::<G>::name(&Uniform),
            AnyPolicy::Sides(sides) => Policy::<G>::name(sides),
        }
    }

    /// Runs a task with the policy's own type.
    pub fn run<G: Heuristic + OnBoard, T: PolicyTask<G>>(&self, task: T) -> T::Output {
        match self {
            AnyPolicy::Uniform => task.run(&Uniform),
            AnyPolicy::Sides(sides) => task.run(sides),
        }
    }
}

/// Opens a policy of both sides: one name for both, or `SIDE=NAME` for one side
/// or, separated by a comma, for each; a side that is not named plays uniformly.
///
/// # Errors
/// The text cannot be read, names no policy or side of this game, or a side twice.
pub fn open_policy<G: Heuristic + Notation + OnBoard>(
    game: &G,
    text: &str,
) -> Result<AnyPolicy, NameError> {
    let parts = parts(text);
    if let [(at, part)] = parts[..]
        && side_of(part).is_none()
    {
        let both = open_one(game, text, at, part)?;
        return Ok(AnyPolicy::of(game, both.clone(), both));
    }
    let mut sides: [Option<SidePolicy>; 2] = [None, None];
    for (at, part) in parts {
        let hint = ": either one policy for both sides and nothing else, or SIDE=POLICY for one \
                    side or for each";
        let (player, policy) = open_part(game, text, at, part, hint)?;
        let slot = &mut sides[player.index()];
        if slot.is_some() {
            let side = game.players()[player.index()];
            return Err(NameError::new(text, at, format!("{side} is given twice")));
        }
        *slot = Some(policy);
    }
    let [one, two] = sides.map(|s| s.unwrap_or(SidePolicy::Uniform));
    Ok(AnyPolicy::of(game, one, two))
}

/// Opens the policy of one side: `SIDE=NAME`.
///
/// # Errors
/// As [`open_policy`].
pub fn open_side<G: Heuristic + Notation + OnBoard>(
    game: &G,
    text: &str,
) -> Result<(Player, SidePolicy), NameError> {
    open_part(game, text, 0, text, "")
}

/// Opens the policy `name`, which stands in `text`.
pub(super) fn open_named<G: Heuristic + OnBoard>(
    game: &G,
    text: &str,
    name: &Name,
) -> Result<SidePolicy, NameError> {
    match name.word.as_str() {
        "uniform" => Args::new(text, name, &[]).map(|_| SidePolicy::Uniform),
        "greedy" => open_greedy(game, text, name).map(SidePolicy::Greedy),
        "strategy" => open_strategy(game, text, name).map(SidePolicy::Greedy),
        "features" => {
            let player = open_features(game, text, name)?;
            Ok(SidePolicy::Features(Arc::new(player)))
        }
        other => {
            let hint = nearest(other, ["uniform", "greedy", "strategy", "features"])
                .map_or(String::new(), |n| format!("; did you mean {n}?"));
            let message = format!(
                "unknown policy {other}: expected uniform, greedy, strategy or features{hint}"
            );
            Err(NameError::new(text, name.at, message))
        }
    }
}

/// Reads `greedy` or `greedy(rule=...)`.
pub(super) fn open_greedy<G: Heuristic>(
    game: &G,
    text: &str,
    name: &Name,
) -> Result<Greedy, NameError> {
    let args = Args::new(text, name, &["rule"])?;
    let Some(first) = Greedy::of(game) else {
        let message = format!("{} has no rules of thumb", game.name());
        return Err(NameError::new(text, name.at, message));
    };
    let rules: Vec<&str> = game.rules().iter().map(|r| r.name).collect();
    let rule = args.choice("rule", &rules, first.rule())?;
    Ok(Greedy::by_name(game, rule).unwrap_or(first))
}

/// Reads `strategy(rule=...)`.
pub(super) fn open_strategy<G: Heuristic>(
    game: &G,
    text: &str,
    name: &Name,
) -> Result<Greedy, NameError> {
    let args = Args::new(text, name, &["rule"])?;
    let rules: Vec<&str> = game.strategies().iter().map(|r| r.name).collect();
    let Some(first) = rules.first() else {
        let message = format!(
            "{} has no strategies; hare-and-hounds has strategy(rule=bcg)",
            game.name()
        );
        return Err(NameError::new(text, name.at, message));
    };
    let rule = args.choice("rule", &rules, first)?;
    Greedy::by_strategy(game, rule).ok_or_else(|| args.error("rule", "no such strategy"))
}

/// The text cut at the commas that stand outside parentheses, brackets and
/// quotes, each part with its place.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut begin, mut depth, mut quoted, mut escaped) = (0, 0i32, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push((begin, &text[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push((begin, &text[begin..]));
    parts
}

/// `SIDE` and where the policy begins, if the part begins with `SIDE=`.
fn side_of(part: &str) -> Option<(&str, usize)> {
    let (side, _) = part.split_once('=')?;
    (!side.contains(['(', '"'])).then_some((side, side.len() + 1))
}

fn open_part<G: Heuristic + Notation + OnBoard>(
    game: &G,
    text: &str,
    at: usize,
    part: &str,
    hint: &str,
) -> Result<(Player, SidePolicy), NameError> {
    let [one, two] = game.players();
    let Some((side, rest)) = side_of(part) else {
        let shown = match part.trim() {
            "" => "nothing".into(),
            part => format!("\"{part}\" alone"),
        };
        let message =
            format!("found {shown}, expected a side and its policy, such as {one}=uniform{hint}");
        return Err(NameError::new(text, at, message));
    };
    let Some(player) = game.parse_player(side) else {
        let hint = nearest(side.trim(), [one, two])
            .map_or(String::new(), |n| format!("; did you mean {n}?"));
        let message = format!(
            "unknown side {}: expected {one} or {two}{hint}",
            side.trim()
        );
        return Err(NameError::new(text, at, message));
    };
    let policy = open_one(game, text, at + rest, &part[rest..])?;
    Ok((player, policy))
}

/// Opens one policy, whose name is the part of `text` that begins at `at`.
fn open_one<G: Heuristic + OnBoard>(
    game: &G,
    text: &str,
    at: usize,
    part: &str,
) -> Result<SidePolicy, NameError> {
    let opened = parse(part).and_then(|name| open_named(game, part, &name));
    opened.map_err(|e| NameError::new(text, at + e.at, e.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hunt::Hunt;
    use crate::game::sowing::Sowing;

    fn game() -> Sowing<1> {
        Sowing::uniform(6, 2, Player::One).unwrap()
    }

    #[test]
    fn names_are_normalised_and_read_back() {
        let greedy = "greedy(rule=mobility)";
        for (given, canonical) in [
            ("uniform", "uniform"),
            (" uniform ", "uniform"),
            ("greedy", greedy),
            ("greedy(rule=Mobility)", greedy),
            ("north=uniform", "uniform"),
            ("Nord=greedy,Sud=greedy()", greedy),
            ("north=greedy", "south=uniform,north=greedy(rule=mobility)"),
            (
                "south=greedy(rule=mobility), north=uniform",
                "south=greedy(rule=mobility),north=uniform",
            ),
        ] {
            let opened = open_policy(&game(), given).unwrap();
            assert_eq!(opened.name::<Sowing<1>>(), canonical);
            assert_eq!(open_policy(&game(), canonical), Ok(opened), "{given}");
        }
        let (player, policy) = open_side(&game(), "north=greedy").unwrap();
        assert_eq!(player, Player::Two);
        assert_eq!(Policy::<Sowing<1>>::name(&policy), greedy);
    }

    #[test]
    fn strategies_are_policies_too() {
        let hunt = Hunt::default();
        let canonical = "hare=uniform,hounds=strategy(rule=bcg)";
        for given in [
            canonical,
            "hounds=strategy",
            "chiens=strategy(rule=BCG),hare=uniform",
        ] {
            let opened = open_policy(&hunt, given).unwrap();
            assert_eq!(opened.name::<Hunt>(), canonical);
        }
        for (text, part) in [
            ("strategy(rule=bgc)", "did you mean bcg"),
            ("greedy", "has no rules of thumb"),
        ] {
            let error = open_policy(&hunt, text).unwrap_err();
            assert!(error.message.contains(part), "{text}: {error}");
        }
        let error = open_policy(&game(), "north=strategy").unwrap_err();
        assert_eq!(error.at, 6);
        assert!(error.message.contains("has no strategies"), "{error}");
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, at, part) in [
            ("", 0, "expected a name"),
            ("unifrom", 0, "did you mean uniform"),
            ("uniform(a=1)", 8, "has no parameter a"),
            ("greedy(rule=mobilty)", 12, "did you mean mobility"),
            ("greedy(rule=fullest)", 12, "expected mobility"),
            ("greedy(rul=mobility)", 7, "did you mean rule"),
            ("uniform,greedy", 0, "expected a side"),
            (
                "uniform,north=greedy",
                0,
                "found \"uniform\" alone, expected a side",
            ),
            ("north=uniform,greedy", 14, "such as south=uniform"),
            ("nort=uniform", 0, "did you mean north"),
            ("north=uniform,north=greedy", 14, "given twice"),
            (
                "south=uniform,north=greedy(rule=x)",
                32,
                "expected mobility",
            ),
            ("north=", 6, "expected a name"),
            ("north=uniform,", 14, "expected a side"),
        ] {
            let error = open_policy(&game(), text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
        let error = open_side(&game(), "greedy").unwrap_err();
        assert!(error.message.contains("expected a side"));
    }
}
