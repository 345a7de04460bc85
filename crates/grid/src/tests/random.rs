//! Rules that every automatic grid obeys, on random scenes.

use crate::tests::{DIELECTRIC, MM, add, run, scene, worst_ratio};
use poynting_scene::{GridKind, MaterialId, Model, Shape, Structure, Wall};

/// Deterministic numbers in [0, 1).
struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A scene of boxes, sheets and balls at random positions.
fn random_scene(seed: u64) -> Model {
    let mut random = Lcg(seed);
    let growth = 1.1 + 0.9 * random.next();
    let mut s = scene(GridKind::Auto {
        cells_per_wavelength: 10.0 + 10.0 * random.next(),
        max_growth: growth,
        min_cell: None,
        max_cell: None,
    });
    for k in 0..=(seed % 7) {
        let from = [(); 3].map(|()| 36.0 * random.next() - 18.0);
        let mut to = from.map(|x| x + 8.0 * random.next().powi(2) + 0.01);
        let material = if random.next() < 0.5 {
            DIELECTRIC
        } else {
            MaterialId::PEC
        };
        let name = format!("s{k}");
        if random.next() < 0.2 {
            let shape = Shape::Sphere {
                center: from.map(|x| x * MM),
                radius: 3.0 * MM,
            };
            s.structures.push(Structure {
                name,
                material,
                shape,
            });
            continue;
        }
        if material == MaterialId::PEC && random.next() < 0.6 {
            let axis = (3.0 * random.next()) as usize;
            to[axis] = from[axis];
        }
        add(&mut s, &name, material, from, to);
    }
    if seed.is_multiple_of(5) {
        s.boundary.walls[0] = [Wall::Periodic; 2];
    }
    s
}

#[test]
fn random_scenes_obey_growth_and_size() {
    for seed in 1..200 {
        let s = random_scene(seed);
        let GridKind::Auto {
            cells_per_wavelength,
            max_growth,
            ..
        } = s.grid.kind
        else {
            panic!()
        };
        let meshed = run(&s);
        let ratio = worst_ratio(&meshed.grid);
        assert!(
            ratio <= max_growth * (1.0 + 1e-6),
            "seed {seed}: {ratio} > {max_growth}"
        );
        let h = 20.0 * MM / cells_per_wavelength;
        for axis in 0..3 {
            let cells = meshed.grid.primal(axis);
            assert!(cells.iter().all(|c| *c <= h * (1.0 + 1e-6)), "seed {seed}");
            for f in &meshed.fixed[axis] {
                let i = meshed.grid.nearest_line(axis, f.coordinate);
                assert!(
                    (meshed.grid.lines[axis][i] - f.coordinate).abs() < 1e-15,
                    "seed {seed}: {f:?}"
                );
            }
        }
        assert!(
            meshed.grid.smallest().size > h / 300.0,
            "seed {seed}: {:?} {}",
            meshed.grid.smallest(),
            meshed.smallest_cause
        );
        assert!(
            meshed.grid.cells().iter().all(|n| *n < 600),
            "seed {seed}: {:?}",
            meshed.grid.cells()
        );
        if seed % 5 == 0 {
            let cells = meshed.grid.primal(0);
            let wrap = cells[0] / cells[cells.len() - 1];
            assert!(
                wrap.max(1.0 / wrap) <= max_growth * (1.0 + 1e-6),
                "seed {seed}"
            );
        }
    }
}
