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
use faer::linalg::lu::partial_pivoting::{factor, solve};
use faer::linalg::matmul::matmul;
use faer::linalg::qr::no_pivoting::factor::{
    qr_in_place, qr_in_place_scratch, recommended_block_size,
};
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};
use faer::perm::PermRef;
use faer::traits::RealField;
use faer::{Accum, Conj, MatMut, MatRef, Par, Spec};

mod sealed {
    /// Only for the two precisions of this crate.
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`, with the linear algebra of its complex numbers.
///
/// [`crate::matmul`], [`crate::Lu`], [`crate::Qr`] and [`crate::Svd`] are built on these methods.
pub trait Scalar: RealField + sealed::Sealed {
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
    #[doc(hidden)]
    fn lu(
        matrix: MatMut<'_, Complex<Self>>,
        forward: &mut [usize],
        backward: &mut [usize],
        par: Par,
    );
    #[doc(hidden)]
    fn lu_solve(
        factors: MatRef<'_, Complex<Self>>,
        permutation: PermRef<'_, usize>,
        sides: MatMut<'_, Complex<Self>>,
        par: Par,
    );
    #[doc(hidden)]
    fn lu_solve_transpose(
        factors: MatRef<'_, Complex<Self>>,
        permutation: PermRef<'_, usize>,
        conj: Conj,
        sides: MatMut<'_, Complex<Self>>,
        par: Par,
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
            fn lu(
                matrix: MatMut<'_, Complex<Self>>,
                forward: &mut [usize],
                backward: &mut [usize],
                par: Par,
            ) {
                let size = matrix.nrows();
                let params = Spec::default();
                let scratch =
                    factor::lu_in_place_scratch::<usize, Complex<Self>>(size, size, par, params);
                factor::lu_in_place(
                    matrix,
                    forward,
                    backward,
                    par,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                    params,
                );
            }

            #[inline(never)]
            fn lu_solve(
                factors: MatRef<'_, Complex<Self>>,
                permutation: PermRef<'_, usize>,
                sides: MatMut<'_, Complex<Self>>,
                par: Par,
            ) {
                let scratch = solve::solve_in_place_scratch::<usize, Complex<Self>>(
                    factors.nrows(),
                    sides.ncols(),
                    par,
                );
                solve::solve_in_place(
                    factors,
                    factors,
                    permutation,
                    sides,
                    par,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                );
            }

            #[inline(never)]
            fn lu_solve_transpose(
                factors: MatRef<'_, Complex<Self>>,
                permutation: PermRef<'_, usize>,
                conj: Conj,
                sides: MatMut<'_, Complex<Self>>,
                par: Par,
            ) {
                let scratch = solve::solve_transpose_in_place_scratch::<usize, Complex<Self>>(
                    factors.nrows(),
                    sides.ncols(),
                    par,
                );
                solve::solve_transpose_in_place_with_conj(
                    factors,
                    factors,
                    permutation,
                    conj,
                    sides,
                    par,
                    MemStack::new(&mut MemBuffer::new(scratch)),
                );
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
