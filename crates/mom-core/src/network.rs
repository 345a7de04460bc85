//! Ports as a network: from the currents of gaps driven one by one to impedances and power waves.
//!
//! With column n of Y the currents into all gaps while gap n has 1 V and the others are short-circuited, and a source V_s behind a
//! resistance R at every port,
//!
//! ```text
//! I = Y V,   Z = Y^-1,   V = (1 + R Y)^-1 V_s
//! a = (V + R I)/(2 sqrt R),  b = (V - R I)/(2 sqrt R),   S = (1 - y)(1 + y)^-1,  y = sqrt R Y sqrt R
//! S' = D (S - G)(1 - G S)^-1 D^-1,   G = (R' - R)/(R' + R),  D = (R + R')/(2 sqrt(R R'))
//! ```
//!
//! (K. Kurokawa, IEEE Trans. Microw. Theory Tech. 13, 194, 1965, for real resistances.) Amplitudes are peak values: a port takes
//! Re(V^* I)/2. Tested on one- and two-ports in closed form; reciprocity and power balance on coupled dipoles.

use poynting_exec::Real;
use poynting_linalg::{Complex, Mat, product, solve};

use crate::error::MomError;
use crate::excitation::Gap;

/// A matrix over ports.
type Matrix = Mat<Complex<f64>>;

/// The admittances of a set of ports.
#[derive(Debug, Clone)]
pub struct Network {
    admittance: Matrix,
}

/// Port quantities with sources behind resistances.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Driven {
    /// Voltage across each port.
    pub voltages: Vec<Complex<f64>>,
    /// Current into each port.
    pub currents: Vec<Complex<f64>>,
    /// Maximum power available from the sources, in watts.
    pub available_power: f64,
}

impl Driven {
    /// Power accepted by the ports, in watts; a port that is only loaded contributes a negative part.
    pub fn accepted_power(&self) -> f64 {
        let ports = self.voltages.iter().zip(&self.currents);
        ports.map(|(v, i)| 0.5 * (v.conj() * i).re).sum()
    }

    /// V/I of a port with all ports driven as given.
    pub fn active_impedance(&self, port: usize) -> Complex<f64> {
        self.voltages[port] / self.currents[port]
    }
}

impl Network {
    /// From the currents of gaps: column n of `currents` is the solution for gap n at 1 V.
    pub fn new<T: Real>(gaps: &[Gap], currents: &Mat<Complex<T>>) -> Result<Self, MomError> {
        require(gaps.len(), currents.ncols(), "solutions")?;
        let columns: Vec<_> = (0..gaps.len())
            .map(|n| crate::output::column(currents, n))
            .collect();
        let gaps: Vec<&Gap> = gaps.iter().collect();
        Ok(Self::of_columns(&gaps, &columns))
    }

    /// The same from each solution in double precision.
    pub fn of_columns(gaps: &[&Gap], columns: &[Vec<Complex<f64>>]) -> Self {
        let admittance = Mat::from_fn(gaps.len(), gaps.len(), |m, n| gaps[m].current(&columns[n]));
        Self { admittance }
    }

    /// From admittances in siemens.
    pub fn from_admittance(admittance: Matrix) -> Self {
        Self { admittance }
    }

    /// From a scattering matrix for these reference resistances: y = (1 + S)^-1 (1 - S).
    pub fn from_scattering(s: &Matrix, resistances: &[f64]) -> Result<Self, MomError> {
        let one = identity(s.nrows());
        let y = solve((&one + s).as_ref(), (&one - s).as_ref());
        let network = Self {
            admittance: Mat::from_fn(s.nrows(), s.ncols(), |m, n| {
                y[(m, n)] / (resistances[m] * resistances[n]).sqrt()
            }),
        };
        network.check(resistances)?;
        Ok(network)
    }

    /// Number of ports.
    pub fn len(&self) -> usize {
        self.admittance.nrows()
    }

    /// Whether there is no port.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Y in siemens.
    pub fn admittance(&self) -> &Matrix {
        &self.admittance
    }

    /// Z in ohms: each port while the others are open.
    pub fn impedance(&self) -> Matrix {
        solve(self.admittance.as_ref(), identity(self.len()).as_ref())
    }

    /// The largest difference of Y from its transpose over its largest entry: zero for a reciprocal network.
    pub fn asymmetry(&self) -> f64 {
        let y = &self.admittance;
        let (mut difference, mut largest) = (0.0_f64, 0.0_f64);
        for m in 0..self.len() {
            for n in 0..self.len() {
                difference = difference.max((y[(m, n)] - y[(n, m)]).norm());
                largest = largest.max(y[(m, n)].norm());
            }
        }
        if largest > 0.0 {
            difference / largest
        } else {
            0.0
        }
    }

    /// S for power waves with a reference resistance for each port, in ohms.
    pub fn scattering(&self, resistances: &[f64]) -> Result<Matrix, MomError> {
        self.check(resistances)?;
        let root = |n: usize| resistances[n].sqrt();
        let y = Mat::from_fn(self.len(), self.len(), |m, n| {
            self.admittance[(m, n)] * (root(m) * root(n))
        });
        let one = identity(self.len());
        // Both factors are functions of y, so their order does not matter.
        Ok(solve((&one + &y).as_ref(), (&one - &y).as_ref()))
    }

    /// Voltages and currents with a source of given voltage behind each port's resistance; the others have zero volts.
    pub fn driven(
        &self,
        sources: &[Complex<f64>],
        resistances: &[f64],
    ) -> Result<Driven, MomError> {
        let idle = vec![Complex::new(0.0, 0.0); self.len()];
        self.driven_beside(sources, &idle, resistances)
    }

    /// The same if other sources drive the currents `shorted` through the ports while all are short-circuited:
    /// I = Y V + I_0, V = (1 + R Y)^-1 (V_s - R I_0).
    pub fn driven_beside(
        &self,
        sources: &[Complex<f64>],
        shorted: &[Complex<f64>],
        resistances: &[f64],
    ) -> Result<Driven, MomError> {
        self.check(resistances)?;
        require(self.len(), sources.len(), "sources")?;
        require(self.len(), shorted.len(), "currents")?;
        let y = &self.admittance;
        let loaded = identity(self.len())
            + Mat::from_fn(self.len(), self.len(), |m, n| y[(m, n)] * resistances[m]);
        let behind = Mat::from_fn(self.len(), 1, |m, _| {
            sources[m] - shorted[m] * resistances[m]
        });
        let voltages = solve(loaded.as_ref(), behind.as_ref());
        let currents = product(y.as_ref(), voltages.as_ref());
        let currents = currents.col_as_slice(0).iter().zip(shorted);
        let available = sources.iter().zip(resistances);
        Ok(Driven {
            voltages: voltages.col_as_slice(0).to_vec(),
            currents: currents.map(|(a, b)| a + b).collect(),
            available_power: available.map(|(v, r)| v.norm_sqr() / (8.0 * r)).sum(),
        })
    }

    fn check(&self, resistances: &[f64]) -> Result<(), MomError> {
        require(self.len(), resistances.len(), "resistances")?;
        resistances.iter().try_for_each(|&r| positive(r))
    }
}

/// S with other reference resistances.
pub fn renormalised(s: &Matrix, from: &[f64], to: &[f64]) -> Result<Matrix, MomError> {
    let ports = s.nrows();
    for resistances in [from, to] {
        require(ports, resistances.len(), "resistances")?;
        resistances.iter().try_for_each(|&r| positive(r))?;
    }
    let g = |n: usize| (to[n] - from[n]) / (to[n] + from[n]);
    let d = |n: usize| (to[n] + from[n]) / (2.0 * (to[n] * from[n]).sqrt());
    let diagonal = |f: &dyn Fn(usize) -> f64| {
        Mat::from_fn(ports, ports, |m, n| {
            Complex::new(if m == n { f(m) } else { 0.0 }, 0.0)
        })
    };
    let (g, d, over) = (diagonal(&g), diagonal(&d), diagonal(&|n| 1.0 / d(n)));
    let inverse = solve(
        (identity(ports) - product(g.as_ref(), s.as_ref())).as_ref(),
        identity(ports).as_ref(),
    );
    let factors = [s - &g, inverse, over];
    Ok(factors
        .iter()
        .fold(d, |all, next| product(all.as_ref(), next.as_ref())))
}

fn identity(size: usize) -> Matrix {
    Mat::identity(size, size)
}

fn require(expected: usize, found: usize, what: &'static str) -> Result<(), MomError> {
    if expected == found {
        Ok(())
    } else {
        Err(MomError::Ports {
            expected,
            found,
            what,
        })
    }
}

fn positive(resistance: f64) -> Result<(), MomError> {
    if resistance.is_finite() && resistance > 0.0 {
        Ok(())
    } else {
        Err(MomError::Number {
            name: "the reference resistance",
            value: resistance,
            demand: "must be positive",
        })
    }
}
