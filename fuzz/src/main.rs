//! The fuzz targets under libFuzzer, all in one program: `POYNTING_FUZZ` names the target.
//!
//! Instead of a target it may be `table`, which prints all targets with their limits; `dictionary`, which prints the words of scene files; or `seeds`,
//! which writes the first inputs of every target into folders below `POYNTING_FUZZ_SEEDS`.
#![no_main]

mod counters;

use libfuzzer_sys::fuzz_target;
use poynting_fuzz::{TARGETS, dictionary, seeds};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::path::Path;
use std::process::exit;
use std::sync::OnceLock;

/// Bytes of a single allocation, beyond which an input has chosen a size that nobody has checked.
const LARGEST: usize = 512 << 20;

/// The allocator of the system, which takes a large allocation for a defect: unless it is touched, libFuzzer does not notice it.
struct Watched;

// SAFETY: everything is passed to the allocator of the system.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        check(size);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn check(size: usize) {
    if size > LARGEST {
        // An allocator must not unwind.
        eprintln!("an allocation of {size} bytes");
        std::process::abort();
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

fuzz_target!(
    init: choose(),
    |bytes: &[u8]| {
        if let Some(run) = TARGET.get() {
            run(bytes);
        }
    }
);

/// Sets the target, or does what was asked for instead and ends.
fn choose() {
    let name = std::env::var("POYNTING_FUZZ").unwrap_or_default();
    let done = match name.as_str() {
        "table" => {
            for target in TARGETS {
                let keys = u8::from(target.has_keys);
                println!("{} {} {} {keys}", target.name, target.max_len, target.share);
            }
            Ok(())
        }
        "dictionary" => std::io::stdout().write_all(dictionary().as_bytes()),
        "seeds" => write_seeds(),
        _ => {
            let Some(target) = TARGETS.iter().find(|target| target.name == name) else {
                eprintln!("POYNTING_FUZZ must name a target, not `{name}`");
                exit(2);
            };
            let _ = TARGET.set(target.run);
            announce(target.run);
            return;
        }
    };
    if let Err(e) = done {
        eprintln!("{e}");
        exit(1);
    }
    exit(0);
}

/// Announces the counters that the inputs in the folders of the command line touch; for a merge all.
fn announce(run: fn(&[u8])) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|option| option.starts_with("-merge")) {
        return counters::announce_all();
    }
    counters::announce_touched(|| {
        for folder in arguments.iter().filter(|name| !name.starts_with('-')) {
            for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                if let Ok(bytes) = std::fs::read(file.path()) {
                    run(&bytes);
                }
            }
        }
    });
}

fn write_seeds() -> std::io::Result<()> {
    let folder = std::env::var("POYNTING_FUZZ_SEEDS").map_err(std::io::Error::other)?;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (n, (target, bytes)) in seeds(&repository)?.into_iter().enumerate() {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("seed-{n}")), bytes)?;
    }
    Ok(())
}
