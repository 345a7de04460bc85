//! Every kernel as CUDA and HIP source, in a folder of the tests, where CI compiles them.

use poynting_conformance::mom::kernel_texts;
use poynting_exec::gpu::text::{Language, kernels_in, save};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_kernel_is_written_out_in_both_languages() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mom-gpu/src");
    let mut kernels = kernels_in(&sources).unwrap();
    assert!(kernels.contains("electric_pairs"), "{kernels:?}");
    kernels.insert("clear".to_owned());
    let texts = kernel_texts().unwrap();
    for language in [Language::Cuda, Language::Hip] {
        let of_language = texts.iter().filter(|t| t.language == language);
        let written: BTreeSet<String> = of_language.map(|t| t.name.clone()).collect();
        assert_eq!(written, kernels, "{language:?}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels/mom");
    let _ = std::fs::remove_dir_all(&folder);
    save(&folder, &texts).unwrap();
}
