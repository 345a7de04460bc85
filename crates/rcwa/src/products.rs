//! Products of the permittivity of a layer with the field.
//!
//! ```text
//! Dx = xx Ex + xy Ey,   Dy = yx Ex + yy Ey,   Dz = [[eps]] Ez
//! ```
//!
//! Ez is parallel to every edge and continuous there: its product follows Laurent's rule in every case (L. Li, J. Opt. Soc. Am. A 14, 2758, 1997).
//! Those of Ex and Ey follow `raster` where edges are along the axes, and `normal` elsewhere.

use poynting_linalg::{Mat, c64};

use crate::algebra::identity;
use crate::harmonics::Harmonics;
use crate::layer::{Medium, Placement, Rules};
use crate::normal::tensor;
use crate::raster::{Raster, Rule};

/// The matrices of products with the permittivity: along x and y, and [[eps]].
pub(crate) struct Products {
    /// xx, xy, yx, yy; the second and third are None where they are zero.
    pub transverse: [Option<Mat<c64>>; 4],
    pub direct: Mat<c64>,
}

impl Products {
    /// Of a medium in a cell with two periods, or of any medium.
    pub fn new(harmonics: &Harmonics, medium: &Medium) -> Self {
        let (orders, rules) = (harmonics.orders, medium.rules);
        let laurent = |direct: Mat<c64>| Self {
            transverse: [Some(direct.clone()), None, None, Some(direct.clone())],
            direct,
        };
        match &medium.content {
            Placement::Uniform(value) => {
                let one = identity(orders.count());
                laurent(Mat::from_fn(orders.count(), orders.count(), |i, j| {
                    one[(i, j)] * value
                }))
            }
            Placement::Lamellar { edges, values } => {
                let raster = Raster {
                    x: edges.clone(),
                    y: vec![0.0, 1.0],
                    values: values.clone(),
                };
                laurent(raster.across_x(orders, Rule::Laurent))
            }
            Placement::Raster(raster) => {
                let direct = raster.across_x(orders, Rule::Laurent);
                if rules == Rules::Laurent {
                    return laurent(direct);
                }
                let [xx, yy] = [
                    raster.across_x(orders, Rule::Inverse),
                    raster.across_y(orders, Rule::Inverse),
                ];
                Self {
                    transverse: [Some(xx), None, None, Some(yy)],
                    direct,
                }
            }
            Placement::Pattern(placed) => {
                let direct = placed.toeplitz(orders, |value| value);
                if rules == Rules::Laurent {
                    return laurent(direct);
                }
                let found = tensor(placed, orders, &direct);
                Self {
                    transverse: [found.xx, found.xy, found.yx, found.yy].map(Some),
                    direct,
                }
            }
        }
    }
}
