//! LU decompositions that a GPU, here Mesa's software driver, takes part in.

use std::ops::ControlFlow;

use poynting_exec::{Budget, Device, DeviceError, Pool};
use poynting_linalg::{Complex, Lu, Mat, Par, SharedElimination, Split};
use poynting_mom::{Config, Job, Plan};
use poynting_mom_core::{Eliminator, MomError, Precision};
use poynting_mom_gpu::GpuEliminator;
use poynting_mom_gpu::elimination::device_bytes;
use poynting_observe::{Declaration, Sink, SinkError};
use poynting_scene::Scene;

const DEVICE: Device = Device::Gpu(0);
/// Three strips and a narrow one.
const SIZE: usize = 800;

/// The largest entries lie beside the diagonal, so that rows are exchanged.
fn matrix<T: Precision>(size: usize) -> Mat<Complex<T>> {
    Mat::from_fn(size, size, |i, j| {
        let x = (7 * i + 3 * j + 1) as f64;
        let pivot = if (i + 11) % size == j { 40.0 } else { 0.0 };
        Complex::new(T::of((x * x).sin() + pivot), T::of((1.7 * x * x).cos()))
    })
}

/// The factors, and the share of the columns that the device had.
fn shared<T: Precision>(eliminator: &GpuEliminator, size: usize) -> Result<(Lu<T>, f64), MomError> {
    let mut found = None;
    T::shared(eliminator, size, &mut |strips| {
        let split = eliminator.split();
        let mut elimination = SharedElimination::new(matrix::<T>(size), strips, split);
        while !elimination.is_complete() {
            elimination.advance(Par::rayon(2))?;
        }
        let share = elimination.share();
        found = Some((elimination.finish(), share));
        Ok(())
    })?;
    Ok(found.unwrap())
}

/// The largest difference from the factors of the processor, over their largest entry.
fn difference(lu: &Lu<f64>) -> f64 {
    let expected = Lu::new(matrix::<f64>(lu.size()), Par::Seq);
    assert_eq!(lu.exchanges(), expected.exchanges());
    let (mut off, mut largest) = (0.0_f64, 0.0_f64);
    for column in 0..lu.size() {
        for row in 0..lu.size() {
            let [a, b] = [&expected, lu].map(|lu| lu.factors()[(row, column)]);
            off = off.max((a - b).norm());
            largest = largest.max(a.norm());
        }
    }
    off / largest
}

/// Whatever the device has, and also if its memory holds only some of the columns.
#[test]
fn factors_are_those_of_the_processor() {
    let usual = GpuEliminator::new(DEVICE);
    let one = GpuEliminator {
        bytes: Some(device_bytes::<f64>(SIZE, 1)),
        split: Split::Here(1),
        ..usual
    };
    let most = GpuEliminator { bytes: None, ..one };
    for (eliminator, share) in [(one, 1.0 / 3.0), (most, 2.0 / 3.0)] {
        let (lu, found) = shared::<f64>(&eliminator, SIZE).unwrap();
        assert_eq!(found, share);
        let off = difference(&lu);
        assert!(off < 1e-14, "{eliminator:?}: {off:e}");
    }
    // Seven strips: enough to measure both. How many the device has depends on its speed.
    let (lu, found) = shared::<f64>(&usual, 1600).unwrap();
    let off = difference(&lu);
    println!("{off:e}, share {found}");
    assert!(
        off < 1e-14 && (0.0..1.0).contains(&found),
        "{off:e} {found}"
    );
}

#[test]
fn a_device_that_is_not_there_is_refused() {
    let refused = shared::<f32>(&GpuEliminator::new(Device::Gpu(99)), SIZE);
    let Err(MomError::Device(DeviceError::NoSuchDevice { device, .. })) = refused else {
        panic!("it was found");
    };
    assert_eq!(device, Device::Gpu(99));
}

/// A plate with 901 unknowns.
const PLATE: &str = r#"
[[structures]]
material = "pec"
shape = "box"
from = ["-0.5 m", "-0.5 m", "0 m"]
to = ["0.5 m", "0.5 m", "0 m"]
[[monitors]]
name = "rcs"
type = "monostatic"
frequencies = "300 MHz"
theta = ["0 deg", "40 deg", "80 deg"]
phi = "0 deg"
[mom]
equation = "efie"
method = "dense"
edge = "0.0556 m"
"#;

/// Everything that a run records.
#[derive(Default)]
struct Recorded(Vec<f64>);

impl Sink for Recorded {
    fn declare(&mut self, _: &Declaration) -> Result<(), SinkError> {
        Ok(())
    }

    fn append(&mut self, _: usize, _: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.0.extend(values);
        Ok(())
    }
}

fn run(eliminator: Option<&dyn Eliminator>) -> Vec<f64> {
    let scene = Scene::from_toml(PLATE, "plate.toml").unwrap();
    let budget = Budget::of_this_machine();
    let plan = Plan::new(&scene, poynting_scene::Precision::F64, budget).unwrap();
    assert!(plan.unknowns() > 3 * poynting_linalg::BLOCK);
    let mut sink = Recorded::default();
    let job = Job {
        scene: &scene,
        plan: &plan,
        sink: &mut sink,
        checkpoint: None,
    };
    let config = Config {
        filler: None,
        eliminator,
        budget,
    };
    let pool = Pool::new(Some(2)).unwrap();
    let go_on = &mut |_: &poynting_mom::Progress| ControlFlow::Continue(());
    poynting_mom::run(job, config, &pool, go_on).unwrap();
    sink.0
}

#[test]
fn a_run_with_a_device_has_the_results_of_the_processor() {
    let device = GpuEliminator {
        split: Split::Here(1),
        ..GpuEliminator::new(DEVICE)
    };
    let (alone, shared) = (run(None), run(Some(&device)));
    assert!(alone.len() > 3 && alone.len() == shared.len());
    assert_ne!(alone, shared, "the device took no part");
    // What vanishes by symmetry is a rounding error, and so is the residual.
    for (a, b) in alone.iter().zip(&shared) {
        assert!((a - b).abs() <= 1e-9 * a.abs() + 1e-12, "{a} {b}");
    }
}
