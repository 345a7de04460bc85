//! The text device itself: host memory behind handles, and a launch that translates, and runs only if the device executes.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use cubecl::MemoryAllocationMode;
use cubecl::backtrace::BackTrace;
use cubecl::bytes::Bytes;
use cubecl::device::{Device, DeviceId, DeviceService, ServerUtilitiesHandle};
use cubecl::future::DynFut;
use cubecl::prelude::KernelId;
use cubecl::profile::ProfileDuration;
use cubecl::server::{
    Binding, ComputeServer, CopyDescriptor, CubeCount, ExecutionMode, IoError, KernelArguments,
    LaunchError, ProfileError, ProfilingToken, ResourceLimitError, ServerCommunication,
    ServerError, ServerUtilities,
};
use cubecl::stream_id::StreamId;
use cubecl::zspace::striding::try_check_contiguous_row_major_strides;
use cubecl::{CubeTask, MemoryConfiguration, MemoryUsage};
use cubecl_cpp::ComputeKernel;
use cubecl_cpp::shared::{CompilationOptions, CppCompiler};
use cubecl_runtime::allocator::ContiguousMemoryLayoutPolicy;
use cubecl_runtime::logging::ServerLogger;
use cubecl_runtime::memory_management::{
    ManagedMemoryHandle, MemoryManagement, MemoryManagementOptions,
};
use cubecl_runtime::storage::{BytesResource, BytesStorage, ManagedResource};
use cubecl_runtime::timestamp_profiler::TimestampProfiler;
use cubecl_runtime::validation::{validate_cube_dim, validate_units};

use super::execute::Executor;
use super::{KernelText, Mode, TextDevice, TextDialect, TextError, Texts};

/// CubeCL's C++ compiler numbers temporaries with one counter for the whole process and resets it after each
/// kernel: two devices that translate at once would give two variables the same name.
static TEMPORARIES: Mutex<()> = Mutex::new(());

/// Server of a text device.
pub struct TextServer<D: TextDialect> {
    memory: MemoryManagement<BytesStorage>,
    options: CompilationOptions,
    clock: TimestampProfiler,
    errors: Vec<ServerError>,
    executor: Option<Executor>,
    utilities: Arc<ServerUtilities<Self>>,
}

impl<D: TextDialect> fmt::Debug for TextServer<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextServer")
            .field("texts", &self.utilities.info)
            .finish_non_exhaustive()
    }
}

impl<D: TextDialect> DeviceService for TextServer<D> {
    fn init(device: DeviceId) -> Self {
        let properties = D::device_properties();
        let logger = Arc::new(ServerLogger::default());
        let memory = MemoryManagement::from_configuration(
            BytesStorage::default(),
            &properties.memory,
            MemoryConfiguration::ExclusivePages,
            logger.clone(),
            MemoryManagementOptions::new("text device"),
        );
        let layout = ContiguousMemoryLayoutPolicy::new(properties.memory.alignment as usize);
        Self {
            memory,
            options: D::compilation_options(),
            clock: TimestampProfiler::default(),
            errors: Vec::new(),
            executor: match TextDevice::from_id(device).mode {
                Mode::Record => None,
                Mode::Execute(multiply_add) => Some(Executor::new(multiply_add)),
            },
            utilities: Arc::new(ServerUtilities::new(
                properties,
                logger,
                Texts::default(),
                layout,
            )),
        }
    }

    fn utilities(&self) -> ServerUtilitiesHandle {
        self.utilities.clone()
    }
}

impl<D: TextDialect> ServerCommunication for TextServer<D> {
    const SERVER_COMM_ENABLED: bool = false;
}

impl<D: TextDialect> TextServer<D> {
    /// Translates as the real runtime does before it calls NVRTC or HIPRTC.
    fn translate(
        &self,
        id: &KernelId,
        kernel: &dyn CubeTask<CppCompiler<D>>,
        mode: ExecutionMode,
    ) -> Result<KernelText, LaunchError> {
        validate_cube_dim(&self.utilities.properties, id)?;
        validate_units(&self.utilities.properties, id)?;
        let _alone = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = kernel.compile(
            &mut CppCompiler::default(),
            &self.options,
            mode,
            kernel.address_type(),
        )?;
        let max = self.utilities.properties.hardware.max_shared_memory_size;
        let requested = compiled
            .repr
            .as_ref()
            .map_or(0, ComputeKernel::shared_memory_size);
        if requested > max {
            let backtrace = BackTrace::capture();
            return Err(ResourceLimitError::SharedMemory {
                requested,
                max,
                backtrace,
            }
            .into());
        }
        Ok(KernelText {
            name: compiled.entrypoint_name,
            language: D::LANGUAGE,
            source: compiled.source,
        })
    }

    fn allocate(&mut self, handle: ManagedMemoryHandle, size: u64) -> Result<(), IoError> {
        let reserved = self.memory.reserve(size)?;
        self.memory.bind(reserved, handle.clone(), 0)?;
        // A GPU clears no memory: a kernel that uses a number which nothing has written finds NaN.
        let fresh = if self.executor.is_some() { 0xff } else { 0 };
        self.memory
            .get_resource(handle.binding(), None, None)?
            .write()
            .fill(fresh);
        Ok(())
    }

    /// Runs a kernel that has been loaded, if this device executes.
    ///
    /// # Safety
    ///
    /// As for [`Executor::launch`].
    unsafe fn execute(
        &mut self,
        id: &KernelId,
        count: &CubeCount,
        arguments: KernelArguments,
    ) -> Result<(), ServerError> {
        let Some(executor) = &self.executor else {
            return Ok(());
        };
        let failed = |reason: String| ServerError::Generic {
            reason,
            backtrace: BackTrace::capture(),
        };
        let CubeCount::Static(x, y, z) = *count else {
            return Err(failed(
                "the grid of a text device is not dynamic".to_owned(),
            ));
        };
        let KernelArguments {
            buffers,
            info,
            tensor_maps,
        } = arguments;
        if !tensor_maps.is_empty() || info.dynamic_metadata_offset < info.data.len() {
            return Err(failed("a text device runs no tensors".to_owned()));
        }
        let mut places = Vec::with_capacity(buffers.len());
        for binding in buffers {
            let Binding {
                memory,
                offset_start,
                offset_end,
                ..
            } = binding;
            let resource = self.memory.get_resource(memory, offset_start, offset_end)?;
            places.push(resource.get_write_ptr_and_length().0);
        }
        // SAFETY: the caller guarantees it.
        let outcome = unsafe { executor.launch(id, [x, y, z], &places, &info.data) };
        outcome.map_err(failed)
    }

    fn locate(&mut self, copy: &CopyDescriptor) -> Result<BytesResource, IoError> {
        try_check_contiguous_row_major_strides(&copy.shape, &copy.strides).map_err(|_| {
            IoError::UnsupportedStrides {
                backtrace: BackTrace::capture(),
            }
        })?;
        let Binding {
            memory,
            offset_start,
            offset_end,
            ..
        } = copy.handle.clone();
        self.memory.get_resource(memory, offset_start, offset_end)
    }

    fn keep_error<T>(&mut self, outcome: Result<T, IoError>) {
        if let Err(error) = outcome {
            self.errors.push(error.into());
        }
    }

    /// Errors since the last call; queued work has no other way to report.
    fn outcome(&mut self) -> Result<(), ServerError> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let errors = std::mem::take(&mut self.errors);
        Err(ServerError::ServerUnhealthy {
            errors,
            backtrace: BackTrace::capture(),
        })
    }
}

impl<D: TextDialect> ComputeServer for TextServer<D> {
    type Kernel = Box<dyn CubeTask<CppCompiler<D>>>;
    type Info = Texts;
    type MemoryLayoutPolicy = ContiguousMemoryLayoutPolicy;
    type Storage = BytesStorage;

    // SAFETY: the trait warns that a kernel may read and write out of bounds. Whoever launches guarantees that it does not, as on a
    // GPU.
    unsafe fn launch(
        &mut self,
        kernel: Self::Kernel,
        count: CubeCount,
        arguments: KernelArguments,
        mode: ExecutionMode,
        _stream: StreamId,
    ) {
        let mut id = kernel.id();
        id.mode(mode);
        if self.utilities.info.is_new(id.clone()) {
            // The device's thread swallows panics, and a kernel that panics during expansion must not go missing.
            let translated = catch_unwind(AssertUnwindSafe(|| self.translate(&id, &*kernel, mode)));
            let text = match translated {
                Ok(text) => text.map_err(|error| error.to_string()),
                Err(panic) => Err(message(&*panic)),
            };
            let kernel = kernel.name().to_owned();
            let text = text.map_err(|reason| TextError::Kernel { kernel, reason });
            if let Some(executor) = &mut self.executor {
                executor.load(id.clone(), text.as_ref().map_err(ToString::to_string));
            }
            self.utilities.info.keep(text);
        }
        // SAFETY: as above.
        if let Err(error) = unsafe { self.execute(&id, &count, arguments) } {
            self.errors.push(error);
        }
    }

    fn initialize_memory(&mut self, handle: ManagedMemoryHandle, size: u64, _stream: StreamId) {
        let outcome = self.allocate(handle, size);
        self.keep_error(outcome);
    }

    fn write(&mut self, copies: Vec<(CopyDescriptor, Bytes)>, _stream: StreamId) {
        for (copy, data) in copies {
            let outcome = self
                .locate(&copy)
                .map(|mut place| place.write()[..data.len()].copy_from_slice(&data));
            self.keep_error(outcome);
        }
    }

    fn read(
        &mut self,
        copies: Vec<CopyDescriptor>,
        _stream: StreamId,
    ) -> DynFut<Result<Vec<Bytes>, ServerError>> {
        let read = |copy: CopyDescriptor| {
            let size = copy.handle.size_in_used() as usize;
            let place = self.locate(&copy)?;
            Ok(Bytes::from_bytes_vec(place.read()[..size].to_vec()))
        };
        let bytes = copies.into_iter().map(read).collect();
        let bytes = self.outcome().and(bytes);
        Box::pin(async move { bytes })
    }

    fn get_resource(
        &mut self,
        binding: Binding,
        _stream: StreamId,
    ) -> Result<ManagedResource<BytesResource>, ServerError> {
        let Binding {
            memory,
            offset_start,
            offset_end,
            ..
        } = binding;
        let resource = self
            .memory
            .get_resource(memory.clone(), offset_start, offset_end)?;
        Ok(ManagedResource::new(memory, resource))
    }

    fn sync(&mut self, _stream: StreamId) -> DynFut<Result<(), ServerError>> {
        let outcome = self.outcome();
        Box::pin(async move { outcome })
    }

    fn flush(&mut self, _stream: StreamId) -> Result<(), ServerError> {
        self.outcome()
    }

    fn logger(&self) -> Arc<ServerLogger> {
        self.utilities.logger.clone()
    }

    fn utilities(&self) -> Arc<ServerUtilities<Self>> {
        self.utilities.clone()
    }

    fn memory_usage(&mut self, _stream: StreamId) -> Result<MemoryUsage, ServerError> {
        Ok(self.memory.memory_usage())
    }

    fn memory_cleanup(&mut self, _stream: StreamId) {
        self.memory.cleanup(true);
    }

    fn start_profile(&mut self, _stream: StreamId) -> Result<ProfilingToken, ServerError> {
        Ok(self.clock.start())
    }

    fn end_profile(
        &mut self,
        _stream: StreamId,
        token: ProfilingToken,
    ) -> Result<ProfileDuration, ProfileError> {
        self.clock.stop(token)
    }

    fn allocation_mode(&mut self, mode: MemoryAllocationMode, _stream: StreamId) {
        self.memory.mode(mode);
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panicked".to_owned())
}
