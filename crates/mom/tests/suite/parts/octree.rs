//! Invariants of the tree on a sphere and on a plate.

use poynting_geometry::Body;
use poynting_mom::RwgSpace;
use poynting_mom::internals::mlfma::octree::{Octree, middle, offset_of};
use poynting_mom_core::vector::{norm, sub};

fn trees() -> Vec<(RwgSpace, Octree)> {
    let ball = Body::Sphere {
        center: [0.3, -0.1, 2.0],
        radius: 1.0,
    };
    let plate = Body::Box {
        from: [0.0; 3],
        to: [3.0, 1.0, 0.0],
    };
    let of = |body: &Body, side: f64| {
        let space = RwgSpace::new(&body.mesh(0.2).unwrap()).unwrap();
        let tree = Octree::new(&space, side, 1);
        (space, tree)
    };
    vec![
        of(&ball, 0.24),
        of(&ball, 0.6),
        of(&ball, 5.0),
        of(&plate, 0.25),
    ]
}

/// The box of each leaf on every level.
fn ancestors(tree: &Octree) -> Vec<Vec<usize>> {
    let mut of_level: Vec<usize> = (0..tree.leaves()).collect();
    let mut all = vec![of_level.clone()];
    for level in tree.levels.iter().skip(1).rev() {
        for place in &mut of_level {
            *place = level.parents[*place] as usize;
        }
        all.push(of_level.clone());
    }
    all.reverse();
    all
}

#[test]
fn every_pair_of_leaves_is_met_once() {
    for (_, tree) in trees() {
        let count = tree.leaves();
        let mut met = vec![0; count * count];
        for (leaf, near) in tree.near.iter().enumerate() {
            for &other in near {
                met[leaf * count + other as usize] += 1;
            }
        }
        for (level, boxes) in tree.levels.iter().zip(ancestors(&tree)) {
            for leaf in 0..count {
                for &(source, _) in &level.interactions[boxes[leaf]] {
                    for other in (0..count).filter(|&other| boxes[other] == source as usize) {
                        met[leaf * count + other] += 1;
                    }
                }
            }
        }
        assert!(met.iter().all(|&times| times == 1));
    }
}

#[test]
fn children_belong_to_their_parents() {
    for (_, tree) in trees() {
        for pair in tree.levels.windows(2) {
            let (coarse, fine) = (&pair[0], &pair[1]);
            let mut next = 0;
            for (parent, children) in coarse.children.iter().enumerate() {
                assert!(children.start == next && !children.is_empty());
                next = children.end;
                for child in children.clone() {
                    assert_eq!(fine.parents[child] as usize, parent);
                    let octant = fine.octant(child);
                    for axis in 0..3 {
                        let away = fine.centre(child)[axis] - coarse.centre(parent)[axis];
                        let expected = if octant >> axis & 1 == 1 { 0.5 } else { -0.5 };
                        assert!((away - expected * fine.side).abs() < 1e-12);
                    }
                }
            }
            assert_eq!(next, fine.len());
        }
    }
}

#[test]
fn functions_lie_in_their_leaf_and_within_the_radius() {
    for (space, tree) in trees() {
        let mut seen = tree.order.clone();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..space.len() as u32));
        for (level, boxes) in tree.levels.iter().zip(ancestors(&tree)) {
            for leaf in 0..tree.leaves() {
                let centre = level.centre(boxes[leaf]);
                for &f in tree.functions(leaf) {
                    let away = sub(middle(&space, f as usize), centre);
                    assert!(away.iter().all(|x| x.abs() <= 0.5 * level.side + 1e-9));
                    for half in space.functions()[f as usize].halves {
                        let corners = space.triangles()[half.triangle].corners;
                        let distances = corners.map(|corner| norm(sub(corner, centre)));
                        assert!(distances.iter().all(|&d| d <= level.radius));
                    }
                }
            }
        }
    }
}

#[test]
fn offsets_lead_from_sources_to_observers() {
    for (_, tree) in trees() {
        for level in &tree.levels {
            for (number, interactions) in level.interactions.iter().enumerate() {
                for &(source, offset) in interactions {
                    let away = sub(level.centre(number), level.centre(source as usize));
                    let boxes = offset_of(offset as usize);
                    for axis in 0..3 {
                        assert!((away[axis] - boxes[axis] * level.side).abs() < 1e-9);
                    }
                }
            }
        }
    }
}

#[test]
fn near_entries_are_counted() {
    for (_, tree) in trees() {
        let size = |leaf: u32| tree.functions(leaf as usize).len();
        let rows = tree.near.iter().zip(0..);
        let entries = rows.flat_map(|(near, leaf)| near.iter().map(move |&n| size(leaf) * size(n)));
        assert_eq!(entries.sum::<usize>() as u64, tree.near_entries()[0]);
    }
}
