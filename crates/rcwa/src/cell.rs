//! The period of a grating, and the orders that are kept.
//!
//! ```text
//! E(x + Lx, y, z) = e^{-j kx Lx} E(x, y, z),   the same along y
//! E(x, y, z) = sum E_mn(z) e^{-j (kx_m x + ky_n y)},   kx_m = kx + 2 pi m/Lx,   ky_n = ky + 2 pi n/Ly,   |m| <= M, |n| <= N
//! ```
//!
//! (Floquet; M. G. Moharam, E. B. Grann, D. A. Pommet, T. K. Gaylord, J. Opt. Soc. Am. A 12, 1068, 1995, equations 3 to 7). Orders are numbered so that
//! positive ones are diffracted towards +x and +y. The truncation is a rectangle (L. Li, J. Opt. Soc. Am. A 14, 2758, 1997, section 4: it converges
//! better than a circle).

use crate::error::{RcwaError, positive};

/// The rectangle that repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    x: f64,
    y: Option<f64>,
}

impl Cell {
    /// A grating of lines along y, with the period along x in metres.
    pub fn lines(period: f64) -> Result<Self, RcwaError> {
        Ok(Self {
            x: positive("the period along x", period)?,
            y: None,
        })
    }

    /// A crossed grating with the periods along x and y in metres.
    pub fn crossed([x, y]: [f64; 2]) -> Result<Self, RcwaError> {
        Ok(Self {
            x: positive("the period along x", x)?,
            y: Some(positive("the period along y", y)?),
        })
    }

    /// The period along x in metres.
    pub fn x(&self) -> f64 {
        self.x
    }

    /// The period along y in metres, of a crossed grating.
    pub fn y(&self) -> Option<f64> {
        self.y
    }
}

/// How many orders are kept on either side of order zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orders {
    /// M: orders -M to M along x.
    pub x: usize,
    /// N: orders -N to N along y; without effect for lines.
    pub y: usize,
}

impl Orders {
    /// Orders of a grating of lines.
    pub const fn lines(x: usize) -> Self {
        Self { x, y: 0 }
    }

    /// Orders of a crossed grating.
    pub const fn crossed(x: usize, y: usize) -> Self {
        Self { x, y }
    }

    /// 2 M + 1.
    pub(crate) const fn columns(self) -> usize {
        2 * self.x + 1
    }

    /// 2 N + 1.
    pub(crate) const fn rows(self) -> usize {
        2 * self.y + 1
    }

    /// The number of orders.
    pub const fn count(self) -> usize {
        self.columns() * self.rows()
    }

    /// The order at a place: x is the inner loop.
    pub(crate) fn at(self, place: usize) -> [i32; 2] {
        let (m, n) = (place % self.columns(), place / self.columns());
        [signed(m) - signed(self.x), signed(n) - signed(self.y)]
    }
}

/// A count as the number of an order.
pub(crate) fn signed(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// One of the two half spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// z < 0, before the first layer.
    Front,
    /// Behind the last layer.
    Back,
}
