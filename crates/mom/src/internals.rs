//! Crate internals exposed for unit tests. Not for users: nothing here is stable between versions.

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
        pub use crate::hmatrix::panel::Content;
        pub use crate::hmatrix::panel::Panel;
    }
    /// Blocks before they are stored.
    pub mod part {
        pub use crate::hmatrix::part::Part;
        pub use crate::hmatrix::part::part;
    }
    /// Pairs of clusters.
    pub mod partition {
        pub use crate::hmatrix::partition::Kind;
        pub use crate::hmatrix::partition::partition;
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

/// `crate::krylov`.
pub mod krylov {
    pub use crate::krylov::{Kept, Wanted, solve_kept};
}

/// `crate::mlfma`.
pub mod mlfma {
    /// Directions of waves.
    pub mod directions {
        pub use crate::mlfma::directions::Directions;
    }
    /// Between sets of directions.
    pub mod interpolation {
        pub use crate::mlfma::interpolation::Interpolation;
        pub use crate::mlfma::interpolation::InterpolationWorkspace;
    }
    /// Functions and waves.
    pub mod leaf {
        pub use crate::mlfma::leaf::Leaves;
        pub use crate::mlfma::leaf::PLANES;
        pub use crate::mlfma::leaf::Workspace;
    }
    /// Boxes.
    pub mod octree {
        pub use crate::mlfma::octree::Octree;
        pub use crate::mlfma::octree::middle;
        pub use crate::mlfma::octree::offset_of;
    }
    /// Sizes of boxes.
    pub mod options {
        pub use crate::mlfma::options::buffer;
    }
    /// Exponentials.
    pub mod phases {
        pub use crate::mlfma::phases::sin_cos;
    }
    /// Translations between boxes.
    pub mod translation {
        pub use crate::mlfma::translation::Weights;
        pub use crate::mlfma::translation::radial;
        pub use crate::mlfma::translation::series;
        pub use crate::mlfma::translation::terms;
    }
}

/// `crate::run`.
pub mod run {
    /// Networks that generate no power.
    pub mod passive {
        pub use crate::run::passive::{Checked, passive};
    }
}

/// `crate::out_of_core`.
pub mod out_of_core {
    pub use crate::out_of_core::{OutOfCore, Place, StoredMatrix};
}

/// `crate::refinement`.
pub mod refinement {
    pub use crate::refinement::{is_stall, refined};
}
