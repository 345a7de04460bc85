//! Text and binary of version 4.1: one parser over a cursor that handles the encoding.

use std::collections::HashMap;

use poynting_scene::Point;

use super::super::cursor::{Cursor, Encoding};
use super::super::fault::Fault;
use crate::surface::Surface;

/// Nodes of each element type from 1 on, in the numbering of the manual.
const NODES: [usize; 31] = [
    2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5, 6,
    20, 35, 56,
];
const TRIANGLE: i32 = 2;

#[derive(Default)]
struct Parts {
    names: Vec<(u32, String)>,
    /// The first physical group of a surface entity.
    groups: HashMap<i32, u32>,
    vertices: Vec<Point>,
    /// Index of the vertex with a node tag.
    nodes: HashMap<usize, u32>,
    triangles: Vec<[u32; 3]>,
    tags: Vec<u32>,
}

pub fn parse(bytes: &[u8]) -> Result<Surface, Fault> {
    let mut c = Cursor::new(bytes);
    c.skip_space();
    if c.line("$MeshFormat")? != "$MeshFormat" {
        return Err(c.fault("the file does not begin with $MeshFormat"));
    }
    c.encoding = header(&mut c)?;
    end(&mut c, "MeshFormat")?;
    let mut parts = Parts::default();
    while !c.at_end() {
        let line = c.line("a section")?;
        let Some(name) = line.strip_prefix('$') else {
            let start: String = line.chars().take(20).collect();
            return Err(c.fault(format!("expected a section, found `{start}`")));
        };
        match name {
            "PhysicalNames" => parts.physical_names(&mut c)?,
            "Entities" => parts.entities(&mut c)?,
            "Nodes" => parts.nodes(&mut c)?,
            "Elements" => parts.elements(&mut c)?,
            _ => {
                c.skip_past(&format!("$End{name}"))?;
                continue;
            }
        }
        end(&mut c, name)?;
    }
    Ok(parts.surface())
}

/// Version, encoding and size of numbers.
fn header(c: &mut Cursor) -> Result<Encoding, Fault> {
    let version = c.word("the version")?;
    if version != "4.1" {
        return Err(c.fault(format!(
            "version {version} is not supported, only 4.1: save the file again with `gmsh -save -format msh41`"
        )));
    }
    let binary = c.int("the encoding (0 or 1)")?;
    let size = c.line("the size of a number")?;
    if size != "8" {
        return Err(c.fault(format!("numbers of {size} bytes are not supported; use 8")));
    }
    if binary == 0 {
        return Ok(Encoding::Text);
    }
    for encoding in [Encoding::LittleEndian, Encoding::BigEndian] {
        let mut trial = c.clone();
        trial.encoding = encoding;
        if trial.int("the number one")? == 1 {
            *c = trial;
            return Ok(encoding);
        }
    }
    Err(c.fault("the header of a binary file must be followed by the number one"))
}

fn end(c: &mut Cursor, name: &str) -> Result<(), Fault> {
    let wanted = format!("$End{name}");
    let found = c.word(&wanted)?;
    if found == wanted {
        Ok(())
    } else {
        Err(c.fault(format!("expected {wanted}, found `{found}`")))
    }
}

impl Parts {
    /// Text in either encoding.
    fn physical_names(&mut self, c: &mut Cursor) -> Result<(), Fault> {
        let encoding = std::mem::replace(&mut c.encoding, Encoding::Text);
        for _ in 0..c.size("the number of names")? {
            let dimension = c.int("a dimension")?;
            let tag = c.int("a physical tag")?;
            let name = c.line("a name")?.trim_matches('"').to_owned();
            if dimension == 2 {
                self.names.push((tag.unsigned_abs(), name));
            }
        }
        c.encoding = encoding;
        Ok(())
    }

    fn entities(&mut self, c: &mut Cursor) -> Result<(), Fault> {
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = c.size("the number of entities")?;
        }
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let entity = c.int("the tag of an entity")?;
                for _ in 0..if dimension == 0 { 3 } else { 6 } {
                    c.real("a coordinate")?;
                }
                for group in 0..c.size("the number of physical tags")? {
                    let tag = c.int("a physical tag")?.unsigned_abs();
                    if dimension == 2 && group == 0 {
                        self.groups.insert(entity, tag);
                    }
                }
                if dimension > 0 {
                    for _ in 0..c.size("the number of bounding entities")? {
                        c.int("the tag of an entity")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn nodes(&mut self, c: &mut Cursor) -> Result<(), Fault> {
        let blocks = c.size("the number of blocks")?;
        let announced = c.size("the number of nodes")?;
        c.size("the smallest tag")?;
        c.size("the largest tag")?;
        for _ in 0..blocks {
            let dimension = c.int("a dimension")?;
            c.int("the tag of an entity")?;
            let parameters = match c.int("0 or 1")? {
                0 => 0,
                _ => dimension,
            };
            let count = c.size("the number of nodes in the block")?;
            for _ in 0..count {
                let tag = c.size("the tag of a node")?;
                let index = self.nodes.len() as u32;
                if self.nodes.insert(tag, index).is_some() {
                    return Err(c.fault(format!("node {tag} is defined twice")));
                }
            }
            for _ in 0..count {
                let mut coordinate = || c.real("a coordinate");
                let place = [coordinate()?, coordinate()?, coordinate()?];
                self.vertices.push(place);
                for _ in 0..parameters {
                    c.real("a parameter of a node")?;
                }
            }
        }
        if self.vertices.len() == announced {
            Ok(())
        } else {
            let found = self.vertices.len();
            Err(c.fault(format!(
                "{announced} nodes are declared, but the blocks contain {found}"
            )))
        }
    }

    fn elements(&mut self, c: &mut Cursor) -> Result<(), Fault> {
        let blocks = c.size("the number of blocks")?;
        let announced = c.size("the number of elements")?;
        c.size("the smallest tag")?;
        c.size("the largest tag")?;
        let mut found = 0;
        for _ in 0..blocks {
            let dimension = c.int("a dimension")?;
            let entity = c.int("the tag of an entity")?;
            let kind = c.int("the type of elements")?;
            if dimension == 2 && kind != TRIANGLE {
                return Err(c.fault(format!(
                    "surface elements of type {kind} are not supported, only triangles with three \
                     nodes (type 2): mesh with order 1 and without recombination"
                )));
            }
            let nodes = usize::try_from(kind - 1).ok().and_then(|k| NODES.get(k));
            let Some(&nodes) = nodes else {
                return Err(c.fault(format!("elements of type {kind} are unknown")));
            };
            let count = c.size("the number of elements in the block")?;
            let tag = self.groups.get(&entity).copied().unwrap_or(0);
            for _ in 0..count {
                c.size("the tag of an element")?;
                if dimension == 2 {
                    let t = [self.corner(c)?, self.corner(c)?, self.corner(c)?];
                    self.triangles.push(t);
                    self.tags.push(tag);
                } else {
                    for _ in 0..nodes {
                        c.size("the tag of a node")?;
                    }
                }
            }
            found += count;
        }
        if found == announced {
            Ok(())
        } else {
            Err(c.fault(format!(
                "{announced} elements are declared, but the blocks contain {found}"
            )))
        }
    }

    fn corner(&self, c: &mut Cursor) -> Result<u32, Fault> {
        let tag = c.size("the tag of a node")?;
        self.nodes
            .get(&tag)
            .copied()
            .ok_or_else(|| c.fault(format!("there is no node {tag}")))
    }

    fn surface(self) -> Surface {
        let grouped = self.tags.iter().any(|t| *t != 0);
        let mut surface = Surface {
            vertices: self.vertices,
            triangles: self.triangles,
            tags: if grouped { self.tags } else { Vec::new() },
            names: self.names.into_iter().collect(),
        };
        surface.drop_unused_vertices();
        surface
    }
}
