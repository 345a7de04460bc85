//! The format of the options of rigorous coupled-wave analysis.

use crate::decode::{record, words};
use crate::lists::PerAxis;
use crate::rcwa::Fixed;
use crate::sweep::Frequencies;
use crate::values::{At, UpToThousand, Within};

words! { Fixed { "wave-vector" => Self::WaveVector, "angle" => Self::Angle } }

record! {
    /// Options of rigorous coupled-wave analysis, which models gratings and other unit cells between periodic boundaries
    /// in the frequency domain.
    RcwaRecord as "the RCWA options" {
        /// Diffraction orders that are kept on either side of order zero; one number, or one each along x, y and z, without
        /// effect along axes that are not periodic or along which nothing varies. If absent, the cell and its materials
        /// select it.
        orders: Option<PerAxis<Within<UpToThousand, At<u64>>>>,
        /// Frequencies at which orders and efficiencies are computed: one, a list, or { from, to, count }; besides those of
        /// the monitors.
        frequencies: Option<Frequencies>,
        /// What oblique waves of all frequencies have in common: the wave vector along the Bloch boundaries, as in FDTD
        /// (`wave-vector`), or the direction of propagation (`angle`).
        fixed: Fixed = "wave-vector",
    }
}
