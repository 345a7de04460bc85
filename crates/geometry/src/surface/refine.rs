//! Bisection of long edges: the longest-edge refinement of Rivara, "Algorithms for refining triangular grids
//! suitable for adaptive and multigrid techniques", Int. J. Numer. Meth. Eng. 20 (1984) 745.
//!
//! A triangle is bisected across its longest edge first. Rosenberg and Stenger, "A lower bound on the angles of
//! triangles constructed by bisecting the longest side", Math. Comp. 29 (1975) 390: all angles
//! are at least half the smallest original one. Tested for this bound, and for area and closedness.

use std::collections::HashMap;

use super::triangles::Surface;
use crate::vector::{norm, sub};

impl Surface {
    /// Bisects edges longer than `edge` until there are none. The surface keeps its shape, and no angle becomes
    /// less than half the smallest one in the original triangle.
    pub fn refine(&mut self, edge: f64) {
        refine(self, edge);
    }
}

fn refine(surface: &mut Surface, edge: f64) {
    while let Some(middles) = middles(surface, edge) {
        divide(surface, &middles);
    }
}

fn key(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
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
        marked.entry(k).or_insert_with(|| {
            order.push(k);
            fresh += 1;
            fresh - 1
        });
    };
    loop {
        let before = order.len();
        for t in &surface.triangles {
            let sides = [key(t[1], t[2]), key(t[2], t[0]), key(t[0], t[1])];
            let longest = sides[apex(surface, *t)];
            let [a, b] = longest.map(|v| surface.vertices[v as usize]);
            if norm(sub(a, b)) > edge || sides.iter().any(|k| marked.contains_key(k)) {
                mark(longest, &mut order, &mut marked);
            }
        }
        if order.len() == before {
            break;
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
