//! The equivalent currents in the lattice they come from.

use super::*;
use crate::far_field::currents::Currents;
use crate::far_field::huygens::Element;
use crate::far_field::tests::lattice::Lattice;
use poynting_grid::HalfStep;
use poynting_grid::stencil::is_staggered;
use poynting_physics::constants::C0;
use poynting_physics::radiation::gain;
use poynting_scene::Component;

/// 20 cells per wavelength.
const CELL: f64 = WAVELENGTH / 20.0;

/// Cells of irregular size.
fn irregular(cells: usize, seed: usize) -> Vec<f64> {
    let mut lines = vec![0.0];
    for i in 0..cells {
        let size = 1e-3 * (1.0 + 0.4 * ((7 * i + 3 * seed) as f64).sin());
        lines.push(lines[i] + size);
    }
    lines
}

#[test]
fn in_the_lattice_the_currents_make_the_field_outside_and_nothing_inside() {
    let grid = Grid::new([irregular(13, 0), irregular(12, 1), irregular(14, 2)]).unwrap();
    let (lo, hi) = ([3, 4, 2], [9, 8, 11]);
    let surface = Surface {
        lo,
        hi,
        bases: [None; 3],
        faces: Default::default(),
        centre: [0.0; 3],
        medium: IsotropicMedium::VACUUM,
        wave: Wave::Free,
    };
    let elements: Vec<Element> = Huygens::new(&grid, &surface).unwrap().elements().collect();
    let mut original = Lattice::new(grid.clone());
    let mut copy = Lattice::new(grid);
    let source = Spot {
        node: [5, 6, 7],
        component: Component::Ey,
    };
    for step in 0..150 {
        for half in [HalfStep::E, HalfStep::H] {
            // J uses the H about to advance E, and M the E about to advance H.
            for e in elements.iter().filter(|e| e.current.half() == half.other()) {
                copy.impress(copy.target(e), e.weight * original.value(e.spot));
            }
            original.advance(half);
            copy.advance(half);
            if half == HalfStep::E {
                original.impress(source, f64::from(step).sin());
            }
        }
    }
    let most = |component: Component| {
        let same = |s: &Spot| s.component.is_electric() == component.is_electric();
        let values = original
            .spots()
            .filter(same)
            .map(|s| original.value(s).abs());
        values.fold(0.0, f64::max)
    };
    let scales = [most(Component::Ex), most(Component::Hx)];
    let mut outside = 0;
    for spot in original.spots() {
        let within = |a: usize| {
            let end = hi[a] + usize::from(!is_staggered(spot.component, a));
            (lo[a]..end).contains(&spot.node[a])
        };
        let inside = (0..3).all(within);
        let expected = if inside { 0.0 } else { original.value(spot) };
        let scale = scales[usize::from(!spot.component.is_electric())];
        assert!(
            (copy.value(spot) - expected).abs() < 1e-12 * scale,
            "{spot:?}"
        );
        outside += usize::from(!inside && expected.abs() > 1e-3 * scale);
    }
    assert!(outside > 1000, "the field has not come out: {outside}");
}

/// The field radiated on the lattice by a short current pulse.
struct Radiated {
    huygens: Huygens,
    spots: Vec<Spot>,
    phasors: Vec<Complex>,
    dipole: [(Dipole, Complex); 1],
}

impl Radiated {
    /// A dipole in the middle of 66 cells along each axis, with the box `distance` cells away. No reflection returns to it in
    /// time.
    fn new(lines: &[f64], distance: usize) -> Self {
        let lines = lines.to_vec();
        let mut lattice = Lattice::new(Grid::new([lines.clone(), lines.clone(), lines]).unwrap());
        let source = Spot {
            node: [33; 3],
            component: Component::Ez,
        };
        let at = position(&lattice.grid, source.component, source.node);
        let surface = Surface {
            lo: source.node.map(|c| c - distance),
            hi: source.node.map(|c| c + distance),
            bases: [None; 3],
            faces: Default::default(),
            centre: at,
            medium: IsotropicMedium::VACUUM,
            wave: Wave::Grid { dt: lattice.dt },
        };
        let huygens = Huygens::new(&lattice.grid, &surface).unwrap();
        let mut spots: Vec<Spot> = huygens.elements().map(|e| e.spot).collect();
        spots.sort_unstable();
        spots.dedup();
        let way = 2.2 * distance as f64 * CELL / C0;
        let steps = ((13.0 / omega() + way) / lattice.dt) as usize;
        let (phasors, moment) = pulsed(&mut lattice, source, &spots, steps);
        Self {
            huygens,
            spots,
            phasors,
            dipole: [(dipole(at, [0.0, 0.0, 1.0]), moment)],
        }
    }

    fn with(mut self, wave: Wave) -> Self {
        self.huygens.wave = wave;
        self
    }

    fn currents(&self) -> Currents<'_> {
        let value = |spot: Spot| self.phasors[self.spots.binary_search(&spot).unwrap()];
        self.huygens.currents(omega(), value)
    }

    /// Largest error of the far field relative to its maximum, of its level in dB, and of the directivity.
    fn errors(&self) -> [f64; 3] {
        let (directions, currents) = (around(), self.currents());
        let far = currents.pattern(&directions);
        let centre = self.dipole[0].0.position;
        let moments = directions.iter().map(|d| exact(&self.dipole, *d, centre));
        let expected: Vec<FarField> = moments.collect();
        let power = currents.radiated_power();
        let directivity =
            |f: &FarField| gain(f.intensity(IsotropicMedium::VACUUM.impedance()), power);
        let most = far.iter().map(directivity).fold(0.0, f64::max);
        [
            error(&far, &expected),
            decibels(&far, &expected),
            (most / 1.5 - 1.0).abs(),
        ]
    }

    /// Flux relative to the power of the moment in free space.
    fn relative_flux(&self) -> f64 {
        let (dipole, moment) = self.dipole[0];
        self.currents().flux() / dipole.radiated_power(moment.norm(), omega())
    }
}

/// Phasors of spots and of the driving current moment, for a pulse without net charge.
fn pulsed(
    lattice: &mut Lattice,
    source: Spot,
    spots: &[Spot],
    steps: usize,
) -> (Vec<Complex>, Complex) {
    let dt = lattice.dt;
    let pulse = |t: f64| {
        let x = t * omega() - 6.0;
        -x * (-0.5 * x * x).exp()
    };
    let mut phasors = vec![Complex::default(); spots.len()];
    let mut moment = Complex::default();
    for step in 0..steps {
        let time = |shift: f64| (step as f64 + shift) * dt;
        let wave = |shift: f64| Complex::cis(-omega() * time(shift)) * dt;
        lattice.advance(HalfStep::E);
        lattice.impress(source, pulse(time(0.5)));
        moment += wave(0.5) * pulse(time(0.5));
        lattice.advance(HalfStep::H);
        let (at_e, at_h) = (wave(1.0), wave(1.5));
        for (spot, phasor) in spots.iter().zip(&mut phasors) {
            let wave = if spot.component.is_electric() {
                at_e
            } else {
                at_h
            };
            *phasor += wave * lattice.value(*spot);
        }
    }
    (phasors, moment)
}

#[test]
fn a_dipole_of_equal_cells_has_the_far_field_of_its_moment_for_every_box() {
    let lines: Vec<f64> = (0..=66).map(|i| CELL * f64::from(i)).collect();
    let [near, far] = [3, 6].map(|distance| Radiated::new(&lines, distance));
    for radiated in [&near, &far] {
        let [error, _, directivity] = radiated.errors();
        assert!(
            error < 1e-7 && directivity < 1e-7,
            "{error:e} {directivity:e}"
        );
    }
    // The same current radiates more in the lattice than in free space, by a term of order (kh)^2; but equally through
    // every box.
    assert!((near.relative_flux() - 1.0).abs() < 0.012);
    assert!((near.relative_flux() / far.relative_flux() - 1.0).abs() < 1e-6);
    // Free-space waves do not match the lattice: about 1 % in the field, 0.5 % in the directivity.
    let [error, level, directivity] = far.with(Wave::Free).errors();
    assert!(error < 8e-3 && level < 0.05 && directivity < 5e-3);
}

#[test]
fn a_dipole_of_graded_cells_keeps_its_pattern() {
    let radiated = Radiated::new(&graded(66, CELL), 6);
    let [error, level, directivity] = radiated.errors();
    assert!(error < 2e-3 && level < 0.03 && directivity < 3e-3);
}
