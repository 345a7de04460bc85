//! A block matrix on disk.

use poynting_exec::ScratchError;
use poynting_mom::{BlockSparse, Complex, Layout, Mat, Product, Sliced};
use std::ops::Range;

/// Clusters of different width with blocks next to the diagonal and in a corner.
fn layout() -> Layout {
    let starts = vec![0, 3, 4, 9, 11];
    Layout::new(
        starts,
        &[vec![0, 1, 3], vec![0, 1, 2], vec![1, 2], vec![0, 3]],
    )
}

fn value(row: usize, n: usize) -> Complex<f64> {
    Complex::new((row + n) as f64, 0.5 - n as f64)
}

fn fill(rows: Range<usize>, layout: &Layout, values: &mut [Complex<f64>]) {
    for mut row in layout.rows_mut(rows, values) {
        let number = row.row;
        for (n, entry) in row.values().iter_mut().enumerate() {
            *entry = value(number, n);
        }
    }
}

/// However it is sliced, a matrix on disk gives the products and the diagonal of the one in memory.
#[test]
fn slices_multiply_as_the_whole() {
    let mut held = BlockSparse::new(layout());
    fill(0..4, &layout(), held.values_mut());
    for limit in [0, 200, 600, 1 << 20] {
        let sliced = Sliced::<f64>::new(layout(), limit, |layout, rows, values| {
            fill(rows, layout, values);
            Ok::<(), ScratchError>(())
        });
        let sliced = sliced.unwrap();
        assert_eq!(sliced.bytes_on_disk(), 16 * held.values_mut().len() as u64);
        for columns in [1, 2, 5] {
            let x = Mat::from_fn(11, columns, |i, j| value(i, 3 * j));
            let [mut expected, mut found] = [(); 2].map(|()| Mat::zeros(11, columns));
            held.multiply(x.as_ref(), expected.as_mut()).unwrap();
            sliced.multiply(x.as_ref(), found.as_mut()).unwrap();
            assert_eq!(expected, found);
        }
        for cluster in 0..4 {
            let block =
                |matrix: &BlockSparse<f64>| matrix.block(cluster, cluster).unwrap().to_owned();
            assert_eq!(block(sliced.diagonal()), block(&held));
        }
    }
}
