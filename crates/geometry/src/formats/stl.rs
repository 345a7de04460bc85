//! STL files. The format is documented in M. Burns, "Automated Fabrication", 1993, section 6.5.
//!
//! Real files deviate from the format: binary headers that begin with `solid`, text without a name or with
//! several solids, capital letters, zeros of both signs. All of these are accepted.

use std::collections::HashMap;
use std::io;

use super::cursor::Cursor;
use super::fault::Fault;
use crate::surface::Surface;
use crate::vector::{cross, norm, sub};

/// Corners as stored.
type Facet = [[f32; 3]; 3];

const HEADER: usize = 80;
const RECORD: usize = 50;

pub fn parse(bytes: Vec<u8>) -> Result<Surface, Fault> {
    let facets = if is_text(&bytes) {
        text(&bytes)?
    } else {
        binary(bytes)?
    };
    Ok(weld(&facets))
}

/// Merges equal vertices.
fn weld(facets: &[Facet]) -> Surface {
    let mut surface = Surface::default();
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    for facet in facets {
        let corners = facet.map(|v| {
            // Adding zero makes -0 equal to +0.
            let key = v.map(|c| (c + 0.0).to_bits());
            *known.entry(key).or_insert_with(|| {
                surface.vertices.push(v.map(f64::from));
                surface.vertices.len() as u32 - 1
            })
        });
        surface.triangles.push(corners);
    }
    surface
}

/// The number of triangles that a binary file declares, and the number that its size allows.
fn counts(bytes: &[u8]) -> (Option<usize>, usize) {
    let announced = bytes
        .get(HEADER..HEADER + 4)
        .and_then(|n| n.try_into().ok())
        .map(|n| u32::from_le_bytes(n) as usize);
    (announced, bytes.len().saturating_sub(HEADER + 4) / RECORD)
}

/// Whether it begins with `solid` and its length is not exactly that of a binary file.
fn is_text(bytes: &[u8]) -> bool {
    let (announced, room) = counts(bytes);
    let exact = announced == Some(room) && bytes.len() == HEADER + 4 + room * RECORD;
    let start = bytes.trim_ascii_start();
    !exact && start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid")
}

fn binary(mut bytes: Vec<u8>) -> Result<Vec<Facet>, Fault> {
    match counts(&bytes) {
        (None, _) => {
            let length = bytes.len();
            return Err(Fault::whole(format!(
                "it has only {length} bytes and is not text"
            )));
        }
        (Some(n), room) if n > room => {
            return Err(Fault::whole(format!(
                "its header declares {n} triangles, but the file has room for {room}: it is truncated \
                 or not an STL file"
            )));
        }
        // A header that begins with `solid` would be mistaken for text.
        _ => bytes[..HEADER].fill(0),
    }
    let facets = stl_io::create_stl_reader(&mut io::Cursor::new(bytes))
        .and_then(|facets| {
            facets
                .map(|f| f.map(|f| f.vertices.map(|v| v.0)))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(|e| Fault::whole(e.to_string()))?;
    match facets
        .iter()
        .position(|f| !f.iter().flatten().all(|c| c.is_finite()))
    {
        Some(index) => Err(Fault::whole(format!(
            "triangle {} has a coordinate that is not a finite number",
            index + 1
        ))),
        None => Ok(facets),
    }
}

fn text(bytes: &[u8]) -> Result<Vec<Facet>, Fault> {
    let mut c = Cursor::new(bytes);
    let (mut facets, mut open) = (Vec::new(), false);
    while open || !c.at_end() {
        let word = c.word("`facet` or `endsolid`")?;
        if word.eq_ignore_ascii_case("facet") {
            facets.push(facet(&mut c)?);
        } else if word.eq_ignore_ascii_case("solid") || word.eq_ignore_ascii_case("endsolid") {
            // Any name may follow.
            open = word.len() == "solid".len();
            c.skip_line();
        } else {
            return Err(c.fault(format!("expected `facet`, found `{word}`")));
        }
    }
    Ok(facets)
}

fn facet(c: &mut Cursor) -> Result<Facet, Fault> {
    keywords(c, &["normal"])?;
    // The corners determine the normal; the stored one may even be NaN.
    for _ in 0..3 {
        c.word("the normal")?;
    }
    keywords(c, &["outer", "loop"])?;
    let mut corners = [[0.0; 3]; 3];
    for corner in &mut corners {
        keywords(c, &["vertex"])?;
        for x in corner {
            *x = c.real("a coordinate")? as f32;
            if !x.is_finite() {
                return Err(c.fault("a coordinate exceeds the range of single precision"));
            }
        }
    }
    keywords(c, &["endloop", "endfacet"])?;
    Ok(corners)
}

fn keywords(c: &mut Cursor, words: &[&str]) -> Result<(), Fault> {
    for wanted in words {
        let found = c.word(wanted)?;
        if !found.eq_ignore_ascii_case(wanted) {
            return Err(c.fault(format!("expected `{wanted}`, found `{found}`")));
        }
    }
    Ok(())
}

pub fn format(surface: &Surface) -> io::Result<Vec<u8>> {
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
    let corners = triangles.iter().flat_map(|t| &t.vertices);
    if corners.flat_map(|v| v.0).any(|x| !x.is_finite()) {
        let cause =
            "a coordinate is too large for STL, which has single precision; write msh or OBJ";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, cause));
    }
    let mut bytes = Vec::new();
    stl_io::write_stl(&mut bytes, triangles.iter()).map(|()| bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_solids_in_one_text_are_read_whole() {
        let facet = "FACET normal 0 0 nan\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1E0 -0.0\n\
                     endloop\nendfacet\n";
        let text = format!("solid\n{facet}endsolid\nsolid b facet\n{facet}endsolid b");
        let welded = parse(text.into_bytes()).unwrap();
        assert_eq!(welded.triangles, vec![[0, 1, 2]; 2]);
        assert_eq!(
            welded.vertices,
            vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        );
    }

    #[test]
    fn cut_files_are_named_as_such() {
        let cut = |text: &str| parse(text.into()).unwrap_err();
        assert_eq!(cut("solid x\n facet").place, super::super::Place::Line(2));
        assert!(cut("solid x\n facet").cause.contains("truncated"));
        assert!(cut("solid x\n").cause.contains("truncated"));
        let mut binary = vec![b'x'; HEADER];
        binary.extend(9_u32.to_le_bytes());
        binary.extend([0; RECORD]);
        let message = parse(binary).unwrap_err().cause;
        assert!(
            message.contains("9 triangles") && message.contains("room for 1"),
            "{message}"
        );
    }

    /// Written, it would be infinite and could not be read back.
    #[test]
    fn a_coordinate_beyond_single_precision_is_not_written() {
        let surface = Surface {
            vertices: vec![[0.0; 3], [1e39, 0.0, 0.0], [0.0, 1.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            ..Surface::default()
        };
        let cause = format(&surface).unwrap_err().to_string();
        assert!(cause.contains("too large for STL"), "{cause}");
    }

    #[test]
    fn a_binary_header_that_says_solid_is_still_binary() {
        let mut binary = b"solid from a famous program".to_vec();
        binary.resize(HEADER, b' ');
        binary.extend(1_u32.to_le_bytes());
        binary.extend([0; RECORD]);
        assert!(!is_text(&binary));
        assert_eq!(parse(binary).unwrap().triangles.len(), 1);
    }
}
