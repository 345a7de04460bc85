//! Properties that must hold for every scene, one relation per file. Each says what it changes, what must agree, to what tolerance and why.

mod balance;
mod passivity;
mod precision;
mod reciprocity;
mod scale;
mod solvers;
mod soundness;
mod split;
mod surfaces;
mod symmetry;
mod tolerance;
mod traversal;
mod turned;

use crate::case::{Case, Verdict};

/// A relation.
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// Checks whether it holds.
    pub check: fn(&Case<'_>) -> Verdict,
}

const fn relation(name: &'static str, check: fn(&Case<'_>) -> Verdict) -> Relation {
    Relation { name, check }
}

/// All relations.
pub const ALL: [Relation; 13] = [
    relation("soundness", soundness::check),
    relation("rotation", turned::rotation),
    relation("mirror", turned::mirror),
    relation("scale", scale::check),
    relation("split", split::check),
    relation("precision", precision::check),
    relation("traversal", traversal::check),
    relation("symmetry", symmetry::check),
    relation("reciprocity", reciprocity::check),
    relation("passivity", passivity::check),
    relation("balance", balance::check),
    relation("surfaces", surfaces::check),
    relation("solvers", solvers::check),
];
