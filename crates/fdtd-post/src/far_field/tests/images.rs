//! Symmetry planes and grounds against full models and image theory.

use super::*;
use crate::far_field::signature::TimeFarField;
use crate::far_field::surface::{Base, BoxError, Face, Side};
use poynting_grid::HalfStep;
use poynting_scene::Symmetry;

/// A dipole above planes through zero, and all its images, by Harrington's rule for electric currents.
fn with_images(kinds: [Option<Symmetry>; 3]) -> Vec<(Dipole, Complex)> {
    let mut all = vec![(dipole([0.013, 0.009, 0.017], [0.4, -0.5, 0.7]), MOMENT)];
    for (axis, kind) in kinds.into_iter().enumerate() {
        let Some(kind) = kind else { continue };
        for (mut image, moment) in all.clone() {
            image.position[axis] = -image.position[axis];
            for a in 0..3 {
                if (a == axis) != (kind == Symmetry::Electric) {
                    image.direction[a] = -image.direction[a];
                }
            }
            all.push((image, moment));
        }
    }
    all
}

/// The half of a grid above zero along axes with a base, and its box.
fn upper(whole: &(Grid, Surface), bases: [Option<Base>; 3]) -> (Grid, Surface) {
    let (grid, surface) = whole;
    let cut = |a: usize| bases[a].map_or(0, |_| grid.cells()[a] / 2);
    let lines = [0, 1, 2].map(|a| grid.lines[a][cut(a)..].to_vec());
    let surface = Surface {
        lo: [0, 1, 2].map(|a| bases[a].map_or(surface.lo[a], |_| 0)),
        hi: [0, 1, 2].map(|a| surface.hi[a] - cut(a)),
        bases,
        ..surface.clone()
    };
    (Grid::new(lines).unwrap(), surface)
}

const ELECTRIC: Option<Symmetry> = Some(Symmetry::Electric);
const MAGNETIC: Option<Symmetry> = Some(Symmetry::Magnetic);

#[test]
fn half_a_box_and_its_images_are_the_whole_box() {
    let mut whole = boxed(0.7, 12.0);
    whole.1.centre = [0.004, -0.003, 0.002];
    for kinds in [
        [ELECTRIC, None, None],
        [MAGNETIC, None, None],
        [None, ELECTRIC, MAGNETIC],
        [MAGNETIC, ELECTRIC, ELECTRIC],
        [ELECTRIC, MAGNETIC, MAGNETIC],
    ] {
        let dipoles = with_images(kinds);
        let half = upper(&whole, kinds.map(|kind| kind.map(Base::Symmetry)));
        let far = transformed(&half, &dipoles, &around());
        let expected = transformed(&whole, &dipoles, &around());
        assert!(error(&far, &expected) < 1e-12, "{kinds:?}");
        let flux = |(grid, surface): &(Grid, Surface)| {
            let huygens = Huygens::new(grid, surface).unwrap();
            let currents = huygens.currents(omega(), |spot| sampled(grid, &dipoles, spot));
            [currents.flux(), currents.radiated_power()]
        };
        let (a, b) = (flux(&half), flux(&whole));
        assert!(
            (0..2).all(|i| (a[i] / b[i] - 1.0).abs() < 1e-11),
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn images_in_time_are_those_of_the_whole_box() {
    let whole = boxed(0.5, 12.0);
    let kinds = [ELECTRIC, None, MAGNETIC];
    let half = upper(&whole, kinds.map(|kind| kind.map(Base::Symmetry)));
    let dipoles = with_images(kinds);
    let directions = [(0.4, 1.0), (2.0, 4.0)].map(|(theta, phi)| Direction { theta, phi });
    let signatures = |(grid, surface): &(Grid, Surface)| {
        let huygens = Huygens::new(grid, surface).unwrap();
        let mut time = TimeFarField::new(&huygens, &directions, 8e-12);
        for step in 0..3 {
            for half in [HalfStep::E, HalfStep::H] {
                let spots = huygens.spots(half);
                let values: Vec<f64> = spots.map(|s| sampled(grid, &dipoles, s).re).collect();
                time.accumulate(half, step, &values);
            }
        }
        time.finish()
    };
    for (a, b) in signatures(&half).iter().zip(signatures(&whole)) {
        let most = b
            .theta
            .iter()
            .chain(&b.phi)
            .fold(0.0, |m: f64, x| m.max(x.abs()));
        let shift = ((a.start - b.start) / b.dt).round();
        assert_eq!(shift, 0.0);
        for (a, b) in [(&a.theta, &b.theta), (&a.phi, &b.phi)] {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12 * most));
        }
    }
}

#[test]
fn a_dipole_over_a_plane_follows_image_theory() {
    let whole = boxed(1.2, 20.0);
    for kinds in [[None, None, ELECTRIC], [MAGNETIC, None, None]] {
        let dipoles = with_images(kinds);
        let half = upper(&whole, kinds.map(|kind| kind.map(Base::Symmetry)));
        let far = transformed(&half, &dipoles, &around());
        let closed: Vec<FarField> = around()
            .iter()
            .map(|d| exact(&dipoles, *d, [0.0; 3]))
            .collect();
        // The limit of sampled fields: see `dipoles.rs`.
        assert!(error(&far, &closed) < 0.014);
    }
}

#[test]
fn a_ground_has_one_image_and_nothing_behind_it() {
    let whole = boxed(0.7, 20.0);
    let dipoles = with_images([None, None, ELECTRIC]);
    let (grid, surface) = upper(&whole, [None, None, Some(Base::Ground(Side::Lower))]);
    let far = transformed(&(grid.clone(), surface.clone()), &dipoles, &around());
    let expected = transformed(&whole, &dipoles, &around());
    let scale = expected.iter().map(|f| size(*f)).fold(0.0, f64::max);
    for ((direction, far), expected) in around().iter().zip(&far).zip(&expected) {
        if direction.theta <= 0.5 * PI + 1e-9 {
            assert!(distance(*far, *expected) < 1e-12 * scale);
        } else {
            assert_eq!(*far, FarField::default());
        }
    }
    let huygens = Huygens::new(&grid, &surface).unwrap();
    let currents = huygens.currents(omega(), |spot| sampled(&grid, &dipoles, spot));
    let (power, flux) = (currents.radiated_power(), currents.flux());
    assert!((power / flux - 1.0).abs() < 8e-3);
}

#[test]
fn a_ceiling_is_a_ground_upside_down() {
    let whole = boxed(0.5, 12.0);
    let dipoles = with_images([None, None, ELECTRIC]);
    let grid = &whole.0;
    let cut = grid.cells()[2] / 2;
    let mut lines = grid.lines.clone();
    lines[2].truncate(cut + 1);
    let surface = Surface {
        hi: [whole.1.hi[0], whole.1.hi[1], cut],
        bases: [None, None, Some(Base::Ground(Side::Upper))],
        ..whole.1.clone()
    };
    let below = Direction {
        theta: 2.0,
        phi: 0.7,
    };
    let above = Direction {
        theta: 1.0,
        phi: 0.7,
    };
    let far = transformed(
        &(Grid::new(lines).unwrap(), surface),
        &dipoles,
        &[below, above],
    );
    let expected = transformed(&whole, &dipoles, &[below]);
    assert!(distance(far[0], expected[0]) < 1e-12 * size(expected[0]));
    assert_eq!(far[1], FarField::default());
}

#[test]
fn boxes_that_cannot_be_used_are_refused() {
    let (grid, surface) = boxed(0.5, 12.0);
    let refused = |change: fn(&mut Surface)| {
        let mut changed = surface.clone();
        change(&mut changed);
        Huygens::new(&grid, &changed).unwrap_err()
    };
    assert_eq!(refused(|s| s.hi[1] = s.lo[1]), BoxError::Flat { axis: 1 });
    assert_eq!(refused(|s| s.lo[0] = 0), BoxError::AtEnd { axis: 0 });
    assert_eq!(refused(|s| s.hi[2] += 2), BoxError::AtEnd { axis: 2 });
    let ground = |s: &mut Surface| s.bases[2] = Some(Base::Ground(Side::Lower));
    assert_eq!(refused(ground), BoxError::OffBase { axis: 2 });
}

#[test]
fn a_face_whose_every_edge_is_left_out_is_an_open_face() {
    let (grid, whole) = boxed(0.7, 12.0);
    let dipoles = [(dipole([0.013, 0.009, 0.017], [0.4, -0.5, 0.7]), MOMENT)];
    let (lo, hi) = (whole.lo, whole.hi);
    let face = (lo[0]..=hi[0]).flat_map(|i| (lo[1]..=hi[1]).map(move |j| [i, j, lo[2]]));
    let with = |lower: Face| {
        let mut surface = whole.clone();
        surface.faces[2][0] = lower;
        let far = transformed(&(grid.clone(), surface.clone()), &dipoles, &around());
        let huygens = Huygens::new(&grid, &surface).unwrap();
        let currents = huygens.currents(omega(), |spot| sampled(&grid, &dipoles, spot));
        (far, currents.flux())
    };
    let (closed, all) = with(Face::Closed);
    let (open, some) = with(Face::Open);
    let (pierced, same) = with(Face::Pierced(face.collect()));
    assert!(error(&pierced, &open) < 1e-12);
    assert!((same / some - 1.0).abs() < 1e-12);
    // About a sixth of the power leaves through it.
    assert!(
        some < 0.95 * all && error(&open, &closed) > 0.05,
        "{some} {all}"
    );
    let (unharmed, flux) = with(Face::Pierced(std::collections::BTreeSet::new()));
    assert!(error(&unharmed, &closed) < 1e-15 && flux == all);
}
