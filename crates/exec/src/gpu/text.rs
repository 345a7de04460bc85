//! Kernels as text: a CubeCL device that records the source of every kernel launched on it, and can execute it on the processor.
//!
//! A solver that is generic over the CubeCL runtime runs on [`TextRuntime`] as it would on a GPU. The result is
//! the CUDA or HIP source of each kernel it launched, complete and without duplicates: the same text that
//! the real runtime would pass to NVRTC or HIPRTC. A machine without the hardware can thus check that it compiles.
//!
//! Buffers are host memory. On a device that only records they are zero until written, and a read returns what the host wrote. A device
//! that executes compiles the CUDA text with the C++ compiler of the system and runs it (`text/execute.rs`), so that a solver computes
//! the same results on it as on a GPU.

mod dialect;
mod execute;
mod server;

use std::collections::{BTreeSet, HashSet};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cubecl::Runtime;
use cubecl::client::ComputeClient;
use cubecl::device::{Device, DeviceId};
use cubecl::ir::TargetProperties;
use cubecl::prelude::KernelId;
use cubecl::zspace::striding::has_contiguous_row_major_strides;
use cubecl::zspace::{Shape, Strides};
use cubecl_cpp::shared::CppCompiler;

use super::GpuLimits;
use super::guard::Watch;
use super::queue::Queue;
pub use dialect::{Cuda, Hip, TextDialect};
pub use server::TextServer;

/// The source of one kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelText {
    /// Entry point.
    pub name: String,
    /// Language of the source.
    pub language: Language,
    /// Source, exactly as the runtime of that language compiles it.
    pub source: String,
}

/// Language of a kernel's source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// NVIDIA's.
    Cuda,
    /// AMD's.
    Hip,
}

impl Language {
    /// File extension of this language.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Cuda => "cu",
            Self::Hip => "hip",
        }
    }
}

/// Why a kernel has no text.
#[derive(Debug, Clone, thiserror::Error)]
pub enum TextError {
    /// CubeCL cannot translate this kernel, or the device would reject it.
    #[error("kernel {kernel}: {reason}")]
    Kernel {
        /// Entry point, or its type if the translation did not get that far.
        kernel: String,
        /// The message of CubeCL.
        reason: String,
    },
    /// Something other than a kernel failed on the device, for example an allocation.
    #[error("the text device failed: {reason}")]
    Device {
        /// The message of CubeCL.
        reason: String,
    },
}

/// A device that writes kernels out. Devices that differ keep their texts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextDevice {
    /// Its number among the devices of its mode.
    pub number: u16,
    /// What a launch does.
    pub mode: Mode,
}

/// What a launch on a text device does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Records the text and computes nothing.
    #[default]
    Record,
    /// Also runs the text on the processor; CUDA only.
    Execute(MultiplyAdd),
}

/// How the text is compiled where a sum follows a product. The other order of threads comes with the other way, so that a kernel whose
/// threads depend on each other does not agree with itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MultiplyAdd {
    /// Both are rounded. Threads run in ascending order.
    Separate,
    /// As one instruction, rounded once, as NVIDIA's compiler does by default. Threads run in descending order.
    Fused,
}

/// Separates the ids of text devices from those of GPUs, so that they never share a thread; one for each mode from here on.
const TEXT_DEVICES: u16 = 0x7e87;

const MODES: [Mode; 3] = [
    Mode::Record,
    Mode::Execute(MultiplyAdd::Separate),
    Mode::Execute(MultiplyAdd::Fused),
];

impl Device for TextDevice {
    fn from_id(id: DeviceId) -> Self {
        let place = usize::from(id.type_id.wrapping_sub(TEXT_DEVICES));
        Self {
            number: id.index_id,
            mode: MODES.get(place).copied().unwrap_or_default(),
        }
    }

    fn to_id(&self) -> DeviceId {
        let before = MODES.iter().take_while(|mode| **mode != self.mode).count();
        DeviceId::new(TEXT_DEVICES + before as u16, self.number)
    }
}

/// The runtime of text devices for the language `D`: [`Cuda`] or [`Hip`].
#[derive(Debug, Clone)]
pub struct TextRuntime<D>(PhantomData<D>);

impl<D: TextDialect> TextRuntime<D> {
    /// The queue of a device, with the limits of a large GPU.
    pub fn queue(device: &TextDevice) -> Queue<Self> {
        Queue {
            client: Self::client(device),
            device: crate::Device::Cpu,
            watch: Watch::begin(crate::Device::Cpu),
            limits: GpuLimits {
                buffer_bytes: u64::MAX,
                buffers: None,
                block_threads: 1024,
            },
        }
    }

    /// Returns and removes every kernel launched on the device since the last call, in the order of their first launch.
    pub fn take(client: &ComputeClient<Self>) -> Result<Vec<KernelText>, TextError> {
        // Launches are queued: they have all been written out when the queue is empty.
        let flushed = client.flush();
        let texts = client.info().take()?;
        match flushed {
            Ok(()) => Ok(texts),
            Err(error) => Err(TextError::Device {
                reason: error.to_string(),
            }),
        }
    }
}

impl<D: TextDialect> Runtime for TextRuntime<D> {
    type Compiler = CppCompiler<D>;
    type Server = TextServer<D>;
    type Device = TextDevice;

    fn client(device: &Self::Device) -> ComputeClient<Self> {
        ComputeClient::load(device)
    }

    fn name(_client: &ComputeClient<Self>) -> &'static str {
        D::RUNTIME
    }

    // As in CUDA and HIP: array lengths and grid limits are part of the text.
    fn require_array_lengths() -> bool {
        true
    }

    fn max_cube_count() -> (u32, u32, u32) {
        (i32::MAX as u32, u16::MAX as u32, u16::MAX as u32)
    }

    fn can_read_tensor(shape: &Shape, strides: &Strides) -> bool {
        shape.is_empty() || has_contiguous_row_major_strides(shape, strides)
    }

    fn target_properties() -> TargetProperties {
        D::target_properties()
    }

    fn enumerate_devices(_: u16, _: &Texts) -> Vec<DeviceId> {
        vec![TextDevice::default().to_id()]
    }
}

/// The texts written by a device since they were last taken.
#[derive(Debug, Default)]
pub struct Texts(Mutex<Written>);

#[derive(Debug, Default)]
struct Written {
    seen: HashSet<KernelId>,
    kernels: Vec<Result<KernelText, TextError>>,
}

impl Texts {
    /// Whether this launch of the kernel is its first.
    fn is_new(&self, kernel: KernelId) -> bool {
        self.lock().seen.insert(kernel)
    }

    fn keep(&self, text: Result<KernelText, TextError>) {
        self.lock().kernels.push(text);
    }

    fn take(&self) -> Result<Vec<KernelText>, TextError> {
        std::mem::take(&mut *self.lock())
            .kernels
            .into_iter()
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Names of the functions under `#[cube(launch_unchecked)]` in the sources of a folder: the kernels that a solver must write out.
pub fn kernels_in(folder: &Path) -> std::io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            names.extend(kernels_in(&path)?);
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let kernels = text.split("#[cube(launch_unchecked)]").skip(1);
        let functions = kernels.filter_map(|after| after.split("fn ").nth(1));
        names.extend(functions.filter_map(|f| Some(f.split(['<', '(']).next()?.to_owned())));
    }
    Ok(names)
}

/// Writes each kernel to its own file in `folder`: the entry point, its index in the list, the language.
pub fn save(folder: &Path, kernels: &[KernelText]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (place, kernel) in kernels.iter().enumerate() {
        let file = format!("{}-{place}.{}", kernel.name, kernel.language.extension());
        std::fs::write(folder.join(file), &kernel.source)?;
    }
    Ok(())
}
