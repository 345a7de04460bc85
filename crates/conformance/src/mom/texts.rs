//! Every kernel of the method of moments as CUDA and HIP source, generated on a machine without such a GPU.

use cubecl::prelude::Runtime;
use poynting_exec::Real;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::gpu::text::{
    Cuda, Hip, KernelText, Mode, TextDevice, TextDialect, TextError, TextRuntime,
};
use poynting_geometry::Body;
use poynting_linalg::{BLOCK, Complex, Mat};
use poynting_mom::{
    Dense, Equation, Operator, Pairs, Precision, RwgSpace, Symmetry, assemble_with,
};
use poynting_mom_gpu::assembly::fill_queued;
use poynting_mom_gpu::elimination::StripsOnDevice;

use super::gpu::shared;

/// Separates these sources from those of other solvers in the same process.
const DEVICE: TextDevice = TextDevice {
    number: 1,
    mode: Mode::Record,
};

/// The source of every kernel, in both languages.
pub fn kernel_texts() -> Result<Vec<KernelText>, TextError> {
    let mut texts = texts_of::<Cuda>()?;
    texts.extend(texts_of::<Hip>()?);
    Ok(texts)
}

fn texts_of<D: TextDialect>() -> Result<Vec<KernelText>, TextError> {
    let queue = TextRuntime::<D>::queue(&DEVICE);
    let failed = |reason: String| TextError::Device { reason };
    launch_all::<_, f32>(&queue).map_err(failed)?;
    launch_all::<_, f64>(&queue).map_err(failed)?;
    factor::<_, f32>(&queue).map_err(failed)?;
    factor::<_, f64>(&queue).map_err(failed)?;
    TextRuntime::take(&queue.client)
}

/// Factors a matrix of three strips whose rows are exchanged.
fn factor<R: Runtime, T: Precision>(queue: &Queue<R>) -> Result<(), String> {
    let size = 3 * BLOCK;
    let matrix = Mat::from_fn(size, size, |i, j| {
        Complex::new(T::of(f64::from(u8::from(i + j + 1 == size))), T::of(0.0))
    });
    let mut strips = StripsOnDevice::new(queue, size, u64::MAX);
    let factors = shared(matrix, &mut strips).map_err(|e| e.to_string())?;
    debug_assert_eq!(factors.size(), size);
    Ok(())
}

/// Assembles a matrix that uses every integrand.
fn launch_all<R: Runtime, T: Real>(queue: &Queue<R>) -> Result<(), String> {
    let body = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    let surface = body.mesh(1.0).map_err(|e| e.to_string())?;
    let space = RwgSpace::new(&surface).map_err(|e| e.to_string())?;
    let both = Equation::Combined { alpha: 0.5 };
    let operator = Operator::new(&space, 1.0, both, 1e-2).map_err(|e| e.to_string())?;
    let mut dense = Dense::<T>::zeros(space.len());
    let pairs = Pairs::new(&operator, Symmetry::Used);
    fill_queued(queue, &pairs, &mut |fill| {
        assemble_with(&pairs, fill, &mut dense)
    })
    .map_err(|e| e.to_string())
}
