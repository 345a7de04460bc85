//! Quadrature: Gauss rules on a line, rules on one triangle and on a pair of them, and the choice of rule for a pair.

mod choice;
pub mod gauss;
mod pair;
mod triangle;

pub use choice::Rules;
pub use pair::{Contact, PairRule};
pub use triangle::TriangleRule;
