//! State of a run that a checkpoint can keep: counts and numbers one after the other, little-endian, as they lie in memory.

use std::io::{self, ErrorKind, Read, Write};

use poynting_exec::{bytes_of, bytes_of_mut};
use poynting_linalg::{Complex, Mat, MatRef};

use crate::block_sparse::{reals, reals_mut};
use poynting_mom_core::precision::Precision;

/// What can be written to a file and read back.
pub trait State: Sync {
    /// About how many bytes that takes.
    fn bytes(&self) -> u64;
    /// Writes it.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;
    /// Whether it is complete, rather than a stage on the way.
    fn is_final(&self) -> bool {
        true
    }
}

/// Several numbers read at a time: a damaged count does not allocate much.
const SOME: usize = 1 << 16;

/// Content that does not belong to the scene.
pub fn unfit() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the state does not fit the scene")
}

pub fn put_count(to: &mut dyn Write, count: usize) -> io::Result<()> {
    to.write_all(&(count as u64).to_le_bytes())
}

pub fn take_count(from: &mut dyn Read) -> io::Result<usize> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| unfit())
}

/// A count that must be below a limit.
pub fn take_below(from: &mut dyn Read, limit: usize) -> io::Result<usize> {
    let count = take_count(from)?;
    if count < limit {
        Ok(count)
    } else {
        Err(unfit())
    }
}

pub fn put_counts(to: &mut dyn Write, counts: &[usize]) -> io::Result<()> {
    put_count(to, counts.len())?;
    counts.iter().try_for_each(|&count| put_count(to, count))
}

pub fn take_counts(from: &mut dyn Read) -> io::Result<Vec<usize>> {
    let len = take_count(from)?;
    (0..len).map(|_| take_count(from)).collect()
}

/// Numbers with their count.
pub fn put_numbers(to: &mut dyn Write, numbers: &[f64]) -> io::Result<()> {
    put_count(to, numbers.len())?;
    to.write_all(bytes_of(numbers))
}

pub fn take_numbers(from: &mut dyn Read) -> io::Result<Vec<f64>> {
    let len = take_count(from)?;
    let mut numbers = Vec::new();
    while numbers.len() < len {
        let (first, some) = (numbers.len(), SOME.min(len - numbers.len()));
        numbers.resize(first + some, 0.0);
        from.read_exact(bytes_of_mut(&mut numbers[first..]))?;
    }
    Ok(numbers)
}

/// Values without their count.
pub fn put_values<T: Precision>(to: &mut dyn Write, values: &[Complex<T>]) -> io::Result<()> {
    to.write_all(bytes_of(reals(values)))
}

pub fn take_values<T: Precision>(from: &mut dyn Read, values: &mut [Complex<T>]) -> io::Result<()> {
    from.read_exact(bytes_of_mut(reals_mut(values)))
}

/// A matrix whose columns are contiguous, without its shape.
pub fn put_matrix<T: Precision>(
    to: &mut dyn Write,
    matrix: MatRef<'_, Complex<T>>,
) -> io::Result<()> {
    (matrix.col_iter()).try_for_each(|column| match column.try_as_col_major() {
        Some(column) => put_values(to, column.as_slice()),
        None => Err(unfit()),
    })
}

pub fn take_matrix<T: Precision>(
    from: &mut dyn Read,
    [rows, columns]: [usize; 2],
) -> io::Result<Mat<Complex<T>>> {
    let mut matrix = Mat::zeros(rows, columns);
    for column in 0..columns {
        take_values(from, matrix.col_as_slice_mut(column))?;
    }
    Ok(matrix)
}
