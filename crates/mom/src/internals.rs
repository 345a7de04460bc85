//! The inside of the crate, as far as tests of its parts ask for it. No user should: nothing here is kept from one version to the next.

/// `crate::circle`.
pub mod circle {
    pub use crate::circle::{around, degree, turn};
}

/// `crate::division`.
pub mod division {
    pub use crate::division::divide;
}

/// `crate::expansion`.
pub mod expansion {
    pub use crate::expansion::expanded;
}

/// `crate::gap`.
pub mod gap {
    pub use crate::gap::gap;
}

/// `crate::integrand`.
pub mod integrand {
    pub use crate::integrand::{Integrand, Shapes, difference, zero};
}

/// `crate::pattern`.
pub mod pattern {
    pub use crate::pattern::sphere_rule;
}

/// `crate::phase`.
pub mod phase {
    pub use crate::phase::{TOLERANCE, degree};
}

/// `crate::rule`.
pub mod rule {
    pub use crate::rule::{Contact, PairRule, TriangleRule};

    /// `crate::rule::gauss`.
    pub mod gauss {
        pub use crate::rule::gauss::{Line, falling, uniform};
    }
}

/// `crate::vector`.
pub mod vector {
    pub use crate::vector::{Point, blend, cross, dot, norm, sub};
}

/// `crate::hmatrix`.
pub mod hmatrix {
    /// Crosses.
    pub mod aca {
        pub use crate::hmatrix::aca::crosses;
    }
    /// The tree.
    pub mod cluster {
        pub use crate::hmatrix::cluster::Clusters;
    }
    /// Blocks.
    pub mod panel {
        pub use crate::hmatrix::panel::{Content, Panel};
    }
    /// Blocks before they are stored.
    pub mod part {
        pub use crate::hmatrix::part::{Part, part};
    }
    /// Pairs of clusters.
    pub mod partition {
        pub use crate::hmatrix::partition::{Kind, partition};
    }
    /// Singular values.
    pub mod recompression {
        pub use crate::hmatrix::recompression::recompressed;
    }
    /// Errors of blocks.
    pub mod tolerance {
        pub use crate::hmatrix::tolerance::Tolerance;
    }
}

/// `crate::mlfma`.
pub mod mlfma {
    /// Directions of waves.
    pub mod directions {
        pub use crate::mlfma::directions::Directions;
    }
    /// From directions to others.
    pub mod interpolation {
        pub use crate::mlfma::interpolation::{Halves, Interpolation};
    }
    /// Functions and waves.
    pub mod leaf {
        pub use crate::mlfma::leaf::{Leaves, PLANES, Room};
    }
    /// Boxes.
    pub mod octree {
        pub use crate::mlfma::octree::{Octree, middle, offset_of};
    }
    /// Sizes of boxes.
    pub mod options {
        pub use crate::mlfma::options::buffer;
    }
    /// Exponentials.
    pub mod phases {
        pub use crate::mlfma::phases::sin_cos;
    }
    /// Between boxes.
    pub mod translation {
        pub use crate::mlfma::translation::{Weights, radial, series, terms};
    }
}
