//! Routines compiled here once for each precision.
//!
//! The methods of [`Scalar`] are the routines of faer with all their parameters fixed. Each is kept out of line, so that no caller gets a copy.

use faer::complex::Complex;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj as apply,
};
use faer::linalg::lu::partial_pivoting::factor;
use faer::linalg::matmul::matmul;
use faer::linalg::qr::no_pivoting::factor::{
    qr_in_place, qr_in_place_scratch, recommended_block_size,
};
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};
use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place, solve_unit_lower_triangular_in_place,
    solve_unit_upper_triangular_in_place, solve_upper_triangular_in_place,
};
use faer::traits::RealField;
use faer::{Accum, Conj, MatMut, MatRef, Par, Spec};
use std::ops::Neg;

use crate::lanes::Lanes;

mod sealed {
    /// Only for the two precisions of this crate.
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A triangle of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Triangle {
    /// On and below the diagonal.
    Lower,
    /// Below a diagonal of ones.
    UnitLower,
    /// On and above the diagonal.
    Upper,
    /// Above a diagonal of ones.
    UnitUpper,
}

impl Triangle {
    /// Whether it lies below the diagonal.
    pub const fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::UnitLower)
    }
}

/// `f32` or `f64`, with the linear algebra of its complex numbers.
///
/// [`crate::matmul`], [`crate::Lu`], [`crate::Qr`] and [`crate::Svd`] are built on these methods.
pub trait Scalar:
    RealField + Copy + From<f32> + Neg<Output = Self> + Lanes + sealed::Sealed
{
    #[doc(hidden)]
    fn matmul(
        dst: MatMut<'_, Complex<Self>>,
        accum: Accum,
        a: MatRef<'_, Complex<Self>>,
        b: MatRef<'_, Complex<Self>>,
        factor: Complex<Self>,
        par: Par,
    );
    #[doc(hidden)]
    fn adjoint_matmul(
        dst: MatMut<'_, Complex<Self>>,
        accum: Accum,
        a: MatRef<'_, Complex<Self>>,
        b: MatRef<'_, Complex<Self>>,
        factor: Complex<Self>,
        par: Par,
    );
    #[doc(hidden)]
    fn real_matmul(
        dst: MatMut<'_, Self>,
        accum: Accum,
        a: MatRef<'_, Self>,
        b: MatRef<'_, Self>,
        factor: Self,
        par: Par,
    );
    #[doc(hidden)]
    fn norm(matrix: MatRef<'_, Complex<Self>>) -> Self;
    /// Factors a panel and returns the row with which each row was exchanged.
    #[doc(hidden)]
    fn lu(panel: MatMut<'_, Complex<Self>>) -> Vec<usize>;
    #[doc(hidden)]
    fn solve_triangle(
        triangle: Triangle,
        factors: MatRef<'_, Complex<Self>>,
        sides: MatMut<'_, Complex<Self>>,
    );
    #[doc(hidden)]
    fn qr_block_size(rows: usize, columns: usize) -> usize;
    #[doc(hidden)]
    fn qr(basis: MatMut<'_, Complex<Self>>, factor: MatMut<'_, Complex<Self>>);
    #[doc(hidden)]
    fn qr_apply(
        basis: MatRef<'_, Complex<Self>>,
        factor: MatRef<'_, Complex<Self>>,
        product: MatMut<'_, Complex<Self>>,
    );
    #[doc(hidden)]
    fn svd(
        matrix: MatRef<'_, Complex<Self>>,
        x: MatMut<'_, Complex<Self>>,
        y: MatMut<'_, Complex<Self>>,
    ) -> Option<Vec<Self>>;
}

/// The exchanges that bring the rows `source` to the top, one after the other. `scratch` has the length of a column.
fn exchanges(source: &[usize], mut scratch: Vec<usize>) -> Vec<usize> {
    let place_of = &mut scratch;
    let mut row_at: Vec<usize> = (0..place_of.len()).collect();
    place_of.copy_from_slice(&row_at);
    let bring = |(place, &row): (usize, &usize)| {
        let with = place_of[row];
        row_at.swap(place, with);
        place_of[row_at[with]] = with;
        with
    };
    source.iter().enumerate().map(bring).collect()
}

macro_rules! scalar {
    ($real:ty) => {
        impl Scalar for $real {
            #[inline(never)]
            fn matmul(
                dst: MatMut<'_, Complex<Self>>,
                accum: Accum,
                a: MatRef<'_, Complex<Self>>,
                b: MatRef<'_, Complex<Self>>,
                factor: Complex<Self>,
                par: Par,
            ) {
                matmul(dst, accum, a, b, factor, par);
            }

            #[inline(never)]
            fn adjoint_matmul(
                dst: MatMut<'_, Complex<Self>>,
                accum: Accum,
                a: MatRef<'_, Complex<Self>>,
                b: MatRef<'_, Complex<Self>>,
                factor: Complex<Self>,
                par: Par,
            ) {
                matmul(dst, accum, a.adjoint(), b, factor, par);
            }

            #[inline(never)]
            fn real_matmul(
                dst: MatMut<'_, Self>,
                accum: Accum,
                a: MatRef<'_, Self>,
                b: MatRef<'_, Self>,
                factor: Self,
                par: Par,
            ) {
                matmul(dst, accum, a, b, factor, par);
            }

            #[inline(never)]
            fn norm(matrix: MatRef<'_, Complex<Self>>) -> Self {
                matrix.norm_l2()
            }

            #[inline(never)]
            fn lu(panel: MatMut<'_, Complex<Self>>) -> Vec<usize> {
                let (rows, columns) = panel.shape();
                let (mut source, mut inverse) = (vec![0_usize; rows], vec![0_usize; rows]);
                let (par, params) = (Par::Seq, Spec::default());
                let scratch =
                    factor::lu_in_place_scratch::<usize, Complex<Self>>(rows, columns, par, params);
                factor::lu_in_place(
                    panel,
                    &mut source,
                    &mut inverse,
                    par,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                    params,
                );
                exchanges(&source[..columns], inverse)
            }

            #[inline(never)]
            fn solve_triangle(
                triangle: Triangle,
                factors: MatRef<'_, Complex<Self>>,
                sides: MatMut<'_, Complex<Self>>,
            ) {
                let par = Par::Seq;
                match triangle {
                    Triangle::Lower => solve_lower_triangular_in_place(factors, sides, par),
                    Triangle::UnitLower => {
                        solve_unit_lower_triangular_in_place(factors, sides, par);
                    }
                    Triangle::Upper => solve_upper_triangular_in_place(factors, sides, par),
                    Triangle::UnitUpper => {
                        solve_unit_upper_triangular_in_place(factors, sides, par);
                    }
                }
            }

            #[inline(never)]
            fn qr_block_size(rows: usize, columns: usize) -> usize {
                recommended_block_size::<Complex<Self>>(rows, columns)
            }

            #[inline(never)]
            fn qr(basis: MatMut<'_, Complex<Self>>, factor: MatMut<'_, Complex<Self>>) {
                let (m, n) = basis.shape();
                let params = Spec::default();
                let scratch =
                    qr_in_place_scratch::<Complex<Self>>(m, n, factor.nrows(), Par::Seq, params);
                qr_in_place(
                    basis,
                    factor,
                    Par::Seq,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                    params,
                );
            }

            #[inline(never)]
            fn qr_apply(
                basis: MatRef<'_, Complex<Self>>,
                factor: MatRef<'_, Complex<Self>>,
                product: MatMut<'_, Complex<Self>>,
            ) {
                let scratch =
                    apply_scratch::<Complex<Self>>(basis.nrows(), factor.nrows(), product.ncols());
                apply(
                    basis,
                    factor,
                    Conj::No,
                    product,
                    Par::Seq,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                );
            }

            #[inline(never)]
            fn svd(
                matrix: MatRef<'_, Complex<Self>>,
                x: MatMut<'_, Complex<Self>>,
                y: MatMut<'_, Complex<Self>>,
            ) -> Option<Vec<Self>> {
                let n = matrix.nrows();
                let mut s = Diag::zeros(n);
                let (thin, params) = (ComputeSvdVectors::Thin, Spec::default());
                let scratch = svd_scratch::<Complex<Self>>(n, n, thin, thin, Par::Seq, params);
                svd(
                    matrix,
                    s.as_mut(),
                    Some(x),
                    Some(y),
                    Par::Seq,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                    params,
                )
                .ok()?;
                Some(s.column_vector().iter().map(|s| s.re).collect())
            }
        }
    };
}

scalar!(f32);
scalar!(f64);
