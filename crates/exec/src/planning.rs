//! What a plan may cost, and errors for parts of a model that cost more.

use crate::memory::{Budget, format_bytes};

/// How much of a model a plan looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effort {
    /// Everything, however long it takes.
    #[default]
    Full,
    /// What about two seconds of one core tell, in less than half a gigabyte; the plan says what it leaves out.
    Quick,
}

/// What a plan may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Planning {
    /// How much of the model it looks at.
    pub effort: Effort,
    /// The memory of the run, if the model must fit there as a whole: what cannot fit is found before work begins.
    pub budget: Option<Budget>,
}

/// A part of a model that does not fit by itself.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "{what}, which alone takes {} ({needed:.0} bytes) or more, but only {} ({available} bytes) of memory is available; {cure}",
    format_bytes(*needed as u64)
    , format_bytes(*available)
)]
pub struct PartExceedsMemory {
    /// What, by name, and how many of what it has.
    pub what: String,
    /// Bytes needed at least.
    pub needed: f64,
    /// Bytes available.
    pub available: u64,
    /// What to change.
    pub cure: &'static str,
}

/// A part of a model that a quick plan does not look at, and without which it says nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "{what}: to plan this takes about {seconds:.0} s and {}",
    format_bytes(*bytes as u64)
)]
pub struct NotQuick {
    /// What, by name, and how many of what it has.
    pub what: String,
    /// Processor time, roughly.
    pub seconds: f64,
    /// Memory, roughly.
    pub bytes: f64,
}

impl Planning {
    /// Rejects a part that takes more memory than there is.
    pub fn check_part(
        &self,
        needed: f64,
        (what, cure): (impl FnOnce() -> String, &'static str),
    ) -> Result<(), PartExceedsMemory> {
        match self.budget {
            Some(Budget { bytes }) if needed > bytes as f64 => Err(PartExceedsMemory {
                what: what(),
                needed,
                available: bytes,
                cure,
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_does_not_fit_is_named_with_its_bytes() {
        let planning = Planning {
            budget: Some(Budget { bytes: 50_000_000 }),
            ..Planning::default()
        };
        let what = || "monitor `d` has 900000000 directions".to_owned();
        assert!(planning.check_part(5e7, (what, "use fewer")).is_ok());
        let refused = planning.check_part(72e9, (what, "use fewer"));
        let text = refused.unwrap_err().to_string();
        assert!(text.contains("(72000000000 bytes)"), "{text}");
        assert!(text.contains("(50000000 bytes)"), "{text}");
        assert!(Planning::default().check_part(1e300, (what, "")).is_ok());
    }
}
