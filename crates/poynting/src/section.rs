//! The materials that fill the model, for pictures of it before it is run.

use crate::model::{Tube, tubes};
use crate::{Error, Simulation};
use poynting_geometry::Solid;
use poynting_scene::{MaterialId, Point};

/// The structures of a scene as bodies that can be queried.
#[derive(Debug, Clone)]
pub struct Bodies {
    solids: Vec<(Solid, MaterialId)>,
    /// Those of two dimensions, all of metal.
    tubes: Vec<Tube>,
}

/// A plane normal to an axis, and points on it; the other two axes follow in the order x, y, z.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    /// 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// Its position along the axis, in metres.
    pub at: f64,
    /// Coordinates along the first of the other axes.
    pub u: &'a [f64],
    /// Coordinates along the second of the other axes.
    pub v: &'a [f64],
}

impl Simulation {
    /// The structures of the scene; their files are read.
    pub fn bodies(&self) -> Result<Bodies, Error> {
        let solids = poynting_fdtd::solids(self.scene())?;
        let tubes = tubes(self.scene());
        Ok(Bodies { solids, tubes })
    }
}

impl Bodies {
    /// Smallest and largest corner of every body, in the order of the scene.
    pub fn bounds(&self) -> impl Iterator<Item = [Point; 2]> {
        let bounds = self.solids.iter().map(|(solid, _)| solid.bounds());
        let bounds = bounds.map(|b| [b.min, b.max]);
        bounds.chain(self.tubes.iter().map(Tube::bounds))
    }

    /// The material at every point of a section, one row of constant `v` after another.
    pub fn materials(&self, section: Section<'_>) -> Vec<MaterialId> {
        let [first, second] = [[1, 2], [0, 2], [0, 1]][section.axis];
        let mut point = [section.at; 3];
        let mut found = Vec::with_capacity(section.u.len() * section.v.len());
        for &v in section.v {
            point[second] = v;
            for &u in section.u {
                point[first] = u;
                found.push(self.material_at(point));
            }
        }
        found
    }

    /// Where bodies overlap, the later one wins.
    fn material_at(&self, point: Point) -> MaterialId {
        if self.tubes.iter().any(|tube| tube.contains(point)) {
            return MaterialId::PEC;
        }
        let mut latest_first = self.solids.iter().rev();
        latest_first
            .find(|(solid, _)| solid.contains(point))
            .map_or(MaterialId::VACUUM, |(_, material)| *material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_scene::Scene;

    #[test]
    fn a_section_shows_the_later_of_two_bodies() {
        let scene = Scene::from_toml(
            r#"
            [materials.glass]
            eps_r = 4.0
            [[structures]]
            material = "glass"
            shape = "box"
            from = ["0 m", "0 m", "0 m"]
            to = ["4 m", "2 m", "2 m"]
            [[structures]]
            material = "pec"
            shape = "sphere"
            center = ["1 m", "1 m", "1 m"]
            radius = "0.9 m"
            [[monitors]]
            name = "echo"
            type = "monostatic"
            frequencies = "10 MHz"
            theta = "0 deg"
            phi = "0 deg"
            "#,
            "scene.toml",
        )
        .unwrap();
        let bodies = Simulation::from(scene).bodies().unwrap();
        let section = Section {
            axis: 1,
            at: 1.0,
            u: &[1.0, 3.0, 5.0],
            v: &[1.0, 1.95],
        };
        let ids: Vec<_> = bodies.materials(section).iter().map(|m| m.0).collect();
        assert_eq!(ids, [1, 3, 0, 3, 3, 0]);
        let [glass, _] = bodies.bounds().collect::<Vec<_>>()[..] else {
            panic!("two bodies");
        };
        assert_eq!(glass, [[0.0; 3], [4.0, 2.0, 2.0]]);
    }
}
