//! How the matrix is held: all of it, blocks of low rank, or waves.
//!
//! All of it where the unknowns are few and it fits: factors serve any number of right-hand sides and say how well the problem is posed. Else waves
//! (`crate::mlfma`), unless the mesh is so much finer than a wavelength that leaves, which cannot shrink with it, would hold too much: then
//! blocks of low rank (`crate::hmatrix`), which know no wavelength.

use std::f64::consts::TAU;

use poynting_analytic::constants::C0;
use poynting_exec::{Budget, Device, Real};
use poynting_scene::{MethodChoice, MomOptions, Precision};

use crate::dense::dense_bytes;
use crate::error::MomError;
use crate::hmatrix;
use crate::krylov;
use crate::mlfma;
use crate::operator::{Equation, Operator};
use crate::space::RwgSpace;

/// Above this the factors of a dense matrix take longer than an iteration.
const FEW: usize = 10_000;
/// Edges a wavelength from which leaves of the MLFMA are too full.
const FINE: f64 = 25.0;

/// How the matrix is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every entry.
    Dense,
    /// Blocks of low rank.
    HMatrix,
    /// Near field and waves.
    Mlfma,
}

impl Method {
    /// As scenes have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dense => MethodChoice::Dense.name(),
            Self::HMatrix => MethodChoice::HMatrix.name(),
            Self::Mlfma => MethodChoice::Mlfma.name(),
        }
    }

    /// Whether every entry is kept, or what stands for many.
    pub const fn is_compressed(self) -> bool {
        matches!(self, Self::HMatrix | Self::Mlfma)
    }

    /// Refuses a device that cannot hold the matrix so.
    pub fn require(self, device: Device) -> Result<(), MomError> {
        if self.is_compressed() && device != Device::Cpu {
            return Err(MomError::OnProcessor {
                method: self.name(),
                device,
            });
        }
        Ok(())
    }
}

/// What a choice is made from.
pub struct Problem<'a> {
    /// The functions.
    pub space: &'a RwgSpace,
    /// The equation.
    pub equation: Equation,
    /// What the user says.
    pub options: &'a MomOptions,
    /// Precision of the matrix.
    pub precision: Precision,
    /// Right-hand sides.
    pub sides: usize,
    /// Lowest and highest frequency.
    pub frequencies: [f64; 2],
    /// Edges a wavelength at the highest frequency, in the mean.
    pub density: f64,
    /// Memory that there is.
    pub budget: Budget,
}

/// A method, why it is this one, and the bytes that it takes at its largest.
pub struct Chosen {
    pub method: Method,
    pub why: String,
    pub bytes: u64,
}

impl Problem<'_> {
    /// The method that is asked for, or the one that suits.
    pub fn choose(&self) -> Result<Chosen, MomError> {
        let (method, why) = match self.options.method {
            MethodChoice::Dense => (Method::Dense, "asked for".to_owned()),
            MethodChoice::HMatrix => (Method::HMatrix, "asked for".to_owned()),
            MethodChoice::Mlfma => (Method::Mlfma, "asked for".to_owned()),
            MethodChoice::Auto => self.suits(),
        };
        let bytes = match self.precision {
            Precision::F32 => self.bytes::<f32>(method)?,
            Precision::F64 => self.bytes::<f64>(method)?,
        };
        Ok(Chosen { method, why, bytes })
    }

    fn suits(&self) -> (Method, String) {
        let unknowns = self.space.len();
        let dense = self.dense();
        let fits = dense <= self.budget.bytes;
        if unknowns <= FEW && fits {
            return (Method::Dense, format!("{unknowns} unknowns are few"));
        }
        let reason = if fits {
            format!("{unknowns} unknowns are many")
        } else {
            let needed = poynting_exec::format_bytes(dense);
            format!("a dense matrix would take {needed}")
        };
        let [lowest, highest] = self.frequencies;
        let densest = self.density * highest / lowest;
        if densest > FINE {
            let why = format!("{reason}; {densest:.0} edges a wavelength are too fine for waves");
            return (Method::HMatrix, why);
        }
        (Method::Mlfma, reason)
    }

    fn dense(&self) -> u64 {
        let (unknowns, triangles) = (self.space.len(), self.space.triangles().len());
        match self.precision {
            Precision::F32 => dense_bytes::<f32>(unknowns, triangles, self.sides),
            Precision::F64 => dense_bytes::<f64>(unknowns, triangles, self.sides),
        }
    }

    fn bytes<T: crate::solve::Precision>(&self, method: Method) -> Result<u64, MomError> {
        let unknowns = self.space.len();
        if method == Method::Dense {
            return Ok(self.dense());
        }
        let accuracy = 10.0_f64.powi(-i32::from(self.options.digits));
        let [low, high] = self.frequencies.map(|hertz| TAU * hertz / C0);
        let matrix = if method == Method::Mlfma {
            // Leaves grow with the wavelength, and the near field with them; waves grow with the frequency.
            let options = mlfma::Options::new(f64::from(self.options.digits));
            let bytes = |k| mlfma::bytes::<T>(self.space, k, &options);
            bytes(low).max(bytes(high))
        } else {
            let tolerance = self.options.tolerance.unwrap_or(0.1 * accuracy);
            let operator = Operator::new(self.space, high, self.equation, tolerance)?;
            let entries = crate::entries::Integrated::<T>::new(&operator);
            let options = hmatrix::Options::new(accuracy);
            hmatrix::hmatrix_bytes(&entries, self.space, &options)?
        };
        // Right-hand sides and solutions, and the vectors of the iteration.
        let vectors = (2 * unknowns * self.sides) as u64 * 2 * <T as Real>::BYTES;
        let iteration = krylov::Options::default().bytes::<T>(unknowns, self.sides);
        Ok(matrix + vectors + iteration + self.space.bytes())
    }
}
