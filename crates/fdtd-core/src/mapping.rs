//! How threads are mapped to cells.
//!
//! Threads of a block lie along z, the axis of contiguous memory, and along y. Each marches along x: over one node
//! (one thread per cell), over part of the column (several threads per column), or over all of it (one thread per
//! column). A march keeps the plane it has just left in registers.

use std::fmt;
use std::str::FromStr;

/// A mapping of threads to cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// The work of one thread.
    pub march: March,
    /// Threads of a block along z and y.
    pub block: [u32; 2],
    /// Rows start at multiples of this many elements.
    pub align: usize,
}

/// The work of one thread along x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum March {
    /// One node.
    Cell,
    /// A part of the column, with this many threads per column.
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
    /// Mappings worth trying, the most promising first, so that a tuner that runs out of time has seen every march.
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

    /// The same, limited to the threads per block that a device allows.
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

    /// Bytes moved per cell and step, counted from the loads and stores of the kernels, for values of `bytes` and an
    /// index of `index_bytes`: a half step loads three components to change and three that drive them, four
    /// neighbours along y and z and two along x, and stores three. Values that a march keeps are not loaded again.
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

    /// Parses the output of [`fmt::Display`].
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
