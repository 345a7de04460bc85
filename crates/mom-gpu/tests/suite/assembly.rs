//! Assembly on a GPU, here Mesa's software driver, compared with the CPU.

use crate::meshes;
use poynting_exec::{Budget, Device, DeviceError};
use poynting_mom_core::{Dense, Equation, Filled, MomError, Operator, RwgSpace, Symmetry};
use poynting_mom_gpu::GpuFiller;
use std::time::Instant;

const DEVICE: Device = Device::Gpu(0);

/// Largest difference over the largest entry, in units in the last place.
fn ulps<T: Filled>(operator: &Operator<'_>, epsilon: f64) -> f64 {
    let budget = Budget::of_this_machine();
    let on = |device| {
        let begun = Instant::now();
        let dense = match device {
            Device::Cpu => Dense::<T>::new(operator, Symmetry::Used, budget),
            gpu => Dense::<T>::on(&GpuFiller::new(gpu), operator, Symmetry::Used, budget),
        };
        let dense = dense.unwrap();
        println!("{device} {:.3} s", begun.elapsed().as_secs_f64());
        dense
    };
    let (cpu, gpu) = (on(Device::Cpu), on(DEVICE));
    let parts = |d: &Dense<T>| -> Vec<f64> {
        let values = d.values().iter();
        values.flat_map(|v| [v.re.f64(), v.im.f64()]).collect()
    };
    let (cpu, gpu) = (parts(&cpu), parts(&gpu));
    let largest = cpu.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let off = cpu.iter().zip(&gpu).map(|(a, b)| (a - b).abs());
    off.fold(0.0_f64, f64::max) / largest / epsilon
}

/// The same formulas in the same order: only device-specific rounding differs. (The tolerance is such that no pair of this mesh is distant
/// enough to be expanded, which only the CPU does.)
#[test]
fn a_sphere_has_the_matrix_of_the_processor() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    for equation in [Equation::Electric, Equation::Combined { alpha: 0.3 }] {
        let operator = Operator::new(&space, 3.0, equation, 1e-6).unwrap();
        let single = ulps::<f32>(&operator, f64::from(f32::EPSILON));
        let double = ulps::<f64>(&operator, f64::EPSILON);
        println!("{equation:?}: {single} and {double} ulps");
        assert!(single < 4.0 && double < 4.0, "{single} {double}");
    }
}

#[test]
fn a_device_that_is_not_there_is_refused() {
    let space = RwgSpace::new(&meshes::sphere(1)).unwrap();
    let operator = Operator::new(&space, 3.0, Equation::Electric, 1e-3).unwrap();
    let budget = Budget::of_this_machine();
    let absent = GpuFiller::new(Device::Gpu(99));
    let refused = Dense::<f64>::on(&absent, &operator, Symmetry::Used, budget);
    let Err(MomError::Device(DeviceError::NoSuchDevice { device, .. })) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(device, Device::Gpu(99));
}
