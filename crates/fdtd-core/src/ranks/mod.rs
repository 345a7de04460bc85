//! One model on several ranks.
//!
//! The grid is cut into boxes, and each rank advances the nodes of its own box. What these need from beyond is stored as well: a halo of as many layers
//! of nodes as a block has steps. A rank advances its halo like its own nodes, with the same coefficients, sources, PMLs and media. At the outer edge of
//! the halo neighbours are missing: after the first step one layer of E and H is unknown there, after the s-th step s layers are, since each component reads
//! its neighbours one node away. Those layers are no longer advanced ([`Layout::known`](poynting_grid::Layout::known)), unless they cut rows or are on a
//! device. The own nodes are reached one step after the end of the block. Before that the halo is received anew, from the ranks that own its nodes. (Deep
//! halos: C. Ding and Y. He, Proc. Supercomputing 2001.)
//!
//! Every node is thus computed by the same operations from the same numbers as on one rank, and gets the same bits; sums over nodes are those of
//! [`ExactSum`](poynting_exec::ExactSum), which depend neither on order nor on cuts. A rank is an ordinary model: any engine and any traversal serves.
//!
//! What is exchanged is an object of its own, the [`Exchange`]: which runs of which buffers go to which rank. It is made once, from the boxes alone, and
//! counts its bytes and messages. Ranks of one process copy them from each other's buffers; processes and devices send messages.

mod engine;
mod exchange;
mod gathered;
mod halos;
mod neighbours;
mod on_cpu;
mod part;
mod places;
mod plan;
mod rank;
mod runs;
mod saved;
mod shares;
mod traffic;

pub use engine::{PartOn, Ranks, Whole};
pub use exchange::{Exchange, Message};
pub use part::PartEngine;
pub use places::{BUFFERS, NodeBox, NodeValue, Places};
pub use plan::{Load, RankPlan};
pub use runs::Runs;
pub use shares::{SceneMonitor, SceneMonitors, Shares, field_values};
pub use traffic::{NodeState, Traffic};
