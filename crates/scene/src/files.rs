//! Files that a scene names. A scene may come from a stranger: it reads ordinary files of its own folder, and others only if its user allows them.

use crate::error::Diagnostics;
use crate::values::At;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path};

/// Which files a scene may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileAccess {
    /// Those of the folder of the scene file and the folders in it, after links are resolved.
    #[default]
    OwnFolder,
    /// All.
    Anywhere,
}

/// Bytes of a scene file; the largest in use has some megabytes of grid lines.
pub(crate) const MOST_OF_A_SCENE: u64 = 64 << 20;

/// Reads an ordinary file of at most `most` bytes. Devices and pipes, which could block or never end, are refused.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refused = |cause: String| io::Error::new(ErrorKind::InvalidInput, cause);
    let found = fs::metadata(path)?;
    if !found.is_file() && !found.is_dir() {
        return Err(refused("it is a device or a pipe, not a file".to_owned()));
    }
    let size = found.len();
    if size > most {
        return Err(refused(format!("it has {size} bytes, more than {most}")));
    }
    let mut bytes = Vec::new();
    // The file may grow meanwhile.
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reports a file outside the folder of the scene.
pub(crate) fn check_place(file: &At<String>, out: &mut Diagnostics) {
    let Some(folder) = out.own_folder() else {
        return;
    };
    if is_inside(folder, Path::new(&file.value)) {
        return;
    }
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let message = format!(
        "the file `{}` is outside the folder of the scene, {}",
        file.value,
        whole.display()
    );
    let cure = "move the file into that folder; or, if you trust the scene, run it with --allow-files (in Python allow_files=True)";
    out.report(file.span, message, "outside the folder of the scene", cure);
}

/// Whether a file is in a folder, after links are resolved; one that does not exist is judged by its name.
fn is_inside(folder: &Path, file: &Path) -> bool {
    if let (Ok(folder), Ok(file)) = (folder.canonicalize(), folder.join(file).canonicalize()) {
        return file.starts_with(folder);
    }
    let mut parts = file.components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ordinary_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "text").unwrap();
        assert_eq!(read_file(&path, 4).unwrap(), b"text");
        let cause = read_file(&path, 3).unwrap_err().to_string();
        assert_eq!(cause, "it has 4 bytes, more than 3");
        assert!(read_file(folder.path(), 1 << 20).is_err());
        if cfg!(unix) {
            let cause = read_file(Path::new("/dev/zero"), 4).unwrap_err();
            assert!(cause.to_string().contains("device"), "{cause}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_resolved_before_a_file_counts_as_inside() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("scene");
        fs::create_dir_all(folder.join("meshes")).unwrap();
        for name in ["secret.stl", "scene/own.stl", "scene/meshes/part.stl"] {
            fs::write(outer.path().join(name), "").unwrap();
        }
        std::os::unix::fs::symlink("../secret.stl", folder.join("link.stl")).unwrap();
        std::os::unix::fs::symlink("..", folder.join("up")).unwrap();
        let inside = |name: &str| is_inside(&folder, Path::new(name));
        for own in [
            "own.stl",
            "./own.stl",
            "meshes/part.stl",
            "meshes/../own.stl",
            "up/scene/own.stl",
            "missing.stl",
        ] {
            assert!(inside(own), "{own}");
        }
        let whole = folder.join("own.stl");
        assert!(is_inside(&folder, &whole));
        for other in [
            "../secret.stl",
            "link.stl",
            "up/secret.stl",
            "../missing.stl",
            "/etc/hostname",
            "/missing",
        ] {
            assert!(!inside(other), "{other}");
        }
    }
}
