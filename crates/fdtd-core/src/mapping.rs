//! How threads are laid over cells.
//!
//! Threads of a block lie along z, the axis of contiguous memory, and along y. Each marches along x: over one node
//! (one thread a cell), over part of the column (several threads a column), or over all of it (one thread a column). A
//! march keeps the plane it has just left in registers.

use std::fmt;
use std::str::FromStr;

/// A way to lay threads over cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// What one thread does.
    pub march: March,
    /// Threads of a block along z and y.
    pub block: [u32; 2],
    /// Rows start at multiples of so many elements.
    pub align: usize,
}

/// What one thread does along x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum March {
    /// One node.
    Cell,
    /// A part of the column, so many threads to each.
    Parts(u32),
    /// The whole column.
    Column,
}

impl Default for Mapping {
    fn default() -> Self {
        Self {
            march: March::Parts(8),
            block: [64, 4],
            align: 32,
        }
    }
}

impl Mapping {
    /// What is worth trying, the likeliest first, so that whoever runs out of time has seen every march.
    pub fn candidates() -> Vec<Self> {
        let marches = [
            March::Parts(8),
            March::Column,
            March::Parts(16),
            March::Cell,
        ];
        let blocks = [[64, 4], [128, 1], [32, 4], [256, 1]];
        let of = |block: [u32; 2]| {
            marches.map(|march| Self {
                march,
                block,
                align: 32,
            })
        };
        let unaligned = Self {
            align: 1,
            ..Self::default()
        };
        let aligned = blocks.into_iter().flat_map(of);
        aligned.chain([unaligned]).collect()
    }

    /// The same with no more threads a block than a device allows.
    #[must_use]
    pub fn within(self, threads: u32) -> Self {
        let [mut z, mut y] = self.block;
        while z * y > threads && y > 1 {
            y /= 2;
        }
        z = z.min(threads.max(1));
        Self {
            block: [z, y],
            ..self
        }
    }

    /// Nodes that one thread marches over, of `nodes` along x.
    pub fn march_length(&self, nodes: usize) -> usize {
        match self.march {
            March::Cell => 1,
            March::Parts(n) => nodes.div_ceil(n.max(1) as usize).max(1),
            March::Column => nodes.max(1),
        }
    }

    /// Bytes that one step moves per cell, by count of what the kernels load and store, for values of
    /// `bytes` and an index of `index_bytes`: a half step loads three components to change and three that drive them,
    /// four neighbours along y and z and two along x, and stores three. What a march keeps it does not load again.
    pub fn bytes_per_step(&self, nodes: usize, bytes: u64, index_bytes: f64) -> f64 {
        let along_x = 2.0 / self.march_length(nodes) as f64;
        2.0 * ((3.0 + 3.0 + 4.0 + along_x + 3.0) * bytes as f64 + index_bytes)
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [z, y] = self.block;
        write!(f, "{} {z}x{y} align {}", self.march, self.align)
    }
}

impl fmt::Display for March {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell => f.write_str("cell"),
            Self::Parts(n) => write!(f, "parts:{n}"),
            Self::Column => f.write_str("column"),
        }
    }
}

impl FromStr for Mapping {
    type Err = ();

    /// Reads what [`fmt::Display`] wrote.
    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        let [march, block, "align", align] = words[..] else {
            return Err(());
        };
        let march = match march.split_once(':') {
            None if march == "cell" => March::Cell,
            None if march == "column" => March::Column,
            Some(("parts", n)) => March::Parts(n.parse().map_err(|_| ())?),
            _ => return Err(()),
        };
        let (z, y) = block.split_once('x').ok_or(())?;
        let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0).ok_or(());
        Ok(Self {
            march,
            block: [number(z)?, number(y)?],
            align: number(align)? as usize,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_read_as_it_is_written() {
        for mapping in Mapping::candidates() {
            assert_eq!(mapping.to_string().parse(), Ok(mapping));
        }
        for wrong in ["", "cell", "parts:x 64x4 align 32", "cell 0x4 align 32"] {
            assert_eq!(wrong.parse::<Mapping>(), Err(()));
        }
    }

    #[test]
    fn the_default_is_tried_first_and_every_march_early() {
        let candidates = Mapping::candidates();
        assert_eq!(candidates[0], Mapping::default());
        let first: Vec<March> = candidates[..4].iter().map(|c| c.march).collect();
        assert!(first.contains(&March::Cell) && first.contains(&March::Column));
    }

    #[test]
    fn a_block_fits_a_small_device() {
        let small = Mapping::default().within(128);
        assert_eq!(small.block, [64, 2]);
        assert_eq!(Mapping::default().within(32).block, [32, 1]);
        assert_eq!(Mapping::default().within(1024), Mapping::default());
    }

    #[test]
    fn a_march_saves_the_neighbours_along_x() {
        let of = |march| Mapping {
            march,
            ..Mapping::default()
        };
        // 15 values of 4 bytes a half step and an index of one byte; a long march loads 13.
        assert_eq!(of(March::Cell).bytes_per_step(256, 4, 1.0), 122.0);
        let column = of(March::Column).bytes_per_step(256, 4, 1.0);
        assert!((column - 106.0).abs() < 0.1, "{column}");
        assert_eq!(of(March::Parts(8)).march_length(100), 13);
    }
}
