//! The wave along an axis.

use crate::plane_wave::space::Space;
use crate::plane_wave::{gaussian, leakage, modulated};
use poynting_fdtd_core::plane_wave::IncidentLine;
use poynting_fdtd_core::plane_wave::axial::{AxialDirection, AxialLine, AxialWave, Transverse};
use poynting_grid::Grid;
use poynting_physics::Complex;
use poynting_physics::constants::{C0, ETA0};
use poynting_physics::dispersion::courant_limit;
use poynting_scene::Waveform;
use std::f64::consts::TAU;

const CELLS: usize = 24;
const BOX: [usize; 2] = [6, 18];
const D: f64 = 1e-3;
const FREQUENCY: f64 = C0 / (20.0 * D);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Spacing {
    Equal,
    /// Varies by a factor of two within a few cells.
    Graded,
}

fn lines(spacing: Spacing, cells: usize) -> Vec<f64> {
    let swing = match spacing {
        Spacing::Equal => 0.0,
        Spacing::Graded => 0.35,
    };
    let mut lines = vec![0.0];
    for i in 0..cells {
        lines.push(lines[i] + D * (1.0 + swing * (0.7 * i as f64).sin()));
    }
    lines
}

/// A wave along z on uniform lines; k_t, if any, on cells of 0.9 and 1.2 D.
fn wave(lines: &[f64], last: usize, waveform: Waveform, k: Option<[f64; 2]>) -> AxialWave<'_> {
    AxialWave {
        axis: 2,
        lines,
        nodes: [BOX[0], last],
        direction: AxialDirection::Up,
        tangential: [0.6, -0.8],
        waveform,
        reference: lines[BOX[0]],
        transverse: k.map(|k| Transverse {
            k,
            cell: [0.9 * D, 1.2 * D],
        }),
        dt: 0.9 * courant_limit([0.9 * D, 1.2 * D, D], C0),
    }
}

fn table(asked: &AxialWave<'_>, steps: usize) -> (AxialLine, Vec<f64>) {
    let mut line = AxialLine::new(asked);
    let mut table = vec![0.0; steps * line.components() * line.points()];
    line.fill(0, steps, &mut table);
    (line, table)
}

/// k_t of a wave at an angle from the axis, in a direction along no axis.
fn transverse(degrees: f64) -> [f64; 2] {
    let k = TAU * FREQUENCY / C0 * degrees.to_radians().sin();
    [0.8 * k, -0.6 * k]
}

#[test]
fn nothing_leaks_along_an_axis() {
    for (spacing, axes) in [(Spacing::Equal, 1..2), (Spacing::Graded, 0..3)] {
        for (axis, direction) in
            axes.flat_map(|a| [(a, AxialDirection::Up), (a, AxialDirection::Down)])
        {
            let along = lines(spacing, CELLS);
            let grid = Grid {
                lines: [along.clone(), along.clone(), along.clone()],
            };
            let dt = 0.99 * grid.courant_limit(C0);
            let asked = AxialWave {
                axis,
                direction,
                nodes: BOX,
                reference: along[BOX[usize::from(direction == AxialDirection::Down)]],
                dt,
                ..wave(&along, BOX[1], gaussian(8.0 * D / C0), None)
            };
            let mut line = IncidentLine::Axial(AxialLine::new(&asked));
            let mut space = Space::new(grid, [[BOX[0]; 3], [BOX[1]; 3]], dt);
            let leak = leakage(&mut space, &mut line, 240);
            println!("{axis} {direction:?} {spacing:?}: {leak:.1e}");
            assert!(leak < 1e-13, "{axis} {direction:?} {spacing:?}: {leak:e}");
        }
    }
}

#[test]
fn nothing_leaks_into_a_bloch_periodic_grid() {
    let k = transverse(30.0);
    for (axis, direction) in [
        (0, AxialDirection::Up),
        (1, AxialDirection::Down),
        (2, AxialDirection::Up),
    ] {
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let along = lines(Spacing::Graded, CELLS);
        let mut cell = [D; 3];
        (cell[a], cell[b]) = (0.9 * D, 1.2 * D);
        let mut grid = Grid {
            lines: cell.map(|d| (0..=3).map(|i| f64::from(i) * d).collect()),
        };
        grid.lines[axis].clone_from(&along);
        let dt = 0.99 * grid.courant_limit(C0);
        let asked = AxialWave {
            axis,
            direction,
            dt,
            ..wave(&along, BOX[1], modulated(FREQUENCY, 60.0 * D / C0), Some(k))
        };
        let mut line = IncidentLine::Axial(AxialLine::new(&asked));
        let mut total = [[0; 3], [3; 3]];
        (total[0][axis], total[1][axis]) = (BOX[0], BOX[1]);
        let mut space = Space::new(grid, total, dt);
        (space.bloch[a], space.bloch[b]) = (Some(k[0]), Some(k[1]));
        let leak = leakage(&mut space, &mut line, 1400);
        println!("{axis}: {leak:.1e}");
        assert!(leak < 1e-13, "{axis}: {leak:e}");
    }
}

/// The largest difference from E_a = 0.6 s(t - z/c), H_b = E_a/eta, over the line.
fn off_from_empty_space(cells: f64) -> f64 {
    let along = lines(Spacing::Equal, CELLS);
    let asked = wave(&along, BOX[1], gaussian(cells * D / C0), None);
    let (line, table) = table(&asked, (16.0 * cells) as usize);
    let points = line.points();
    let mut most = 0.0_f64;
    for (n, row) in table.chunks_exact(6 * points).enumerate() {
        for node in BOX[0]..BOX[1] {
            let m = line.place([0, 0, node]).unwrap().first + 2;
            let z = (node - BOX[0]) as f64 * D;
            let s = |late: f64, z: f64| {
                0.6 * asked.waveform.value((n as f64 + late) * asked.dt - z / C0)
            };
            most = most.max((row[m] - s(1.0, z)).abs());
            most = most.max((row[4 * points + m] * ETA0 - s(0.5, z + 0.5 * D)).abs());
        }
    }
    most
}

#[test]
fn the_line_carries_the_waveform() {
    let [coarse, fine] = [10.0, 20.0].map(off_from_empty_space);
    println!("{coarse:.2e} {fine:.2e}");
    assert!(coarse < 0.02 && fine > 1e-4, "{coarse:e} {fine:e}");
    // The error is dispersion over a fixed number of cells: third order in the cell size over the pulse length.
    assert!((coarse / fine / 8.0 - 1.0).abs() < 0.1, "{}", coarse / fine);
}

/// Measures the reflection of the absorber by comparison with a line so long that no reflection returns.
#[test]
fn the_absorber_returns_nothing() {
    let (short, long) = (lines(Spacing::Equal, CELLS), lines(Spacing::Equal, 1800));
    for (name, waveform, k, bound) in [
        ("pulse", gaussian(10.0 * D / C0), None, 1e-13),
        ("long pulse", gaussian(100.0 * D / C0), None, 1e-13),
        (
            "10 cells",
            modulated(2.0 * FREQUENCY, 60.0 * D / C0),
            None,
            1e-13,
        ),
        (
            "30 degrees",
            modulated(FREQUENCY, 100.0 * D / C0),
            Some(transverse(30.0)),
            1e-12,
        ),
    ] {
        let steps = 2800;
        let (line, near) = table(&wave(&short, BOX[1], waveform.clone(), k), steps);
        let (far_line, far) = table(&wave(&long, 1700, waveform, k), steps);
        let (points, far_points) = (line.points(), far_line.points());
        let rows = near.chunks_exact(points).zip(far.chunks_exact(far_points));
        let mut most = 0.0_f64;
        for (row, (near, far)) in rows.enumerate() {
            let unit = if row % 6 < 3 { 1.0 } else { ETA0 };
            for m in 2..=BOX[1] - BOX[0] + 4 {
                most = most.max((near[m] - far[m]).abs() * unit);
            }
        }
        println!("{name}: {most:.1e}");
        assert!(most < bound, "{name}: {most:e}");
    }
}

/// The phase between two nodes at the carrier against sum_a sin^2(k_a d_a/2)/d_a^2 = sin^2(w dt/2)/(c dt)^2.
#[test]
fn a_transverse_wave_vector_bends_the_wave() {
    let along = lines(Spacing::Equal, 40);
    let k = transverse(30.0);
    let asked = wave(&along, 34, modulated(FREQUENCY, 100.0 * D / C0), Some(k));
    let (line, table) = table(&asked, 2400);
    let (points, omega) = (line.points(), TAU * FREQUENCY);
    let phasor = |node: usize| {
        let m = line.place([0, 0, node]).unwrap().first + 2;
        let rows = table.chunks_exact(12 * points).enumerate();
        rows.fold(Complex::default(), |sum, (n, row)| {
            let e = Complex::new(row[m], row[6 * points + m]);
            sum + e * Complex::cis(-omega * (n as f64 + 1.0) * asked.dt)
        })
    };
    let ratio = phasor(31) * phasor(11).inv();
    let half = |k: f64, d: f64| ((0.5 * k * d).sin() / d).powi(2);
    let time = ((0.5 * omega * asked.dt).sin() / (C0 * asked.dt)).powi(2);
    let rest = time - half(k[0], 0.9 * D) - half(k[1], 1.2 * D);
    let k_n = 2.0 / D * (D * rest.sqrt()).asin();
    let off = (ratio - Complex::cis(-k_n * 20.0 * D)).norm();
    println!("{off:.1e}");
    assert!(off < 1e-9, "{off:e}");
}

#[test]
fn the_wave_comes_when_it_should_and_goes() {
    let along = lines(Spacing::Equal, CELLS);
    let asked = wave(&along, BOX[1], gaussian(8.0 * D / C0), None);
    let mut line = AxialLine::new(&asked);
    let end = (line.end().unwrap() / asked.dt) as usize;
    let (_, table) = table(&asked, end + 20);
    let (points, row) = (line.points(), 6 * line.points());
    for (n, values) in table.chunks_exact(row).enumerate().take(10) {
        // Nothing travels farther than one node per step.
        let beyond = line.place([0, 0, BOX[0]]).unwrap().first + 2 + n;
        assert!(values[beyond..points].iter().all(|v| *v == 0.0), "step {n}");
    }
    let peak = |from: usize| {
        table[from * row..]
            .iter()
            .fold(0.0, |p: f64, v| p.max(v.abs()))
    };
    // Dispersion leaves a little after the end of the waveform.
    assert!(
        peak(end + 4) < 1e-6 && peak(end - 40) > 1e-5,
        "{:e}",
        peak(end + 4)
    );
    let mut part = vec![0.0; 8 * row];
    for first in [16, 24, 3] {
        line.fill(first as u64, 8, &mut part);
        assert_eq!(part, table[first * row..][..8 * row]);
    }
}
