//! Non-uniform fast Fourier transforms in one, two and three dimensions.
//!
//! ```text
//! type 1   F_k = sum_j c_j e^{+-i k.x_j}     irregular points x_j to modes k
//! type 2   f_j = sum_k F_k e^{+-i k.x_j}     the reverse
//! type 3   f_t = sum_j c_j e^{+-i s_t.x_j}   irregular points to irregular targets s_t
//! ```
//!
//! Each point is spread over the w nearest nodes of a grid twice as fine as the modes need, with the "exponential of semicircle"
//! phi(t) = exp(beta (sqrt(1 - t^2) - 1)); the grid is transformed by an FFT, and its modes are divided by the transform of phi. For an error of
//! 10^-d the kernel is d + 2 nodes wide, rounded up to an even number: one more than the rule of A. H. Barnett, J. Magland, L. af Klinteberg, SIAM J. Sci.
//! Comput. 41, C479, 2019, which is one of orders of magnitude (its bounds: A. H. Barnett, Appl. Comput. Harmon. Anal. 51, 1, 2021).
//!
//! Parts of the grid that do not depend on the number of threads are filled one after the other, so the results do not either.
//!
//! Tested against the sums themselves for all tolerances and dimensions, in single precision in the plane.

mod fft;
mod grid;
mod irregular;
mod kernel;
mod modes;
mod number;
mod parallel;
mod places;
mod polynomial;
mod scalar;
mod spread;
mod stencil;

pub use irregular::IrregularNufft;
pub use modes::Nufft;
pub use scalar::Scalar;

/// The sign of the exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// e^{+i k.x}.
    Plus,
    /// e^{-i k.x}.
    Minus,
}

/// Why a transform is not done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NufftError {
    /// A tolerance that the precision cannot meet.
    #[error("the tolerance is {found:e}, but it must be from {finest:e} to 0.1 in {precision}")]
    Tolerance {
        /// The tolerance.
        found: f64,
        /// The smallest of the precision.
        finest: f64,
        /// `f32` or `f64`.
        precision: &'static str,
    },
    /// A coordinate that is not finite, or too large for its phase to be known.
    #[error("point {point} has a coordinate that is not finite, or beyond 10^12 periods")]
    Coordinate {
        /// The point, from 0.
        point: usize,
    },
    /// A slice of another length.
    #[error("there are {found} {what}, but the transform has {expected}")]
    Length {
        /// What the slice holds.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that it must have.
        expected: usize,
    },
    /// A grid that does not fit into memory, or whose nodes cannot be counted.
    #[error("a grid of {nodes:e} nodes is needed, which is too large")]
    TooLarge {
        /// Its nodes.
        nodes: f64,
    },
}

/// Refuses a slice of another length.
fn expect(what: &'static str, found: usize, expected: usize) -> Result<(), NufftError> {
    if found == expected {
        Ok(())
    } else {
        Err(NufftError::Length {
            what,
            found,
            expected,
        })
    }
}
