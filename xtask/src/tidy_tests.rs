//! Every rule about files and documents, violated once.

use super::*;

#[test]
fn paths_are_told_from_other_spans() {
    let text =
        "`crates/fdtd/src/lib.rs`, `.ci/run`, `a/b`, `cargo run -p crates/x`, `E/H`, `docs/a.md`";
    let found: Vec<_> = paths(text).collect();
    assert_eq!(found, ["crates/fdtd/src/lib.rs", ".ci/run", "docs/a.md"]);
}

#[test]
fn long_files_are_refused() {
    assert_eq!(check_file("a.rs", &"x\n".repeat(600)), []);
    assert_eq!(
        check_file("a.rs", &"x\n".repeat(601)),
        [Violation::TooLong {
            file: "a.rs".into(),
            lines: 601
        }]
    );
    assert_eq!(check_file("a.csv", &"x\n".repeat(601)), []);
}

#[test]
fn places_on_one_machine_are_refused() {
    let word = FORBIDDEN[1];
    let text = format!("fine\nread {word}x\n");
    let violation = Violation::Place {
        file: "a.md".into(),
        line: 2,
        word,
    };
    assert_eq!(check_file("a.md", &text), [violation]);
    assert_eq!(check_file("LICENSE-MIT", &text), []);
    assert_eq!(
        check_file("a.md", &format!("target{word}x and ../a{word}\n")),
        []
    );
}

#[test]
fn packages_come_from_crates_io() {
    let text = format!("source = \"{CRATES_IO}\"\nsource = \"registry+https://example.org/x\"\n");
    assert_eq!(
        check_file("Cargo.lock", &text),
        [Violation::Registry { line: 2 }]
    );
}
