//! The languages of CubeCL's C++ compiler, configured as its own runtimes do for one concrete device each: an A100
//! (`sm_80`) for CUDA and an MI250 (`gfx90a`) for HIP.

use cubecl::ir::features::{AtomicUsage, Features, Plane, TypeUsage};
use cubecl::ir::{
    BarrierLevel, ContiguousElements, DeviceProperties, ElemType, FloatKind, HardwareProperties,
    MatrixLayout, MemoryDeviceProperties, MmaProperties, OpaqueType, SemanticType, StorageType,
    TargetProperties, Type, VectorSize,
};
use cubecl::profile::TimingMethod;
use cubecl_cpp::cuda::CudaDialect;
use cubecl_cpp::cuda::arch::CudaArchitecture;
use cubecl_cpp::cuda::mma::{CudaWmmaCompiler, contiguous_elements_cuda};
use cubecl_cpp::hip::HipDialect;
use cubecl_cpp::hip::arch::AMDArchitecture;
use cubecl_cpp::hip::mma::{WmmaIntrinsicCompiler, contiguous_elements_rdna3};
use cubecl_cpp::shared::{
    Architecture, CompilationOptions, CppSupportedFeatures, register_mma_features,
    register_scaled_mma_features, register_wmma_features,
};
use cubecl_cpp::{Dialect, register_supported_types};

use super::Language;

/// CUDA, as `cubecl-cuda` writes it.
pub type Cuda = CudaDialect<CudaWmmaCompiler>;
/// HIP, as `cubecl-hip` writes it.
pub type Hip = HipDialect<WmmaIntrinsicCompiler>;

/// A language in which kernels can be written out, with its target device.
pub trait TextDialect: Dialect {
    /// The language.
    const LANGUAGE: Language;
    /// Name of the runtime whose text this is.
    const RUNTIME: &'static str;

    /// The compiler options of that runtime.
    fn compilation_options() -> CompilationOptions;
    /// The device properties that the runtime reports.
    fn device_properties() -> DeviceProperties;
    /// Matrix registers of the target.
    fn target_properties() -> TargetProperties;
}

impl TextDialect for Cuda {
    const LANGUAGE: Language = Language::Cuda;
    const RUNTIME: &'static str = "cuda";

    fn compilation_options() -> CompilationOptions {
        CompilationOptions {
            warp_size: 32,
            supports_features: CppSupportedFeatures {
                fast_math: true,
                grid_constants: true,
                // Without a CUDA toolkit at build time the bindings are those of the newest version, which has it.
                fast_tanh: true,
                ..Default::default()
            },
        }
    }

    fn device_properties() -> DeviceProperties {
        let arch = CudaArchitecture { version: 80 };
        let hardware = HardwareProperties {
            max_shared_memory_size: 163 << 10,
            max_cube_dim: (1024, 1024, 64),
            num_streaming_multiprocessors: Some(108),
            num_tensor_cores: Some(4),
            min_tensor_cores_dim: Some(8),
            ..common_hardware(arch.warp_size())
        };
        let mut properties = common_properties::<Self>(&arch, 40 << 30, hardware);
        register_ampere(&mut properties);
        properties
    }

    fn target_properties() -> TargetProperties {
        TargetProperties {
            mma: MmaProperties {
                register_size_bits: 32,
                const_plane_size: 32,
                register_layout_a: MatrixLayout::RowMajor,
                register_layout_b: MatrixLayout::ColMajor,
                register_layout_acc: MatrixLayout::RowMajor,
                register_duplication_a: 1,
                register_duplication_b: 1,
                register_duplication_acc: 1,
                contiguous_elements: ContiguousElements::new(contiguous_elements_cuda),
            },
        }
    }
}

impl TextDialect for Hip {
    const LANGUAGE: Language = Language::Hip;
    const RUNTIME: &'static str = "hip";

    fn compilation_options() -> CompilationOptions {
        CompilationOptions {
            warp_size: AMDArchitecture::GFX90A.warp_size(),
            supports_features: CppSupportedFeatures {
                fast_math: true,
                ..Default::default()
            },
        }
    }

    fn device_properties() -> DeviceProperties {
        let arch = AMDArchitecture::GFX90A;
        let hardware = HardwareProperties {
            max_shared_memory_size: 64 << 10,
            max_cube_dim: (1024, 1024, 1024),
            ..common_hardware(arch.warp_size())
        };
        common_properties::<Self>(&arch, 64 << 30, hardware)
    }

    fn target_properties() -> TargetProperties {
        TargetProperties {
            mma: MmaProperties {
                register_size_bits: 32,
                const_plane_size: 32,
                register_layout_a: MatrixLayout::RowMajor,
                register_layout_b: MatrixLayout::ColMajor,
                register_layout_acc: MatrixLayout::ColMajor,
                register_duplication_a: 2,
                register_duplication_b: 2,
                register_duplication_acc: 1,
                contiguous_elements: ContiguousElements::new(contiguous_elements_rdna3),
            },
        }
    }
}

fn common_hardware(warp_size: u32) -> HardwareProperties {
    HardwareProperties {
        load_width: 128,
        plane_size_min: warp_size,
        plane_size_max: warp_size,
        max_bindings: 1024,
        max_shared_memory_size: 48 << 10,
        max_cube_count: (i32::MAX as u32, u16::MAX as u32, u16::MAX as u32),
        max_units_per_cube: 1024,
        max_cube_dim: (1024, 1024, 64),
        num_streaming_multiprocessors: None,
        num_tensor_cores: None,
        min_tensor_cores_dim: None,
        num_cpu_cores: None,
        max_vector_size: VectorSize::MAX,
    }
}

/// Properties that both runtimes register, on any recent device.
fn common_properties<D: Dialect>(
    arch: &D::Architecture,
    device_memory: u64,
    hardware: HardwareProperties,
) -> DeviceProperties {
    let memory = MemoryDeviceProperties {
        max_page_size: device_memory / 4,
        alignment: 512,
    };
    let mut properties =
        DeviceProperties::new(Features::default(), memory, hardware, TimingMethod::System);
    register_supported_types(&mut properties);
    properties.features.memory_reinterpret = true;
    properties.features.alignment = true;
    properties.features.plane.insert(Plane::Ops);
    properties
        .features
        .plane
        .insert(Plane::NonUniformControlFlow);
    register_wmma_features(D::supported_wmma_combinations(arch), &mut properties);
    register_mma_features(D::supported_mma_combinations(arch), &mut properties);
    register_scaled_mma_features(D::supported_scaled_mma_combinations(arch), &mut properties);
    properties
}

/// Additions of `cubecl-cuda` up to `sm_80`.
fn register_ampere(properties: &mut DeviceProperties) {
    properties.register_type_usage(ElemType::Float(FloatKind::TF32), TypeUsage::Conversion);
    let atomic = |kind| Type::new(StorageType::Atomic(ElemType::Float(kind)));
    for sum in [
        atomic(FloatKind::F64),
        atomic(FloatKind::F16),
        atomic(FloatKind::F16).with_vector_size(2),
    ] {
        properties.register_atomic_type_usage(sum, AtomicUsage::Add | AtomicUsage::LoadStore);
    }
    properties.register_semantic_type(SemanticType::Pipeline);
    for level in [BarrierLevel::Unit, BarrierLevel::Cube] {
        properties.register_type_usage(OpaqueType::Barrier(level), TypeUsage::Buffer);
    }
    properties.features.plane.insert(Plane::Sync);
    for half in [FloatKind::F16, FloatKind::BF16] {
        properties
            .features
            .matmul
            .ldmatrix
            .insert(ElemType::Float(half).into());
    }
    properties.features.copy_async = true;
}
