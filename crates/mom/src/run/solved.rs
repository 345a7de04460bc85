//! The currents at one frequency, with their excitations.

use poynting_linalg::{Complex, Mat};
use poynting_scene::Point;

use super::figures::Figures;
use poynting_mom_core::excitation::Excitation;
use poynting_mom_core::network;
use poynting_mom_core::network::Network;
use poynting_mom_core::space::RwgSpace;

type C = Complex<f64>;

/// A source with its complex amplitude.
#[derive(Debug, Clone)]
pub struct Driven {
    /// The source, of unit amplitude.
    pub excitation: Excitation,
    /// Its amplitude.
    pub amplitude: C,
    /// The box of a plane wave, if it has one.
    pub region: Option<[Point; 2]>,
}

/// The currents at one frequency.
pub struct Solved<'a> {
    /// The basis functions.
    pub space: &'a RwgSpace,
    /// In hertz.
    pub hertz: f64,
    /// Wave number.
    pub k: f64,
    /// Currents of the scene as it is driven.
    pub currents: Vec<C>,
    /// The sources of the scene.
    pub sources: Vec<Driven>,
    /// Currents of the waves of monostatic and bistatic monitors.
    pub sweep_currents: SweepCurrents<'a>,
    /// Port quantities; None without ports.
    pub ports: Option<Ports>,
    /// Quality of the solution.
    pub figures: Figures,
}

/// The solution of a right-hand side, by its index.
pub type Columns<'a> = Box<dyn Fn(usize) -> Vec<C> + Send + Sync + 'a>;

/// Currents of the right-hand sides that a sweep interpolates: ports, sources, waves of adaptive monitors.
pub type Currents = Vec<Vec<C>>;

/// Currents of waves that monitors transmit, assembled on demand: a sweep has many, and they are linear combinations of few.
pub struct SweepCurrents<'a> {
    /// The first right-hand side of each sweep, and one after the last.
    pub firsts: Vec<usize>,
    /// The currents themselves.
    pub columns: Columns<'a>,
}

impl SweepCurrents<'_> {
    /// Waves of a sweep; zero if its monitor does not request this frequency.
    pub fn count(&self, sweep: usize) -> usize {
        (self.firsts[sweep + 1] - self.firsts[sweep]) / 2
    }

    /// Currents of a wave of a sweep, for E along theta and along phi.
    pub fn of(&self, sweep: usize, wave: usize) -> [Vec<C>; 2] {
        let first = self.firsts[sweep] + 2 * wave;
        [first, first + 1].map(|n| (self.columns)(n))
    }
}

/// Ports at one frequency.
pub struct Ports {
    /// Their admittances.
    pub network: Network,
    /// S relative to the reference of each port.
    pub scattering: Mat<C>,
    /// In ohm.
    pub references: Vec<f64>,
    /// Voltages, currents and powers as the scene is driven.
    pub driven: network::Driven,
}

impl Driven {
    /// Whether its own field exists at a point: a plane wave with a box exists only in that box.
    pub fn reaches(&self, at: Point) -> bool {
        let within = |[from, to]: [Point; 2]| (0..3).all(|a| from[a] <= at[a] && at[a] <= to[a]);
        self.region.is_none_or(within)
    }
}
