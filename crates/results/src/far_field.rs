//! The far field of a monitor: complex components over frequency and direction, and what follows from them.

use crate::{Quantity, Results, ResultsError};
use num_complex::Complex;

/// A far field. All values are in the order frequency, theta, phi, the last fastest; [`FarField::place`] finds one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FarField {
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// In degrees from +z.
    pub theta: Vec<f64>,
    /// In degrees from +x.
    pub phi: Vec<f64>,
    /// r exp(jkr) E along theta, in volts.
    pub e_theta: Vec<Complex<f64>>,
    /// r exp(jkr) E along phi, in volts.
    pub e_phi: Vec<Complex<f64>>,
    /// In dBi, if the field is radiated.
    pub directivity: Option<Vec<f64>>,
    /// In dBi, if only ports drive the scene.
    pub gain: Option<Vec<f64>>,
    /// Radar cross section in m^2, if a plane wave drives the scene.
    pub rcs: Option<Vec<f64>>,
}

impl FarField {
    /// The place of a value by its numbers of frequency, theta and phi.
    pub fn place(&self, frequency: usize, theta: usize, phi: usize) -> usize {
        (frequency * self.theta.len() + theta) * self.phi.len() + phi
    }
}

impl Results {
    /// The far field of the monitor with this name. If a network has several runs, each has its own, by its path: `from/PORT/far/NAME`.
    pub fn far_field(&self, name: &str) -> Result<FarField, ResultsError> {
        let path = format!("far/{name}");
        let path = match self.parts(&format!("{path}/Etheta")) {
            Some(_) => path.as_str(),
            None => name,
        };
        let [theta, phi] = ["Etheta", "Ephi"].map(|along| self.complex(&format!("{path}/{along}")));
        let (Ok(theta), Ok(phi)) = (theta, phi) else {
            return Err(self.missing(name));
        };
        let axis = |name: &str| theta.axis(name).unwrap_or_default().to_vec();
        let real = |name: &str| {
            let found = self.get(&format!("{path}/{name}"));
            let found = found.filter(|q: &&Quantity| q.declaration.axes == theta.declaration.axes);
            found.map(|quantity| quantity.data.clone())
        };
        Ok(FarField {
            frequencies: axis("frequency"),
            directivity: real("directivity"),
            gain: real("gain"),
            rcs: real("rcs"),
            e_phi: phi.data,
            theta: axis("theta"),
            phi: axis("phi"),
            e_theta: theta.data,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, SceneText};

    #[test]
    fn a_value_is_found_by_its_direction() {
        let mut results = Results::new(SceneText::default());
        let axes = || {
            vec![
                Axis::new("frequency", "Hz", vec![1e9]),
                Axis::new("theta", "deg", vec![0.0, 90.0]),
                Axis::new("phi", "deg", vec![0.0, 45.0, 90.0]),
            ]
        };
        let names = [
            "Etheta/real",
            "Etheta/imag",
            "Ephi/real",
            "Ephi/imag",
            "rcs",
        ];
        for (n, name) in names.iter().enumerate() {
            let values: Vec<f64> = (0..6).map(|i| (10 * n + i) as f64).collect();
            for at in ["far/all", "from/a/far/all"] {
                let added = results.add((&format!("{at}/{name}"), "V", ""), axes(), &values);
                added.unwrap();
            }
        }
        let far = results.far_field("all").unwrap();
        assert_eq!(far, results.far_field("from/a/far/all").unwrap());
        let at = far.place(0, 1, 2);
        assert_eq!((far.theta[1], far.phi[2]), (90.0, 90.0));
        assert_eq!(far.e_theta[at], Complex::new(5.0, 15.0));
        assert_eq!(far.e_phi[at], Complex::new(25.0, 35.0));
        assert_eq!(far.rcs.map(|rcs| rcs[at]), Some(45.0));
        assert_eq!(far.gain, None);
    }
}
