//! Compares what ARCHITECTURE.md states about crates and dependencies with cargo's metadata.

use super::violation::{MOST_CRATE_LINES, Violation};
use crate::repository::Package;

/// Lines `crate -> a, b`; nothing after the arrow means no dependencies.
pub fn parse_arrows<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    lines
        .iter()
        .filter_map(|line| line.split_once("->"))
        .map(|(from, to)| {
            let to = to
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .collect();
            (from.trim(), to)
        })
        .collect()
}

pub fn check_arrows(allowed: &[(&str, Vec<&str>)], packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some((_, may_use)) = allowed.iter().find(|(from, _)| *from == name) else {
            violations.push(Violation::NoArrows {
                name: name.to_owned(),
            });
            continue;
        };
        for to in package
            .uses
            .iter()
            .filter(|to| !may_use.contains(&to.as_str()))
        {
            violations.push(Violation::Arrow {
                from: name.to_owned(),
                to: to.clone(),
            });
        }
        for to in may_use
            .iter()
            .filter(|to| !package.uses.iter().any(|used| used == **to))
            .filter(|to| packages.iter().any(|package| package.name == **to))
        {
            violations.push(Violation::UnusedArrow {
                from: name.to_owned(),
                to: (*to).to_owned(),
            });
        }
    }
    let mut named: Vec<&str> = allowed
        .iter()
        .flat_map(|(from, to)| [&[*from], &to[..]].concat())
        .collect();
    named.sort_unstable();
    named.dedup();
    for name in named {
        if !packages.iter().any(|package| package.name == name) {
            violations.push(Violation::NoCrate {
                name: name.to_owned(),
            });
        }
    }
    violations
}

/// Names in `[workspace.dependencies]` that are not workspace crates.
pub fn dependencies(manifest: &str) -> Vec<&str> {
    manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .filter(|(_, value)| !value.contains("path ="))
        .map(|(name, _)| name.trim())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .collect()
}

pub fn check_table(rows: &[&str], dependencies: &[&str]) -> Vec<Violation> {
    let lacking = dependencies
        .iter()
        .filter(|name| !rows.contains(name))
        .map(|&name| Violation::NoReason {
            name: name.to_owned(),
        });
    let stale = rows
        .iter()
        .filter(|name| !dependencies.contains(name))
        .map(|&name| Violation::NoDependency {
            name: name.to_owned(),
        });
    lacking.chain(stale).collect()
}

/// Compares crate sizes in lines with the crates whose size the document justifies.
pub fn check_sizes(sizes: &[(&str, usize)], reasons: &[&str]) -> Vec<Violation> {
    let is_large = |lines: usize| lines > MOST_CRATE_LINES;
    let lacking = sizes
        .iter()
        .filter(|(name, lines)| is_large(*lines) && !reasons.contains(name))
        .map(|&(name, lines)| Violation::TooLarge {
            name: name.to_owned(),
            lines,
        });
    let stale = reasons
        .iter()
        .filter(|reason| {
            let named = |(name, lines): &(&str, usize)| name == *reason && is_large(*lines);
            !sizes.iter().any(named)
        })
        .map(|&name| Violation::NotLarge {
            name: name.to_owned(),
        });
    lacking.chain(stale).collect()
}

#[cfg(test)]
#[path = "architecture_tests.rs"]
mod tests;
