//! Every rule, broken once.

use super::*;

const ARROWS: [&str; 3] = ["scene ->", "geometry -> scene", "fdtd -> scene, geometry"];

fn package(name: &str, uses: &[&str]) -> Package {
    Package {
        name: name.into(),
        uses: uses.iter().map(|&name| name.into()).collect(),
    }
}

fn sound() -> Vec<Package> {
    vec![
        package("scene", &[]),
        package("geometry", &["scene"]),
        package("fdtd", &["geometry"]),
    ]
}

#[test]
fn arrows_that_the_document_allows_pass() {
    assert_eq!(check_arrows(&parse_arrows(&ARROWS), &sound()), []);
}

#[test]
fn a_wrong_arrow_is_named() {
    let mut packages = sound();
    packages[0].uses.push("fdtd".into());
    let violations = check_arrows(&parse_arrows(&ARROWS), &packages);
    assert_eq!(
        violations,
        [Violation::Arrow {
            from: "scene".into(),
            to: "fdtd".into()
        }]
    );
    assert!(
        violations[0]
            .to_string()
            .starts_with("arrow scene -> fdtd is not in")
    );
}

#[test]
fn crates_and_lines_must_match() {
    let mut packages = sound();
    packages.push(package("mom", &[]));
    packages.remove(0);
    assert_eq!(
        check_arrows(&parse_arrows(&ARROWS), &packages),
        [
            Violation::NoArrows { name: "mom".into() },
            Violation::NoCrate {
                name: "scene".into()
            }
        ]
    );
}

#[test]
fn the_dependency_table_is_complete_and_not_stale() {
    let manifest = "[workspace]\nmembers = []\n\n[workspace.dependencies]\n# a comment = none\n\
                    scene = { path = \"crates/scene\" }\nrayon = \"1\"\n\
                    hdf5 = { package = \"hdf5-metno\", version = \"0.15\" }\n\n[profile.dev]\nx = 1\n";
    let names = dependencies(manifest);
    assert_eq!(names, ["rayon", "hdf5"]);
    assert_eq!(check_table(&["hdf5", "rayon"], &names), []);
    assert_eq!(
        check_table(&["hdf5", "clap"], &names),
        [
            Violation::NoReason {
                name: "rayon".into()
            },
            Violation::NoDependency {
                name: "clap".into()
            }
        ]
    );
}

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
