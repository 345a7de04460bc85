//! Options of a benchmark grid, and how they are written.

use std::fmt;
use std::str::FromStr;

/// Why an option cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// Not a number of cells.
    #[error(
        "`{0}` is not a number of cells: enter one for a cube or three for a box, e.g. 256 or 300x200x100"
    )]
    Cells(String),
    /// Not a dispersive share.
    #[error(
        "`{0}` is not SHARE:POLES[:spread]: enter a share of the volume greater than 0 and at most 1, \
         a number of poles from 1 to {MAX_POLES}, and `spread` for many small blocks, e.g. 0.1:2 or 0.1:2:spread"
    )]
    Dispersive(String),
    /// Not an interval of snapshots.
    #[error(
        "`{0}` is not STEPS[:STRIDE]: enter the steps between two snapshots and the stride of nodes, e.g. 100 or 100:4"
    )]
    Snapshots(String),
    /// Not a set of axes.
    #[error("`{0}` is not a set of axes: enter one or more of the letters x, y and z, e.g. xy")]
    Axes(String),
}

/// Most poles of the dispersive medium.
const MAX_POLES: usize = 20;

/// Cells along x, y and z.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells(pub [usize; 3]);

impl Cells {
    /// A cube.
    pub fn cube(cells: usize) -> Self {
        Self([cells; 3])
    }

    /// Total number.
    pub fn total(self) -> u64 {
        self.0.iter().map(|n| *n as u64).product()
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "{x}x{y}x{z}")
    }
}

impl FromStr for Cells {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let counts: Option<Vec<usize>> = text.split('x').map(positive).collect();
        match counts.as_deref() {
            Some(&[n]) => Ok(Self::cube(n)),
            Some(&[x, y, z]) => Ok(Self([x, y, z])),
            _ => Err(OptionError::Cells(text.to_owned())),
        }
    }
}

/// A whole number, one or more.
fn positive(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n| *n > 0)
}

/// How a dispersive medium is distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distribution {
    /// One block in the middle.
    Block,
    /// Many small blocks.
    Spread,
}

/// A dispersive part of the volume.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dispersive {
    /// Its share of the volume inside the PML, above zero and at most one; rounded to whole cells.
    pub share: f64,
    /// Pole pairs (Lorentz terms) of its permittivity.
    pub poles: usize,
    /// Where it is.
    pub distribution: Distribution,
}

impl fmt::Display for Dispersive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.share, self.poles)?;
        match self.distribution {
            Distribution::Block => Ok(()),
            Distribution::Spread => write!(f, ":spread"),
        }
    }
}

impl FromStr for Dispersive {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let read = || {
            let mut parts = text.split(':');
            let share = parts.next()?.parse().ok();
            let share = share.filter(|share| *share > 0.0 && *share <= 1.0)?;
            let poles = positive(parts.next()?).filter(|poles| *poles <= MAX_POLES)?;
            let distribution = match parts.next() {
                None => Distribution::Block,
                Some("spread") => Distribution::Spread,
                Some(_) => return None,
            };
            parts.next().is_none().then_some(Self {
                share,
                poles,
                distribution,
            })
        };
        read().ok_or_else(|| OptionError::Dispersive(text.to_owned()))
    }
}

/// Snapshots of the volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snapshots {
    /// Steps between two of them.
    pub every: usize,
    /// Interval between recorded nodes along each axis.
    pub stride: usize,
}

impl fmt::Display for Snapshots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.every, self.stride)
    }
}

impl FromStr for Snapshots {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let (every, stride) = text.split_once(':').unwrap_or((text, "1"));
        let read = positive(every).zip(positive(stride));
        read.map(|(every, stride)| Self { every, stride })
            .ok_or_else(|| OptionError::Snapshots(text.to_owned()))
    }
}

/// A set of axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Axes(pub [bool; 3]);

impl Axes {
    const LETTERS: [char; 3] = ['x', 'y', 'z'];

    /// The axes, as letters.
    pub fn letters(self) -> impl Iterator<Item = char> {
        let axes = Self::LETTERS.into_iter().zip(self.0);
        axes.filter_map(|(letter, is_in)| is_in.then_some(letter))
    }
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl FromStr for Axes {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let mut axes = [false; 3];
        let wrong = || OptionError::Axes(text.to_owned());
        for letter in text.chars() {
            let axis = Self::LETTERS.iter().position(|l| *l == letter);
            let axis = axis.filter(|axis| !axes[*axis]).ok_or_else(wrong)?;
            axes[axis] = true;
        }
        if text.is_empty() {
            return Err(wrong());
        }
        Ok(Self(axes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_a_cube_or_a_box() {
        assert_eq!("64".parse(), Ok(Cells([64; 3])));
        assert_eq!("12x10x14".parse(), Ok(Cells([12, 10, 14])));
        assert_eq!(Cells([12, 10, 14]).to_string(), "12x10x14");
        assert_eq!(Cells([12, 10, 14]).total(), 1680);
        for wrong in ["", "0", "12x10", "1x2x3x4", "12x0x14", "12 x 10 x 14", "-1"] {
            let error = wrong.parse::<Cells>().unwrap_err();
            assert_eq!(error, OptionError::Cells(wrong.to_owned()));
        }
    }

    #[test]
    fn dispersive_shares_are_read_and_written() {
        let block = Dispersive {
            share: 0.25,
            poles: 2,
            distribution: Distribution::Block,
        };
        let spread = Dispersive {
            distribution: Distribution::Spread,
            ..block
        };
        assert_eq!("0.25:2".parse(), Ok(block));
        assert_eq!("0.25:2:spread".parse(), Ok(spread));
        assert_eq!(block.to_string().parse(), Ok(block));
        assert_eq!(spread.to_string().parse(), Ok(spread));
        for wrong in [
            "0.1",
            "0:2",
            "1.1:2",
            "0.1:0",
            "0.1:21",
            "0.1:2:thin",
            "0.1:2:spread:x",
            "NaN:1",
            ":",
        ] {
            let error = wrong.parse::<Dispersive>().unwrap_err();
            assert!(error.to_string().contains("SHARE:POLES"), "{error}");
        }
    }

    #[test]
    fn snapshots_have_an_interval_and_a_stride() {
        let snapshots = |every, stride| Ok(Snapshots { every, stride });
        assert_eq!("100".parse(), snapshots(100, 1));
        assert_eq!("100:4".parse(), snapshots(100, 4));
        for wrong in ["", "0", "10:0", "10:", "10:2:3"] {
            assert!(wrong.parse::<Snapshots>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn axes_are_letters() {
        assert_eq!("zx".parse(), Ok(Axes([true, false, true])));
        assert_eq!(Axes([true, false, true]).to_string(), "xz");
        for wrong in ["", "xx", "w", "x,y"] {
            assert!(wrong.parse::<Axes>().is_err(), "{wrong}");
        }
    }
}
