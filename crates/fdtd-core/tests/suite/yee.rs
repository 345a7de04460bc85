//! The Yee update of the CPU engine against the difference equations.

use crate::model::{STEPS, difference, setup};
use poynting_exec::Pool;
use poynting_fdtd_core::block::{BLOCK, Block};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::on_cpu::OnCpu;
use poynting_scene::TraversalChoice;

fn off<T: OnCpu>(traversal: TraversalChoice, storage: Storage) -> f64 {
    let pool = Pool::new(Some(2)).unwrap();
    let config = Config {
        traversal,
        ..Config::default()
    };
    let mut engine = T::engine(setup::<T>(storage), config, &pool);
    for block in 0..STEPS / BLOCK as u64 {
        let block = Block {
            first_step: block * BLOCK as u64,
            steps: BLOCK,
        };
        engine.advance(block).unwrap();
    }
    let [off, peak] = difference(&mut *engine);
    assert!(peak > 1.0, "there is a field");
    off
}

#[test]
fn every_order_and_storage_gives_the_bits_of_the_equations() {
    for traversal in [TraversalChoice::Sweep, TraversalChoice::Tiles] {
        for storage in [Storage::Lookup, Storage::Direct] {
            assert_eq!(off::<f32>(traversal, storage), 0.0);
            assert_eq!(off::<f64>(traversal, storage), 0.0);
        }
    }
}
