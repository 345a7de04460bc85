//! Random scenes run in pairs that must agree.
//!
//! Closed forms validate what someone has thought of. Here nobody thinks of a result: a random scene over the whole scene language is run twice in two ways that
//! must give the same numbers, such as turned by 90 degrees, or in two precisions. Each relation (in `relations`) says what it changes, what must
//! agree and to which tolerance. A scene that breaks one is made smaller as long as it still breaks it.
#![forbid(unsafe_code)]

mod agree;
mod generate;
mod minimise;
mod outcome;
mod random;
mod relations;
mod report;
mod trial;
mod turn;

pub use minimise::minimise;
pub use outcome::text;
pub use relations::{ALL, Relation};
pub use report::{Finding, Report};
pub use trial::{Trial, Verdict};

use random::Random;
use serde_json::Value;

/// The scene that belongs to a seed, in JSON with bare numbers in SI units.
pub fn scene(seed: u64) -> Value {
    generate::scene(seed)
}

/// Seeds of scenes, as many as one takes.
pub fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let mut rng = Random::new(seed);
    // Short numbers are copied more easily.
    std::iter::repeat_with(move || rng.word() >> 32)
}

/// Whether a scene that breaks a relation is made smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Findings {
    /// As long as it still breaks it, which takes a hundred runs.
    Minimised,
    /// It stays as it is.
    AsMade,
}

/// Puts one scene on trial.
pub fn examine(
    seed: u64,
    relations: &[&'static Relation],
    findings: Findings,
    report: &mut Report,
) {
    let scene = generate::scene(seed);
    report.scenes += 1;
    let trial = Trial::new(&scene, seed);
    for relation in relations {
        let verdict = (relation.check)(&trial);
        report.count(relation.name, &verdict);
        if let Verdict::Disagrees(message) = verdict {
            let scene = match findings {
                Findings::Minimised => minimise(&scene, seed, relation),
                Findings::AsMade => scene.clone(),
            };
            report.findings.push(Finding {
                seed,
                relation: relation.name,
                message,
                scene,
            });
        }
    }
}
