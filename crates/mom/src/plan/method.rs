//! Form of the matrix: dense, H-matrix, or MLFMA.
//!
//! Dense where the unknowns are few and it fits: the factors serve any number of right-hand sides and give the condition number. Otherwise the MLFMA
//! (`crate::mlfma`), unless the mesh is so much finer than a wavelength that leaves, which cannot shrink with it, would hold too much: then
//! low-rank blocks (`crate::hmatrix`), which are independent of the wavelength. A dense matrix that was requested and does not fit is out of core
//! (`out_of_core`).

use std::f64::consts::TAU;

use poynting_exec::{Device, Real};
use poynting_linalg::thread_bytes;
use poynting_physics::constants::C0;
use poynting_scene::{MethodChoice, MomOptions, Precision, PreconditionerChoice};

use super::bounds::Bounds;
use super::factors::precision_of_factors;
use super::out_of_core::Slabs;
use crate::hmatrix;
use crate::krylov;
use crate::memory::MatrixMemory;
use crate::mlfma;
use crate::refinement;
use poynting_mom_core::dense::dense_bytes;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Equation;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::space::RwgSpace;

/// Above this, factoring a dense matrix takes longer than an iteration.
const FEW: usize = 10_000;
/// Edges per wavelength from which MLFMA leaves are too full.
const FINE: f64 = 25.0;
/// Relative error of the integrals of a dense matrix.
const DENSE_TOLERANCE: f64 = 1e-3;
/// Right-hand sides solved together: the more, the fewer products each takes, and the more memory is needed.
const PANELS: [usize; 3] = [64, 16, 4];
/// Minimum slice size of a near field on disk, in bytes: threads share the rows of one.
const SMALLEST_SLICE: u64 = 1 << 20;

/// Form of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every entry.
    Dense,
    /// Low-rank blocks.
    HMatrix,
    /// Near field and plane waves.
    Mlfma,
}

impl Method {
    /// Its name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dense => MethodChoice::Dense.name(),
            Self::HMatrix => MethodChoice::HMatrix.name(),
            Self::Mlfma => MethodChoice::Mlfma.name(),
        }
    }

    /// Whether the matrix is compressed rather than stored entry by entry.
    pub const fn is_compressed(self) -> bool {
        matches!(self, Self::HMatrix | Self::Mlfma)
    }

    /// Relative error of the integrals, for products with this many decimal digits.
    pub fn tolerance(self, digits: f64) -> f64 {
        match self {
            Self::Dense => DENSE_TOLERANCE,
            Self::Mlfma => 10.0_f64.powf(-digits),
            // Quadrature error is noise, which has no low rank.
            Self::HMatrix => 0.1 * 10.0_f64.powf(-digits),
        }
    }

    /// Rejects a device that cannot hold the matrix in this form.
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

/// Input to the choice of method.
pub struct Problem<'a> {
    /// The functions.
    pub space: &'a RwgSpace,
    /// The equation.
    pub equation: Equation,
    /// User options.
    pub options: &'a MomOptions,
    /// Precision of the matrix.
    pub precision: Precision,
    /// Right-hand sides.
    pub sides: usize,
    /// Lowest and highest frequency.
    pub frequencies: [f64; 2],
    /// Mean edges per wavelength at the highest frequency.
    pub density: f64,
    /// Bytes of the results of a frequency.
    pub results: u64,
    /// Bytes for the model.
    pub room: u64,
    /// Available memory, and what the plan may cost.
    pub bounds: Bounds,
}

/// A method, the reason for it, and its cost.
pub struct Chosen {
    pub method: Method,
    pub why: String,
    /// What takes memory at the peak, in bytes.
    pub memory: Vec<(&'static str, u64)>,
    /// Largest size of the checkpoints, in bytes on disk.
    pub checkpoint_bytes: u64,
    /// Right-hand sides solved together.
    pub panel: usize,
    pub disk: Option<Disk>,
    pub slabs: Option<Slabs>,
    /// Never `Auto`.
    pub preconditioner: PreconditionerChoice,
    /// Precision of the factors of a dense matrix.
    pub factors: Precision,
}

/// A near field stored on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disk {
    /// Bytes on disk.
    pub bytes: u64,
    /// Bytes per slice, two of which are in memory at a time.
    pub slice: u64,
}

impl Chosen {
    pub(super) fn bytes(&self) -> u64 {
        total(&self.memory)
    }
}

pub(super) fn total(memory: &[(&'static str, u64)]) -> u64 {
    memory.iter().map(|(_, bytes)| bytes).sum()
}

impl Problem<'_> {
    /// The requested method, or the most suitable one.
    pub fn choose(&self) -> Result<Chosen, MomError> {
        let (method, why) = match self.options.method {
            MethodChoice::Dense => (Method::Dense, "as requested".to_owned()),
            MethodChoice::HMatrix => (Method::HMatrix, "as requested".to_owned()),
            MethodChoice::Mlfma => (Method::Mlfma, "as requested".to_owned()),
            MethodChoice::Auto => self.suits(),
        };
        match self.precision {
            Precision::F32 => self.measured::<f32>(method, why),
            Precision::F64 => self.measured::<f64>(method, why),
        }
    }

    fn suits(&self) -> (Method, String) {
        let unknowns = self.space.len();
        let dense = total(&self.dense());
        let fits = dense <= self.room;
        if unknowns <= FEW && fits {
            return (Method::Dense, format!("only {unknowns} unknowns"));
        }
        let reason = if fits {
            format!("large problem, {unknowns} unknowns")
        } else {
            let needed = poynting_exec::format_bytes(dense);
            format!("a dense matrix would take {needed}")
        };
        let [lowest, highest] = self.frequencies;
        let densest = self.density * highest / lowest;
        if densest > FINE {
            let why = format!("{reason}; {densest:.0} edges per wavelength are too fine for MLFMA");
            return (Method::HMatrix, why);
        }
        (Method::Mlfma, reason)
    }

    /// Precision of the factors of a dense matrix.
    fn factors(&self) -> Precision {
        let sizes = [self.space.len(), self.sides];
        precision_of_factors(self.options.factors, self.precision, sizes)
    }

    fn dense(&self) -> Vec<(&'static str, u64)> {
        let (unknowns, triangles) = (self.space.len(), self.space.triangles().len());
        let factors = self.factors();
        let bytes = match (self.precision, factors) {
            (Precision::F32, _) => dense_bytes::<f32, f32>,
            (Precision::F64, Precision::F32) => dense_bytes::<f64, f32>,
            (Precision::F64, Precision::F64) => dense_bytes::<f64, f64>,
        };
        let [matrix, in_factors, working] = bytes(unknowns, triangles, self.sides);
        let mut lines = vec![
            ("matrix", matrix),
            ("factors", in_factors),
            ("assembly and right-hand sides", working),
            ("products of tiles", self.products()),
            ("results", self.results),
        ];
        if factors != self.precision {
            let vectors = refinement::OPTIONS.bytes::<f64>(unknowns, self.sides);
            lines.push(("refinement", vectors));
        }
        lines
    }

    /// Bytes that all threads hold for products of matrices.
    pub(super) fn products(&self) -> u64 {
        let of_thread = match self.precision {
            Precision::F32 => thread_bytes::<f32>(),
            Precision::F64 => thread_bytes::<f64>(),
        };
        of_thread * rayon::current_num_threads() as u64
    }

    /// The cost of a method.
    fn measured<T: poynting_mom_core::precision::Precision>(
        &self,
        method: Method,
        why: String,
    ) -> Result<Chosen, MomError> {
        let mut chosen = Chosen {
            method,
            why,
            memory: self.dense(),
            // Two generations that share the matrix but not the factors, and one that is being written. Factors in a lower precision may have to be
            // replaced.
            checkpoint_bytes: 4 * (self.space.len() as u64).pow(2) * 2 * <T as Real>::BYTES,
            panel: PANELS[0],
            disk: None,
            slabs: None,
            preconditioner: PreconditionerChoice::None,
            factors: self.factors(),
        };
        if method == Method::Dense {
            return Ok(self.out_of_core::<T>(chosen));
        }
        let memory = self.memory::<T>(method)?;
        // Right-hand sides and solutions.
        let vectors = (2 * self.space.len() * self.sides) as u64 * 2 * <T as Real>::BYTES;
        chosen.preconditioner = self.preconditioner(Place::Memory);
        let preconditioner = preconditioner_bytes(method, chosen.preconditioner, &memory);
        let lines = |near: u64, preconditioner: u64, panel: usize| {
            vec![
                ("near field", near),
                ("far field of the matrix", memory.rest),
                ("preconditioner", preconditioner),
                ("iteration", self.iteration::<T>(panel)),
                ("right-hand sides", vectors),
                ("products of tiles", self.products()),
                ("results", self.results),
            ]
        };
        // The matrices of two frequencies, and the iterations of two generations and of one that is being written.
        let kept = match method {
            Method::Mlfma => memory.near,
            _ => memory.total(),
        };
        chosen.checkpoint_bytes = 2 * kept + 3 * (self.iteration::<T>(PANELS[0]) + vectors);
        for panel in PANELS {
            chosen.panel = panel;
            chosen.memory = lines(memory.near, preconditioner, panel);
            if chosen.bytes() <= self.room {
                return Ok(chosen);
            }
        }
        if method != Method::Mlfma {
            return Ok(chosen);
        }
        let sliced = self.preconditioner(Place::Disk);
        if let PreconditionerChoice::SparseInverse | PreconditionerChoice::Ilu = sliced {
            return Err(MomError::OnDisk {
                preconditioner: sliced.name(),
            });
        }
        let others = total(&lines(0, 2 * memory.diagonal, chosen.panel));
        let room = self.room.saturating_sub(others) / 2;
        let slice = room.clamp(SMALLEST_SLICE, memory.near.max(SMALLEST_SLICE));
        let disk = Disk {
            bytes: memory.near,
            slice,
        };
        Ok(Chosen {
            memory: lines(2 * slice, 2 * memory.diagonal, chosen.panel),
            disk: Some(disk),
            preconditioner: sliced,
            ..chosen
        })
    }

    /// Bytes of the vectors of an iteration.
    fn iteration<T: poynting_mom_core::precision::Precision>(&self, panel: usize) -> u64 {
        let options = krylov::Options {
            panel,
            ..krylov::Options::default()
        };
        options.bytes::<T>(self.space.len(), self.sides)
    }

    fn memory<T: poynting_mom_core::precision::Precision>(
        &self,
        method: Method,
    ) -> Result<MatrixMemory, MomError> {
        let digits = f64::from(self.options.digits);
        let [low, high] = self.frequencies.map(|hertz| TAU * hertz / C0);
        if method == Method::Mlfma {
            // Leaves, and with them the near field, grow with the wavelength; waves grow with the frequency.
            let options = mlfma::Options {
                together: mlfma::together(self.sides),
                ..mlfma::Options::new(digits)
            };
            let memory = |k| mlfma::memory::<T>(self.space, k, &options);
            let highest = memory(high);
            return Ok(if low < high {
                highest.larger(memory(low))
            } else {
                highest
            });
        }
        self.bounds.check_samples(self.space.len())?;
        let tolerance = self.options.tolerance.unwrap_or(method.tolerance(digits));
        let operator = Operator::new(self.space, high, self.equation, tolerance)?;
        let entries = poynting_mom_core::entries::Integrated::<T>::new(&operator);
        let options = hmatrix::Options::new(10.0_f64.powf(-digits));
        hmatrix::memory(&entries, self.space, &options)
    }

    /// The requested one, or the one that suits the equation: the CFIE is well conditioned, the EFIE is not, and diagonal blocks alone do not help
    /// it.
    fn preconditioner(&self, near: Place) -> PreconditionerChoice {
        match (self.options.preconditioner, self.equation, near) {
            (PreconditionerChoice::Auto, Equation::Electric, Place::Memory) => {
                PreconditionerChoice::Ilu
            }
            (PreconditionerChoice::Auto, Equation::Electric, Place::Disk) => {
                PreconditionerChoice::None
            }
            (PreconditionerChoice::Auto, ..) => PreconditionerChoice::Block,
            (choice, ..) => choice,
        }
    }
}

/// Where the near field is.
#[derive(Clone, Copy)]
enum Place {
    Memory,
    Disk,
}

/// Bytes of a preconditioner. The near field of an H-matrix is scattered over its blocks and has to be assembled first.
fn preconditioner_bytes(
    method: Method,
    choice: PreconditionerChoice,
    memory: &MatrixMemory,
) -> u64 {
    let together = if method == Method::HMatrix {
        memory.near
    } else {
        0
    };
    match choice {
        PreconditionerChoice::None => 0,
        PreconditionerChoice::Auto | PreconditionerChoice::Block => memory.diagonal,
        PreconditionerChoice::SparseInverse => memory.near + together,
        PreconditionerChoice::Ilu => memory.near,
    }
}
