//! The FDTD core, from the formulas to an engine that advances fields: local operators, the orders in which they visit the
//! grid, and the state they work on.
//!
//! An operator acts on any box of nodes at a given step ([`operator`]); a traversal decides the order ([`traversal`]); an [`engine`]
//! holds the fields of a model and advances them. This crate does not interpret scenes: a [`setup::Setup`] arrives complete.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod block;
pub mod cell_bound;
mod chunk;
pub mod coefficients;
pub mod cpml;
pub mod dispersion;
pub mod drive;
pub mod energy;
pub mod engine;
pub mod fault;
pub mod fields;
pub mod formula;
pub mod incident;
pub mod journal;
pub mod load;
pub mod loss;
pub mod mapping;
pub mod mixture;
pub mod on_cpu;
pub mod operator;
pub mod periodic;
pub mod plane_wave;
pub mod ranks;
pub mod recipe;
pub mod record;
pub mod setup;
pub mod spectra;
pub mod state;
pub mod sums;
pub mod traversal;
pub mod tuple;
pub mod wire_section;
pub mod yee;
