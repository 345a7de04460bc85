//! Invalid scenes: every message names the position, the cause and the fix.
//!
//! The message for each file in `tests/wrong` is in `tests/wrong/snapshots`.

use std::path::Path;

use poynting_scene::{Scene, SceneError};

#[test]
fn every_mistake_has_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    assert!(files.len() >= 29, "only {} wrong scenes", files.len());
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let result = match path.extension().unwrap().to_str().unwrap() {
            "json" => Scene::from_json(&text, name),
            _ => Scene::from_toml(&text, name),
        };
        let error = result.expect_err(name);
        let rendered = error.render();
        for mistake in error.mistakes() {
            let (line, column) = mistake.line_column();
            assert!(
                rendered.contains(&format!("{name}:{line}:{column}")),
                "{rendered}"
            );
            assert!(!mistake.cure().is_empty());
        }
        insta::with_settings!({
            snapshot_path => "../wrong/snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, rendered);
        });
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let missing = Scene::from_path("no/such/scene.toml").unwrap_err();
    assert!(matches!(&missing, SceneError::Read { .. }));
    assert!(
        missing.render().contains("no/such/scene.toml"),
        "{}",
        missing.render()
    );
    let ending = Scene::from_path("scene.yaml").unwrap_err();
    assert!(
        ending.render().contains(".toml or .json"),
        "{}",
        ending.render()
    );
}

/// Whatever a file contains, it is read or refused with a message: truncated anywhere, any character replaced.
#[test]
fn damaged_scenes_never_panic() {
    for example in poynting_scene::examples() {
        let text: Vec<char> = example.text.chars().collect();
        for at in (0..text.len()).step_by(5) {
            let cut: String = text[..at].iter().collect();
            let mut replaced = text.clone();
            replaced[at] = ['µ', '"', '[', '9', '\n'][at / 5 % 5];
            let replaced: String = replaced.into_iter().collect();
            for damaged in [&cut, &replaced] {
                for read in [Scene::from_toml, Scene::from_json] {
                    if let Err(error) = read(damaged, "damaged") {
                        assert!(error.render().contains("help:"), "{}", error.render());
                    }
                }
            }
        }
    }
}
