//! The findings: how often each relation was checked, and the scenes that violate one.

use crate::case::Verdict;
use crate::relations::ALL;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A relation that does not hold for a scene.
#[derive(Debug)]
pub struct Finding {
    /// The seed of the scene.
    pub seed: u64,
    /// The relation.
    pub relation: &'static str,
    /// What is wrong.
    pub message: String,
    /// The scene, reduced as far as possible.
    pub scene: Value,
}

/// Statistics of one relation.
#[derive(Debug, Clone, Default)]
struct Tally {
    agreed: usize,
    disagreed: usize,
    worst: f64,
    skipped: BTreeMap<&'static str, usize>,
}

/// Statistics of all relations, and the findings.
#[derive(Debug, Default)]
pub struct Report {
    /// Number of scenes generated.
    pub scenes: usize,
    tallies: BTreeMap<&'static str, Tally>,
    /// In order of discovery.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Counts a verdict.
    pub fn count(&mut self, relation: &'static str, verdict: &Verdict) {
        let tally = self.tallies.entry(relation).or_default();
        match verdict {
            Verdict::Agrees(apart) => {
                tally.agreed += 1;
                tally.worst = tally.worst.max(*apart);
            }
            Verdict::Skipped(why) => *tally.skipped.entry(why).or_default() += 1,
            Verdict::Disagrees(_) => tally.disagreed += 1,
        }
    }

    /// How often a relation held.
    pub fn agreed(&self, relation: &str) -> usize {
        self.tallies.get(relation).map_or(0, |tally| tally.agreed)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} scenes", self.scenes)?;
        writeln!(
            f,
            "{:<12} {:>7} {:>9} {:>9}  not applicable",
            "relation", "agree", "worst", "disagree"
        )?;
        for relation in &ALL {
            let tally = self.tallies.get(relation.name).cloned().unwrap_or_default();
            let Tally {
                agreed,
                disagreed,
                worst,
                skipped,
            } = tally;
            let skipped: Vec<String> = skipped
                .iter()
                .map(|(why, n)| format!("{n} {why}"))
                .collect();
            writeln!(
                f,
                "{:<12} {agreed:>7} {worst:>9.1e} {disagreed:>9}  {}",
                relation.name,
                skipped.join(", ")
            )?;
        }
        for finding in &self.findings {
            let Finding {
                seed,
                relation,
                message,
                ..
            } = finding;
            writeln!(f, "\n{relation}, scene {seed}: {message}")?;
        }
        Ok(())
    }
}
