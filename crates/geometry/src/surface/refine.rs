//! Bisection of long edges: the longest-edge refinement of Rivara, "Algorithms for refining triangular grids
//! suitable for adaptive and multigrid techniques", Int. J. Numer. Meth. Eng. 20 (1984) 745.
//!
//! A triangle is bisected across its longest edge first. Rosenberg and Stenger, "A lower bound on the angles of
//! triangles constructed by bisecting the longest side", Math. Comp. 29 (1975) 390: all angles
//! are at least half the smallest original one. Tested for this bound, and for area and closedness.

use std::collections::HashMap;

use super::triangles::Surface;
use crate::error::GeometryError;
use crate::size::MeshSize;
use crate::vector::{cross, norm, sub};

impl Surface {
    /// Bisects edges longer than `edge` until there are none. The surface keeps its shape, and no angle becomes
    /// less than half the smallest one in the original triangle.
    ///
    /// A limit on the triangles is checked before each round of bisections.
    pub fn refine(&mut self, size: impl Into<MeshSize>) -> Result<(), GeometryError> {
        refine(self, size.into())
    }
}

fn refine(surface: &mut Surface, size: MeshSize) -> Result<(), GeometryError> {
    let MeshSize { edge, most } = size;
    let check = |triangles: f64| {
        if triangles <= most as f64 {
            return Ok(());
        }
        Err(GeometryError::TooManyTriangles {
            shape: 1,
            edge,
            triangles,
            most,
        })
    };
    check(at_least(surface, edge))?;
    while let Some(middles) = middles(surface, edge) {
        // Each divided edge makes one triangle more of every triangle at it.
        check((surface.triangles.len() + middles.len()) as f64)?;
        divide(surface, &middles);
    }
    Ok(())
}

/// Triangles needed at least: an equilateral one has the largest area, and each has an edge of a row along the longest one.
fn at_least(surface: &Surface, edge: f64) -> f64 {
    let largest = 0.25 * 3_f64.sqrt() * edge * edge;
    let needed = surface.corner_triples().map(|[a, b, c]| {
        let area = 0.5 * norm(cross(sub(b, a), sub(c, a)));
        let longest = [sub(b, a), sub(c, b), sub(a, c)].map(norm);
        let longest = longest.into_iter().fold(0.0, f64::max);
        (area / largest).max(longest / edge).max(1.0)
    });
    needed.sum()
}

fn key(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The side opposite each corner.
fn sides(t: [u32; 3]) -> [[u32; 2]; 3] {
    [key(t[1], t[2]), key(t[2], t[0]), key(t[0], t[1])]
}

/// The corner opposite the longest edge; among equally long ones the edge with the smallest indices, so that both
/// triangles at an edge make the same choice.
fn apex(surface: &Surface, t: [u32; 3]) -> usize {
    let length = |c: usize| {
        let [a, b] = key(t[(c + 1) % 3], t[(c + 2) % 3]);
        let d = sub(surface.vertices[a as usize], surface.vertices[b as usize]);
        (norm(d), [a, b])
    };
    let longer = |a: usize, b: usize| {
        let ((la, ka), (lb, kb)) = (length(a), length(b));
        if la > lb || (la == lb && ka < kb) {
            a
        } else {
            b
        }
    };
    longer(longer(0, 1), 2)
}

/// A new vertex at the midpoint of every edge that is too long, and of the longest edge of every triangle that is
/// divided. None if no edge is too long.
fn middles(surface: &mut Surface, edge: f64) -> Option<HashMap<[u32; 2], u32>> {
    let mut marked: HashMap<[u32; 2], u32> = HashMap::new();
    let mut fresh = surface.vertices.len() as u32;
    let mut order = Vec::new();
    let mut mark = |k: [u32; 2], order: &mut Vec<[u32; 2]>, marked: &mut HashMap<_, _>| {
        let is_new = !marked.contains_key(&k);
        if is_new {
            order.push(k);
            marked.insert(k, fresh);
            fresh += 1;
        }
        is_new
    };
    let longest: Vec<[u32; 2]> = (surface.triangles.iter())
        .map(|t| sides(*t)[apex(surface, *t)])
        .collect();
    let too_long = |side: &[u32; 2]| {
        let [a, b] = side.map(|v| surface.vertices[v as usize]);
        norm(sub(a, b)) > edge
    };
    if !longest.iter().any(too_long) {
        return None;
    }
    // The triangles at each edge, along which divisions spread: a chain of needles takes one step per triangle.
    let mut at: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
    for (n, t) in surface.triangles.iter().enumerate() {
        for side in sides(*t) {
            at.entry(side).or_default().push(n as u32);
        }
    }
    for (first, t) in surface.triangles.iter().enumerate() {
        if !too_long(&longest[first]) && !sides(*t).iter().any(|k| marked.contains_key(k)) {
            continue;
        }
        let mut waiting = vec![longest[first]];
        while let Some(side) = waiting.pop() {
            if mark(side, &mut order, &mut marked) {
                waiting.extend(at[&side].iter().map(|n| longest[*n as usize]));
            }
        }
    }
    for k in &order {
        let [a, b] = k.map(|v| surface.vertices[v as usize]);
        let middle = std::array::from_fn(|i| 0.5 * (a[i] + b[i]));
        surface.vertices.push(middle);
    }
    (!order.is_empty()).then_some(marked)
}

/// First across the longest edge, then each half across its old edge if that is divided too.
fn divide(surface: &mut Surface, middles: &HashMap<[u32; 2], u32>) {
    let (mut triangles, mut tags) = (Vec::new(), Vec::new());
    for (index, t) in surface.triangles.iter().enumerate() {
        let top = apex(surface, *t);
        let [p, a, b] = [t[top], t[(top + 1) % 3], t[(top + 2) % 3]];
        let before = triangles.len();
        match middles.get(&key(a, b)) {
            None => triangles.push(*t),
            Some(&m) => {
                match middles.get(&key(p, a)) {
                    None => triangles.push([p, a, m]),
                    Some(&n) => triangles.extend([[p, n, m], [n, a, m]]),
                }
                match middles.get(&key(b, p)) {
                    None => triangles.push([p, m, b]),
                    Some(&n) => triangles.extend([[p, m, n], [n, m, b]]),
                }
            }
        }
        if !surface.tags.is_empty() {
            tags.resize(tags.len() + triangles.len() - before, surface.tag(index));
        }
    }
    surface.triangles = triangles;
    surface.tags = tags;
}
