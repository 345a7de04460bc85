//! Limits of partial integrals of tails.
//!
//! ```text
//! F_s = int^{x_s},  psi_s = F_{s+1} - F_s
//! averages:   A_0 = F_s,  A_{p+1}^s = (A_p^s + A_p^{s+1})/2,   limit = A_p with p two thirds of all
//! mW:         M_0 = F_s/psi_s,  N_0 = 1/psi_s,   M_{p+1}^s = (M_p^s - M_p^{s+1})/(1/x_s - 1/x_{s+p+1}), N alike,   limit = M_p^0/N_p^0
//! ```
//!
//! (Repeated averages are Euler's transformation, the simplest of those for Sommerfeld integrals: K. A. Michalski, IEEE Trans. Antennas Propag. 46,
//! 1405, 1998. The number of two thirds is van Wijngaarden's. mW: A. Sidi, Math. Comp. 51, 249, 1988.) Panels of pi/rho give remainders that alternate in
//! sign, with magnitudes that decay as powers, exponentially, or as a mixture of both, as layers do. Averages converge for all of these and never
//! amplify rounding; mW, which would need fewer panels of a pure power, stalls at the mixture. At rho = 0 nothing alternates, panels double, and mW is
//! the one that works.

use poynting_physics::Complex;

/// How limits are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// For remainders that alternate.
    Averages,
    /// For panels that grow geometrically.
    Sidi,
}

/// One function.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    method: Method,
    x: Vec<f64>,
    /// The last diagonal of the table, from p = 0: A alone, or M and N.
    diagonal: Vec<[Complex; 2]>,
    limits: Vec<Complex>,
}

impl Limit {
    pub fn new(method: Method) -> Self {
        Self {
            method,
            x: Vec::new(),
            diagonal: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// Adds F_s with psi_s at x_s and gives the best limit.
    pub fn push(&mut self, x: f64, partial: Complex, psi: Complex) -> Complex {
        self.x.push(x);
        let limit = match self.method {
            Method::Averages => self.average(partial + psi),
            Method::Sidi => self.sidi(partial, psi),
        };
        self.limits.push(limit);
        limit
    }

    fn average(&mut self, sum: Complex) -> Complex {
        let mut here = sum;
        for before in &mut self.diagonal {
            let next = (before[0] + here) * 0.5;
            before[0] = here;
            here = next;
        }
        self.diagonal.push([here, Complex::default()]);
        self.diagonal[2 * (self.diagonal.len() - 1) / 3][0]
    }

    fn sidi(&mut self, partial: Complex, psi: Complex) -> Complex {
        if psi == Complex::default() {
            return partial;
        }
        let inverse = psi.inv();
        let mut here = [partial * inverse, inverse];
        let last = self.x.len() - 1;
        for p in 0..self.diagonal.len() {
            let scale = 1.0 / (1.0 / self.x[last - p - 1] - 1.0 / self.x[last]);
            let before = self.diagonal[p];
            let next = [0, 1].map(|k| (before[k] - here[k]) * scale);
            self.diagonal[p] = here;
            here = next;
        }
        self.diagonal.push(here);
        let limit = here[0] / here[1];
        if limit.is_finite() { limit } else { partial }
    }

    /// How far the last three limits are apart.
    pub fn spread(&self) -> f64 {
        let n = self.limits.len();
        if n < 3 {
            return f64::INFINITY;
        }
        let distance = |k: usize| (self.limits[n - 1] - self.limits[n - k]).norm();
        distance(2).max(distance(3))
    }
}
