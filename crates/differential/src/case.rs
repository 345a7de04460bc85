//! A scene under test, and the verdict of a relation.

use crate::agree::{Transform, distance};
use crate::outcome::{Outcome, Overrides, run};
use serde_json::Value;
use std::cell::OnceCell;

/// A scene with the random seed of its relations and its own run.
pub struct Case<'a> {
    /// The scene.
    pub scene: &'a Value,
    /// Seed for the choices of a relation.
    pub seed: u64,
    base: OnceCell<Outcome>,
}

/// The verdict of a relation.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The runs agree; the largest difference.
    Agrees(f64),
    /// The relation does not apply to this scene, for this reason.
    Skipped(&'static str),
    /// They disagree.
    Disagrees(String),
}

impl<'a> Case<'a> {
    /// A scene that has not been run yet.
    pub fn new(scene: &'a Value, seed: u64) -> Self {
        let base = OnceCell::new();
        Self { scene, seed, base }
    }

    /// The run of the scene unchanged.
    pub fn base(&self) -> &Outcome {
        self.base
            .get_or_init(|| run(self.scene, Overrides::default()))
    }

    /// The scene's own run and another one must agree to a tolerance, or both must be refused.
    pub fn against(&self, other: &Outcome, transform: &Transform, tolerance: f64) -> Verdict {
        compare([self.base(), other], transform, self.scene, tolerance)
    }
}

/// Two runs must agree to a tolerance, or both must be refused.
pub fn compare(
    runs: [&Outcome; 2],
    transform: &Transform,
    scene: &Value,
    tolerance: f64,
) -> Verdict {
    match runs {
        [Outcome::Done(a), Outcome::Done(b)] => match distance(a, b, transform, scene) {
            Ok((apart, _)) if apart <= tolerance => Verdict::Agrees(apart),
            Ok((apart, place)) => Verdict::Disagrees(format!(
                "difference {apart:.2e}, {tolerance:.0e} allowed: {place}"
            )),
            Err(why) => Verdict::Disagrees(why),
        },
        [Outcome::Refused(_), Outcome::Refused(_)] => Verdict::Skipped("refused"),
        [Outcome::Broken(_), Outcome::Broken(_)] => Verdict::Skipped("broken"),
        [Outcome::Done(_), Outcome::Refused(why)] => {
            Verdict::Disagrees(format!("only the second run is refused: {why}"))
        }
        [Outcome::Refused(why), Outcome::Done(_)] => {
            Verdict::Disagrees(format!("only the first run is refused: {why}"))
        }
        [Outcome::Broken(why), _] => Verdict::Disagrees(format!("only the first fails: {why}")),
        [_, Outcome::Broken(why)] => Verdict::Disagrees(format!("only the second fails: {why}")),
    }
}
