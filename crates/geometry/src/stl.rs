//! STL files. The format is documented in M. Burns, "Automated Fabrication", 1993, section 6.5.
//!
//! Files in use bend the format: binary headers that begin with `solid`, text without a name or with
//! several solids, capital letters, zeros of both signs. All of these are put right here before the
//! text reaches the parser.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use poynting_scene::Point;

use crate::error::GeometryError;
use crate::surface::Surface;
use crate::vector::{cross, norm, sub};

const HEADER: usize = 80;
const RECORD: usize = 50;

pub fn read(file: &Path, unit: f64, offset: Point) -> Result<Surface, GeometryError> {
    let bytes = fs::read(file).map_err(|source| GeometryError::Read {
        file: file.to_owned(),
        source,
    })?;
    let broken = |cause: String| GeometryError::Format {
        file: file.to_owned(),
        cause,
    };
    let clean = normalise(bytes).map_err(broken)?;
    let mut cursor = Cursor::new(clean);
    let triangles = stl_io::create_stl_reader(&mut cursor)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|e| broken(e.to_string()))?;
    if triangles.is_empty() {
        return Err(GeometryError::Empty {
            file: file.to_owned(),
        });
    }
    if triangles
        .iter()
        .flat_map(|t| t.vertices)
        .any(|v| v.0.iter().any(|c| !c.is_finite()))
    {
        return Err(broken(
            "a vertex has a coordinate that is not a number".into(),
        ));
    }
    Ok(weld(&triangles, unit, offset))
}

/// Equal vertices become one.
fn weld(triangles: &[stl_io::Triangle], unit: f64, offset: Point) -> Surface {
    let mut surface = Surface::default();
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    for t in triangles {
        let corners = t.vertices.map(|v| {
            // Adding zero makes -0 equal to +0.
            let key = v.0.map(|c| (c + 0.0).to_bits());
            *known.entry(key).or_insert_with(|| {
                let position = std::array::from_fn(|a| unit * f64::from(v.0[a]) + offset[a]);
                surface.vertices.push(position);
                surface.vertices.len() as u32 - 1
            })
        });
        surface.triangles.push(corners);
    }
    surface
}

/// Makes the bytes such that the parser takes them for what they are.
fn normalise(mut bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let announced = bytes
        .get(HEADER..HEADER + 4)
        .and_then(|n| n.try_into().ok())
        .map(|n| u32::from_le_bytes(n) as usize);
    let room = bytes.len().saturating_sub(HEADER + 4) / RECORD;
    let exact = announced == Some(room) && bytes.len() == HEADER + 4 + room * RECORD;
    let start = bytes
        .iter()
        .position(|b| !b.is_ascii_whitespace())
        .unwrap_or(0);
    let says_solid =
        bytes[start..].len() >= 5 && bytes[start..start + 5].eq_ignore_ascii_case(b"solid");
    if !exact && says_solid {
        return match std::str::from_utf8(&bytes) {
            Ok(text) => normalise_text(text),
            Err(e) => Err(format!(
                "it begins as text but byte {} is none",
                e.valid_up_to()
            )),
        };
    }
    match announced {
        None => Err(format!(
            "it is only {} bytes long and not text",
            bytes.len()
        )),
        Some(n) if n > room => Err(format!(
            "its header announces {n} triangles, but there is room for {room}: the file is cut short \
             or not STL at all"
        )),
        Some(_) => {
            bytes[..HEADER].fill(0);
            Ok(bytes)
        }
    }
}

/// One solid in small letters, whatever the number of solids in the file.
fn normalise_text(text: &str) -> Result<Vec<u8>, String> {
    let mut out = String::with_capacity(text.len() + 32);
    out.push_str("solid s\n");
    let mut open = false;
    for line in text.lines() {
        // `solid` and `endsolid` may be followed by a name of any form, so only the word counts.
        let word = line.split_whitespace().next().unwrap_or("");
        if word.eq_ignore_ascii_case("solid") {
            open = true;
        } else if word.eq_ignore_ascii_case("endsolid") {
            open = false;
        } else {
            out.push_str(&line.to_ascii_lowercase());
            out.push('\n');
        }
    }
    if open {
        return Err("its last line is not `endsolid`: the file is cut short".into());
    }
    out.push_str("endsolid s\n");
    Ok(out.into_bytes())
}

pub fn write(surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    let triangles: Vec<_> = surface
        .corner_triples()
        .map(|corners| {
            let [a, b, c] = corners;
            let n = cross(sub(b, a), sub(c, a));
            let length = norm(n).max(f64::MIN_POSITIVE);
            stl_io::Triangle {
                normal: stl_io::Normal::new(n.map(|x| (x / length) as f32)),
                vertices: corners.map(|v| stl_io::Vertex::new(v.map(|x| x as f32))),
            }
        })
        .collect();
    fs::File::create(file)
        .and_then(|mut f| stl_io::write_stl(&mut f, triangles.iter()))
        .map_err(|source| GeometryError::Write {
            file: file.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_solids_in_one_text_are_read_whole() {
        let facet = "FACET normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1E0 -0.0\n\
                     endloop\nendfacet\n";
        let text = format!("solid\n{facet}endsolid\nsolid b\n{facet}endsolid b\n");
        let clean = normalise(text.into_bytes()).unwrap();
        let mesh: Vec<_> = stl_io::create_stl_reader(&mut Cursor::new(clean))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(mesh.len(), 2);
        let welded = weld(&mesh, 2.0, [0.0, 0.0, 1.0]);
        assert_eq!(
            welded.vertices,
            vec![[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]]
        );
    }

    #[test]
    fn cut_files_are_named_as_such() {
        assert!(
            normalise(b"solid x\n facet".to_vec())
                .unwrap_err()
                .contains("cut short")
        );
        let mut binary = vec![b'x'; HEADER];
        binary.extend(9_u32.to_le_bytes());
        binary.extend([0; RECORD]);
        let message = normalise(binary).unwrap_err();
        assert!(
            message.contains("9 triangles") && message.contains("room for 1"),
            "{message}"
        );
    }

    #[test]
    fn a_binary_header_that_says_solid_is_still_binary() {
        let mut binary = b"solid from a famous program".to_vec();
        binary.resize(HEADER, b' ');
        binary.extend(1_u32.to_le_bytes());
        binary.extend([0; RECORD]);
        assert!(normalise(binary).unwrap()[..HEADER].iter().all(|&b| b == 0));
    }
}
