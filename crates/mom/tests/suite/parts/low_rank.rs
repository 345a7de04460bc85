//! Crosses, probes and truncation on blocks of real operators.

use poynting_exec::Budget;
use poynting_geometry::Body;
use poynting_linalg::{Complex, Mat, MatRef, norm};
use poynting_mom::internals::hmatrix::aca::crosses;
use poynting_mom::internals::hmatrix::cluster::Clusters;
use poynting_mom::internals::hmatrix::panel::{Content, Panel};
use poynting_mom::internals::hmatrix::part::{Part, part};
use poynting_mom::internals::hmatrix::partition::{Kind, partition};
use poynting_mom::internals::hmatrix::recompression::recompressed;
use poynting_mom::internals::hmatrix::tolerance::Tolerance;
use poynting_mom::{Dense, Entries, Equation, MomError, Operator, RwgSpace, Symmetry};

fn product(u: &Panel<f64>, v: &Panel<f64>) -> Mat<Complex<f64>> {
    poynting_linalg::product(u.view(), v.view().transpose())
}

fn off(approximation: &Mat<Complex<f64>>, exact: MatRef<'_, Complex<f64>>) -> f64 {
    norm((approximation - exact).as_ref()) / norm(exact)
}

fn all(part: &Part<'_, f64>) -> Panel<f64> {
    part.at(part.rows, part.columns).unwrap()
}

/// Two ends of a thin slab: for the MFIE the upper side of one couples only to the lower side of the other, so the block consists of two
/// decoupled parts. Judged by the size of the last cross alone, one of them is lost.
#[test]
fn no_part_of_a_block_is_lost_where_others_are_zero() {
    let slab = Body::Box {
        from: [0.0; 3],
        to: [2.0, 0.6, 0.05],
    };
    let space = RwgSpace::new(&slab.mesh(0.1).unwrap()).unwrap();
    let operator = Operator::new(&space, 2.0, Equation::Magnetic, 1e-4).unwrap();
    let dense = Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let inner = |n: &u32| {
        let halves = space.functions()[*n as usize].halves;
        (halves.iter()).all(|h| space.triangles()[h.triangle].normal[2].abs() > 0.5)
    };
    let at = |n: u32| space.surface().vertices[space.functions()[n as usize].edge[0] as usize][0];
    let functions = || (0..space.len() as u32).filter(inner);
    let rows: Vec<u32> = functions().filter(|&n| at(n) < 0.65).collect();
    let columns: Vec<u32> = functions().filter(|&n| at(n) > 1.35).collect();
    let part = Part {
        entries: &dense,
        rows: &rows,
        columns: &columns,
    };
    let exact = all(&part);
    for eps in [1e-3, 1e-5] {
        let plain = crosses(&part, Tolerance::of_blocks(eps), |_| Ok(None))
            .unwrap()
            .unwrap();
        let lost = off(&product(&plain.u, &plain.v), exact.view());
        let Content::LowRank { u, v } = part.compressed(Tolerance::of_blocks(eps)).unwrap() else {
            panic!("in full");
        };
        let error = off(&product(&u, &v), exact.view());
        println!(
            "{} x {}, {eps:e}: rank {} and {lost:.2}, with probes {} and {error:.1e}",
            rows.len(),
            columns.len(),
            plain.u.columns(),
            u.columns()
        );
        assert!(lost > 0.5, "{lost:e}");
        assert!(error <= eps, "{error:e}");
    }
}

/// Entries given by a formula.
struct Formula<F>(usize, F);

impl<F: Fn(u32, u32) -> f64 + Sync> Entries<f64> for Formula<F> {
    fn size(&self) -> usize {
        self.0
    }

    fn fill(
        &self,
        rows: &[u32],
        columns: &[u32],
        out: &mut [Complex<f64>],
    ) -> Result<(), MomError> {
        let pairs = columns.iter().flat_map(|c| rows.iter().map(|r| (*r, *c)));
        for (out, (row, column)) in out.iter_mut().zip(pairs) {
            *out = Complex::new((self.1)(row, column), 0.0);
        }
        Ok(())
    }
}

/// Zero rows are skipped, wherever they are; a zero block has rank 0; a block without low rank stays dense.
#[test]
fn zeros_are_passed_over() {
    let numbers: Vec<u32> = (0..96).collect();
    let smooth = |r: u32, c: u32| 1.0 / (200.0 + f64::from(r) - 1.3 * f64::from(c));
    let compress = |f: &(dyn Fn(u32, u32) -> f64 + Sync)| {
        let entries = Formula(96, f);
        let part = Part {
            entries: &entries,
            rows: &numbers,
            columns: &numbers,
        };
        let content = part.compressed(Tolerance::of_blocks(1e-4)).unwrap();
        let exact = all(&part);
        match content {
            Content::Full(panel) => {
                assert!(panel == exact);
                None
            }
            Content::LowRank { u, v } => {
                let error = norm((product(&u, &v) - exact.view()).as_ref());
                assert!(error <= 1e-4 * norm(exact.view()), "{error:e}");
                Some(u.columns())
            }
        }
    };
    let only = |keep: fn(u32, u32) -> bool| {
        compress(&move |r, c| if keep(r, c) { smooth(r, c) } else { 0.0 })
    };
    assert!(only(|_, _| true) < Some(6));
    assert_eq!(only(|_, _| false), Some(0));
    // In each case the first row tried, 48, is zero or couples to one part only.
    assert!(only(|r, _| r < 16).is_some());
    assert!(only(|r, c| (r < 40) == (c < 70)).is_some());
    assert!(only(|r, c| r % 2 == c % 2).is_some());
    assert!(only(|r, c| r / 24 == c / 24).is_some());
    // One part is a hundred thousand times the other, and found last.
    let uneven = |r, c| match (r < 60, c < 30) {
        (true, true) => 1e5 * smooth(r, c),
        (false, false) => smooth(r, c),
        _ => 0.0,
    };
    assert!(compress(&uneven).is_some());
    let noise = |r: u32, c: u32| {
        f64::from((r * 96 + c + 1).wrapping_mul(2_654_435_769).wrapping_pow(2) >> 8)
    };
    assert_eq!(compress(&noise), None);
}

/// Singular values 2^-k with additional dependent columns: 2^-10 and smaller are dropped at 1e-3, however they were represented.
#[test]
fn truncation_drops_what_is_small() {
    let wave = |n: usize, k: usize, count: usize| {
        let angle = std::f64::consts::TAU * (n * k) as f64 / count as f64;
        let [re, im] = [angle.cos(), angle.sin()].map(|x| x / (count as f64).sqrt());
        Complex::new(re, im)
    };
    let (mut u, mut v) = (Panel::<f64>::zeros(60, 0), Panel::<f64>::zeros(50, 0));
    for k in (0..20).chain(0..5) {
        let scale = 0.5_f64.powf((k + usize::from(k < 5)) as f64);
        u.push(&(0..60).map(|n| wave(n, k, 60) * scale).collect::<Vec<_>>());
        v.push(&(0..50).map(|n| wave(n, k, 50)).collect::<Vec<_>>());
    }
    let exact = product(&u, &v);
    for (eps, rank) in [(1e-3, 10), (1e-5, 17), (1e-12, 20)] {
        let Content::LowRank { u, v } =
            recompressed(u.clone(), v.clone(), Tolerance::of_blocks(eps))
        else {
            panic!("in full");
        };
        let error = off(&product(&u, &v), exact.as_ref());
        println!("{eps:e}: rank {} and {error:.1e}", u.columns());
        assert!(error <= eps, "{error:e}");
        assert_eq!(u.columns(), rank);
    }
}

/// On a sphere truncation removes some of the crosses and keeps the error.
#[test]
fn truncation_keeps_the_error_of_crosses() {
    let ball = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    let space = RwgSpace::new(&ball.mesh(0.2).unwrap()).unwrap();
    let operator = Operator::new(&space, 4.0, Equation::Combined { alpha: 0.5 }, 1e-4).unwrap();
    let dense = Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let clusters = Clusters::new(&space, 150);
    let tolerance = Tolerance::of_blocks(1e-4);
    let (mut before, mut after) = (0, 0);
    for pairing in partition(&clusters, 3.0) {
        let part = part(&dense, &clusters, &pairing);
        if pairing.kind == Kind::Inadmissible {
            continue;
        }
        let Some(found) = crosses(&part, tolerance, |_| Ok(None)).unwrap() else {
            continue;
        };
        let Content::LowRank { u, v } = part.compressed(tolerance).unwrap() else {
            continue;
        };
        before += found.u.columns();
        after += u.columns();
        let error = off(&product(&u, &v), all(&part).view());
        assert!(error <= 1e-4, "{error:e}");
    }
    println!("{before} crosses, {after} singular values");
    assert!(after > 0 && 10 * after < 9 * before);
}

/// Every function is in one leaf, every entry in one block, and boxes contain the supports.
#[test]
fn blocks_are_the_matrix() {
    let ball = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    let space = RwgSpace::new(&ball.mesh(0.25).unwrap()).unwrap();
    let clusters = Clusters::new(&space, 20);
    let mut seen: Vec<u32> = clusters.order().to_vec();
    seen.sort_unstable();
    assert!(seen == (0..space.len() as u32).collect::<Vec<_>>());
    assert!(
        clusters
            .leaves()
            .all(|leaf| (10..=20).contains(&leaf.range.len()))
    );
    let mut count = vec![0; space.len() * space.len()];
    for pairing in partition(&clusters, 1.0) {
        let [t, s] = [pairing.rows, pairing.columns].map(|c| clusters.functions(c));
        for (&row, &column) in t.iter().flat_map(|r| s.iter().map(move |c| (r, c))) {
            count[row as usize * space.len() + column as usize] += 1;
            if pairing.kind == Kind::Admissible {
                let [a, b] = [row, column].map(|n| space.functions()[n as usize].halves);
                let touch = |v: u32, t: usize| space.triangles()[t].vertices.contains(&v);
                let of = |t: usize| space.triangles()[t].vertices;
                let apart = a.iter().all(|a| {
                    (b.iter()).all(|b| !of(a.triangle).iter().any(|&v| touch(v, b.triangle)))
                });
                assert!(apart);
            }
        }
    }
    assert!(count.iter().all(|&n| n == 1));
}
