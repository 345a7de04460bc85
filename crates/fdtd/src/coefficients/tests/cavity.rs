//! Metal: resonances of a spherical cavity (TM101 at ka = 2.7437, TE101 at ka = 4.4934, roots of (x j1)' and j1), walls
//! at arbitrary positions, stability.

use crate::coefficients::tests::yee::{
    FERRITE, GLASS, Model, PEC, VACUUM, ball, cuboid, even_grid, solid,
};
use poynting_grid::Grid;
use poynting_physics::constants::{C0, MU0};
use poynting_scene::{MaterialId, Point, Shape, Surfaces, Wall};
use std::f64::consts::PI;

const TM101: f64 = 2.743_707;
const TE101: f64 = 4.493_409;

/// E of the two modes with their axis along a vector that favours no direction of the grid.
fn mode(ka: f64, radius: f64, r: Point) -> Point {
    let axis = [0.48, 0.6, 0.64];
    let length = r.iter().map(|c| c * c).sum::<f64>().sqrt().max(1e-9);
    let x = (ka * length / radius).max(1e-6);
    let j1 = x.sin() / (x * x) - x.cos() / x;
    let unit = r.map(|c| c / length);
    if ka == TE101 {
        return std::array::from_fn(|a| {
            let (b, c) = ((a + 1) % 3, (a + 2) % 3);
            j1 * (axis[b] * unit[c] - axis[c] * unit[b])
        });
    }
    let along: f64 = (0..3).map(|a| unit[a] * axis[a]).sum();
    let across = x.sin() / x - j1 / x;
    std::array::from_fn(|a| 2.0 * j1 / x * along * unit[a] + across * (axis[a] - along * unit[a]))
}

/// The frequency at which a field oscillates, as a multiple of `expected`: the strongest spectral line with a Hann
/// window.
fn resonance(model: &Model, start: &[Vec<f64>; 3], expected: f64) -> f64 {
    let steps = (12.0 * 2.0 * PI / (expected * model.dt)) as usize;
    let (mut e, mut h) = (start.clone(), model.zeros());
    let values: Vec<f64> = (0..steps)
        .map(|n| {
            model.advance(3, &e, &mut h, if n == 0 { 0.5 } else { 1.0 });
            model.advance(0, &h, &mut e, 1.0);
            model.product(start, &e)
        })
        .collect();
    let power = |w: f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, v) in values.iter().enumerate() {
            let window = (PI * (n as f64 + 0.5) / steps as f64).sin().powi(2);
            let (s, c) = (w * expected * model.dt * (n as f64 + 1.0)).sin_cos();
            re += window * v * c;
            im += window * v * s;
        }
        re * re + im * im
    };
    let coarse = (0..=100).map(|i| 0.9 + 0.002 * f64::from(i));
    let best = coarse
        .max_by(|a, b| power(*a).total_cmp(&power(*b)))
        .unwrap();
    let (mut low, mut high) = (best - 0.002, best + 0.002);
    for _ in 0..30 {
        let (a, b) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
        if power(a) > power(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// Relative error of a mode of a spherical cavity in a metal block, `radius` in cells.
fn ball_error(ka: f64, radius: f64, surfaces: Surfaces) -> f64 {
    let n = 2 * radius as usize + 4;
    let center = [0.31, 0.17, 0.43].map(|c| n as f64 / 2.0 + c);
    let solids = [
        (cuboid([-1.0; 3], [n as f64 + 1.0; 3]), PEC),
        (ball(center, radius), VACUUM),
    ];
    let model = Model::new(even_grid(n), Wall::Pec, &solids, surfaces, 0.99);
    let start = model.field(|a, at| {
        let r: Point = std::array::from_fn(|x| at[x] - center[x]);
        let is_inside = r.iter().map(|c| c * c).sum::<f64>() < radius * radius;
        if is_inside {
            mode(ka, radius, r)[a]
        } else {
            0.0
        }
    });
    resonance(&model, &start, ka * C0 / radius) - 1.0
}

#[test]
fn resonances_of_a_hollow_ball() {
    for (name, ka, coarse, fine) in [
        ("TM101", TM101, 3.6e-3, 1.8e-3),
        ("TE101", TE101, 3.6e-3, 1.3e-3),
    ] {
        let error = |radius, surfaces| ball_error(ka, radius, surfaces).abs();
        let cut = [8.0, 14.0].map(|r| error(r, Surfaces::Conformal));
        let filled = [8.0, 14.0].map(|r| error(r, Surfaces::Staircase));
        println!("{name}: conformal {cut:.5?}, staircase {filled:.5?}");
        assert!(cut[0] < coarse && cut[1] < fine, "{name}: {cut:?}");
        assert!(
            filled[0] > 3.0 * cut[0] && filled[1] > 3.0 * cut[1],
            "{name}: {filled:?}"
        );
    }
}

/// A mode of a box: E_a = amplitude_a cos(k_a x_a) sin(k_b x_b) sin(k_c x_c), with amplitude . k = 0. On the grid its frequency
/// follows from the discrete dispersion relation.
fn box_error(k: Point, amplitude: Point, model: &Model) -> f64 {
    let start = model.field(|a, at| {
        let factor = |x: usize| {
            let (sin, cos) = (k[x] * at[x]).sin_cos();
            if x == a { cos } else { sin }
        };
        amplitude[a] * (0..3).map(factor).product::<f64>()
    });
    let sum: f64 = k.iter().map(|k| (0.5 * k).sin().powi(2)).sum();
    let expected = 2.0 / model.dt * (C0 * model.dt * sum.sqrt()).asin();
    resonance(model, &start, expected) - 1.0
}

#[test]
fn a_flat_wall_may_stand_anywhere() {
    let n = 12;
    for fraction in [0.02, 0.1, 0.3, 0.5, 0.8, 0.97] {
        let length = 9.0 + fraction;
        let (kx, k) = (PI / length, PI / n as f64);
        let solids = [(cuboid([length, -1.0, -1.0], [20.0; 3]), PEC)];
        for (name, k, amplitude) in [
            ("tangential", [kx, k, 0.0], [0.0, 0.0, 1.0]),
            ("normal", [kx, k, k], [2.0 * k, -kx, -kx]),
        ] {
            let error = |surfaces| {
                let model = Model::new(even_grid(n), Wall::Pec, &solids, surfaces, 0.99);
                box_error(k, amplitude, &model)
            };
            let (cut, filled) = (error(Surfaces::Conformal), error(Surfaces::Staircase));
            println!("wall at {fraction}, E {name}: conformal {cut:+.5}, staircase {filled:+.5}");
            assert!(cut.abs() < 1e-3, "{fraction}, {name}: {cut}");
            assert!(
                filled.abs() > 3e-3 || !(0.1..0.9).contains(&fraction),
                "{fraction}: {filled}"
            );
        }
    }
}

/// Random numbers between 0 and 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }
}

fn lines(random: &mut Random, cells: usize, growth: f64) -> Vec<f64> {
    let mut lines = vec![0.0];
    for i in 0..cells {
        lines.push(lines[i] + 1.0 + growth * random.next());
    }
    lines
}

/// At exactly the Courant limit, with metal balls, hollow ones and slanted rods of any size at any position; every third
/// just touches a grid plane, which leaves slivers.
#[test]
fn the_time_step_need_not_shrink() {
    let mut random = Random(7);
    let mut largest = 0.0_f64;
    for case in 0..45 {
        let growth = [0.0, 0.5][case % 2];
        let grid = Grid {
            lines: [(); 3].map(|()| lines(&mut random, 11, growth)),
        };
        let middle: Point = std::array::from_fn(|a| 0.5 * grid.lines[a][11]);
        let mut center = middle.map(|m| m + random.next() - 0.5);
        let radius = 0.4 + 4.0 * random.next();
        if case % 3 == 0 {
            let tangent = grid.lines[0][8] + 3e-3 * (random.next() - 0.5);
            center[0] = tangent - radius;
            center[1] = grid.lines[1][5];
        }
        let end = center.map(|c| c + 8.0 * random.next() - 4.0);
        let rod = Shape::Cylinder {
            from: center,
            to: end,
            radius: 0.3 * radius,
        };
        let block = cuboid([-1.0; 3], [30.0; 3]);
        let solids = match case % 4 {
            0 => vec![(ball(center, radius), PEC)],
            1 => vec![(block, PEC), (ball(center, radius), VACUUM)],
            2 => vec![(ball(center, radius), GLASS), (solid(&rod), PEC)],
            _ => vec![
                (block, PEC),
                (ball(center, radius), GLASS),
                (solid(&rod), VACUUM),
            ],
        };
        let walls = [Wall::Pec, Wall::Pmc][case / 2 % 2];
        let model = Model::new(grid, walls, &solids, Surfaces::Conformal, 1.0);
        let found = model.largest_eigenvalue(150);
        assert!(found < 4.0 * (1.0 + 1e-6), "case {case}: {found}");
        largest = largest.max(found);
    }
    println!("largest eigenvalue {largest}");
    assert!(largest > 3.0);
}

/// Rounding would feed a growing mode that the power method has not yet found.
#[test]
fn random_fields_stay_bounded() {
    let solids = [
        (ball([5.3, 6.2, 5.8], 3.7), PEC),
        (ball([5.9, 6.0, 8.1], 1.4), GLASS),
    ];
    let model = Model::new(
        even_grid(12),
        Wall::Pec,
        &solids,
        Surfaces::Conformal,
        1.0 - 1e-6,
    );
    let mut random = Random(3);
    let mut e = model.field(|_, _| random.next() - 0.5);
    let mut h = model.zeros();
    let start = model.product(&e, &e);
    for _ in 0..4000 {
        model.advance(3, &e, &mut h, 1.0);
        model.advance(0, &h, &mut e, 1.0);
    }
    // A random field excites the checkerboard mode at the limit, which grows like t once; an unstable one grows like
    // exp(t).
    let growth = model.product(&e, &e) / start;
    assert!(growth < 100.0, "{growth}");
}

/// The free part of each face in a plane through a hollow ball, against rays across it.
#[test]
fn areas_follow_the_curve() {
    let (center, radius) = ([8.31, 8.17, 8.43], 6.2_f64);
    let solids = [
        (cuboid([-1.0; 3], [20.0; 3]), PEC),
        (ball(center, radius), VACUUM),
    ];
    let model = Model::new(even_grid(16), Wall::Pec, &solids, Surfaces::Conformal, 0.99);
    let z = 7;
    let square = radius * radius - (f64::from(z) - center[2]).powi(2);
    let mut cut = 0;
    for (i, j) in (0..16).flat_map(|i| (0..16).map(move |j| (i, j))) {
        let lines = (0..500).map(|n| f64::from(i) + (f64::from(n) + 0.5) / 500.0 - center[0]);
        let free = lines.map(|x| {
            let half = (square - x * x).max(0.0).sqrt();
            let low = (center[1] - half).max(f64::from(j));
            ((center[1] + half).min(f64::from(j + 1)) - low).max(0.0)
        });
        let area = free.sum::<f64>() / 500.0;
        // Small corners are raised on purpose.
        if area > 0.3 {
            let place = ((i * 17 + j) * 17 + z) as usize;
            let found = model.dt / MU0 / model.tuples[place].gain[5];
            assert!((found - area).abs() < 1e-3, "({i}, {j}): {found} {area}");
            cut += i32::from(area < 0.99);
        }
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn boxes_on_lines_are_left_alone_to_the_bit() {
    let mut random = Random(5);
    let grid = Grid {
        lines: [(); 3].map(|()| lines(&mut random, 9, 0.7)),
    };
    for walls in [Wall::Pec, Wall::Pmc, Wall::Periodic] {
        let corner = |i: usize| -> Point { std::array::from_fn(|a| grid.lines[a][(i + a) % 10]) };
        let boxes = |order: [MaterialId; 4]| {
            [
                (cuboid([-1.0; 3], corner(6)), order[0]),
                (cuboid(corner(2), corner(7)), order[1]),
                (cuboid(corner(4), [30.0; 3]), order[2]),
                (cuboid(corner(1), corner(5)), order[3]),
            ]
        };
        for order in [[GLASS, PEC, FERRITE, VACUUM], [PEC, VACUUM, PEC, GLASS]] {
            let model = |surfaces| Model::new(grid.clone(), walls, &boxes(order), surfaces, 0.99);
            let (cut, filled) = (model(Surfaces::Conformal), model(Surfaces::Staircase));
            assert!(cut.tuples == filled.tuples);
        }
    }
}
