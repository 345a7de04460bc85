//! Results folders, opened as `report` and `compare` do.

use crate::folder::{Folder, in_folder};
use poynting_results::{Axis, Declaration, Model, Recorder, Results, SceneText, Summary};
use std::cell::OnceCell;
use std::path::Path;

/// `results.h5`.
pub fn results(bytes: &[u8]) {
    in_folder(|folder| {
        folder.put("results.h5", bytes);
        read(folder.path());
    });
}

/// `summary.json`: in a complete folder, and by itself.
pub fn summary(bytes: &[u8]) {
    if let Ok(summary) = serde_json::from_slice::<Summary>(bytes) {
        let text = serde_json::to_vec(&summary).expect("a summary can be written");
        let again: Summary = serde_json::from_slice(&text).expect("and read");
        // JSON has no NaN, so that not every summary equals itself.
        let texts = [&summary, &again].map(|s| format!("{s:?}"));
        assert_eq!(texts[0], texts[1]);
    }
    replaced("summary.json", bytes);
}

/// `model.json`.
pub fn model(bytes: &[u8]) {
    if serde_json::from_slice::<Model>(bytes).is_ok() {
        replaced("model.json", bytes);
    }
}

/// `files.json`, and the list of a replacement that was interrupted. Neither touches what is not in the folder.
pub fn manifest(bytes: &[u8]) {
    in_folder(|outer| {
        outer.put("outside", b"");
        let dir = outer.file("inner");
        std::fs::create_dir_all(dir.join("unfinished")).expect("a folder");
        std::fs::write(dir.join("files.json"), bytes).expect("a file");
        std::fs::write(dir.join("unfinished/replacement.json"), bytes).expect("a file");
        let _ = poynting_results::open(&dir);
        assert!(outer.file("outside").exists());
    });
}

/// Puts a file into a complete folder and reads it.
fn replaced(name: &str, bytes: &[u8]) {
    thread_local!(static COMPLETE: OnceCell<Folder> = const { OnceCell::new() });
    COMPLETE.with(|folder| {
        let folder = folder.get_or_init(|| {
            let folder = Folder::new();
            small().write(folder.path()).expect("results");
            folder
        });
        let path = folder.file(name);
        let before = std::fs::read(&path).unwrap_or_default();
        folder.put(name, bytes);
        read(folder.path());
        folder.put(name, &before);
    });
}

fn read(dir: &Path) {
    let page = dir.join("report.html");
    if poynting::report(dir, &page).is_err() {
        return;
    }
    if let Ok(results) = poynting_results::open(dir) {
        let _ = poynting::compare(&results, &results);
        let _ = results.s_parameters();
        #[cfg(feature = "plot")]
        let _ = poynting_results::plot_directory(dir);
    }
}

/// A single quantity.
pub fn least() -> Results {
    let mut results = small();
    results
        .quantities
        .retain(|q| q.declaration.name == "network/resistance");
    results
}

/// Results of each kind, as small as they can be.
pub fn small() -> Results {
    let mut results = Results::new(SceneText {
        text: "title = \"small\"\n".to_owned(),
        file_name: "small.toml".to_owned(),
        format: "toml".to_owned(),
    });
    results.summary.title = String::from("small");
    results.summary.version = String::from(poynting::VERSION);
    results.summary.stopped_by = String::from("steps");
    results.summary.ports = vec!["in".to_owned()];
    results.model = Some(Model::default());
    let over = || Axis::new("frequency", "Hz", vec![1e9, 2e9]);
    let port = |name| Axis::new(name, "", vec![1.0]);
    let angles = ["theta", "phi"].map(|name| Axis::new(name, "deg", vec![0.0, 90.0]));
    let [theta, phi] = angles;
    let matrix = || vec![over(), port("to"), port("from")];
    let added = [
        (("network/s/real", "", ""), matrix(), vec![0.5, 0.4]),
        (("network/s/imag", "", ""), matrix(), vec![0.1, 0.2]),
        (
            ("network/resistance", "ohm", ""),
            vec![port("port")],
            vec![50.0],
        ),
        (
            ("far/all/gain", "dB", ""),
            vec![over(), theta, phi],
            vec![1.0; 8],
        ),
    ];
    for (about, axes, values) in added {
        results.add(about, axes, &values).expect("a valid quantity");
    }
    let series = Declaration::series("probe/p/Ez", "V/m", "");
    let id = results.declare(series).expect("a valid quantity");
    results
        .append(id, &[0.0, 1e-12, 2e-12], &[0.0, 1.0, 0.5])
        .expect("valid samples");
    results
}
