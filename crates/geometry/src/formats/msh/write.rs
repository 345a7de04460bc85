//! Text of version 4.1.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::surface::Surface;

/// One surface entity per group, the nodes with the first. Numbers are written with enough digits to restore their bits.
pub fn format(surface: &Surface) -> String {
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for t in 0..surface.triangles.len() {
        groups.entry(surface.tag(t)).or_default().push(t);
    }
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

fn entities(
    surface: &Surface,
    groups: &BTreeMap<u32, Vec<usize>>,
    out: &mut String,
) -> std::fmt::Result {
    let b = surface.bounds();
    let ([x, y, z], [u, v, w]) = (b.min, b.max);
    writeln!(out, "$Entities\n0 0 {} 0", groups.len())?;
    for (entity, tag) in groups.keys().enumerate() {
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

fn elements(
    surface: &Surface,
    groups: &BTreeMap<u32, Vec<usize>>,
    out: &mut String,
) -> std::fmt::Result {
    let n = surface.triangles.len();
    writeln!(out, "$Elements\n{} {n} 1 {n}", groups.len())?;
    let mut element = 0;
    for (entity, members) in groups.values().enumerate() {
        writeln!(out, "2 {} 2 {}", entity + 1, members.len())?;
        for t in members {
            element += 1;
            let [a, b, c] = surface.triangles[*t].map(|v| v + 1);
            writeln!(out, "{element} {a} {b} {c}")?;
        }
    }
    writeln!(out, "$EndElements")
}
