//! A device queue: buffers, and launches in order.

use super::GpuLimits;
use super::guard::Watch;
use crate::{Device, DeviceError, Real};
use cubecl::prelude::*;
use cubecl::server::Handle;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

/// Numbers on a device.
#[derive(Debug, Clone)]
pub struct Buffer<N> {
    handle: Handle,
    len: usize,
    kind: PhantomData<N>,
}

impl<N: CubeElement> Buffer<N> {
    /// As a kernel argument.
    pub fn arg<R: Runtime>(&self) -> ArrayArg<R> {
        // SAFETY: the length is that of the allocation, in elements of its type. The caller that launches a kernel guarantees that it takes
        // that type and stays within bounds.
        unsafe { ArrayArg::from_raw_parts(self.handle.clone(), self.len) }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never true: empty buffers do not exist.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        (self.len * size_of::<N>()) as u64
    }
}

/// A pending read from the device, one list per buffer.
pub type Answer<'q, T> = Pin<Box<dyn Future<Output = Result<Vec<Vec<T>>, DeviceError>> + 'q>>;

/// The queue on which kernels are launched.
#[derive(Clone)]
pub struct Queue<R: Runtime> {
    /// The device's own interface.
    pub client: ComputeClient<R>,
    /// Its name.
    pub device: Device,
    /// Limits for kernels.
    pub limits: GpuLimits,
    pub(super) watch: Arc<Watch>,
}

/// Threads per block if each thread has one item.
const THREADS: u32 = 64;

impl<R: Runtime> Queue<R> {
    /// Copies numbers to the device; at least one, since empty buffers do not exist.
    pub fn upload<N: CubeElement + Default>(&self, numbers: &[N]) -> Buffer<N> {
        let none = [N::default()];
        let numbers = if numbers.is_empty() { &none } else { numbers };
        Buffer {
            handle: self.client.create_from_slice(N::as_bytes(numbers)),
            len: numbers.len(),
            kind: PhantomData,
        }
    }

    /// A zeroed buffer.
    pub fn zeros<T: Real>(&self, len: usize) -> Buffer<T> {
        let len = len.max(1);
        let buffer = Buffer {
            handle: self.client.empty(len * size_of::<T>()),
            len,
            kind: PhantomData,
        };
        self.clear(&buffer);
        buffer
    }

    /// Sets a buffer to zeros.
    pub fn clear<T: Real>(&self, buffer: &Buffer<T>) {
        let len = buffer.len;
        let (count, dim) = Self::grid(len.div_ceil(16));
        // SAFETY: `len` is the length of the buffer, and the kernel stays below it.
        unsafe { clear::launch_unchecked::<T, R>(&self.client, count, dim, buffer.arg(), len) };
    }

    /// Blocks and threads for this many items.
    pub fn grid(things: usize) -> (CubeCount, CubeDim) {
        let blocks = things.div_ceil(THREADS as usize) as u32;
        // Few backends launch more than 65535 blocks along one dimension.
        let y = blocks.div_ceil(32_768).max(1);
        let x = blocks.div_ceil(y).max(1);
        (CubeCount::Static(x, y, 1), CubeDim::new_1d(THREADS))
    }

    /// Requests the first `lens` elements of some buffers; the answer arrives when the device gets there.
    pub fn read<'q, T: Real>(&'q self, buffers: &[(&Buffer<T>, usize)]) -> Answer<'q, T> {
        let part = |(buffer, len): &(&Buffer<T>, usize)| {
            let unused = (buffer.len - (*len).clamp(1, buffer.len)) * size_of::<T>();
            buffer.handle.clone().offset_end(unused as u64)
        };
        let answer = self.client.read_async(buffers.iter().map(part).collect());
        // What was launched before is now on its way; a launch that failed is told here only.
        let launched = self.client.flush();
        let lens: Vec<usize> = buffers.iter().map(|(_, len)| *len).collect();
        Box::pin(async move {
            let bytes = self.watch.answered(answer).await?;
            let bytes = launched.and(bytes).map_err(|e| self.watch.failed(e))?;
            let numbers = bytes.iter().zip(lens);
            Ok(numbers
                .map(|(bytes, len)| T::from_bytes(bytes)[..len].to_vec())
                .collect())
        })
    }

    /// Waits until the queue is empty.
    pub fn wait(&self) -> Result<(), DeviceError> {
        let synced = self.watch.answered(self.client.sync());
        cubecl::future::block_on(synced)?.map_err(|e| self.watch.failed(e))
    }
}

/// Zeros. The caller of the launch guarantees that `count` is at most the length of the buffer: threads go no further.
#[cube(launch_unchecked)]
fn clear<T: Real>(buffer: &mut Array<T>, count: usize) {
    let stride = CUBE_COUNT * CUBE_DIM as usize;
    let mut n = ABSOLUTE_POS;
    while n < count {
        buffer[n] = T::of(0.0);
        n += stride;
    }
}
