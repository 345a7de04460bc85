//! A lumped load: a current on one edge that follows the field of that edge.

use crate::recipe::Recipe;
use std::sync::Arc;

/// A current density on one edge that follows its field.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeLoad {
    /// Direction of the edge.
    pub axis: usize,
    /// Node at which it starts.
    pub node: [usize; 3],
    /// How it follows.
    pub recipe: Arc<Recipe>,
}
