//! Factors in a store have the bits of those in memory.

use std::convert::Infallible;
use std::ops::ControlFlow;

use poynting_linalg::{Complex, Lu, Mat, MatRef, PANEL, Panels, Par, Part, StoredLu, entries_read};

use super::{Number, bits, matrix, scattered};

/// A store in memory.
struct Held<T> {
    parts: Vec<[Vec<Complex<T>>; 2]>,
    exchanges: Vec<usize>,
}

fn entries<T: Number>(matrix: MatRef<'_, Complex<T>>) -> Vec<Complex<T>> {
    let columns = (0..matrix.ncols()).map(|j| matrix.col(j));
    columns
        .flat_map(|c| c.iter().copied().collect::<Vec<_>>())
        .collect()
}

impl<T: Number> Panels<T> for Held<T> {
    type Error = Infallible;

    fn write(
        &mut self,
        panel: usize,
        parts: [MatRef<'_, Complex<T>>; 2],
        exchanges: &[usize],
    ) -> Result<(), Infallible> {
        assert_eq!(panel, self.parts.len());
        self.parts.push(parts.map(entries));
        self.exchanges.extend(exchanges);
        Ok(())
    }

    fn read(&self, panel: usize, part: Part, into: &mut [Complex<T>]) -> Result<(), Infallible> {
        let [upper, lower] = &self.parts[panel];
        into.copy_from_slice(if part == Part::Upper { upper } else { lower });
        Ok(())
    }
}

/// Factors a matrix in slabs of this many columns. It is interrupted each time that it has called `watch` that often, and continued.
fn stored<T: Number>(
    a: &Mat<Complex<T>>,
    width: usize,
    patience: usize,
    par: Par,
) -> StoredLu<Held<T>> {
    let mut panels = Held {
        parts: Vec::new(),
        exchanges: Vec::new(),
    };
    loop {
        let done = panels.exchanges.clone();
        let mut lu = StoredLu::new(panels, a.nrows(), done);
        let mut left = patience;
        while !lu.is_complete() {
            let ended = lu.advance(
                width,
                &mut |columns, mut slab| {
                    slab.copy_from(a.subcols(columns.start, columns.len()));
                    Ok(())
                },
                &mut || {
                    left -= 1;
                    if left == 0 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
                par,
            );
            if ended.unwrap().is_break() {
                break;
            }
        }
        if lu.is_complete() {
            return lu;
        }
        panels = lu.into_panels();
    }
}

fn same_bits<T: Number>(size: usize, width: usize, patience: usize, par: Par) {
    let (a, sides) = (scattered::<T>(size), matrix::<T>(size, 70));
    let lu = Lu::new(a.clone(), Par::Seq);
    let out = stored(&a, width, patience, par);
    let place = format!("{size} unknowns, {width} columns, {patience} calls");
    assert_eq!(out.exchanges(), lu.exchanges(), "{place}");
    let solved = |solve: &dyn Fn(&mut Mat<Complex<T>>)| {
        let mut x = sides.clone();
        solve(&mut x);
        bits(x.as_ref())
    };
    let [x, y] = [
        solved(&|x| lu.solve_in_place(x.as_mut(), par)),
        solved(&|x| out.solve_in_place(x.as_mut(), par).unwrap()),
    ];
    assert!(x == y, "{place}");
    let [x, y] = [
        solved(&|x| lu.solve_transpose_in_place(x.as_mut(), par)),
        solved(&|x| out.solve_transpose_in_place(x.as_mut(), par).unwrap()),
    ];
    assert!(x == y, "{place}");
    let [x, y] = [
        solved(&|x| lu.solve_adjoint_in_place(x.as_mut(), par)),
        solved(&|x| out.solve_adjoint_in_place(x.as_mut(), par).unwrap()),
    ];
    assert!(x == y, "{place}");
    let upper = out.into_panels().parts;
    for (panel, [upper, _]) in upper.iter().enumerate() {
        let rows = Part::Upper.rows(size, panel);
        let first = panel * PANEL;
        let expected = lu.factors().get(rows.clone(), first..rows.end);
        let found = MatRef::from_column_major_slice(upper, rows.len(), rows.end - first);
        assert!(bits(found) == bits(expected), "{place}");
    }
}

/// Sizes below, at and above those of panels; slabs of one panel, some and all; one thread and two.
fn all_have_the_same_bits<T: Number>() {
    for (size, width) in [
        (1, 1),
        (255, 256),
        (256, 256),
        (613, 256),
        (1111, 600),
        (1111, 2000),
    ] {
        same_bits::<T>(size, width, usize::MAX, Par::Seq);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let parallel = || same_bits::<T>(size, width, usize::MAX, Par::rayon(0));
        pool.unwrap().install(parallel);
    }
}

#[test]
fn factors_in_a_store_have_the_bits_of_those_in_memory() {
    all_have_the_same_bits::<f32>();
    all_have_the_same_bits::<f64>();
}

/// An interruption at any call continues with the panels that are written, in slabs that begin elsewhere.
#[test]
fn interrupted_eliminations_have_the_same_bits() {
    for patience in 6..=9 {
        same_bits::<f64>(1300, 512, patience, Par::Seq);
    }
}

/// Slabs of m columns read n^3/(3 m) entries; one slab reads none.
#[test]
fn the_entries_that_are_read_are_known() {
    let (n, m) = (40 * PANEL, 4 * PANEL);
    let expected = (n as f64).powi(3) / (3.0 * m as f64);
    let found = entries_read(n, m) as f64;
    assert!((found / expected - 1.0).abs() < 0.2, "{found} {expected}");
    assert_eq!(entries_read(n, n), 0);
    assert_eq!(
        entries_read(600, 512),
        (600 * PANEL + (600 - PANEL) * PANEL) as u64
    );
}

struct Broken;

impl Panels<f64> for Broken {
    type Error = &'static str;

    fn write(
        &mut self,
        panel: usize,
        _: [MatRef<'_, Complex<f64>>; 2],
        _: &[usize],
    ) -> Result<(), &'static str> {
        if panel == 0 { Ok(()) } else { Err("no room") }
    }

    fn read(&self, _: usize, _: Part, _: &mut [Complex<f64>]) -> Result<(), &'static str> {
        Err("damaged")
    }
}

/// A failure of the store ends the work, and a panel that could not be written is not done.
#[test]
fn failures_of_a_store_are_returned() {
    let a = scattered::<f64>(700);
    let mut lu = StoredLu::new(Broken, 700, Vec::new());
    let mut fill = |columns: std::ops::Range<usize>, mut slab: poynting_linalg::MatMut<'_, _>| {
        slab.copy_from(a.subcols(columns.start, columns.len()));
        Ok(())
    };
    let mut watch = || ControlFlow::Continue(());
    let ended = lu.advance(1000, &mut fill, &mut watch, Par::Seq);
    assert_eq!(ended, Err("no room"));
    assert_eq!(lu.exchanges().len(), PANEL);
    let ended = lu.advance(1000, &mut fill, &mut watch, Par::Seq);
    assert_eq!(ended, Err("damaged"));
    let mut sides = matrix::<f64>(700, 1);
    assert_eq!(lu.solve_in_place(sides.as_mut(), Par::Seq), Err("damaged"));
}
