//! Approximate inverses: exact in limiting cases, and the steps they save.

use crate::clustered::{Clustered, sweep};
use crate::meshes;
use poynting_linalg::{MatRef, norm, product};
use poynting_mom::krylov::{Options, Product, System, solve};
use poynting_mom::precondition::{
    BlockIlu, Identity, Preconditioner, block_diagonal, local_inverse, of_blocks,
};
use poynting_mom::{BlockSparse, Complex, Equation, Layout, Mat, MomError, Precision};
use std::ops::ControlFlow;

fn plate<T: Precision>() -> Clustered<T> {
    let plate = meshes::weld(meshes::plate(1.0, 1.0, 16, 16));
    Clustered::new(&plate, 10.0, Equation::Electric, 0.15, &sweep(3))
}

fn steps<T: Precision>(problem: &Clustered<T>, preconditioner: &dyn Preconditioner<T>) -> usize {
    let options = Options {
        residual: 1e-4,
        restart: 400,
        panel: 1,
        ..Options::default()
    };
    let system = System {
        matrix: problem,
        preconditioner,
    };
    let side = problem.sides.as_ref().subcols(2, 1);
    let found = solve(system, side, &options, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(
        problem.off(
            &Mat::from_fn(side.nrows(), 3, |row, _| found.solutions[(row, 0)]),
            2
        ) < 1e-4 * problem.condition
    );
    found.iterations
}

fn applied<T: Precision>(
    preconditioner: &dyn Preconditioner<T>,
    x: MatRef<'_, Complex<T>>,
) -> Mat<Complex<T>> {
    let mut y = Mat::zeros(x.nrows(), x.ncols());
    preconditioner.apply(x, y.as_mut()).unwrap();
    y
}

/// The sparse product compared with the dense one with the same entries, for one column and for many.
#[test]
fn the_product_of_blocks_is_that_of_their_matrix() {
    let problem = plate::<f64>();
    let near = problem.near(1);
    let mut dense = Mat::<Complex<f64>>::zeros(near.size(), near.size());
    for row in 0..near.layout().clusters() {
        for column in 0..near.layout().clusters() {
            if let Some(block) = near.block(row, column) {
                for (n, j) in near.layout().unknowns(column).enumerate() {
                    for (m, i) in near.layout().unknowns(row).enumerate() {
                        dense[(i, j)] = block[(m, n)];
                    }
                }
            }
        }
    }
    let widths: Vec<usize> = (0..near.layout().clusters())
        .map(|n| near.layout().unknowns(n).len())
        .collect();
    assert!(widths.iter().any(|w| w % 4 != 0), "{widths:?}");
    for columns in [1, 2, 3] {
        let x = problem.solutions.as_ref().subcols(0, columns);
        let mut y = Mat::zeros(x.nrows(), columns);
        near.multiply(x, y.as_mut()).unwrap();
        let expected = product(dense.as_ref(), x);
        assert!(norm((&y - &expected).as_ref()) < 1e-13 * norm(expected.as_ref()));
    }
}

/// With all blocks in the near field, the local inverses and the incomplete factors are complete.
#[test]
fn a_preconditioner_from_everything_is_the_inverse() {
    let problem = plate::<f64>();
    let all = problem.near(100);
    let inverse = local_inverse(&all).unwrap();
    let factors = BlockIlu::new(all.clone()).unwrap();
    for preconditioner in [&inverse as &dyn Preconditioner<f64>, &factors] {
        let found = applied(preconditioner, problem.sides.as_ref());
        for n in 0..3 {
            let error = problem.off(&found, n);
            assert!(error < 1e-10, "{error:e}");
        }
    }
}

/// For a block-diagonal matrix, the inverses of the blocks are the inverse.
#[test]
fn the_blocks_are_inverted() {
    let problem = plate::<f64>();
    let near = problem.near(0);
    let mut image = Mat::zeros(near.size(), 3);
    near.multiply(problem.solutions.as_ref(), image.as_mut())
        .unwrap();
    let found = applied(&block_diagonal(&near).unwrap(), image.as_ref());
    for n in 0..3 {
        let error = problem.off(&found, n);
        assert!(error < 1e-12, "{error:e}");
    }
}

/// Steps without and with preconditioners, on an EFIE mesh fine enough to be ill-conditioned. There the diagonal blocks alone cost steps, as
/// they cut the surface into islands.
fn electric<T: Precision>() {
    let problem = plate::<T>();
    let near = problem.near(1);
    let none = steps(&problem, &Identity);
    let diagonal = steps(&problem, &block_diagonal(&near).unwrap());
    let local = steps(&problem, &local_inverse(&near).unwrap());
    let factors = steps(&problem, &BlockIlu::new(near.clone()).unwrap());
    println!("EFIE: none {none}, diagonal {diagonal}, local inverses {local}, ILU {factors}");
    assert!(3 * local < none && 2 * factors < none);
}

/// The same on a CFIE of two spheres, one a tenth the size of the other, so that their entries differ in magnitude.
fn combined<T: Precision>() {
    let mut surface = meshes::sphere(4);
    let small = meshes::sphere(4);
    let first = surface.vertices.len() as u32;
    let moved = small
        .vertices
        .iter()
        .map(|v| [1.5 + 0.1 * v[0], 0.1 * v[1], 0.1 * v[2]]);
    surface.vertices.extend(moved);
    (surface.triangles).extend(small.triangles.iter().map(|t| t.map(|v| v + first)));
    let equation = Equation::Combined { alpha: 0.5 };
    let problem = Clustered::<T>::new(&surface, 3.0, equation, 0.4, &sweep(3));
    let near = problem.near(1);
    let none = steps(&problem, &Identity);
    let diagonal = steps(&problem, &block_diagonal(&near).unwrap());
    let local = steps(&problem, &local_inverse(&near).unwrap());
    let factors = steps(&problem, &BlockIlu::new(near.clone()).unwrap());
    println!("CFIE: none {none}, diagonal {diagonal}, local inverses {local}, ILU {factors}");
    assert!(diagonal < none && local < diagonal && factors < diagonal);
}

#[test]
fn preconditioners_save_steps() {
    electric::<f64>();
    electric::<f32>();
    combined::<f64>();
    combined::<f32>();
}

#[test]
fn a_list_of_blocks_is_the_same_as_the_diagonal_of_the_near_field() {
    let problem = plate::<f64>();
    let near = problem.near(0);
    let blocks: Vec<_> = (0..near.layout().clusters())
        .map(|n| (near.layout().unknowns(n), near.block(n, n).unwrap()))
        .collect();
    let x = problem.sides.as_ref();
    let expected = applied(&block_diagonal(&near).unwrap(), x);
    assert!(applied(&of_blocks(&blocks).unwrap(), x) == expected);
    let wrong = of_blocks(&blocks[1..]);
    assert!(matches!(wrong, Err(MomError::BlockShape { .. })));
}

#[test]
fn singular_blocks_are_refused() {
    let mut near = BlockSparse::<f64>::new(Layout::diagonal(vec![0, 2, 5]));
    for mut row in near.rows_mut() {
        for (_, mut block) in row.blocks() {
            block.fill(Complex::new(1.0, 0.0));
            block[(0, 0)] = Complex::new(2.0, 0.0);
        }
    }
    let refused = [
        block_diagonal(&near).err(),
        local_inverse(&near).err(),
        BlockIlu::new(near.clone()).err(),
    ];
    for refused in refused {
        let refused = refused.unwrap();
        assert!(
            matches!(refused, MomError::SingularBlock { first: 2, last: 4 }),
            "{refused}"
        );
    }
}
