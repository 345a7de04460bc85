//! All targets and their limits.

use crate::{checkpoint, meshes, plan, results, resume, scenes, touchstone, tuning, units};

/// A reader under test.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, and that of its folder in the corpus.
    pub name: &'static str,
    /// Bytes of the longest input.
    pub max_len: usize,
    /// Its part of the executions in relation to the other targets: what is slower gets fewer.
    pub share: u32,
    /// Whether its inputs contain keys of the scene file.
    pub has_keys: bool,
    /// Reads bytes; a panic is a finding.
    pub run: fn(&[u8]),
}

const fn target(name: &'static str, max_len: usize, share: u32, run: fn(&[u8])) -> Target {
    Target {
        name,
        max_len,
        share,
        has_keys: false,
        run,
    }
}

const fn with_keys(target: Target) -> Target {
    Target {
        has_keys: true,
        ..target
    }
}

/// All targets.
pub const TARGETS: [Target; 19] = [
    with_keys(target("scene-toml", 4096, 60, scenes::toml)),
    with_keys(target("scene-json", 4096, 60, scenes::json)),
    with_keys(target("scene-built", 4096, 40, scenes::built)),
    target("scene-schema", 1024, 20, scenes::schema),
    target("plan", 1024, 1, plan::plan),
    target("units", 256, 100, units::units),
    target("stl", 2048, 20, meshes::stl),
    target("obj", 2048, 80, meshes::obj),
    target("msh", 4096, 80, meshes::msh),
    target("inp", 2048, 80, meshes::inp),
    target("touchstone", 1024, 80, touchstone::touchstone),
    target("results", 65536, 1, results::results),
    target("summary", 2048, 1, results::summary),
    target("model", 2048, 1, results::model),
    target("manifest", 1024, 4, results::manifest),
    target("request", 512, 50, checkpoint::request),
    target("checkpoint", 2048, 10, checkpoint::checkpoint),
    target("resume", 8192, 1, resume::resume),
    target("tuning", 1024, 50, tuning::tuning),
];
