//! Blocks in 16 bits per number.

use poynting_linalg::norm;
use poynting_mom::{
    BlockRow, BlockSparse, Complex, Group, Layout, Mat, MomError, Packed, Precision, Product,
};

/// Clusters of different width, one wider than four, with blocks next to the diagonal and in a corner.
fn layout() -> Layout {
    let starts = vec![0, 3, 4, 11, 13];
    Layout::new(
        starts,
        &[vec![0, 1, 3], vec![0, 1, 2], vec![1, 2, 3], vec![0, 3]],
    )
}

/// Columns of very different size.
fn value<T: Precision>(row: usize, n: usize) -> Complex<T> {
    let size = [1e-3, 0.02, 0.1, 1.0, 30.0, 100.0, 5e3][n % 7];
    let at = |shift: usize| size * ((37 * n + 11 * row + shift) % 23) as f64 / 11.0 - size;
    Complex::new(T::of(at(0)), T::of(at(7)))
}

fn blocks<T: Precision>() -> BlockSparse<T> {
    let mut held = BlockSparse::new(layout());
    for mut row in held.rows_mut() {
        let number = row.row;
        for (n, entry) in row.values().iter_mut().enumerate() {
            *entry = value(number, n);
        }
    }
    held
}

fn packed<T: Precision>(together: usize, slice: Option<u64>) -> Packed<T> {
    let fill = |groups: &mut [Group<'_>]| {
        groups.iter_mut().try_for_each(|group| {
            group.fill(|rows: &mut [BlockRow<'_, T>]| {
                for row in rows {
                    let number = row.row;
                    for (n, entry) in row.values().iter_mut().enumerate() {
                        *entry = value(number, n);
                    }
                }
                Ok::<(), MomError>(())
            })
        })
    };
    Packed::new(layout(), together, slice, fill).unwrap()
}

/// Each part is off by at most half a unit, which is the largest part of its column over 32767, and by the rounding of the precision.
fn is_close<T: Precision>() {
    let (exact, packed) = (blocks::<T>(), packed::<T>(3, None).unpacked().unwrap());
    let mut worst = 0.0_f64;
    for row in 0..4 {
        for column in 0..4 {
            let (Some(exact), Some(found)) = (exact.block(row, column), packed.block(row, column))
            else {
                assert_eq!(exact.block(row, column), packed.block(row, column));
                continue;
            };
            for n in 0..exact.ncols() {
                let parts = |z: Complex<T>| [z.re.f64(), z.im.f64()];
                let sizes = (0..exact.nrows()).flat_map(|m| parts(exact[(m, n)]));
                let unit = sizes.fold(0.0, |most: f64, x| most.max(x.abs())) / 32767.0;
                for m in 0..exact.nrows() {
                    for (a, b) in parts(exact[(m, n)]).iter().zip(parts(found[(m, n)])) {
                        worst = worst.max((a - b).abs() / unit);
                    }
                }
            }
        }
    }
    // Rounding to single precision is a hundredth of a unit.
    assert!(worst > 0.3 && worst < 0.51, "{worst}");
}

#[test]
fn packed_values_are_off_by_half_a_unit_at_most() {
    is_close::<f32>();
    is_close::<f64>();
}

/// For one column and for many, in memory and on disk, whatever the slices and groups.
#[test]
fn packed_blocks_multiply_as_unpacked_ones() {
    let unpacked = packed::<f64>(2, None).unpacked().unwrap();
    for columns in [1, 2, 5] {
        let x = Mat::from_fn(13, columns, |i, j| value::<f64>(i, 3 * j + i));
        let product = |matrix: &Packed<f64>| {
            let mut y = Mat::zeros(13, columns);
            matrix.multiply(x.as_ref(), y.as_mut()).unwrap();
            y
        };
        let mut expected = Mat::zeros(13, columns);
        unpacked.multiply(x.as_ref(), expected.as_mut()).unwrap();
        let held = product(&packed(2, None));
        assert!(norm((&held - &expected).as_ref()) < 1e-13 * norm(expected.as_ref()));
        for (together, limit) in [(1, 0), (2, 200), (9, 600), (2, 1 << 20)] {
            assert_eq!(product(&packed(together, Some(limit))), held);
        }
    }
    for slice in [None, Some(200)] {
        let diagonal = packed::<f64>(2, slice).diagonal();
        for n in 0..4 {
            let block = |matrix: &BlockSparse<f64>| matrix.block(n, n).unwrap().to_owned();
            assert_eq!(block(&diagonal), block(&unpacked));
        }
    }
}

#[test]
fn packed_blocks_are_written_and_read_wherever_they_are() {
    let mut files = [None, Some(200)].map(|slice| {
        let mut file = Vec::new();
        packed::<f32>(2, slice).save(&mut file).unwrap();
        file
    });
    assert_eq!(files[0], files[1]);
    assert_eq!(files[0].len() as u64, packed::<f32>(2, None).all_bytes());
    for slice in [None, Some(300)] {
        let read = Packed::<f32>::read::<MomError>(layout(), slice, &mut &files[0][..]).unwrap();
        let mut file = Vec::new();
        read.save(&mut file).unwrap();
        assert_eq!(file, files[0]);
    }
    files[0].pop();
    assert!(Packed::<f32>::read::<MomError>(layout(), None, &mut &files[0][..]).is_err());
}

/// An entry that is not a number must not become zero.
#[test]
fn what_is_not_a_number_stays_none() {
    let fill = |groups: &mut [Group<'_>]| {
        groups.iter_mut().try_for_each(|group| {
            group.fill(|rows: &mut [BlockRow<'_, f64>]| {
                rows[1].values()[2].im = f64::NAN;
                Ok::<(), MomError>(())
            })
        })
    };
    let packed = Packed::<f64>::new(layout(), 4, None, fill).unwrap();
    let mut y = Mat::zeros(13, 1);
    let x = Mat::from_fn(13, 1, |_, _| Complex::new(1.0, 0.0));
    packed.multiply(x.as_ref(), y.as_mut()).unwrap();
    assert!(y[(3, 0)].re.is_nan() && y[(0, 0)].re == 0.0);
}
