//! A lumped load: a current on one edge that depends on the field of that edge.

use crate::recipe::Recipe;
use std::sync::Arc;

/// A current density on one edge that depends on its field.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeLoad {
    /// Direction of the edge.
    pub axis: usize,
    /// Its start node.
    pub node: [usize; 3],
    /// How the current depends on the field.
    pub recipe: Arc<Recipe>,
}
