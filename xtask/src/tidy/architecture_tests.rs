//! Every rule about crates, violated once.

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
        package("fdtd", &["geometry", "scene"]),
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
    for package in &mut packages {
        package.uses.retain(|name| name != "scene");
    }
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
fn an_arrow_that_nobody_uses_is_named() {
    let mut packages = sound();
    packages[2].uses.pop();
    let violations = check_arrows(&parse_arrows(&ARROWS), &packages);
    assert_eq!(
        violations,
        [Violation::UnusedArrow {
            from: "fdtd".into(),
            to: "scene".into()
        }]
    );
}

#[test]
fn a_large_crate_has_a_reason() {
    let sizes = [("fdtd", 12_001), ("mom", 12_000)];
    assert_eq!(check_sizes(&sizes, &["fdtd"]), []);
    assert_eq!(
        check_sizes(&sizes, &["mom"]),
        [
            Violation::TooLarge {
                name: "fdtd".into(),
                lines: 12_001
            },
            Violation::NotLarge { name: "mom".into() }
        ]
    );
}
