//! A kernel launched on a text device leaves its CUDA or HIP source. `.ci/ptx target/tmp/kernel_text` compiles the
//! files saved here.

use std::path::Path;

use cubecl::prelude::*;
use poynting_exec::gpu::text::{
    Cuda, Hip, KernelText, Language, Mode, TextDevice, TextDialect, TextError, TextRuntime, save,
};

/// Repeats `a = a s + b`, unrolled or as a loop.
#[cube(launch_unchecked)]
fn scale_add<F: Float + CubeElement>(
    a: &mut Array<F>,
    b: &Array<F>,
    s: F,
    times: u32,
    #[comptime] looped: bool,
) {
    let i = ABSOLUTE_POS;
    if i < a.len() {
        if comptime![looped] {
            for _ in 0..times {
                a[i] = a[i] * s + b[i];
            }
        } else {
            a[i] = a[i] * s + b[i];
        }
    }
}

/// Panics while CubeCL expands it.
#[cube(launch_unchecked)]
fn cannot_unfold(a: &mut Array<f32>, #[comptime] width: u32) {
    a[0] = f32::cast_from(comptime![100 / width]);
}

/// Needs one temporary for each store.
#[cube(launch_unchecked)]
fn many_stores(a: &mut Array<Atomic<u32>>, #[comptime] count: u32) {
    #[unroll]
    for value in 0..count {
        a[0].store(value);
    }
}

fn recorder(number: u16) -> TextDevice {
    TextDevice {
        number,
        mode: Mode::Record,
    }
}

const VALUES: [f32; 3] = [1.0, 2.5, -3.0];

fn launch<D: TextDialect, F: Float + CubeElement>(
    client: &ComputeClient<TextRuntime<D>>,
    looped: bool,
) {
    let bytes = F::as_bytes(&VALUES.map(F::new)).to_vec();
    let a = client.create_from_slice(&bytes);
    let b = client.create_from_slice(&bytes);
    // SAFETY: a text device runs nothing.
    unsafe {
        scale_add::launch_unchecked::<F, TextRuntime<D>>(
            client,
            CubeCount::new_1d(1),
            CubeDim::new_1d(64),
            ArrayArg::from_raw_parts(a.clone(), VALUES.len()),
            ArrayArg::from_raw_parts(b, VALUES.len()),
            F::new(0.5),
            2,
            looped,
        );
    }
    assert_eq!(client.read_one(a).unwrap().to_vec(), bytes);
}

fn texts<D: TextDialect>(device: TextDevice) -> Vec<KernelText> {
    let client = TextRuntime::<D>::client(&device);
    for _ in 0..2 {
        launch::<D, f32>(&client, true);
        launch::<D, f64>(&client, true);
        launch::<D, f64>(&client, false);
    }
    TextRuntime::take(&client).unwrap()
}

fn check<D: TextDialect>(language: Language) {
    let texts = texts::<D>(recorder(0));
    assert_eq!(
        texts.len(),
        3,
        "each kernel once, however often it is launched"
    );
    let expected = [("float", true), ("double", true), ("double", false)];
    for (text, (float, looped)) in texts.iter().zip(expected) {
        let KernelText { name, source, .. } = text;
        assert_eq!(text.language, language);
        let (_, kernel) = source.split_once("__global__").expect("an entry point");
        let (signature, body) = kernel.split_once(") {").expect("arguments");
        assert!(
            signature.contains(&format!("{name}(")) || signature.contains(&format!("{name} ("))
        );
        assert!(
            signature.contains(&format!("{float}* buffer_0")),
            "{source}"
        );
        assert_eq!(body.contains("for ("), looped, "{source}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernel_text");
    save(&folder, &texts).unwrap();
    let file = format!("{}-1.{}", texts[1].name, language.extension());
    assert_eq!(
        std::fs::read_to_string(folder.join(file)).unwrap(),
        texts[1].source
    );
}

#[test]
fn each_kernel_is_written_once_in_cuda() {
    check::<Cuda>(Language::Cuda);
}

#[test]
fn each_kernel_is_written_once_in_hip() {
    check::<Hip>(Language::Hip);
}

#[test]
fn taking_starts_anew_and_devices_are_separate() {
    let client = TextRuntime::<Cuda>::client(&recorder(1));
    launch::<Cuda, f32>(&client, true);
    let other = TextRuntime::<Cuda>::client(&recorder(2));
    assert_eq!(TextRuntime::take(&other).unwrap(), []);
    let first = TextRuntime::take(&client).unwrap();
    assert_eq!(TextRuntime::take(&client).unwrap(), []);
    launch::<Cuda, f32>(&client, true);
    assert_eq!(TextRuntime::take(&client).unwrap().len(), first.len());
}

#[test]
fn a_kernel_without_text_is_an_error() {
    let client = TextRuntime::<Cuda>::client(&recorder(3));
    let a = client.empty(4);
    assert_eq!(client.read_one(a.clone()).unwrap().to_vec(), [0; 4]);
    let broken = |width, threads| {
        // SAFETY: a text device runs nothing.
        unsafe {
            cannot_unfold::launch_unchecked::<TextRuntime<Cuda>>(
                &client,
                CubeCount::new_1d(1),
                CubeDim::new_1d(threads),
                ArrayArg::from_raw_parts(a.clone(), 1),
                width,
            );
        }
        match TextRuntime::take(&client) {
            Err(TextError::Kernel { kernel, reason }) => {
                assert!(kernel.contains("CannotUnfold"), "{kernel}");
                reason
            }
            other => panic!("{other:?}"),
        }
    };
    assert!(broken(0, 1).contains("divide by zero"));
    assert!(broken(1, 2048).contains("max"));
}

#[test]
fn devices_that_translate_at_once_do_not_mix_up_temporaries() {
    let translate = |device: u16| {
        let client = TextRuntime::<Cuda>::client(&recorder(device));
        let a = client.empty(4);
        for count in 20..220 {
            // SAFETY: a text device runs nothing.
            unsafe {
                many_stores::launch_unchecked::<TextRuntime<Cuda>>(
                    &client,
                    CubeCount::new_1d(1),
                    CubeDim::new_1d(1),
                    ArrayArg::from_raw_parts(a.clone(), 1),
                    count,
                );
            }
        }
        for (text, count) in TextRuntime::take(&client).unwrap().iter().zip(20..) {
            let words = text.source.split_whitespace();
            let mut temporaries: Vec<_> = words.filter(|word| word.starts_with("_tmp_")).collect();
            assert_eq!(temporaries.len(), count);
            temporaries.sort_unstable();
            temporaries.dedup();
            assert_eq!(temporaries.len(), count);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| translate(4));
        scope.spawn(|| translate(5));
    });
}

/// The text represents the real runtimes only as long as their compilers generate it.
#[cfg(all(feature = "cuda", feature = "hip"))]
#[test]
fn compilers_are_those_of_the_real_runtimes() {
    use std::any::TypeId;
    fn compiler<R: Runtime>() -> TypeId {
        TypeId::of::<R::Compiler>()
    }
    fn target<R: Runtime>() -> String {
        format!("{:?} {:?}", R::max_cube_count(), R::require_array_lengths())
    }
    type RealCuda = cubecl::cuda::CudaRuntime;
    type RealHip = cubecl::hip::HipRuntime;
    assert_eq!(compiler::<TextRuntime<Cuda>>(), compiler::<RealCuda>());
    assert_eq!(compiler::<TextRuntime<Hip>>(), compiler::<RealHip>());
    assert_eq!(target::<TextRuntime<Cuda>>(), target::<RealCuda>());
    assert_eq!(target::<TextRuntime<Hip>>(), target::<RealHip>());
}
