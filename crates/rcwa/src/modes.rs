//! Modes of a layer.
//!
//! ```text
//! e = (Ex, Ey),  u = Z0 (Hy, -Hx),  z in units of 1/k0:   de/dz = -j A u,   du/dz = -j B e
//! A = 1 - | Kx | [[eps]]^-1 | Kx Ky |,      B = eps_t - |  Ky | | Ky -Kx |
//!         | Ky |                                        | -Kx |
//! e = W (e^{-j gamma z} f + e^{j gamma z} b),   u = V (e^{-j gamma z} f - e^{j gamma z} b),   A B W = W gamma^2,   V = B W/gamma
//! ```
//!
//! (M. G. Moharam, E. B. Grann, D. A. Pommet, T. K. Gaylord, J. Opt. Soc. Am. A 12, 1068, 1995; P. Lalanne, G. M. Morris, J. Opt. Soc. Am. A 13, 779,
//! 1996; G. Granet, B. Guizal, J. Opt. Soc. Am. A 13, 1019, 1996), with eps_t the matrix of products with the transverse permittivity (`raster`,
//! `normal`). The product A B has half the size of the system. Two cases need less:
//!
//! - A uniform layer has the orders themselves as modes: W = 1, V = gamma s s^T + eps/gamma p p^T, with p along the transverse wave number and s across.
//! - A lamellar layer has modes without Hx and modes without Ex for every ky, whose eigenvalues are those of ky = 0 less ky^2:
//!
//! ```text
//! Hx = 0:  (1/eps)^-1 (1 - Kx [[eps]]^-1 Kx) v = (gamma^2 + ky^2) v,   u = (gamma v, 0),   e = ((1 - Kx [[eps]]^-1 Kx) v, -ky [[eps]]^-1 Kx v)
//! Ex = 0:  ([[eps]] - Kx^2) w = (gamma^2 + ky^2) w,   e = (0, gamma w),   u = (ky Kx w, (gamma^2 + ky^2) w)
//! ```

use poynting_linalg::{Lu, Mat, MatRef, c64, eigen, product};

use crate::algebra::{combined, factored, identity, inverse, scaled, solved};
use crate::harmonics::{Harmonics, Sector, decaying_root};
use crate::layer::{Medium, Placement, Rules};
use crate::products::Products;
use crate::raster::{Rule, along};

/// The modes of a layer or a half space.
#[derive(Debug)]
pub(crate) struct Modes {
    /// Normal wave numbers over k0.
    pub gamma: Vec<c64>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// V and its inverse.
    Uniform { v: Blocks, inverse: Blocks },
    Patterned {
        w: Mat<c64>,
        v: Mat<c64>,
        w_factors: Lu<f64>,
        v_factors: Lu<f64>,
    },
}

/// A symmetric matrix of two by two for every order, or one number where the sector has one component.
#[derive(Debug)]
struct Blocks {
    diagonal: Vec<c64>,
    cross: Option<Vec<c64>>,
}

impl Blocks {
    /// s s^T times the first plus p p^T times the second of a pair, for every order.
    fn new(harmonics: &Harmonics, sector: Sector, pair: impl Fn(usize) -> [c64; 2]) -> Self {
        let count = harmonics.count();
        let entry = |place: usize, [i, j]: [usize; 2]| {
            let [s, p] = pair(place);
            let [px, py] = harmonics.along(place);
            let (along, across) = ([px, py], [-py, px]);
            s * (across[i] * across[j]) + p * (along[i] * along[j])
        };
        let part = |at: [usize; 2]| (0..count).map(move |place| entry(place, at));
        match sector {
            Sector::X => Self {
                diagonal: part([0, 0]).collect(),
                cross: None,
            },
            Sector::Y => Self {
                diagonal: part([1, 1]).collect(),
                cross: None,
            },
            Sector::Both => Self {
                diagonal: part([0, 0]).chain(part([1, 1])).collect(),
                cross: Some(part([0, 1]).collect()),
            },
        }
    }

    fn applied(&self, matrix: MatRef<'_, c64>) -> Mat<c64> {
        let half = self.diagonal.len() / 2;
        Mat::from_fn(matrix.nrows(), matrix.ncols(), |row, column| {
            let own = self.diagonal[row] * matrix[(row, column)];
            match &self.cross {
                None => own,
                Some(cross) => {
                    own + cross[row % half] * matrix[((row + half) % (2 * half), column)]
                }
            }
        })
    }

    fn matrix(&self) -> Mat<c64> {
        self.applied(identity(self.diagonal.len()).as_ref())
    }
}

impl Modes {
    /// The orders in a uniform medium.
    pub fn uniform(harmonics: &Harmonics, sector: Sector, permittivity: c64) -> Self {
        let normal: Vec<c64> = (0..harmonics.count())
            .map(|place| harmonics.normal(place, permittivity))
            .collect();
        let [v, inverse] = [false, true].map(|inverted| {
            Blocks::new(harmonics, sector, |place| {
                let pair = admittances(normal[place], permittivity);
                if inverted {
                    pair.map(|y| y.inv())
                } else {
                    pair
                }
            })
        });
        let mut gamma = normal.clone();
        if sector == Sector::Both {
            gamma.extend(normal);
        }
        Self {
            gamma,
            kind: Kind::Uniform { v, inverse },
        }
    }

    /// The modes of a layer; None if the eigenvalues do not converge.
    pub fn new(harmonics: &Harmonics, sector: Sector, medium: &Medium) -> Option<Self> {
        match &medium.content {
            Placement::Uniform(value) => Some(Self::uniform(harmonics, sector, *value)),
            Placement::Lamellar { edges, values } => {
                let rule = if medium.rules == Rules::Laurent {
                    Rule::Laurent
                } else {
                    Rule::Inverse
                };
                Lamellar::new(harmonics, edges, values, rule).modes(harmonics, sector)
            }
            Placement::Raster(_) | Placement::Pattern(_) => crossed(harmonics, medium),
        }
    }

    fn patterned(gamma: Vec<c64>, w: Mat<c64>, v: Mat<c64>) -> Self {
        let (w_factors, v_factors) = (factored(w.clone()), factored(v.clone()));
        Self {
            gamma,
            kind: Kind::Patterned {
                w,
                v,
                w_factors,
                v_factors,
            },
        }
    }

    /// W: transverse E of the modes.
    pub fn electric(&self) -> Mat<c64> {
        match &self.kind {
            Kind::Uniform { .. } => identity(self.gamma.len()),
            Kind::Patterned { w, .. } => w.clone(),
        }
    }

    /// V: transverse H of the modes.
    pub fn magnetic(&self) -> Mat<c64> {
        match &self.kind {
            Kind::Uniform { v, .. } => v.matrix(),
            Kind::Patterned { v, .. } => v.clone(),
        }
    }

    /// W^-1 times the matrix W of other modes.
    pub fn electric_of(&self, other: &Self) -> Mat<c64> {
        match &self.kind {
            Kind::Uniform { .. } => other.electric(),
            Kind::Patterned { w_factors, .. } => solved(w_factors, other.electric()),
        }
    }

    /// V^-1 times the matrix V of other modes.
    pub fn magnetic_of(&self, other: &Self) -> Mat<c64> {
        match &self.kind {
            Kind::Uniform { inverse, .. } => inverse.applied(other.magnetic().as_ref()),
            Kind::Patterned { v_factors, .. } => solved(v_factors, other.magnetic()),
        }
    }
}

/// u over e of a wave along +z in a uniform medium: across the transverse wave number (s) and along it (p).
pub(crate) fn admittances(normal: c64, permittivity: c64) -> [c64; 2] {
    [normal, permittivity * normal.inv()]
}

/// What the modes of a lamellar layer have in common for all ky.
struct Lamellar {
    /// (1/eps)^-1.
    across: Mat<c64>,
    /// [[eps]].
    direct: Mat<c64>,
    /// [[eps]]^-1 Kx.
    slope: Mat<c64>,
    /// 1 - Kx [[eps]]^-1 Kx.
    stiff: Mat<c64>,
    kx: Vec<c64>,
}

impl Lamellar {
    fn new(harmonics: &Harmonics, edges: &[f64], values: &[c64], rule: Rule) -> Self {
        let most = harmonics.orders.x;
        let columns = harmonics.orders.columns();
        let kx: Vec<c64> = (harmonics.kx[..columns].iter().map(|&k| k.into())).collect();
        let direct = along(edges, values, most, Rule::Laurent);
        let one = vec![c64::new(1.0, 0.0); columns];
        let slope = scaled(&one, inverse(direct.clone()).as_ref(), &kx);
        let bent = scaled(&kx, slope.as_ref(), &one);
        Self {
            across: along(edges, values, most, rule),
            stiff: combined(1.0, identity(columns).as_ref(), -1.0, bent.as_ref()),
            direct,
            slope,
            kx,
        }
    }

    /// Modes without Hx: their squares at ky = 0 and v.
    fn without_hx(&self) -> Option<(Vec<c64>, Mat<c64>)> {
        eigen(product(self.across.as_ref(), self.stiff.as_ref()).as_ref())
    }

    /// Modes without Ex: their squares at ky = 0 and w.
    fn without_ex(&self) -> Option<(Vec<c64>, Mat<c64>)> {
        let mut matrix = self.direct.clone();
        for (place, k) in self.kx.iter().enumerate() {
            matrix[(place, place)] -= k * k;
        }
        eigen(matrix.as_ref())
    }

    fn modes(&self, harmonics: &Harmonics, sector: Sector) -> Option<Modes> {
        let count = harmonics.count();
        let size = if sector == Sector::Both {
            2 * count
        } else {
            count
        };
        let mut parts = Parts {
            gamma: vec![c64::default(); size],
            w: Mat::zeros(size, size),
            v: Mat::zeros(size, size),
        };
        // Where Ex and Hy, and Ey and Hx, are in a vector.
        let x = (sector != Sector::Y).then_some(0);
        let y = (sector != Sector::X).then_some(size - count);
        let columns = self.kx.len();
        if let Some(x) = x {
            let found = self.without_hx()?;
            for first in (0..count).step_by(columns) {
                let ky = harmonics.ky[first];
                self.place_without_hx(
                    &found,
                    ky,
                    [Some(x + first), y.map(|y| y + first)],
                    &mut parts,
                );
            }
        }
        if let Some(y) = y {
            let found = self.without_ex()?;
            for first in (0..count).step_by(columns) {
                let ky = harmonics.ky[first];
                self.place_without_ex(
                    &found,
                    ky,
                    [x.map(|x| x + first), Some(y + first)],
                    &mut parts,
                );
            }
        }
        Some(Modes::patterned(parts.gamma, parts.w, parts.v))
    }

    fn place_without_hx(
        &self,
        (squares, v): &(Vec<c64>, Mat<c64>),
        ky: f64,
        [x, y]: [Option<usize>; 2],
        parts: &mut Parts,
    ) {
        let along_x = product(self.stiff.as_ref(), v.as_ref());
        let along_y = product(self.slope.as_ref(), v.as_ref());
        let Some(x) = x else { return };
        for (mode, &square) in squares.iter().enumerate() {
            let gamma = decaying_root(square - ky * ky);
            let scale = 1.0 / gamma.norm().max(1.0);
            parts.gamma[x + mode] = gamma;
            for order in 0..squares.len() {
                parts.w[(x + order, x + mode)] = along_x[(order, mode)] * scale;
                parts.v[(x + order, x + mode)] = gamma * v[(order, mode)] * scale;
                if let Some(y) = y {
                    parts.w[(y + order, x + mode)] = along_y[(order, mode)] * (-ky * scale);
                }
            }
        }
    }

    fn place_without_ex(
        &self,
        (squares, w): &(Vec<c64>, Mat<c64>),
        ky: f64,
        [x, y]: [Option<usize>; 2],
        parts: &mut Parts,
    ) {
        let Some(y) = y else { return };
        for (mode, &square) in squares.iter().enumerate() {
            let gamma = decaying_root(square - ky * ky);
            let scale = 1.0 / gamma.norm().max(1.0);
            parts.gamma[y + mode] = gamma;
            for order in 0..squares.len() {
                let one = w[(order, mode)] * scale;
                parts.w[(y + order, y + mode)] = gamma * one;
                parts.v[(y + order, y + mode)] = (gamma * gamma + ky * ky) * one;
                if let Some(x) = x {
                    parts.v[(x + order, y + mode)] = self.kx[order] * one * ky;
                }
            }
        }
    }
}

/// Modes that are being put together.
struct Parts {
    gamma: Vec<c64>,
    w: Mat<c64>,
    v: Mat<c64>,
}

/// A matrix of two by two blocks.
fn blocks(size: usize, entry: impl Fn([usize; 2], usize, usize) -> c64) -> Mat<c64> {
    Mat::from_fn(2 * size, 2 * size, |row, column| {
        entry([row / size, column / size], row % size, column % size)
    })
}

/// The modes of a layer that varies along x and y.
fn crossed(harmonics: &Harmonics, medium: &Medium) -> Option<Modes> {
    let size = harmonics.count();
    let products = Products::new(harmonics, medium);
    let reciprocal = inverse(products.direct.clone());
    let k = [&harmonics.kx, &harmonics.ky];
    let unit = |same: bool| if same { 1.0 } else { 0.0 };
    let a = blocks(size, |[p, q], row, column| {
        let bent = reciprocal[(row, column)] * (k[p][row] * k[q][column]);
        c64::from(unit(p == q && row == column)) - bent
    });
    let b = blocks(size, |[p, q], row, column| {
        let sign = if p == q { 1.0 } else { -1.0 };
        let turned = sign * k[1 - p][row] * k[1 - q][column] * unit(row == column);
        let product = products.transverse[2 * p + q].as_ref();
        product.map_or_else(c64::default, |matrix| matrix[(row, column)]) - turned
    });
    let (squares, w) = eigen(product(a.as_ref(), b.as_ref()).as_ref())?;
    let gamma: Vec<c64> = squares
        .iter()
        .map(|&square| decaying_root(square))
        .collect();
    let one = vec![c64::new(1.0, 0.0); 2 * size];
    let inverse: Vec<c64> = gamma.iter().map(c64::inv).collect();
    let v = scaled(&one, product(b.as_ref(), w.as_ref()).as_ref(), &inverse);
    Some(Modes::patterned(gamma, w, v))
}
