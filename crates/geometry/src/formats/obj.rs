//! OBJ files. The format is described in the appendix B1 of the manual of Wavefront's Advanced Visualizer (1993).
//!
//! Vertices and faces are read; the current group, object or material becomes the tag of a face, numbered in order of appearance.
//! Texture, normals, lines and points are ignored. A face with more than three corners is split into a fan from its first
//! corner, which is correct if it is convex; others are rejected. Free-form geometry is rejected.

use std::collections::BTreeMap;
use std::fmt::Write;

use poynting_scene::Point;

use super::fault::Fault;
use crate::surface::Surface;
use crate::vector::{cross, dot, sub};

const IGNORED: [&str; 9] = ["vt", "vn", "vp", "s", "l", "p", "mtllib", "lod", "mg"];

pub fn parse(bytes: &[u8]) -> Result<Surface, Fault> {
    let mut surface = Surface::default();
    let (mut tags, mut tag) = (BTreeMap::<String, u32>::new(), 0);
    for (index, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let number = index + 1;
        let text = std::str::from_utf8(line)
            .map_err(|_| Fault::line(number, "this is not text: the file may be binary"))?;
        let text = text.split('#').next().unwrap_or("").trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" => {}
            "v" => surface.vertices.push(vertex(rest, number)?),
            "f" => face(&mut surface, rest, tag, number)?,
            "g" | "o" | "usemtl" => {
                let next = tags.len() as u32 + 1;
                tag = *tags.entry(rest.trim().to_owned()).or_insert(next);
            }
            _ if IGNORED.contains(&word) => {}
            _ => {
                return Err(Fault::line(
                    number,
                    format!("`{word}` is not supported: only vertices (v) and faces (f) are"),
                ));
            }
        }
    }
    if surface.tags.iter().all(|t| *t == 0) {
        surface.tags.clear();
    }
    let used = |t: &u32| surface.tags.contains(t);
    let named = tags
        .into_iter()
        .filter(|(name, t)| !name.is_empty() && used(t));
    surface.names = named.map(|(name, t)| (t, name)).collect();
    surface.drop_unused_vertices();
    Ok(surface)
}

fn vertex(text: &str, line: usize) -> Result<Point, Fault> {
    let mut words = text.split_whitespace();
    let mut coordinate = || {
        let word = words
            .next()
            .ok_or_else(|| Fault::line(line, "a vertex needs three coordinates"))?;
        match word.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => Err(Fault::line(
                line,
                format!("expected a coordinate, found `{word}`"),
            )),
        }
    };
    Ok([coordinate()?, coordinate()?, coordinate()?])
}

fn face(surface: &mut Surface, text: &str, tag: u32, line: usize) -> Result<(), Fault> {
    let known = surface.vertices.len();
    let corners = text
        .split_whitespace()
        .map(|word| corner(word, known).map_err(|cause| Fault::line(line, cause)))
        .collect::<Result<Vec<_>, _>>()?;
    if corners.len() < 3 {
        let count = corners.len();
        return Err(Fault::line(
            line,
            format!("a face needs at least three corners, not {count}"),
        ));
    }
    let fan: Vec<[u32; 3]> = corners[1..]
        .windows(2)
        .map(|w| [corners[0], w[0], w[1]])
        .collect();
    if fan.len() > 1 && !is_convex(surface, &fan) {
        return Err(Fault::line(
            line,
            "the face is not convex: split it into triangles",
        ));
    }
    surface.tags.resize(surface.tags.len() + fan.len(), tag);
    surface.triangles.extend(fan);
    Ok(())
}

/// The vertex of a corner, which texture and normal may follow after slashes.
fn corner(word: &str, known: usize) -> Result<u32, String> {
    let first = word.split('/').next().unwrap_or("");
    let n: i64 = first
        .parse()
        .map_err(|_| format!("expected the number of a vertex, found `{word}`"))?;
    let distance = n.unsigned_abs() as usize;
    // Counted from one at the beginning, or backwards from the last one.
    let index = match n {
        1.. => Some(distance - 1),
        0 => None,
        _ => known.checked_sub(distance),
    };
    index
        .filter(|i| *i < known)
        .map(|i| i as u32)
        .ok_or_else(|| format!("there is no vertex {n}: {known} are defined so far"))
}

/// Whether no triangle of the fan faces against the sum of them all.
fn is_convex(surface: &Surface, fan: &[[u32; 3]]) -> bool {
    let normals: Vec<Point> = fan
        .iter()
        .map(|t| t.map(|v| surface.vertices[v as usize]))
        .map(|[a, b, c]| cross(sub(b, a), sub(c, a)))
        .collect();
    let sum: Point = std::array::from_fn(|i| normals.iter().map(|n| n[i]).sum());
    normals.iter().all(|n| dot(*n, sum) >= 0.0)
}

/// Groups in the order of the triangles, so tags survive a round trip only as far as the order allows; names do.
pub fn format(surface: &Surface) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    for [x, y, z] in &surface.vertices {
        let _ = writeln!(out, "v {x} {y} {z}");
    }
    let mut group = 0;
    for (index, t) in surface.triangles.iter().enumerate() {
        let tag = surface.tag(index);
        if tag != group {
            group = tag;
            let _ = match surface.names.get(&tag) {
                Some(name) => writeln!(out, "g {name}"),
                None => writeln!(out, "g {tag}"),
            };
        }
        let [a, b, c] = t.map(|v| v + 1);
        let _ = writeln!(out, "f {a} {b} {c}");
    }
    out
}
