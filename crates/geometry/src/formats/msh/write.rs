//! Text of version 4.1.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::surface::Surface;

/// One surface entity per group, the nodes with the first. Numbers are written with enough digits to restore their bits, and triangles keep their order: a
/// block of elements is a run of triangles of the same group, and an entity may have several.
pub fn format(surface: &Surface) -> String {
    let tags = (0..surface.triangles.len()).map(|t| surface.tag(t));
    let groups: Vec<u32> = tags.collect::<BTreeSet<u32>>().into_iter().collect();
    let mut out = String::from("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n");
    // Writing to a string cannot fail.
    let _ = names(surface, &mut out)
        .and_then(|()| entities(surface, &groups, &mut out))
        .and_then(|()| nodes(surface, &mut out))
        .and_then(|()| elements(surface, &groups, &mut out));
    out
}

fn names(surface: &Surface, out: &mut String) -> std::fmt::Result {
    if surface.names.is_empty() {
        return Ok(());
    }
    writeln!(out, "$PhysicalNames\n{}", surface.names.len())?;
    for (tag, name) in &surface.names {
        writeln!(out, "2 {tag} \"{name}\"")?;
    }
    writeln!(out, "$EndPhysicalNames")
}

fn entities(surface: &Surface, groups: &[u32], out: &mut String) -> std::fmt::Result {
    let b = surface.bounds();
    let ([x, y, z], [u, v, w]) = (b.min, b.max);
    writeln!(out, "$Entities\n0 0 {} 0", groups.len())?;
    for (entity, tag) in groups.iter().enumerate() {
        write!(out, "{} {x} {y} {z} {u} {v} {w} ", entity + 1)?;
        if *tag == 0 {
            writeln!(out, "0 0")?;
        } else {
            writeln!(out, "1 {tag} 0")?;
        }
    }
    writeln!(out, "$EndEntities")
}

fn nodes(surface: &Surface, out: &mut String) -> std::fmt::Result {
    let n = surface.vertices.len();
    writeln!(out, "$Nodes\n1 {n} 1 {n}\n2 1 0 {n}")?;
    for node in 1..=n {
        writeln!(out, "{node}")?;
    }
    for [x, y, z] in &surface.vertices {
        writeln!(out, "{x} {y} {z}")?;
    }
    writeln!(out, "$EndNodes")
}

fn elements(surface: &Surface, groups: &[u32], out: &mut String) -> std::fmt::Result {
    let all: Vec<usize> = (0..surface.triangles.len()).collect();
    let n = all.len();
    let runs = || all.chunk_by(|&s, &t| surface.tag(s) == surface.tag(t));
    writeln!(out, "$Elements\n{} {n} 1 {n}", runs().count())?;
    for run in runs() {
        let entity = groups.partition_point(|&tag| tag < surface.tag(run[0]));
        writeln!(out, "2 {} 2 {}", entity + 1, run.len())?;
        for &t in run {
            let [a, b, c] = surface.triangles[t].map(|v| v + 1);
            writeln!(out, "{} {a} {b} {c}", t + 1)?;
        }
    }
    writeln!(out, "$EndElements")
}
