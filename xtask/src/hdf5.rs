//! HDF5's C library, built once.
//!
//! It takes longer to build than any other library, and both profiles build it identically. Cargo accepts values in place of the output of a build
//! script with a `links` key (the Cargo Book, "Overriding Build Scripts"): the output from the test build is reused for the release build.

use crate::repository::{Repository, host};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The crate whose build script compiles it.
const CRATE: &str = "hdf5-metno-src-";
/// Its `links` key.
const LINKS: &str = "hdf5src";
/// Cargo options that substitute the library of the test build for a build from source; empty if there is none yet.
pub fn options(repository: &Repository) -> String {
    let builds = repository.target_dir().join("debug/build");
    newest_output(&builds)
        .and_then(|output| std::fs::read_to_string(output).ok())
        .and_then(|printed| configuration(&printed, &host().ok()?))
        .unwrap_or_default()
}

/// The output of the build script, from the latest build if there are several.
fn newest_output(builds: &Path) -> Option<PathBuf> {
    let of_the_crate = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(CRATE))
    };
    let changed = |path: &PathBuf| {
        let time = path.metadata().and_then(|about| about.modified());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    std::fs::read_dir(builds)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(of_the_crate)
        .map(|folder| folder.join("output"))
        .filter(|output| output.is_file())
        .max_by_key(changed)
}

/// The metadata the script passed to dependent crates, as configuration; none if the library no longer exists.
fn configuration(printed: &str, target: &str) -> Option<String> {
    let told: Vec<(&str, &str)> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("cargo::metadata=")?.split_once('='))
        .collect();
    let (_, root) = told.iter().find(|(key, _)| *key == "root")?;
    let quoted = told.iter().any(|(_, value)| value.contains('\''));
    (Path::new(root).is_dir() && !quoted).then(|| {
        let option = |(key, value): &(&str, &str)| {
            format!(" --config 'target.{target}.{LINKS}.{key} = {value:?}'")
        };
        told.iter().map(option).collect::<Vec<_>>().concat()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_script_told_is_configuration() {
        let here = std::env::temp_dir();
        let here = here.to_str().unwrap();
        let printed = format!(
            "cargo::rerun-if-changed=build.rs\nCC = cc\ncargo::metadata=root={here}\ncargo:root=x\ncargo::metadata=library=hdf5\n"
        );
        assert_eq!(
            configuration(&printed, "t").unwrap(),
            format!(
                " --config 'target.t.hdf5src.root = {here:?}' --config 'target.t.hdf5src.library = \"hdf5\"'"
            )
        );
        assert_eq!(
            configuration("cargo::metadata=root=/no/such/folder", "t"),
            None
        );
        assert_eq!(configuration("", "t"), None);
    }
}
