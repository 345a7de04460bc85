//! Far fields against closed forms, and the currents against the lattice itself.

mod dipoles;
mod exactness;
mod images;
mod lattice;
mod time;

use crate::far_field::huygens::Huygens;
use crate::far_field::sphere::Direction;
use crate::far_field::surface::{Surface, Wave};
use poynting_grid::stencil::position;
use poynting_grid::{Grid, Spot};
use poynting_physics::dipole::Dipole;
use poynting_physics::radiation::FarField;
use poynting_physics::{Complex, IsotropicMedium};
use poynting_scene::Point;
use std::f64::consts::PI;

/// Wavelength of the tests in metres.
const WAVELENGTH: f64 = 0.1;

fn omega() -> f64 {
    2.0 * PI * IsotropicMedium::VACUUM.speed() / WAVELENGTH
}

/// A current moment in A m.
const MOMENT: Complex = Complex::new(0.6, -0.8);

fn dipole(position: Point, direction: Point) -> Dipole {
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    Dipole {
        position,
        direction: direction.map(|x| x / length),
        medium: IsotropicMedium::VACUUM,
    }
}

/// Lines around zero with cells from 0.7 to 1 times `cell`, of slowly varying size; odd about zero.
fn graded(cells: usize, cell: f64) -> Vec<f64> {
    let size = |i: usize| cell * (0.85 + 0.15 * (0.5 * i as f64).sin());
    let mut upper = vec![0.0];
    for i in 0..cells / 2 {
        upper.push(upper[i] + size(i));
    }
    let lower = upper[1..].iter().rev().map(|x| -x);
    lower.chain(upper.iter().copied()).collect()
}

/// A graded grid of about `size` wavelengths, and the box two cells inside.
fn boxed(size: f64, cells_per_wavelength: f64) -> (Grid, Surface) {
    let cell = WAVELENGTH / cells_per_wavelength;
    let cells = |stretch: f64| {
        2 * (0.5 * stretch * size * cells_per_wavelength / 0.85).round() as usize + 4
    };
    let lines = [1.0, 0.9, 1.1].map(|stretch| graded(cells(stretch), cell));
    let grid = Grid::new(lines).unwrap();
    let surface = Surface {
        lo: [2; 3],
        hi: grid.cells().map(|n| n - 2),
        bases: [None; 3],
        faces: Default::default(),
        centre: [0.0; 3],
        medium: IsotropicMedium::VACUUM,
        wave: Wave::Free,
    };
    (grid, surface)
}

/// The exact field of dipoles at a spot.
fn sampled(grid: &Grid, dipoles: &[(Dipole, Complex)], spot: Spot) -> Complex {
    let at = position(grid, spot.component, spot.node);
    let axis = spot.component.axis();
    let fields = dipoles.iter().map(|(dipole, moment)| {
        let field = dipole.phasor(*moment, omega(), at);
        if spot.component.is_electric() {
            field.e[axis]
        } else {
            field.h[axis]
        }
    });
    fields.fold(Complex::default(), |sum, z| sum + z)
}

/// r e^{jkr} E of dipoles: -jk eta/(4 pi) times the transverse moment, with the phase of its position.
fn exact(dipoles: &[(Dipole, Complex)], direction: Direction, centre: Point) -> FarField {
    let k = 2.0 * PI / WAVELENGTH;
    let mut far = FarField::default();
    for (dipole, moment) in dipoles {
        let from = [0, 1, 2].map(|a| dipole.position[a] - centre[a]);
        let along = |u: Point| u[0] * from[0] + u[1] * from[1] + u[2] * from[2];
        let d = dipole.direction;
        let part = |u: Point| u[0] * d[0] + u[1] * d[1] + u[2] * d[2];
        let factor = Complex::new(0.0, -k * IsotropicMedium::VACUUM.impedance() / (4.0 * PI));
        let wave = *moment * factor * Complex::cis(k * along(direction.unit()));
        far.theta += wave * part(direction.theta_unit());
        far.phi += wave * part(direction.phi_unit());
    }
    far
}

/// Directions all around, none of them special, and the six axes.
fn around() -> Vec<Direction> {
    let mut all = Vec::new();
    for i in 0..=12 {
        for j in 0..24 {
            all.push(Direction {
                theta: PI * f64::from(i) / 12.0,
                phi: PI * f64::from(j) / 12.0,
            });
        }
    }
    all
}

fn distance(a: FarField, b: FarField) -> f64 {
    (a.theta - b.theta).norm().hypot((a.phi - b.phi).norm())
}

fn size(a: FarField) -> f64 {
    a.theta.norm().hypot(a.phi.norm())
}

/// Largest difference of two patterns relative to the largest value of the second.
fn error(a: &[FarField], b: &[FarField]) -> f64 {
    let most = b.iter().map(|f| size(*f)).fold(0.0, f64::max);
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| distance(*a, *b)).fold(0.0, f64::max) / most
}

/// Largest level difference in dB, where the second is within 20 dB of its maximum.
fn decibels(a: &[FarField], b: &[FarField]) -> f64 {
    let most = b.iter().map(|f| size(*f)).fold(0.0, f64::max);
    let pairs = a.iter().zip(b).filter(|(_, b)| size(**b) > 0.1 * most);
    pairs
        .map(|(a, b)| (20.0 * (size(*a) / size(*b)).log10()).abs())
        .fold(0.0, f64::max)
}

/// The transformed field of dipoles in a box.
fn transformed(
    (grid, surface): &(Grid, Surface),
    dipoles: &[(Dipole, Complex)],
    directions: &[Direction],
) -> Vec<FarField> {
    let huygens = Huygens::new(grid, surface).unwrap();
    let currents = huygens.currents(omega(), |spot| sampled(grid, dipoles, spot));
    currents.pattern(directions)
}
