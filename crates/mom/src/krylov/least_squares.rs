//! min |G - H Y| column by column, for an H that grows to the right and downwards, by Givens rotations.
//!
//! Column n of H has entries down to some row below its diagonal, one for ordinary GMRES and otherwise as many as the block is wide. Rotations make H
//! triangular, and what they leave of a right-hand side below the triangle is its residual (Y. Saad, Iterative Methods for Sparse Linear
//! Systems, 2003, section 6.5.3).

use std::io::{self, Read, Write};

use poynting_linalg::Complex;

use crate::state::{
    put_count, put_numbers, put_values, take_below, take_count, take_numbers, take_values, unfit,
};
use poynting_mom_core::panel::Small;

type C = Complex<f64>;

/// A diagonal below this share of the largest one comes from a direction that the matrix maps to nothing new.
const SINGULAR: f64 = 1e-14;

/// More rows than a problem can have.
const LONGEST: usize = 1 << 24;

/// One rotation of two rows.
#[derive(Debug, Clone, Copy)]
struct Rotation {
    rows: [usize; 2],
    cosine: f64,
    sine: C,
}

impl Rotation {
    /// The rotation of `rows` that zeroes the second value.
    fn new(rows: [usize; 2], column: &[C]) -> Self {
        let [f, g] = rows.map(|row| column[row]);
        let [size, other] = [f, g].map(|x| x.re.hypot(x.im));
        let whole = size.hypot(other);
        let (cosine, sine) = if other == 0.0 {
            (1.0, Complex::new(0.0, 0.0))
        } else if size == 0.0 {
            (0.0, g.conj() / other)
        } else {
            (size / whole, f / size * g.conj() / whole)
        };
        Self { rows, cosine, sine }
    }

    fn apply(&self, column: &mut [C]) {
        let [x, y] = self.rows.map(|row| column[row]);
        column[self.rows[0]] = x * self.cosine + self.sine * y;
        column[self.rows[1]] = y * self.cosine - self.sine.conj() * x;
    }
}

/// The problem so far.
#[derive(Debug)]
pub struct LeastSquares {
    triangle: Vec<Vec<C>>,
    rotations: Vec<Rotation>,
    sides: Vec<Vec<C>>,
}

impl LeastSquares {
    /// Starts from right-hand sides; rows beyond the given ones are zero.
    pub fn new(sides: &Small) -> Self {
        let column = |n: usize| (0..sides.nrows()).map(|row| sides[(row, n)]).collect();
        Self {
            triangle: Vec::new(),
            rotations: Vec::new(),
            sides: (0..sides.ncols()).map(column).collect(),
        }
    }

    /// Writes all of it.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put_columns(to, &self.triangle)?;
        put_columns(to, &self.sides)?;
        put_count(to, self.rotations.len())?;
        self.rotations.iter().try_for_each(|rotation| {
            rotation
                .rows
                .iter()
                .try_for_each(|&row| put_count(to, row))?;
            let Rotation { cosine, sine, .. } = rotation;
            put_numbers(to, &[*cosine, sine.re, sine.im])
        })
    }

    /// A problem as it was written.
    pub fn read(from: &mut dyn Read) -> io::Result<Self> {
        let (triangle, sides) = (take_columns(from)?, take_columns(from)?);
        let rows = sides.first().map_or(0, Vec::len);
        let fits = (triangle.iter().enumerate()).all(|(n, column)| column.len() == n + 1)
            && sides.iter().all(|side| side.len() == rows)
            && triangle.len() <= rows;
        if !fits {
            return Err(unfit());
        }
        let count = take_count(from)?;
        let rotation = |_| {
            let rows = [take_below(from, rows)?, take_below(from, rows)?];
            match take_numbers(from)?[..] {
                [cosine, re, im] => Ok(Rotation {
                    rows,
                    cosine,
                    sine: Complex::new(re, im),
                }),
                _ => Err(unfit()),
            }
        };
        Ok(Self {
            triangle,
            rotations: (0..count).map(rotation).collect::<io::Result<_>>()?,
            sides,
        })
    }

    /// Adds columns to H.
    pub fn push(&mut self, columns: &Small) {
        for side in &mut self.sides {
            side.resize(columns.nrows(), Complex::new(0.0, 0.0));
        }
        for n in 0..columns.ncols() {
            let mut column: Vec<C> = (0..columns.nrows()).map(|row| columns[(row, n)]).collect();
            for rotation in &self.rotations {
                rotation.apply(&mut column);
            }
            let diagonal = self.triangle.len();
            for row in diagonal + 1..columns.nrows() {
                let rotation = Rotation::new([diagonal, row], &column);
                rotation.apply(&mut column);
                self.sides.iter_mut().for_each(|side| rotation.apply(side));
                self.rotations.push(rotation);
            }
            column.truncate(diagonal + 1);
            self.triangle.push(column);
        }
    }

    /// |g - H y| of a right-hand side.
    pub fn residual(&self, side: usize) -> f64 {
        let rest = &self.sides[side][self.triangle.len()..];
        rest.iter().map(C::norm_sqr).sum::<f64>().sqrt()
    }

    /// Y.
    pub fn solve(&self) -> Small {
        let rank = self.triangle.len();
        let diagonal = |n: usize| self.triangle[n][n].norm();
        let largest = (0..rank).map(diagonal).fold(0.0, f64::max);
        let mut y = Small::zeros(rank, self.sides.len());
        for (column, side) in self.sides.iter().enumerate() {
            let mut rest = side[..rank].to_vec();
            for n in (0..rank).rev() {
                if diagonal(n) <= SINGULAR * largest {
                    continue;
                }
                let value = rest[n] / self.triangle[n][n];
                y[(n, column)] = value;
                for (rest, factor) in rest.iter_mut().zip(&self.triangle[n][..n]) {
                    *rest -= value * factor;
                }
            }
        }
        y
    }
}

fn put_columns(to: &mut dyn Write, columns: &[Vec<C>]) -> io::Result<()> {
    put_count(to, columns.len())?;
    columns.iter().try_for_each(|column| {
        put_count(to, column.len())?;
        put_values(to, column)
    })
}

fn take_columns(from: &mut dyn Read) -> io::Result<Vec<Vec<C>>> {
    let count = take_count(from)?;
    let column = |_| {
        let len = take_below(from, LONGEST)?;
        let mut column = vec![Complex::new(0.0, 0.0); len];
        take_values(from, &mut column)?;
        Ok(column)
    };
    (0..count).map(column).collect()
}
