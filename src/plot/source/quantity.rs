//! What the figures of an evaluation are called and how they are printed.

/// Figures that exist for each side too: `score_south`.
const FAMILIES: [&str; 13] = [
    "win_uniform",
    "win_best_reply",
    "won_uniform",
    "won_best_reply",
    "drawn_uniform",
    "drawn_best_reply",
    "score",
    "win",
    "draw",
    "loss",
    "capped",
    "margin",
    "length",
];

/// What a figure is called and how it is printed.
pub(super) struct Quantity {
    /// For titles, in lower case.
    pub title: String,
    /// For axes.
    pub label: String,
    /// A share of something.
    pub percent: bool,
    /// The highest number is the best.
    pub high_is_good: bool,
}

impl Quantity {
    /// A figure by its name; unknown ones are called what they are.
    pub fn of(figure: &str) -> Self {
        let (title, label, percent, high_is_good) = match figure {
            "hit" => (
                "hit rate of the advice",
                "hit rate: moves that keep the value",
                true,
                true,
            ),
            "hit_seen" => (
                "hit rate, known positions",
                "hit rate where a move leads into the database",
                true,
                true,
            ),
            "hit_unseen" => (
                "hit rate, new positions",
                "hit rate where no move leads into the database",
                true,
                true,
            ),
            "skill" => (
                "skill of the advice",
                "skill: (hit − chance) / (1 − chance)",
                false,
                true,
            ),
            "no_advice" => (
                "decisions without advice",
                "share of decisions without advice",
                true,
                false,
            ),
            "margin_kept" => (
                "margin kept by the advice",
                "share of moves that keep the margin",
                true,
                true,
            ),
            "margin_regret" => (
                "margin lost by the advice",
                "mean loss of margin by a move (points)",
                false,
                false,
            ),
            "win_uniform" => (
                "wins against uniform play",
                "win probability against uniform play, draws half",
                true,
                true,
            ),
            "win_best_reply" => (
                "wins against the best reply",
                "win probability against the best reply, draws half",
                true,
                true,
            ),
            "won_uniform" => (
                "won games against uniform play",
                "probability of a win against uniform play",
                true,
                true,
            ),
            "won_best_reply" => (
                "won games against the best reply",
                "probability of a win against the best reply",
                true,
                true,
            ),
            "drawn_uniform" => (
                "draws against uniform play",
                "probability of a draw against uniform play",
                true,
                false,
            ),
            "drawn_best_reply" => (
                "draws against the best reply",
                "probability of a draw against the best reply",
                true,
                false,
            ),
            "score" => ("score", "score: wins + draws / 2, of the games", true, true),
            "win" => ("wins", "share of games won", true, true),
            "draw" => ("draws", "share of games drawn", true, false),
            "loss" => ("losses", "share of games lost", true, false),
            "capped" => ("games cut short", "share of games cut short", true, false),
            "margin" => ("margin", "mean margin (points)", false, true),
            "length" => (
                "length",
                "mean length after the opening (plies)",
                false,
                false,
            ),
            "accuracy" => (
                "accuracy of the classification",
                "share of positions recognised",
                true,
                true,
            ),
            "balanced_accuracy" => (
                "balanced accuracy of the classification",
                "balanced accuracy",
                true,
                true,
            ),
            "mcc" => (
                "Matthews correlation of the classification",
                "Matthews correlation (−1 to 1)",
                false,
                true,
            ),
            "undecided" => (
                "positions left undecided",
                "share of positions undecided",
                true,
                false,
            ),
            "seen" => (
                "decisions with a known move",
                "share of decisions where a move leads into the database",
                true,
                false,
            ),
            other => return Self::of_family(other),
        };
        Self {
            title: title.into(),
            label: label.into(),
            percent,
            high_is_good,
        }
    }

    /// The title with a capital.
    pub fn capital(&self) -> String {
        let mut title = self.title.clone();
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        title
    }

    /// Figures that are named after a side or a class: `win_uniform_south`,
    /// `win_as_loss`; any other is called by its own name.
    fn of_family(figure: &str) -> Self {
        for family in FAMILIES {
            let side = figure
                .strip_prefix(family)
                .and_then(|s| s.strip_prefix('_'));
            // `win_as_loss` is no side of `win`.
            if let Some(side) = side.filter(|s| !s.starts_with("as_")) {
                let both = Self::of(family);
                return Self {
                    title: format!("{} as {side}", both.title),
                    label: format!("{} as {side}", both.label),
                    ..both
                };
            }
        }
        let (title, percent) = match figure.split_once("_as_") {
            Some((truth, taken)) => (format!("{truth} taken for {taken}"), true),
            None => (figure.replace('_', " "), false),
        };
        Self {
            label: if percent {
                format!("share of positions: {title}")
            } else {
                title.clone()
            },
            title,
            percent,
            high_is_good: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_family_are_named_after_it() {
        let south = Quantity::of("win_uniform_south");
        assert_eq!(south.title, "wins against uniform play as south");
        assert!(south.percent && south.high_is_good);
        let wrong = Quantity::of("win_as_loss");
        assert_eq!(wrong.label, "share of positions: win taken for loss");
        assert!(!Quantity::of("my_figure").percent);
        assert_eq!(Quantity::of("my_figure").title, "my figure");
    }
}
