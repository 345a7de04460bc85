//! Quadrature: Gauss rules on a line, rules on one triangle and on a pair of them, and which of them a pair gets.

mod choice;
pub mod gauss;
mod pair;
mod triangle;

pub use choice::Rules;
pub use pair::{Contact, PairRule};
pub use triangle::TriangleRule;
