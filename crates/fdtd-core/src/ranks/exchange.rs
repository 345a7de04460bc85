//! What a rank sends and receives between blocks.

use crate::ranks::places::NodeBox;
use poynting_grid::{Arrangement, Division};

/// What a rank sends to another one, or receives from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The other rank.
    pub peer: usize,
    /// The nodes, all values of which it contains, in the order of [`Places::each`](crate::ranks::Places::each).
    pub boxes: Vec<NodeBox>,
}

/// The messages of a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Own nodes that belong to the halo of others.
    pub sends: Vec<Message>,
    /// The halo.
    pub receives: Vec<Message>,
}

impl Exchange {
    /// The messages of a rank with this number and arrangement.
    pub fn new((rank, to): (usize, &Arrangement), division: &Division) -> Self {
        let receive = |(peer, boxes): (usize, Vec<_>)| {
            let pieces = boxes.iter().flat_map(|nodes| to.pieces(nodes));
            let boxes = pieces.map(|[_, stored]| stored).collect();
            Message { peer, boxes }
        };
        // Who has nodes of this rank in its halo has nodes in the halo of this rank. Both take the boxes in the order of the receiver.
        let send = |peer: usize| {
            let boxes = division.halo_boxes(peer).filter(|(from, _)| *from == rank);
            let boxes = boxes.flat_map(|(_, boxes)| boxes);
            let stored = boxes.filter_map(|nodes| Some(to.own(&nodes)?[1].clone()));
            let boxes = stored.collect();
            Message { peer, boxes }
        };
        Self {
            sends: division
                .halo_boxes(rank)
                .map(|(peer, _)| send(peer))
                .collect(),
            receives: division.halo_boxes(rank).map(receive).collect(),
        }
    }
}
