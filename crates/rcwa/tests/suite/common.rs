//! What the tests share.

use poynting_rcwa::{
    Cell, Illumination, Incidence, Layer, Orders, Response, Section, Side, Solution, Stack, c64,
    solve,
};

/// The permittivity of an index n - jk.
pub fn index(n: f64, k: f64) -> c64 {
    c64::new(n, -k) * c64::new(n, -k)
}

/// A lamellar layer from the ends of its sections as parts of the period.
pub fn lamellar(period: f64, thickness: f64, sections: &[(f64, c64)]) -> Layer {
    let mut start = 0.0;
    let sections: Vec<Section> = (sections.iter())
        .map(|&(end, permittivity)| {
            let width = (end - start) * period;
            start = end;
            Section {
                width,
                permittivity,
            }
        })
        .collect();
    Layer::lamellar(thickness, &sections)
}

/// Lines between two half spaces.
pub fn lines(period: f64, half_spaces: [c64; 2], layers: Vec<Layer>) -> Stack {
    Stack::new(Cell::lines(period).unwrap(), half_spaces, layers).unwrap()
}

/// A wave from the front at angles in degrees.
pub fn at(wavelength: f64, theta: f64, phi: f64) -> Incidence {
    Incidence::oblique(wavelength, theta.to_radians(), phi.to_radians())
}

/// The responses to both polarisations from the front.
pub fn both(stack: &Stack, incidence: Incidence, orders: Orders) -> [Response; 2] {
    responses(&solve(stack, incidence, orders).unwrap())
}

/// The responses to both polarisations from the front.
pub fn responses(solution: &Solution) -> [Response; 2] {
    [Illumination::s(Side::Front), Illumination::p(Side::Front)]
        .map(|wave| solution.response(&wave).unwrap())
}

/// The largest difference of two sets of efficiencies.
pub fn difference(found: &Response, expected: &Response) -> f64 {
    let pairs = (found.reflected.iter().zip(&expected.reflected))
        .chain(found.transmitted.iter().zip(&expected.transmitted));
    pairs
        .map(|(a, b)| {
            assert_eq!(a.index, b.index);
            (a.efficiency_s - b.efficiency_s)
                .abs()
                .max((a.efficiency_p - b.efficiency_p).abs())
        })
        .fold(0.0, f64::max)
}
