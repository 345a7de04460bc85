//! A matrix out of core has the entries, the solutions and the figures of one in memory, whatever interrupts it.

use std::ops::ControlFlow;
use std::path::Path;

use poynting_checkpoint::Folder;
use poynting_exec::Pool;
use poynting_linalg::{Complex, Mat};
use poynting_mom::internals::out_of_core::{OutOfCore, Place, StoredMatrix};
use poynting_mom::{Dense, Equation, Factored, MomError, Operator, Precision, RwgSpace, Symmetry};

use super::meshes;

const COMBINED: Equation = Equation::Combined { alpha: 0.5 };

fn place(folder: Option<&Path>) -> Place {
    Place {
        needed: 1 << 20,
        kept: folder.map(|path| (Folder::new(path, "key"), 3.0)),
    }
}

#[allow(clippy::unnecessary_wraps)] // As what observes a run.
fn on() -> Result<ControlFlow<()>, MomError> {
    Ok(ControlFlow::Continue(()))
}

fn sides<T: Precision>(size: usize) -> Mat<Complex<T>> {
    Mat::from_fn(size, 3, |row, column| {
        let x = (row + 7 * column) as f64;
        Complex::new(T::of(x.sin()), T::of((1.3 * x).cos()))
    })
}

/// Entries, currents, residuals and the condition number. Values are compared, which for numbers that are neither zero nor undefined compares bits.
fn equals<T: Precision>(equation: Equation, columns: usize, threads: usize) {
    let space = RwgSpace::new(&meshes::sphere(5)).unwrap();
    let operator = Operator::new(&space, 3.0, equation, 1e-3).unwrap();
    let size = space.len();
    assert!(size > 2 * 256 && !size.is_multiple_of(256));
    let pool = Pool::new(Some(threads)).unwrap();
    pool.install(|| {
        let mut dense = Dense::<T>::zeros(size);
        poynting_mom::assemble(&operator, Symmetry::Used, &mut dense).unwrap();
        let place = place(None);
        let matrix = StoredMatrix::<T>::assembled((&operator, None), columns, &place, &mut on);
        let matrix = matrix.unwrap().unwrap();
        let mut stored = Mat::zeros(size, size);
        matrix.read(0..size, stored.as_mut()).unwrap();
        for column in 0..size {
            let expected = &dense.values()[column * size..][..size];
            assert!(stored.col_as_slice(column) == expected, "column {column}");
        }
        let out = OutOfCore::new(matrix, columns, &place, &mut on);
        let (found, condition) = out.unwrap().unwrap().solve(&sides(size)).unwrap();
        let factored = Factored::new(dense);
        let expected = factored.solve(&sides(size)).unwrap();
        assert!(found.currents == expected.currents);
        assert_eq!(found.residuals, expected.residuals);
        assert_eq!(condition, factored.condition());
    });
}

#[test]
fn a_matrix_out_of_core_is_that_in_memory() {
    equals::<f64>(Equation::Electric, 256, 1);
    equals::<f64>(Equation::Electric, 512, 2);
    equals::<f64>(COMBINED, 256, 2);
    equals::<f32>(Equation::Magnetic, 1024, 1);
    equals::<f32>(Equation::Electric, 256, 2);
}

/// Stops in assembly and elimination, as a process that is killed there; each time what is complete is continued.
#[test]
fn an_interrupted_matrix_continues_with_what_is_on_disk() {
    let space = RwgSpace::new(&meshes::sphere(5)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = place(Some(folder.path()));
    let attempt = |watch: &mut dyn FnMut() -> Result<ControlFlow<()>, MomError>| {
        let matrix = StoredMatrix::<f64>::assembled((&operator, None), 256, &place, watch);
        OutOfCore::new(matrix.unwrap()?, 256, &place, watch).unwrap()
    };
    let mut stops = 0;
    // Each attempt goes on a little longer: the last slabs need the most.
    let out = loop {
        let mut left = 1 + 3 * stops;
        let mut step = || {
            left -= 1;
            Ok(if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        if let Some(out) = attempt(&mut step) {
            break out;
        }
        stops += 1;
    };
    assert!(stops > 2, "{stops}");
    let mut dense = Dense::<f64>::zeros(space.len());
    poynting_mom::assemble(&operator, Symmetry::Used, &mut dense).unwrap();
    let expected = Factored::new(dense).solve(&sides(space.len())).unwrap();
    let (found, _) = out.solve(&sides(space.len())).unwrap();
    assert!(found.currents == expected.currents);
}

/// A damaged tile or panel is noticed by its checksum, and the message names the folder.
#[test]
fn damage_on_disk_is_noticed() {
    let space = RwgSpace::new(&meshes::sphere(5)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = place(Some(folder.path()));
    let matrix = StoredMatrix::<f64>::assembled((&operator, None), 512, &place, &mut on);
    let matrix = matrix.unwrap().unwrap();
    let out = OutOfCore::new(matrix, 512, &place, &mut on)
        .unwrap()
        .unwrap();
    assert!(out.solve(&sides(space.len())).is_ok());
    for name in ["pieces-matrix", "pieces-factors"] {
        let path = folder.path().join(name);
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 1;
        std::fs::write(&path, flipped).unwrap();
        let said = out.solve(&sides(space.len())).unwrap_err().to_string();
        assert!(said.contains("checksum is wrong"), "{said}");
        assert!(
            said.contains(&folder.path().display().to_string()),
            "{said}"
        );
        std::fs::write(&path, whole).unwrap();
    }
    assert!(out.solve(&sides(space.len())).is_ok());
}

/// No disk has this many bytes.
#[test]
fn a_disk_that_is_too_small_is_refused_with_the_number() {
    let space = RwgSpace::new(&meshes::sphere(2)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let place = Place {
        needed: u64::MAX / 2,
        kept: None,
    };
    let refused = StoredMatrix::<f64>::assembled((&operator, None), 256, &place, &mut on);
    let said = refused.unwrap_err().to_string();
    assert!(
        said.contains(&format!("{} bytes", u64::MAX / 2)) && said.contains("TMPDIR"),
        "{said}"
    );
}
