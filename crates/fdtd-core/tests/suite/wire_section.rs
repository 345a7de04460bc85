//! The capacitance of a wire in the middle of a metal box w x h, from the equations of the lattice. Images in the walls normal to h sum
//! to ln coth(pi x/(2h)), those normal to w alternate (P. M. Morse and H. Feshbach, Methods of Theoretical Physics, section 10.2):
//!
//! ```text
//! 2 pi eps/C = ln(2h/(pi r)) + 2 sum_k (-1)^k ln coth(pi k w/(2h))
//! ```

use poynting_fdtd_core::wire_section::WireSection;
use std::f64::consts::{PI, TAU};

/// 2 pi eps/C of a box.
fn exact([w, h]: [f64; 2], radius: f64) -> f64 {
    let image = |k: i32| {
        let sign = if k % 2 == 0 { 2.0 } else { -2.0 };
        sign * -(PI * f64::from(k) * w / (2.0 * h)).tanh().ln()
    };
    (2.0 * h / (PI * radius)).ln() + (1..40).map(image).sum::<f64>()
}

/// The same for a lattice: node `middle` is the wire, the outermost lines are the box.
fn of_lattice(lines: [&[f64]; 2], middle: [usize; 2], radius: f64) -> f64 {
    let [xs, ys] = lines;
    let dual = |l: &[f64], n: usize| 0.5 * (l[n + 1] - l[n - 1]);
    let around = |l: &[f64], n: usize| [l[n] - l[n - 1], l[n + 1] - l[n]];
    let section = WireSection {
        lengths: [around(xs, middle[0]), around(ys, middle[1])],
    };
    let factor = |a: usize, side| 1.0 / (1.0 + section.excess(radius, a, side));
    let [nx, ny] = [xs.len(), ys.len()];
    // Capacitances of the edges after each node along x and along y.
    let mut cx = vec![vec![0.0; ny]; nx];
    let mut cy = cx.clone();
    for i in 0..nx - 1 {
        for j in 0..ny - 1 {
            if j > 0 {
                cx[i][j] = dual(ys, j) / (xs[i + 1] - xs[i]);
            }
            if i > 0 {
                cy[i][j] = dual(xs, i) / (ys[j + 1] - ys[j]);
            }
        }
    }
    let [m, n] = middle;
    cx[m - 1][n] *= factor(0, 0);
    cx[m][n] *= factor(0, 1);
    cy[m][n - 1] *= factor(1, 0);
    cy[m][n] *= factor(1, 1);
    let mut phi = vec![vec![0.0; ny]; nx];
    phi[m][n] = 1.0;
    for _ in 0..1500 {
        for i in 1..nx - 1 {
            for j in 1..ny - 1 {
                if [i, j] == middle {
                    continue;
                }
                let edges = [
                    (cx[i - 1][j], phi[i - 1][j]),
                    (cx[i][j], phi[i + 1][j]),
                    (cy[i][j - 1], phi[i][j - 1]),
                    (cy[i][j], phi[i][j + 1]),
                ];
                let sum: f64 = edges.iter().map(|(c, _)| c).sum();
                let mean = edges.iter().map(|(c, p)| c * p).sum::<f64>() / sum;
                phi[i][j] += 1.85 * (mean - phi[i][j]);
            }
        }
    }
    let charge = cx[m - 1][n] * (1.0 - phi[m - 1][n])
        + cx[m][n] * (1.0 - phi[m + 1][n])
        + cy[m][n - 1] * (1.0 - phi[m][n - 1])
        + cy[m][n] * (1.0 - phi[m][n + 1]);
    TAU / charge
}

/// Cells on both sides of zero that grow by the same ratio to the right and shrink to the left.
fn graded(cells: i32, ratio: f64) -> Vec<f64> {
    let line = |n: i32| {
        if (ratio - 1.0).abs() < 1e-9 {
            f64::from(n)
        } else {
            (ratio.powi(n) - 1.0) / (ratio - 1.0)
        }
    };
    (-cells..=cells).map(line).collect()
}

#[test]
fn square_and_oblong_cells_give_the_capacitance_of_every_radius() {
    for (aspect, n) in [(1.0, 20), (0.5, 20), (3.0, 14)] {
        let xs: Vec<f64> = (-n..=n).map(f64::from).collect();
        let ys: Vec<f64> = xs.iter().map(|y| aspect * y).collect();
        let middle = [n as usize; 2];
        let size = [2.0 * f64::from(n), 2.0 * aspect * f64::from(n)];
        for radius in [0.01, 0.05, 0.1985, 0.45] {
            let radius = radius * aspect.min(1.0);
            let off = of_lattice([&xs, &ys], middle, radius) / exact(size, radius) - 1.0;
            println!("aspect {aspect}, radius {radius}: {off:.2e}");
            assert!(off.abs() < 2e-3, "aspect {aspect}, radius {radius}: {off}");
        }
    }
}

/// Where cells grow by a third across a wire, using the means gives an error within half a per cent.
#[test]
fn unequal_cells_on_the_two_sides_count_by_their_means() {
    for ratio in [1.1, 1.3] {
        // Unequal near the wire, uniform further away, so that the wire is in the middle of the box.
        let near = graded(2, ratio);
        let mut xs: Vec<f64> = Vec::new();
        let half = 18.0;
        let before = (half + near[0]).round();
        let after = (half - near[4]).round();
        let spread = |n: f64, from: f64, to: f64| {
            (0..n as i32).map(move |k| from + (to - from) * f64::from(k) / n)
        };
        xs.extend(spread(before, -half, near[0]));
        xs.extend(&near[..4]);
        xs.extend(spread(after, near[4], half));
        xs.push(half);
        let middle = xs.iter().position(|x| x.abs() < 1e-12).unwrap();
        for radius in [0.01, 0.05, 0.2] {
            let off = of_lattice([&xs, &xs], [middle; 2], radius) / exact([2.0 * half; 2], radius);
            println!("ratio {ratio}, radius {radius}: {:.2e}", off - 1.0);
            assert!(
                (off - 1.0).abs() < 5e-3,
                "ratio {ratio}, radius {radius}: {off}"
            );
        }
    }
}
