//! What the figures of an evaluation are called and how they are printed.

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
            "win_uniform" => (
                "wins against uniform play",
                "win probability against uniform play",
                true,
                true,
            ),
            "win_best_reply" => (
                "wins against the best reply",
                "win probability against the best reply",
                true,
                true,
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
            other => {
                let name = other.replace('_', " ");
                return Self {
                    title: name.clone(),
                    label: name,
                    percent: false,
                    high_is_good: false,
                };
            }
        };
        Self {
            title: title.into(),
            label: label.into(),
            percent,
            high_is_good,
        }
    }
}
