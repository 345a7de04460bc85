//! A kernel launched on a text device that executes computes what it would on a GPU.

use cubecl::prelude::*;
use cubecl::server::Handle;
use poynting_exec::gpu::text::{Cuda, Hip, Mode, MultiplyAdd, TextDevice, TextRuntime};

const BOTH: [MultiplyAdd; 2] = [MultiplyAdd::Separate, MultiplyAdd::Fused];

type Client = ComputeClient<TextRuntime<Cuda>>;

fn executor(number: u16, multiply_add: MultiplyAdd) -> TextDevice {
    TextDevice {
        number,
        mode: Mode::Execute(multiply_add),
    }
}

#[cube(launch_unchecked)]
fn multiply_add<F: Float + CubeElement>(a: &Array<F>, b: &mut Array<F>, s: F) {
    if ABSOLUTE_POS < b.len() {
        b[ABSOLUTE_POS] = a[ABSOLUTE_POS] * s + b[ABSOLUTE_POS];
    }
}

/// Digits of a thread's position, at a place that is unique to it.
#[cube(launch_unchecked)]
fn positions(out: &mut Array<u32>) {
    let in_block = UNIT_POS_X + 10 * UNIT_POS_Y + 100 * UNIT_POS_Z;
    let in_grid = CUBE_POS_X + 10 * CUBE_POS_Y + 100 * CUBE_POS_Z;
    out[ABSOLUTE_POS] = in_block + 1000 * in_grid;
}

#[cube(launch_unchecked)]
fn through_shared_memory(out: &mut Array<u32>) {
    let mut shared = SharedMemory::<u32>::new(4usize);
    shared[UNIT_POS as usize] = UNIT_POS;
    sync_cube();
    out[UNIT_POS as usize] = shared[3 - UNIT_POS as usize];
}

fn array(handle: &Handle, len: usize) -> ArrayArg<TextRuntime<Cuda>> {
    // SAFETY: the tests allocate this many numbers.
    unsafe { ArrayArg::from_raw_parts(handle.clone(), len) }
}

/// a s + b, in more blocks than necessary.
fn computed<F: Float + CubeElement>(client: &Client, a: [F; 3], s: F, b: [F; 3]) -> Vec<F> {
    let (a, b) = (F::as_bytes(&a).to_vec(), F::as_bytes(&b).to_vec());
    let a = client.create_from_slice(&a);
    let b = client.create_from_slice(&b);
    let (grid, block) = (CubeCount::new_1d(3), CubeDim::new_1d(2));
    // SAFETY: the kernel stays below the length.
    unsafe {
        multiply_add::launch_unchecked::<F, _>(client, grid, block, array(&a, 3), array(&b, 3), s);
    }
    F::from_bytes(&client.read_one(b).unwrap()).to_vec()
}

/// Whether the processor can fuse at all.
fn fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// (1 + u)^2 - (1 + 2u), where u is the last place of one: u^2, or nothing if the product is rounded.
#[test]
fn products_and_sums_are_rounded_as_requested() {
    let (u, v) = (f32::EPSILON, f64::EPSILON);
    for way in BOTH {
        let client = TextRuntime::<Cuda>::client(&executor(0, way));
        let fused = way == MultiplyAdd::Fused && fuses();
        let (a, b) = ([1.0 + u, 3.0, 0.5], [-1.0 - 2.0 * u, 0.25, -0.5]);
        let expected = [if fused { u * u } else { 0.0 }, 6.25, 0.5];
        assert_eq!(computed(&client, a, 1.0 + u, b)[0], expected[0], "{way:?}");
        assert_eq!(computed(&client, a, 2.0, b)[1..], expected[1..], "{way:?}");
        let found = computed(&client, [1.0 + v; 3], 1.0 + v, [-1.0 - 2.0 * v; 3]);
        assert_eq!(found, [if fused { v * v } else { 0.0 }; 3], "{way:?}");
    }
}

#[test]
fn every_thread_runs_once_at_its_own_position() {
    let ([bx, by, bz], [gx, gy, gz]) = ([4, 3, 2], [2, 5, 3]);
    let mut expected = Vec::new();
    for z in 0..bz * gz {
        for y in 0..by * gy {
            for x in 0..bx * gx {
                let in_block = x % bx + 10 * (y % by) + 100 * (z % bz);
                let in_grid = x / bx + 10 * (y / by) + 100 * (z / bz);
                expected.push(in_block + 1000 * in_grid);
            }
        }
    }
    for way in BOTH {
        let client = TextRuntime::<Cuda>::client(&executor(1, way));
        let out = client.empty(4 * expected.len());
        let fresh = client.read_one(out.clone()).unwrap();
        assert!(fresh.iter().all(|byte| *byte == 0xff));
        // SAFETY: one number for each thread.
        unsafe {
            positions::launch_unchecked::<TextRuntime<Cuda>>(
                &client,
                CubeCount::Static(gx, gy, gz),
                CubeDim::new_3d(bx, by, bz),
                array(&out, expected.len()),
            );
        }
        let found = client.read_one(out).unwrap();
        assert_eq!(u32::from_bytes(&found), expected, "{way:?}");
    }
}

#[test]
fn a_kernel_that_cannot_be_executed_is_an_error() {
    let client = TextRuntime::<Cuda>::client(&executor(2, MultiplyAdd::Separate));
    let out = client.empty(16);
    // Every launch, not only the first.
    for _ in 0..2 {
        // SAFETY: one number for each thread.
        unsafe {
            through_shared_memory::launch_unchecked::<TextRuntime<Cuda>>(
                &client,
                CubeCount::new_1d(1),
                CubeDim::new_1d(4),
                array(&out, 4),
            );
        }
        let error = client.read_one(out.clone()).unwrap_err();
        assert!(error.to_string().contains("__shared__"), "{error}");
    }
    assert_eq!(computed(&client, [1.0; 3], 2.0, [3.0; 3]), [5.0_f32; 3]);
}

#[test]
fn hip_is_recorded_only() {
    let client = TextRuntime::<Hip>::client(&executor(0, MultiplyAdd::Separate));
    let out = client.empty(4);
    // SAFETY: one thread and one number.
    unsafe {
        positions::launch_unchecked::<TextRuntime<Hip>>(
            &client,
            CubeCount::new_1d(1),
            CubeDim::new_1d(1),
            ArrayArg::from_raw_parts(out.clone(), 1),
        );
    }
    let error = client.read_one(out).unwrap_err();
    assert!(error.to_string().contains("hip_runtime.h"), "{error}");
}
