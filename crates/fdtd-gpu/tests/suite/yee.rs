//! The Yee kernel against the difference equations, in both precisions.

use crate::model::{STEPS, difference, setup};
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Device, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::mapping::{Mapping, March};
use poynting_fdtd_core::setup::Setup;
use poynting_fdtd_gpu::memory::Footprint;
use poynting_fdtd_gpu::run::{OnGpu, Options, Stack};
use std::path::Path;

/// One model, run through all steps.
struct One {
    storage: Storage,
    /// The largest difference over the largest value.
    off: Option<f64>,
}

impl<T: Real> Stack<T> for One {
    fn footprints(&self) -> Vec<Footprint<'_>> {
        vec![Footprint {
            layout: setup::<T>(self.storage).layout,
            index_bytes: 1,
            captures: &[],
            samples: 0,
            psi: 0,
            sums: 0,
            corrections: 0,
            memories: 0,
            dispersive: 0,
        }]
    }

    fn steps(&self) -> u64 {
        STEPS
    }

    fn set_up(&self) -> Vec<Setup<T>> {
        vec![setup(self.storage)]
    }

    fn run(&mut self, engine: &mut dyn Engine<T>) {
        let mut done = 0;
        while done < STEPS {
            let steps = (STEPS - done).min(engine.block() as u64);
            let block = Block {
                first_step: done,
                steps: steps as usize,
            };
            engine.advance(block).unwrap();
            done += steps;
        }
        engine.collect(0, &mut |_, _, _| {}).unwrap();
        let [off, peak] = difference(engine);
        self.off = Some(off / peak);
    }
}

fn off<T: OnGpu>(storage: Storage, march: March) -> f64 {
    let mut one = One { storage, off: None };
    let options = Options {
        device: Device::Gpu(0),
        mapping: Some(Mapping {
            march,
            ..Mapping::default()
        }),
        tuning: &Tuning::in_folder(Path::new(env!("CARGO_TARGET_TMPDIR"))),
        budget: None,
    };
    T::run_stack(&mut one, options).unwrap();
    one.off.unwrap()
}

/// Within two roundings of the largest value: a compiler may fuse a product and a sum.
#[test]
fn the_kernel_solves_the_equations_of_the_processor() {
    for storage in [Storage::Lookup, Storage::Direct] {
        for march in [March::Cell, March::Column] {
            let [single, double] = [off::<f32>(storage, march), off::<f64>(storage, march)];
            assert!(single <= 2.0 * f64::from(f32::EPSILON), "{single:e}");
            assert!(double <= 2.0 * f64::EPSILON, "{double:e}");
        }
    }
}
