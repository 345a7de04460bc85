//! `results.h5` as h5py sees it.
#![allow(clippy::unwrap_used)] // A failing helper fails its test.

use crate::common::{record, scene, summary};
use poynting_results::Directory;
use std::path::Path;
use std::process::Command;

const CHECK: &str = r#"
import sys, json, h5py, numpy as np
f = h5py.File(sys.argv[1], "r")
text = lambda v: v.decode() if isinstance(v, bytes) else v
assert f.attrs["generator"] == "poynting" and f.attrs["version"] == "0.1.0"
assert "exp(+j omega t)" in f.attrs["convention"] and "SI" in f.attrs["convention"]
assert json.loads(f.attrs["summary"])["cells"] == 18000
assert text(f["scene"][()]) == 'title = "Kavität µ"\n'
assert f["scene"].attrs["format"] == "toml" and f["scene"].attrs["file"] == "cavity.toml"

ez = f["probe/center/Ez"]
assert ez.shape == (3000,) and ez.dtype == "f8" and ez.maxshape == (None,)
assert ez.attrs["unit"] == "V/m" and ez.attrs["description"] == "a series"
assert list(ez.attrs["axes"]) == ["time"]
t = f["probe/center/Ez_time"]
assert t.attrs["unit"] == "s" and t.shape == (3000,)
assert ez.dims[0][0] == t, "the time is the dimension scale"
t = t[:]
assert np.array_equal(t, np.arange(3000) * 2e-12)
rise, decay = 1 - np.exp(-(t / 0.3e-9)**2), np.exp(-t / 1.2e-9)
wave = np.sin(2*np.pi*6.5e9*t) + 0.4*np.sin(2*np.pi*7.8e9*t)
assert np.abs(ez[:] - 0.02*rise*decay*wave).max() < 1e-15

ey = f["snapshot/mid/Ey"]
assert ey.shape == (4, 26, 1, 36) and ey.dtype == "f4" and ey.compression == "gzip"
assert ey.chunks == (1, 26, 1, 36)
assert list(ey.attrs["axes"]) == ["time", "x", "y", "z"]
z = ey.dims[3][0]
assert z.attrs["unit"] == "m" and abs(z[35] - 1e-3*(35 + 0.0125*35**2)) < 1e-15
assert f["snapshot/mid/Ey_y"][0] == 6.25e-3
x = f["snapshot/mid/Ey_x"][5]
mode = np.sin(np.pi*x/25e-3) * np.sin(2*np.pi*z[7]/50e-3)
assert abs(ey[0, 5, 0, 7] - 0.02*np.cos(0.6)*mode) < 1e-9
"#;

#[test]
fn h5py_reads_the_file() {
    let _alone = crate::alone();
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    record(&mut directory);
    directory.finish(&summary()).unwrap();
    check_with_h5py(CHECK, &dir.path().join("results.h5"));
}

/// Runs a check of a file in Python. Where h5py is missing it says so and passes, except in CI.
pub fn check_with_h5py(check: &str, file: &Path) {
    let python = |arguments: &[&str]| Command::new("/usr/bin/python3").args(arguments).output();
    let has_h5py = python(&["-c", "import h5py"]).is_ok_and(|o| o.status.success());
    if !has_h5py {
        assert!(
            std::env::var_os("CI").is_none(),
            "CI must have python3-h5py"
        );
        eprintln!("skipped: no h5py for /usr/bin/python3");
        return;
    }
    let output = python(&["-c", check, file.to_str().unwrap()]).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
