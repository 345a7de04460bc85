//! The kernels: products of complex matrices and exchanges of rows. A matrix is stored by columns, each entry as its real and its imaginary part.

use cubecl::prelude::*;
use poynting_exec::Real;

/// Threads that share the rows of a tile.
pub const THREADS: usize = 64;

/// What a thread computes: so many entries of each of so many columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Rows, `THREADS` apart.
    pub rows: usize,
    /// Columns, one beside the other.
    pub columns: usize,
}

/// What happens to a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Use {
    /// It is subtracted from C.
    Subtract,
    /// It replaces C.
    Replace,
}

/// Where the factors A, B and the result C lie in their buffers.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Shape {
    /// Rows of A and C.
    pub rows: usize,
    /// Blocks of threads that share them.
    pub blocks: usize,
    /// Columns of B and C.
    pub columns: usize,
    /// Columns of A and rows of B.
    pub depth: usize,
    /// The first row of A, and the rows of its buffer.
    pub a: usize,
    /// Rows of the buffer of A.
    pub a_rows: usize,
    /// The first row of B.
    pub b: usize,
    /// Rows of the buffer of B.
    pub b_rows: usize,
    /// The first row of C.
    pub c: usize,
    /// Rows of the buffer of C.
    pub c_rows: usize,
}

/// C - A B or A B. The sum of an entry runs over the columns of A in their order, as on the CPU.
#[cube(launch_unchecked)]
pub fn product<T: Real>(
    a: &Array<T>,
    b: &Array<T>,
    c: &mut Array<T>,
    shape: &Shape,
    #[comptime] tile: Tile,
    #[comptime] result: Use,
) {
    let tall = comptime!(tile.rows);
    let wide = comptime!(tile.columns);
    let block = ABSOLUTE_POS / THREADS;
    let row = (block % shape.blocks) * (THREADS * tall) + ABSOLUTE_POS % THREADS;
    let column = (block / shape.blocks) * wide;
    if row < shape.rows && column < shape.columns {
        let mut re = Array::<T>::new(comptime!(tile.rows * tile.columns));
        let mut im = Array::<T>::new(comptime!(tile.rows * tile.columns));
        let mut a_re = Array::<T>::new(tall);
        let mut a_im = Array::<T>::new(tall);
        #[unroll]
        for n in 0..comptime!(tile.rows * tile.columns) {
            re[n] = T::of(0.0);
            im[n] = T::of(0.0);
        }
        for k in 0..shape.depth {
            #[unroll]
            for i in 0..tall {
                // Rows and columns beyond the last are read as the last and not written.
                let at = 2 * (k * shape.a_rows + shape.a + min(row + i * THREADS, shape.rows - 1));
                a_re[i] = a[at];
                a_im[i] = a[at + 1];
            }
            #[unroll]
            for j in 0..wide {
                let at = 2 * (min(column + j, shape.columns - 1) * shape.b_rows + shape.b + k);
                let b_re = b[at];
                let b_im = b[at + 1];
                #[unroll]
                for i in 0..tall {
                    let n = comptime!(j * tile.rows + i);
                    re[n] += a_re[i] * b_re - a_im[i] * b_im;
                    im[n] += a_im[i] * b_re + a_re[i] * b_im;
                }
            }
        }
        #[unroll]
        for j in 0..wide {
            #[unroll]
            for i in 0..tall {
                let n = comptime!(j * tile.rows + i);
                if row + i * THREADS < shape.rows && column + j < shape.columns {
                    let at = 2 * ((column + j) * shape.c_rows + shape.c + row + i * THREADS);
                    if comptime!(result == Use::Subtract) {
                        c[at] -= re[n];
                        c[at + 1] -= im[n];
                    } else {
                        c[at] = re[n];
                        c[at + 1] = im[n];
                    }
                }
            }
        }
    }
}

/// Rows that are moved, and the matrix they are in.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Rows {
    /// Rows that are moved.
    pub count: usize,
    /// Columns of the matrix.
    pub columns: usize,
    /// Rows of its buffer.
    pub height: usize,
}

/// Copies the rows of a matrix that `numbers` names into a matrix of their own.
#[cube(launch_unchecked)]
pub fn gather<T: Real>(from: &Array<T>, numbers: &Array<u32>, to: &mut Array<T>, moved: &Rows) {
    if ABSOLUTE_POS < moved.count * moved.columns {
        let row = numbers[ABSOLUTE_POS % moved.count] as usize;
        let at = 2 * (ABSOLUTE_POS / moved.count * moved.height + row);
        to[2 * ABSOLUTE_POS] = from[at];
        to[2 * ABSOLUTE_POS + 1] = from[at + 1];
    }
}

/// Copies the rows of a matrix to those of another one that `numbers` names.
#[cube(launch_unchecked)]
pub fn scatter<T: Real>(from: &Array<T>, numbers: &Array<u32>, to: &mut Array<T>, moved: &Rows) {
    if ABSOLUTE_POS < moved.count * moved.columns {
        let row = numbers[ABSOLUTE_POS % moved.count] as usize;
        let at = 2 * (ABSOLUTE_POS / moved.count * moved.height + row);
        to[at] = from[2 * ABSOLUTE_POS];
        to[at + 1] = from[2 * ABSOLUTE_POS + 1];
    }
}
