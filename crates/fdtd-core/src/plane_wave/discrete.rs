//! The plane wave that solves the Yee equations on uniform cells d_a in free space.
//!
//! E0 e^{j(wt - k~ k.r)} with unit direction k turns every difference into a sine: d/da into -j K_a and d/dt into j W with
//!
//! ```text
//! K_a = (2/d_a) sin(k~ k_a d_a/2),  W = (2/dt) sin(w dt/2),  |K| = W/c,
//! ```
//!
//! the last of which gives the wave number k~(w) and, differentiated, its group delay per metre
//!
//! ```text
//! dk~/dw = [sin(w dt)/(c^2 dt)] / sum_a [k_a sin(k~ k_a d_a)/d_a].
//! ```
//!
//! (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., section 4.2.) Zero divergence means K.E0 = 0, so
//! the requested direction e of E loses its part along K, which is not quite k (T. Tan and M. Potter, IEEE Trans. Antennas
//! Propag. 58, 2641, 2010); Faraday's law gives H0 = K x E0/(mu0 W) = (K/|K|) x E0/eta0. |E0| = 1 at every frequency.
//!
//! Tested: the axial closed form, the difference equations themselves, the group delay by finite differences.

use poynting_physics::constants::{C0, ETA0};

/// A plane wave of unit amplitude on uniform cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscreteWave {
    /// Direction of propagation, a unit vector.
    pub direction: [f64; 3],
    /// Direction of E, a unit vector normal to the propagation.
    pub electric: [f64; 3],
    /// Cell sizes in metres.
    pub cell: [f64; 3],
    /// Time step in seconds.
    pub dt: f64,
}

impl DiscreteWave {
    /// The wave number k~ in 1/m at an angular frequency that propagates on the grid.
    pub fn wave_number(&self, omega: f64) -> f64 {
        let target = ((0.5 * omega * self.dt).sin() / (C0 * self.dt)).powi(2);
        let mut k = omega / C0;
        // Newton's method from the free-space wave number, correct to a few per cent, converges in four steps.
        for _ in 0..12 {
            let sum: f64 = self.half_symbol(k).iter().map(|s| s * s).sum();
            let slope = self.slope(k);
            if slope == 0.0 {
                break;
            }
            k -= (sum - target) / slope;
        }
        k
    }

    /// Group delay in seconds per metre.
    pub fn group_delay(&self, omega: f64) -> f64 {
        if omega == 0.0 {
            return 1.0 / C0;
        }
        let above = (omega * self.dt).sin() / (2.0 * C0 * C0 * self.dt);
        above / self.slope(self.wave_number(omega))
    }

    /// Amplitudes of the six components.
    pub fn amplitudes(&self, omega: f64) -> [f64; 6] {
        let symbol = if omega == 0.0 {
            self.direction
        } else {
            unit(self.half_symbol(self.wave_number(omega)))
        };
        let along = dot(symbol, self.electric);
        let e = unit(std::array::from_fn(|a| {
            self.electric[a] - along * symbol[a]
        }));
        let h = cross(symbol, e).map(|h| h / ETA0);
        [e[0], e[1], e[2], h[0], h[1], h[2]]
    }

    /// K_a/2.
    fn half_symbol(&self, k: f64) -> [f64; 3] {
        std::array::from_fn(|a| (0.5 * k * self.direction[a] * self.cell[a]).sin() / self.cell[a])
    }

    /// d/dk~ of |K|^2/4.
    fn slope(&self, k: f64) -> f64 {
        let part = |a: usize| {
            let n = self.direction[a];
            n * (k * n * self.cell[a]).sin() / (2.0 * self.cell[a])
        };
        part(0) + part(1) + part(2)
    }
}

/// a . b.
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a/|a|.
pub fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|x| x / length)
}

/// a x b.
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
