//! Every kernel as CUDA and HIP source, in the folder `kernels` of the tests' own one, where CI compiles them.

use poynting_exec::gpu::text::{Language, save};
use poynting_fdtd::kernel_texts;
use std::collections::BTreeSet;
use std::path::Path;

/// Names of the functions under `#[cube(launch_unchecked)]`, from the sources.
fn kernels_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kernels_in(&path, names);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for after in text.split("#[cube(launch_unchecked)]").skip(1) {
            let name = after.split("fn ").nth(1).unwrap();
            names.insert(name.split(['<', '(']).next().unwrap().to_owned());
        }
    }
}

#[test]
fn every_kernel_is_written_out_in_both_languages() {
    let mut kernels = BTreeSet::new();
    kernels_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut kernels,
    );
    assert!(kernels.contains("yee") && kernels.len() >= 9, "{kernels:?}");
    let texts = kernel_texts().unwrap();
    for language in [Language::Cuda, Language::Hip] {
        let of_language = texts.iter().filter(|t| t.language == language);
        let written: BTreeSet<String> = of_language.map(|t| t.name.clone()).collect();
        assert_eq!(written, kernels, "{language:?}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    save(&folder, &texts).unwrap();
}
