//! Runs CUDA text on the processor: the C++ compiler of the system translates it, unchanged, together with a header
//! (`cuda_shim.hpp`) that defines the CUDA names that it uses and a launch as a loop over the grid.
//!
//! Kernels with barriers, shared memory, warp operations or atomics do not compile with that header. The solvers have none.

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::Path;
use std::process::Command;

use cubecl::CubeDim;
use cubecl::prelude::KernelId;

use super::{KernelText, MultiplyAdd};

const SHIM: &str = include_str!("cuda_shim.hpp");

/// Kernels of a device, compiled at their first launch. A source is compiled once, whatever the number of kernels that share it.
#[derive(Debug)]
pub struct Executor {
    multiply_add: MultiplyAdd,
    kernels: HashMap<KernelId, Result<Entry, String>>,
    sources: HashMap<String, Entry>,
}

/// `launch` of the header: grid, block, addresses of the arguments, their number.
type Entry = unsafe extern "C" fn(*const Size, *const Size, *const *const c_void, u32) -> bool;

/// Blocks of a grid or threads of a block along x, y and z.
pub type Size = [u32; 3];

impl Executor {
    /// Without any kernel.
    pub fn new(multiply_add: MultiplyAdd) -> Self {
        Self {
            multiply_add,
            kernels: HashMap::new(),
            sources: HashMap::new(),
        }
    }

    /// Compiles a kernel, or keeps the reason why there is none.
    pub fn load(&mut self, id: KernelId, text: Result<&KernelText, String>) {
        let entry = text.and_then(|text| {
            if let Some(entry) = self.sources.get(&text.source) {
                return Ok(*entry);
            }
            let entry = compile(text, self.multiply_add)?;
            self.sources.insert(text.source.clone(), entry);
            Ok(entry)
        });
        self.kernels.insert(id, entry);
    }

    /// Runs a kernel: one thread after the other.
    ///
    /// # Safety
    ///
    /// Every buffer has the type and the size that the kernel expects, and the words those of its scalars.
    pub unsafe fn launch(
        &self,
        id: &KernelId,
        grid: Size,
        buffers: &[*mut u8],
        info: &[u64],
    ) -> Result<(), String> {
        let entry = match self.kernels.get(id) {
            Some(entry) => entry.clone()?,
            None => return Err("launched before it was compiled".to_owned()),
        };
        let CubeDim { x, y, z } = id.cube_dim;
        let pointers = buffers
            .iter()
            .map(|buffer| std::ptr::from_ref(buffer).cast());
        let info = (!info.is_empty()).then_some(info.as_ptr().cast());
        let arguments: Vec<*const c_void> = pointers.chain(info).collect();
        let count = arguments.len() as u32;
        // SAFETY: the addresses are those of the arguments, which the caller guarantees to be what the kernel expects.
        if unsafe { entry(&raw const grid, &[x, y, z], arguments.as_ptr(), count) } {
            return Ok(());
        }
        Err(format!("{id:?} does not take {count} arguments"))
    }
}

/// Translates and loads the text of a kernel.
fn compile(text: &KernelText, multiply_add: MultiplyAdd) -> Result<Entry, String> {
    let KernelText { name, source, .. } = text;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    };
    write("cuda_runtime.h", SHIM)?;
    write("kernel.cpp", &format!("{source}\nLAUNCH({name})\n"))?;
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let compiled = Command::new(&compiler)
        .args([
            "-std=c++17",
            "-O2",
            "-fPIC",
            "-shared",
            "-fno-strict-aliasing",
        ])
        .args(match multiply_add {
            MultiplyAdd::Separate => ["-ffp-contract=off"].as_slice(),
            MultiplyAdd::Fused => &["-ffp-contract=fast", "-march=native", "-DDESCENDING"],
        })
        .args(["-I.", "-o", "kernel.so", "kernel.cpp"])
        .current_dir(folder.path())
        .output()
        .map_err(|e| format!("the C++ compiler `{compiler}` (CXX): {e}"))?;
    if !compiled.status.success() {
        let messages = String::from_utf8_lossy(&compiled.stderr);
        return Err(format!(
            "{name} does not compile with `{compiler}`:\n{messages}"
        ));
    }
    // The library is mapped, and its file is no longer needed.
    open(&folder.path().join("kernel.so")).map_err(|reason| format!("{name}: {reason}"))
}

/// Loads a library for the rest of the process and returns its entry point.
#[cfg(unix)]
fn open(library: &Path) -> Result<Entry, String> {
    use std::ffi::{CStr, CString};
    use std::os::unix::ffi::OsStrExt;
    let path = CString::new(library.as_os_str().as_bytes()).map_err(|e| e.to_string())?;
    let failed = || {
        // SAFETY: null, or a message that stays until the next such call of this thread.
        let message = unsafe { libc::dlerror().as_ref().map(|text| CStr::from_ptr(text)) };
        message.map_or_else(
            || "cannot be loaded".to_owned(),
            |text| text.to_string_lossy().into_owned(),
        )
    };
    // SAFETY: the path ends with a zero, and the library has just been compiled from text without constructors.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        return Err(failed());
    }
    // SAFETY: the library is open and the name ends with a zero.
    let entry = unsafe { libc::dlsym(handle, c"launch".as_ptr()) };
    if entry.is_null() {
        return Err(failed());
    }
    // SAFETY: the header defines the symbol as a function with these arguments.
    Ok(unsafe { std::mem::transmute::<*mut c_void, Entry>(entry) })
}

#[cfg(not(unix))]
fn open(_: &Path) -> Result<Entry, String> {
    Err("can be executed on Unix systems only".to_owned())
}
