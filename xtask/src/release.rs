//! The parts of a release, built and tried on this machine. Nothing is published: `.github/workflows/release.yml` does that, and builds the
//! parts for the other platforms.
//!
//! `cargo xtask release --dry-run` makes all parts, `cargo xtask release wheel` makes one of them. Files for upload go to `dist` in the target
//! folder. Linux only: wheel and program are linked by zig against an old glibc.

mod checksums;
mod dist;
mod lint;
pub mod packages;
mod program;
mod tools;
mod wheel;

use crate::Error;
use crate::files::remake;
use crate::repository::Repository;
use crate::third_party;
use std::time::Instant;

const DRY_RUN: &str = "--dry-run";

/// A part by its name.
struct Part {
    name: &'static str,
    make: fn(&Repository) -> Result<(), Error>,
}

const fn part(name: &'static str, make: fn(&Repository) -> Result<(), Error>) -> Part {
    Part { name, make }
}

/// In the order of a dry run: quick ones first, the checksums after everything that they cover, and last the one that cannot run on every machine.
const PARTS: [Part; 8] = [
    part("lint", lint::run),
    part("packages", packages::run),
    part("licences", third_party::write),
    part("wheel", wheel::run),
    part("sdist", wheel::source),
    part("tarball", program::run),
    part("checksums", checksums::run),
    part("actionlint", lint::actionlint),
];

/// Makes all parts, or the one that is named.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let asked = std::env::args().nth(2).unwrap_or_default();
    if asked == DRY_RUN {
        let files = dist::folder(repository);
        remake(&files)?;
        for part in &PARTS {
            let begin = Instant::now();
            println!("== {}", part.name);
            (part.make)(repository)?;
            let seconds = begin.elapsed().as_secs_f64();
            println!("== {}: done in {seconds:.0} s", part.name);
        }
        println!("nothing was published; files: {}", files.display());
        return Ok(());
    }
    match PARTS.iter().find(|part| part.name == asked) {
        Some(part) => (part.make)(repository),
        None => Err(Error::Unexpected(usage())),
    }
}

fn usage() -> String {
    let names = PARTS.map(|part| part.name).join(", ");
    format!("usage: cargo xtask release {DRY_RUN} | PART, where PART is one of: {names}")
}
