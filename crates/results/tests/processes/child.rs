//! HDF5 opens its file without close-on-exec and locks it. A child process that starts during a run
//! inherits that lock and keeps it, so a run that closed its file at the end and reopened it to
//! draw the plots failed with "unable to lock file".

use crate::common::{record, scene, summary};
use poynting_results::Directory;
use std::process::Command;

#[test]
fn a_run_finishes_while_a_child_process_lives() {
    let _alone = crate::alone();
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    record(&mut directory);
    let mut child = Command::new("sleep").arg("60").spawn().unwrap();
    let finished = directory.finish(&summary());
    child.kill().unwrap();
    child.wait().unwrap();
    let files = finished.unwrap().files;
    assert!(
        files.contains(&dir.path().join("probe_center.svg")),
        "{files:?}"
    );
    assert!(files.iter().all(|f| f.exists()));
}
