//! The scene of a grid.

use super::blocks::{self, Block};
use super::grid::{FAR_FIELD_GAP, Grid};
use poynting_exec::Random;
use std::ops::Range;

/// The scene, in TOML. Cells are 1 mm long, and the first one of the PML begins at the origin.
pub fn scene(grid: &Grid) -> String {
    let inside = domain(grid);
    let [from, to] = corners(&inside);
    let middle = grid.cells.0.map(|n| n as f64 / 2.0);
    format!(
        r#"title = "bench {title}"
[domain]
from = {from}
to = {to}
[grid]
spacing = "1 mm"
{boundary}{structures}[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = {middle}
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
{monitors}[stop]
steps = 1000000
"#,
        title = grid.title(),
        middle = point(middle),
        boundary = boundary(grid),
        structures = structures(grid, &inside),
        monitors = monitors(grid, &inside),
    )
}

/// The cells inside the PML.
fn domain(grid: &Grid) -> Block {
    let layers = grid.layers();
    std::array::from_fn(|a| layers[a]..grid.cells.0[a] - layers[a])
}

fn point(at: [f64; 3]) -> String {
    let [x, y, z] = at;
    format!(r#"["{x} mm", "{y} mm", "{z} mm"]"#)
}

/// `from` and `to` of a box.
fn corners(block: &Block) -> [String; 2] {
    let from = block.each_ref().map(|cells| cells.start as f64);
    let to = block.each_ref().map(|cells| cells.end as f64);
    [from, to].map(point)
}

/// A box without its outermost cells.
fn shrunk(block: &Block, by: usize) -> Block {
    let inner = |cells: &Range<usize>| cells.start + by..cells.end - by;
    block.each_ref().map(inner)
}

fn boundary(grid: &Grid) -> String {
    let layers = grid.layers().into_iter().max().unwrap_or(0);
    let faces = match layers {
        0 => String::new(),
        _ => format!("all = \"pml\"\npml = {{ layers = {layers} }}\n"),
    };
    let axes = grid.periodic.letters();
    let axes: String = axes
        .flat_map(|axis| [axis.to_string(), " = \"periodic\"\n".to_owned()])
        .collect();
    format!("[boundary]\n{faces}{axes}")
}

fn structures(grid: &Grid, inside: &Block) -> String {
    let mut text = String::new();
    if grid.case.has_cube() {
        text += "[materials.glass]\neps_r = 4\n";
        let cube = grid.cells.0.map(|n| n / 4..n - n / 4);
        text += &structure(&cube, "glass");
    }
    // Media outside a far-field box would radiate too.
    let room = match grid.far_field {
        0 => inside.clone(),
        _ => shrunk(inside, FAR_FIELD_GAP),
    };
    text + &dielectrics(grid, &room) + &dispersive(grid, &room)
}

fn structure(block: &Block, material: &str) -> String {
    let [from, to] = corners(block);
    format!(
        "[[structures]]\nmaterial = \"{material}\"\nshape = \"box\"\nfrom = {from}\nto = {to}\n"
    )
}

/// Random boxes of dielectrics with a relative permittivity from 1.5 to 8, in which a wavelength at 10 GHz has more than ten cells.
fn dielectrics(grid: &Grid, room: &Block) -> String {
    if grid.materials == 0 {
        return String::new();
    }
    let mut random = Random::new(1);
    let materials = (0..grid.materials).map(|n| {
        let eps_r = random.within(1.5..8.0);
        format!("[materials.dielectric{n}]\neps_r = {eps_r:.3}\n")
    });
    let boxes = blocks::random(room, grid.materials).into_iter();
    let boxes = boxes.map(|(block, kind)| structure(&block, &format!("dielectric{kind}")));
    materials.chain(boxes).collect()
}

fn dispersive(grid: &Grid, room: &Block) -> String {
    let Some(dispersive) = grid.dispersive else {
        return String::new();
    };
    let poles: Vec<String> = (0..dispersive.poles)
        .map(|n| {
            let frequency = 5 + 3 * n;
            format!("{{ delta = 0.5, frequency = \"{frequency} GHz\", damping = \"1 GHz\" }}")
        })
        .collect();
    let material = format!(
        "[materials.dispersive]\neps_inf = 2\nlorentz = [{}]\n",
        poles.join(", ")
    );
    let blocks = blocks::dispersive(room, &dispersive).into_iter();
    let blocks = blocks.map(|block| structure(&block, "dispersive"));
    std::iter::once(material).chain(blocks).collect()
}

fn monitors(grid: &Grid, inside: &Block) -> String {
    far_field(grid.far_field, inside) + &snapshots(grid, inside)
}

/// A far-field box with this many frequencies.
fn far_field(all: usize, inside: &Block) -> String {
    if all == 0 {
        return String::new();
    }
    let [from, to] = corners(&shrunk(inside, FAR_FIELD_GAP));
    let list: Vec<String> = (0..all)
        .map(|n| format!("\"{:.6} GHz\"", 1.0 + 9.0 * (n as f64 + 0.5) / all as f64))
        .collect();
    format!(
        "[[monitors]]\nname = \"far\"\ntype = \"far-field\"\nfrom = {from}\nto = {to}\nfrequencies = [{}]\n\
             theta = [\"0 deg\", \"90 deg\", \"180 deg\"]\nphi = [\"0 deg\", \"90 deg\"]\n",
        list.join(", ")
    )
}

fn snapshots(grid: &Grid, inside: &Block) -> String {
    let Some(snapshots) = grid.snapshots else {
        return String::new();
    };
    let [from, to] = corners(inside);
    format!(
        "[[monitors]]\nname = \"volume\"\ntype = \"snapshot\"\nfrom = {from}\nto = {to}\nevery_steps = {}\nstride = {}\n",
        snapshots.every, snapshots.stride
    )
}

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::super::options::Axes;
    use super::*;
    use poynting::{Layout, RunOptions, Scene, Simulation};

    fn plan(grid: &Grid) -> poynting::FdtdPlan {
        let text = scene(grid);
        let scene = Scene::from_toml(&text, "bench.toml").unwrap();
        let simulation = Simulation::from(scene);
        match simulation.plan(&RunOptions::default()).unwrap().layout {
            Layout::Fdtd(plan) => *plan,
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => {
                unreachable!("the scene has a grid")
            }
        }
    }

    #[test]
    fn the_grid_has_the_cells_asked_for() {
        for case in Case::ALL {
            let cube = plan(&Grid::cube(16, case));
            assert_eq!(cube.meshed.grid.cells(), [16; 3]);
            assert_eq!(cube.meshed.layers[0][0], case.layers(16));
        }
        let grid = Grid {
            cells: "12x10x14".parse().unwrap(),
            layers: Some(2),
            periodic: Axes([false, true, false]),
            materials: 3,
            dispersive: "0.1:2:spread".parse().ok(),
            snapshots: "8:2".parse().ok(),
            ..Grid::cube(1, Case::Vac)
        };
        let plan = plan(&grid);
        assert_eq!(plan.meshed.grid.cells(), [12, 10, 14]);
        assert_eq!(plan.meshed.layers, [[2, 2], [0, 0], [2, 2]]);
        assert!(plan.memory_values() > 0);
    }

    #[test]
    fn a_far_field_box_encloses_the_media() {
        let grid = Grid {
            layers: Some(2),
            materials: 3,
            dispersive: "0.2:1".parse().ok(),
            far_field: 2,
            ..Grid::cube(16, Case::Pml)
        };
        let plan = plan(&grid);
        assert!(plan.warnings.is_empty(), "{:?}", plan.warnings);
        assert!(plan.spectral_sums() > 0);
    }

    #[test]
    fn random_dielectrics_vary_along_every_row() {
        let grid = Grid {
            materials: 4,
            ..Grid::cube(32, Case::Vac)
        };
        let text = scene(&grid);
        assert_eq!(text, scene(&grid));
        assert_eq!(text.matches("[materials.dielectric").count(), 4);
        assert_eq!(text.matches("[[structures]]").count(), 8 * 8 * 8);
    }
}
