//! How many ranks share a grid.

use std::fmt;
use std::str::FromStr;

/// The ranks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RankChoice {
    /// A number of ranks; the grid is cut where the least has to be exchanged.
    Number(usize),
    /// The numbers of ranks along x, y and z.
    Parts([usize; 3]),
}

impl Default for RankChoice {
    fn default() -> Self {
        Self::Number(1)
    }
}

impl RankChoice {
    /// Number of ranks.
    pub fn ranks(self) -> usize {
        match self {
            Self::Number(ranks) => ranks,
            Self::Parts(parts) => parts.iter().product(),
        }
    }
}

/// A text that names no ranks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is neither a number of ranks, such as 4, nor their numbers along x, y and z, such as 2x2x1"
)]
pub struct RankChoiceError(String);

impl FromStr for RankChoice {
    type Err = RankChoiceError;

    fn from_str(text: &str) -> Result<Self, RankChoiceError> {
        let positive = |text: &str| text.parse().ok().filter(|n: &usize| *n > 0);
        let numbers: Option<Vec<usize>> = text.split('x').map(positive).collect();
        match numbers.as_deref() {
            Some(&[ranks]) => Ok(Self::Number(ranks)),
            Some(&[x, y, z]) => Ok(Self::Parts([x, y, z])),
            _ => Err(RankChoiceError(text.to_owned())),
        }
    }
}

impl fmt::Display for RankChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(ranks) => write!(f, "{ranks}"),
            Self::Parts([x, y, z]) => write!(f, "{x}x{y}x{z}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_parts_are_read() {
        assert_eq!("4".parse(), Ok(RankChoice::Number(4)));
        assert_eq!("2x3x1".parse(), Ok(RankChoice::Parts([2, 3, 1])));
        assert_eq!(RankChoice::Parts([2, 3, 1]).ranks(), 6);
        for wrong in ["", "0", "2x2", "2x0x1", "two", "-1"] {
            assert!(wrong.parse::<RankChoice>().is_err(), "{wrong}");
        }
    }
}
