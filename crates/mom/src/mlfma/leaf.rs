//! Conversion between basis functions and the plane waves of their leaf.
//!
//! ```text
//! out:  F(s) = (1 - s s) . sum_q J_q e^{+jk s.(r_q - c)}
//! in:   E(r) = sum_s G(s) e^{-jk s.(r - c)},   eta H(r) = sum_s s x G(s) e^{-jk s.(r - c)},   <f, alpha E + (1 - alpha) n x eta H>
//! ```
//!
//! with currents J_q at quadrature points of triangles. The factor s of k s.d is split: with A = e^{jkz cos theta} and B = e^{jk sin theta (x cos
//! phi + y sin phi)}, the directions (theta, phi), (theta, phi + pi), (pi - theta, phi) and their opposites have A B, A B*, A* B and conjugates, so
//! only a quarter of the directions needs sines, and a product of two real matrices does the rest. Nothing is stored between products: the
//! exponentials would take most of the memory. They are shared by all columns that pass through the tree together.

use poynting_exec::SimdLevel;
use poynting_linalg::{Accum, Complex, MatMut, MatRef, Par, real_matmul};

use super::directions::Directions;
use super::phases::Phases;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::rule::TriangleRule;
use poynting_mom_core::space::RwgSpace;
use poynting_mom_core::vector::Point;
use poynting_mom_core::vector::blend;
use poynting_mom_core::vector::cross;
use poynting_mom_core::vector::dot;
use poynting_mom_core::vector::sub;

/// Two components, each of real and imaginary parts.
pub const PLANES: usize = 4;

/// Data common to all leaves.
#[derive(Debug)]
pub struct Leaves<'a, T> {
    /// Their functions.
    pub space: &'a RwgSpace,
    k: f64,
    /// Shares of E and of n x eta H in what is tested.
    pub shares: [f64; 2],
    /// The quadrature rule on triangles.
    pub rule: TriangleRule,
    /// The directions of their waves.
    pub directions: Directions,
    /// sin theta and cos theta of the quarter's rows, cos phi and sin phi of its columns.
    theta: Vec<[T; 2]>,
    phi: [Vec<T>; 2],
    /// Unit vectors of theta and phi of all directions.
    units: Vec<[[T; 3]; 2]>,
    simd: SimdLevel,
}

/// Work arrays of one leaf.
#[derive(Debug, Default)]
pub struct Workspace<T> {
    triangles: Vec<u32>,
    points: Vec<Point>,
    phases: Vec<T>,
    left: Vec<T>,
    right: Vec<T>,
}

/// Coefficients a and b of the current a r - b that the functions of a leaf have on one of its triangles.
type Linear = [Complex<f64>; 4];

impl<'a, T: Precision> Leaves<'a, T> {
    /// Leaves with these directions.
    pub fn new(
        space: &'a RwgSpace,
        k: f64,
        shares: [f64; 2],
        rule: TriangleRule,
        directions: Directions,
    ) -> Self {
        let n = directions.n;
        let both = |angle: f64| {
            let (s, c) = angle.sin_cos();
            [T::of(s), T::of(c)]
        };
        let columns: Vec<[T; 2]> = (0..n).map(|j| both(directions.angle(j))).collect();
        let rows = (0..2 * n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let units = rows.map(|(i, j)| {
            let [_, theta, phi] = directions.units(i, j);
            [theta.map(T::of), phi.map(T::of)]
        });
        Self {
            space,
            k,
            shares,
            rule,
            theta: (0..n / 2).map(|i| both(directions.angle(i))).collect(),
            phi: [
                columns.iter().map(|c| c[1]).collect(),
                columns.iter().map(|c| c[0]).collect(),
            ],
            units: units.collect(),
            directions,
            simd: SimdLevel::detect(),
        }
    }

    /// Triangles of some functions, each once, and their quadrature points relative to `centre`.
    fn place(&self, functions: &[u32], centre: Point, work: &mut Workspace<T>) {
        work.triangles.clear();
        for &f in functions {
            let halves = self.space.functions()[f as usize].halves;
            work.triangles.extend(halves.map(|h| h.triangle as u32));
        }
        work.triangles.sort_unstable();
        work.triangles.dedup();
        work.points.clear();
        for &t in &work.triangles {
            let corners = &self.space.triangles()[t as usize].corners;
            let at = self.rule.points.iter();
            work.points
                .extend(at.map(|p| sub(blend(corners, *p), centre)));
        }
    }

    /// Re AB, Im AB, Re AB*, Im AB* of the quarter's directions, point by point.
    fn fill_phases(&self, work: &mut Workspace<T>) {
        let quarter = self.directions.len() / 4;
        work.phases
            .resize(work.points.len() * 4 * quarter, T::of(0.0));
        self.simd.run(Phases {
            k: self.k,
            points: &work.points,
            theta: &self.theta,
            phi: &self.phi,
            out: &mut work.phases,
        });
    }

    /// Rows of the quarter in the order AB, (AB)*, AB*, A*B.
    fn rows(&self, i: usize) -> [usize; 4] {
        let n = self.directions.n;
        [i, n + i, 2 * n - 1 - i, n - 1 - i]
    }

    /// The waves that currents radiate: `currents` has a value for each function and column, function by function.
    pub fn radiate(
        &self,
        functions: &[u32],
        centre: Point,
        currents: &[&[Complex<T>]],
        out: &mut [T],
        work: &mut Workspace<T>,
    ) {
        self.place(functions, centre, work);
        self.fill_phases(work);
        let (points, columns) = (work.points.len(), 6 * currents.len());
        work.right.clear();
        work.right.resize(points * columns, T::of(0.0));
        for (c, values) in currents.iter().enumerate() {
            let linear = self.linear(functions, values, centre, &work.triangles);
            let per = self.rule.points.len();
            for (t, [a, b @ ..]) in linear.iter().enumerate() {
                for (q, weight) in self.rule.weights.iter().enumerate() {
                    let n = t * per + q;
                    for i in 0..3 {
                        let j = (a * work.points[n][i] - b[i]) * *weight;
                        work.right[(6 * c + 2 * i) * points + n] = T::of(j.re);
                        work.right[(6 * c + 2 * i + 1) * points + n] = T::of(j.im);
                    }
                }
            }
        }
        let quarter = self.directions.len() / 4;
        work.left.resize(4 * quarter * columns, T::of(0.0));
        real_matmul(
            MatMut::from_column_major_slice_mut(&mut work.left, 4 * quarter, columns),
            Accum::Replace,
            MatRef::from_column_major_slice(&work.phases, 4 * quarter, points),
            MatRef::from_column_major_slice(&work.right, points, columns),
            T::of(1.0),
            Par::Seq,
        );
        for (sums, planes) in work
            .left
            .chunks(4 * quarter * 6)
            .zip(out.chunks_mut(PLANES * self.directions.len()))
        {
            self.gather(sums, planes);
        }
    }

    fn linear(
        &self,
        functions: &[u32],
        values: &[Complex<T>],
        centre: Point,
        triangles: &[u32],
    ) -> Vec<Linear> {
        let mut linear = vec![[Complex::new(0.0, 0.0); 4]; triangles.len()];
        for (&f, value) in functions.iter().zip(values) {
            let value = Complex::new(value.re.f64(), value.im.f64());
            for half in self.space.functions()[f as usize].halves {
                let Ok(at) = triangles.binary_search(&(half.triangle as u32)) else {
                    continue;
                };
                let corner = self.space.triangles()[half.triangle].corners[half.corner];
                let corner = sub(corner, centre);
                let a = value * (0.5 * half.weight);
                linear[at][0] += a;
                for i in 0..3 {
                    linear[at][i + 1] += a * corner[i];
                }
            }
        }
        linear
    }

    /// From sums over the quarter to both components of all directions.
    fn gather(&self, sums: &[T], planes: &mut [T]) {
        let (n, all) = (self.directions.n, self.directions.len());
        let quarter = all / 4;
        // Part 0 to 3 of the phases with component i of the current, real or imaginary.
        let sum = |part: usize, i: usize, imaginary: usize, at: usize| {
            sums[(2 * i + imaginary) * 4 * quarter + part * quarter + at]
        };
        for i in 0..n / 2 {
            for j in 0..n {
                let at = i * n + j;
                for (which, row) in self.rows(i).into_iter().enumerate() {
                    let (part, conjugate) = (which / 2 * 2, which % 2 == 1);
                    let mut value = [[T::of(0.0); 2]; 3];
                    for (c, value) in value.iter_mut().enumerate() {
                        let (rr, ii) = (sum(part, c, 0, at), sum(part + 1, c, 1, at));
                        let (ri, ir) = (sum(part, c, 1, at), sum(part + 1, c, 0, at));
                        *value = if conjugate {
                            [rr + ii, ri - ir]
                        } else {
                            [rr - ii, ri + ir]
                        };
                    }
                    let to = row * n + j;
                    for (component, unit) in self.units[to].iter().enumerate() {
                        for p in 0..2 {
                            planes[(2 * component + p) * all + to] = unit[0] * value[0][p]
                                + unit[1] * value[1][p]
                                + unit[2] * value[2][p];
                        }
                    }
                }
            }
        }
    }

    /// Tests the incoming waves and adds the result: `out` has a value for each function, column by column.
    pub fn receive(
        &self,
        functions: &[u32],
        centre: Point,
        waves: &[T],
        out: &mut [&mut [Complex<T>]],
        work: &mut Workspace<T>,
    ) {
        self.place(functions, centre, work);
        self.fill_phases(work);
        let (points, quarter) = (work.points.len(), self.directions.len() / 4);
        let columns = 12 * out.len();
        work.right.clear();
        work.right.resize(4 * quarter * columns, T::of(0.0));
        for (planes, right) in waves
            .chunks(PLANES * self.directions.len())
            .zip(work.right.chunks_mut(4 * quarter * 12))
        {
            self.spread(planes, right);
        }
        work.left.resize(points * columns, T::of(0.0));
        real_matmul(
            MatMut::from_column_major_slice_mut(&mut work.left, points, columns),
            Accum::Replace,
            MatRef::from_column_major_slice(&work.phases, 4 * quarter, points).transpose(),
            MatRef::from_column_major_slice(&work.right, 4 * quarter, columns),
            T::of(1.0),
            Par::Seq,
        );
        for (column, out) in out.iter_mut().enumerate() {
            let fields = &work.left[12 * column * points..][..12 * points];
            self.test(functions, centre, fields, out, work);
        }
    }

    /// From both components of all directions to the operand of the quarter's phases: E, then eta H.
    fn spread(&self, planes: &[T], right: &mut [T]) {
        let (n, all) = (self.directions.n, self.directions.len());
        let quarter = all / 4;
        for i in 0..n / 2 {
            for j in 0..n {
                let at = i * n + j;
                let rows = self.rows(i).map(|row| row * n + j);
                for part in [0, 2] {
                    let [direct, conjugate] =
                        [rows[part], rows[part + 1]].map(|to| self.fields(planes, all, to));
                    for c in 0..6 {
                        let ([xr, xi], [yr, yi]) = (direct[c], conjugate[c]);
                        let mut put = |p: usize, imaginary: usize, value: T| {
                            right[(2 * c + imaginary) * 4 * quarter + p * quarter + at] = value;
                        };
                        // X (P - jP') + Y (P + jP').
                        put(part, 0, xr + yr);
                        put(part, 1, xi + yi);
                        put(part + 1, 0, xi - yi);
                        put(part + 1, 1, yr - xr);
                    }
                }
            }
        }
    }

    /// Cartesian components of G and of s x G in one direction.
    #[inline(always)]
    fn fields(&self, planes: &[T], all: usize, to: usize) -> [[T; 2]; 6] {
        let [theta, phi] = self.units[to];
        let mut fields = [[T::of(0.0); 2]; 6];
        for p in 0..2 {
            let (a, b) = (planes[p * all + to], planes[(2 + p) * all + to]);
            for i in 0..3 {
                fields[i][p] = a * theta[i] + b * phi[i];
                fields[3 + i][p] = a * phi[i] - b * theta[i];
            }
        }
        fields
    }

    fn test(
        &self,
        functions: &[u32],
        centre: Point,
        fields: &[T],
        out: &mut [Complex<T>],
        work: &Workspace<T>,
    ) {
        let (points, per) = (work.points.len(), self.rule.points.len());
        let [electric, magnetic] = self.shares;
        // For each triangle the sum of w V, and of w r.V.
        let mut sums = vec![[Complex::new(0.0, 0.0); 4]; work.triangles.len()];
        for ((t, &triangle), sum) in work.triangles.iter().enumerate().zip(&mut sums) {
            let normal = self.space.triangles()[triangle as usize].normal;
            for (q, &weight) in self.rule.weights.iter().enumerate() {
                let n = t * per + q;
                let part = |c: usize, p: usize| fields[(2 * c + p) * points + n].f64();
                for p in 0..2 {
                    let e = [part(0, p), part(1, p), part(2, p)];
                    let h = cross(normal, [part(3, p), part(4, p), part(5, p)]);
                    let v: Point =
                        std::array::from_fn(|i| weight * (electric * e[i] + magnetic * h[i]));
                    let all = [dot(work.points[n], v), v[0], v[1], v[2]];
                    for (total, x) in sum.iter_mut().zip(all) {
                        if p == 0 {
                            total.re += x;
                        } else {
                            total.im += x;
                        }
                    }
                }
            }
        }
        for (&f, value) in functions.iter().zip(out) {
            for half in self.space.functions()[f as usize].halves {
                let Ok(at) = work.triangles.binary_search(&(half.triangle as u32)) else {
                    continue;
                };
                let corner = self.space.triangles()[half.triangle].corners[half.corner];
                let corner = sub(corner, centre);
                let [along, v @ ..] = sums[at];
                let tested = along - (v[0] * corner[0] + v[1] * corner[1] + v[2] * corner[2]);
                value.re += T::of(0.5 * half.weight * tested.re);
                value.im += T::of(0.5 * half.weight * tested.im);
            }
        }
    }
}
