//! The list of files written into a folder, so that the next run into it replaces these and no others.

use crate::ResultsError;
use crate::input::{self, MOST_OF_A_LIST, unlinked};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The list of files written by a run, its plots and its report.
pub(crate) const OF_A_RUN: &str = "files.json";

/// Adds files to the list of their folder. Files elsewhere are not listed.
pub(crate) fn add(dir: &Path, list: &str, files: &[PathBuf]) -> Result<(), ResultsError> {
    let mut names = names(dir, list)?;
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = whole(dir);
    let inside = files
        .iter()
        .filter(|f| f.parent().and_then(whole) == folder);
    names.extend(inside.filter_map(|f| Some(f.file_name()?.to_str()?.to_owned())));
    let path = unlinked(dir.join(list))?;
    let text = serde_json::to_string_pretty(&names).map_err(ResultsError::json(&path))?;
    std::fs::write(&path, text + "\n").map_err(ResultsError::io(&path))
}

/// Removes the listed files and the list.
#[cfg(any(feature = "plot", test))]
pub(crate) fn clear(dir: &Path, list: &str) -> Result<(), ResultsError> {
    let listed = names(dir, list)?.into_iter();
    for path in listed.chain([list.to_owned()]).map(|name| dir.join(name)) {
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(ResultsError::io(&path)(e));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The listed names of files that are in the folder; empty if the list is missing or damaged. If the system cannot read it, that is an error: files of the
/// earlier results would stay beside the new ones.
pub(crate) fn names(dir: &Path, list: &str) -> Result<BTreeSet<String>, ResultsError> {
    let listed = match input::json::<BTreeSet<String>>(&dir.join(list), MOST_OF_A_LIST) {
        Err(ResultsError::Damaged { .. }) => None,
        listed => listed?,
    };
    let mut names = listed.unwrap_or_default();
    names.retain(|name| is_plain(name) && is_file(&dir.join(name)));
    Ok(names)
}

/// Whether there is a file, or a link, which is removed instead of what it leads to.
fn is_file(path: &Path) -> bool {
    let found = std::fs::symlink_metadata(path);
    found.is_ok_and(|found| found.is_file() || found.is_symlink())
}

/// Whether it names a file directly in the folder.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(_)), None)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a list says, nothing outside its folder is touched, and nothing it does not name.
    #[test]
    fn only_listed_files_of_the_folder_are_removed() {
        let dir = std::env::temp_dir().join(format!("poynting-manifest-{}", std::process::id()));
        let inner = dir.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        for path in [
            dir.join("outside"),
            inner.join("mine"),
            inner.join("old.png"),
        ] {
            std::fs::write(path, "").unwrap();
        }
        add(
            &inner,
            OF_A_RUN,
            &[inner.join("old.png"), dir.join("outside")],
        )
        .unwrap();
        let text = std::fs::read_to_string(inner.join(OF_A_RUN)).unwrap();
        std::fs::write(
            inner.join(OF_A_RUN),
            text.replace('[', "[\"../outside\", \"..\", "),
        )
        .unwrap();
        clear(&inner, OF_A_RUN).unwrap();
        assert!(dir.join("outside").exists() && inner.join("mine").exists());
        assert!(!inner.join("old.png").exists() && !inner.join(OF_A_RUN).exists());
        std::fs::remove_dir_all(dir).unwrap();
    }

    /// If it were empty instead, the files of the earlier results would stay beside new ones.
    #[test]
    fn a_list_that_the_system_cannot_read_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let list = dir.path().join(OF_A_RUN);
        assert!(names(dir.path(), OF_A_RUN).unwrap().is_empty());
        std::fs::write(&list, b"damaged \xff").unwrap();
        assert!(names(dir.path(), OF_A_RUN).unwrap().is_empty());
        // Below a file there is no list, and the system says so.
        assert!(matches!(
            names(&list, OF_A_RUN),
            Err(ResultsError::Io { .. })
        ));
    }
}
