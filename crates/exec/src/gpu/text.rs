//! Kernels as text: a CubeCL device that computes nothing and records the source of every kernel launched on it.
//!
//! A solver that is generic over the CubeCL runtime runs on [`TextRuntime`] as it would on a GPU. The result is
//! the CUDA or HIP source of each kernel it launched, complete and without duplicates: the same text that
//! the real runtime would pass to NVRTC or HIPRTC. A machine without the hardware can thus check that it compiles.
//!
//! Buffers are host memory, zero until written; since no kernel runs, a read returns what the host wrote.

mod dialect;
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

/// A device that writes kernels out. Devices with different numbers keep their texts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextDevice(pub u16);

/// Separates the ids of text devices from those of GPUs, so that they never share a thread.
const TEXT_DEVICES: u16 = 0x7e87;

impl Device for TextDevice {
    fn from_id(id: DeviceId) -> Self {
        Self(id.index_id)
    }

    fn to_id(&self) -> DeviceId {
        DeviceId::new(TEXT_DEVICES, self.0)
    }
}

/// The runtime of text devices for the language `D`: [`Cuda`] or [`Hip`].
#[derive(Debug, Clone)]
pub struct TextRuntime<D>(PhantomData<D>);

impl<D: TextDialect> TextRuntime<D> {
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
