//! Every kernel of this solver as CUDA and HIP source, generated on a machine without such a GPU.
//!
//! The solver runs a small scene that uses every feature on a device that computes nothing and stores the source of each
//! launched kernel. This covers both precisions, every storage of coefficients, and slabs.

use cubecl::prelude::Runtime;
use poynting_exec::Real;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::gpu::text::{
    Cuda, Hip, KernelText, TextDevice, TextDialect, TextError, TextRuntime,
};
use poynting_fdtd::{Plan, setup};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::coefficients::{Materials, Storage};
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::ranks::PartEngine;
use poynting_fdtd_gpu::{GpuEngine, GpuPart};
use poynting_scene::{Precision, Scene};

/// Sources of every action and monitors of every kind; the boundaries are filled in.
const SCENE: &str = r#"
title = "every kernel"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["4 mm", "4 mm", "4 mm"]
[grid]
spacing = "1 mm"
[boundary]
WALLS
pml = { layers = 2 }
[[sources]]
name = "soft"
type = "soft-point"
component = "Ez"
at = ["2 mm", "2 mm", "2 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }
[[monitors]]
name = "probe"
type = "probe"
at = ["1 mm", "1 mm", "1 mm"]
[[monitors]]
name = "all"
type = "snapshot"
from = ["0 mm", "0 mm", "0 mm"]
to = ["4 mm", "4 mm", "4 mm"]
every_steps = 1
[[monitors]]
name = "spectrum"
type = "field"
from = ["0 mm", "0 mm", "0 mm"]
to = ["4 mm", "4 mm", "4 mm"]
frequencies = "5 GHz"
every_steps = 1
[stop]
steps = 1
"#;

/// A dispersive body.
const BODY: &str = r#"
[materials.mud]
debye = [{ delta = 2, tau = "1 ps" }]
lorentz = [{ delta = 2, frequency = "50 GHz", damping = "1 GHz" }]
[[structures]]
material = "mud"
shape = "box"
from = ["1 mm", "1 mm", "1 mm"]
to = ["3 mm", "3 mm", "3 mm"]
"#;

/// A wave in free space between absorbing boundaries.
const WAVE: &str = r#"
[[sources]]
name = "wave"
type = "plane-wave"
from = ["1 mm", "1 mm", "1 mm"]
to = ["3 mm", "3 mm", "3 mm"]
direction = [1, 2, 3]
polarisation = "x"
waveform = { type = "gaussian", amplitude = "1 V/m", bandwidth = "10 GHz" }
"#;

/// Boundaries that need a kernel, and the contents between them.
const WALLS: [(&str, &str); 3] = [
    ("all = 'periodic'", BODY),
    ("all = 'pml'", WAVE),
    (
        "all = 'bloch'\nbloch = { k = ['100 rad/m', '200 rad/m', '300 rad/m'] }",
        "",
    ),
];

/// The source of every kernel, in both languages.
pub fn kernel_texts() -> Result<Vec<KernelText>, TextError> {
    let mut texts = texts_of::<Cuda>()?;
    texts.extend(texts_of::<Hip>()?);
    Ok(texts)
}

fn texts_of<D: TextDialect>() -> Result<Vec<KernelText>, TextError> {
    let mut queue = TextRuntime::<D>::queue(&TextDevice::default());
    for buffer_bytes in [u64::MAX, 1 << 14] {
        queue.limits.buffer_bytes = buffer_bytes;
        launch_all::<_, f32>(&queue, Precision::F32, Precision::F32)?;
        launch_all::<_, f32>(&queue, Precision::F32, Precision::F64)?;
        launch_all::<_, f64>(&queue, Precision::F64, Precision::F64)?;
    }
    TextRuntime::take(&queue.client)
}

fn launch_all<R: Runtime, T: Real>(
    queue: &Queue<R>,
    precision: Precision,
    sums: Precision,
) -> Result<(), TextError> {
    let failed = |reason: String| TextError::Device { reason };
    for (walls, between) in WALLS {
        let text = SCENE.replace("WALLS", walls) + between;
        let scene = Scene::from_toml(&text, "kernels.toml").map_err(|e| failed(e.to_string()))?;
        let plan = Plan::new(&scene, precision).map_err(|e| failed(e.to_string()))?;
        launch_scene::<R, T>(queue, &scene, &plan, sums)?;
    }
    Ok(())
}

fn launch_scene<R: Runtime, T: Real>(
    queue: &Queue<R>,
    scene: &Scene,
    plan: &Plan,
    sums: Precision,
) -> Result<(), TextError> {
    let failed = |reason: String| TextError::Device { reason };
    let direct = [Materials::Direct];
    let lookup = [8, 16, 32].map(|bits| Materials::Lookup { bits });
    for (storage, kinds) in [(Storage::Lookup, &lookup[..]), (Storage::Direct, &direct)] {
        for materials in kinds {
            let model = setup::<T>(scene, plan, storage);
            let mut engine = GpuEngine::<R, T>::new(queue, Mapping::default(), vec![model], sums);
            engine.coefficients.materials = *materials;
            let block = Block {
                first_step: 0,
                steps: 1,
            };
            let done = engine.advance(block).and_then(|()| engine.energies());
            done.map_err(|e| failed(e.to_string()))?;
        }
    }
    let model = setup::<T>(scene, plan, Storage::Auto);
    let mut part = GpuPart::<R, T>::new(queue, Mapping::default(), model, sums);
    part.select(&[[0..2, 0..2, 0..2]]);
    let mut values = [Vec::new()];
    let moved = part
        .read(0, &mut values)
        .and_then(|()| part.write(0, &[&values[0]]));
    moved.map_err(|e| failed(e.to_string()))
}
