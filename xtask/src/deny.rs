//! Checks licences, duplicates and sources of all compiled crates against `deny.toml`.
//!
//! The file has the format of cargo-deny, which does the same and also checks advisories; but it takes many minutes to build, and its
//! advisories come from the network. This reads only the keys named in [`Rules`].

mod licence;

use crate::Error;
use crate::repository::Repository;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const FILE: &str = "deny.toml";

/// What may be compiled.
struct Rules {
    /// Target platforms whose crates count.
    targets: Vec<String>,
    /// Licences that any crate may have.
    allow: Vec<String>,
    /// Additional licences of single crates.
    exceptions: BTreeMap<String, Vec<String>>,
    /// The licence of a crate that only names a licence file.
    clarified: BTreeMap<String, String>,
    /// Versions that may duplicate another: name and version prefix.
    skip: Vec<(String, String)>,
    /// Registries.
    registries: Vec<String>,
}

/// A compiled crate.
struct Crate<'a> {
    name: &'a str,
    version: &'a str,
    licence: Option<&'a str>,
    /// None for workspace crates.
    source: Option<&'a str>,
}

/// Prints every violation.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let rules = Rules::read(&repository.read(FILE)?)?;
    let mut ask = vec!["--all-features", "--locked"];
    for target in &rules.targets {
        ask.extend(["--filter-platform", target]);
    }
    let metadata = repository.metadata(&ask)?;
    let crates = crates(&metadata);
    let faults = rules.broken(&crates);
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    println!("{} crates", crates.len());
    match faults.len() {
        0 => Ok(()),
        count => Err(Error::Untidy(count)),
    }
}

fn crates(metadata: &Value) -> Vec<Crate<'_>> {
    let packages = metadata["packages"].as_array();
    let packages = packages.into_iter().flatten();
    packages.filter_map(Crate::of).collect()
}

impl<'a> Crate<'a> {
    fn of(package: &'a Value) -> Option<Self> {
        Some(Self {
            name: package["name"].as_str()?,
            version: package["version"].as_str()?,
            licence: package["license"].as_str(),
            source: package["source"].as_str(),
        })
    }
}

impl Rules {
    fn read(text: &str) -> Result<Self, Error> {
        let table: toml::Table = toml::from_str(text).map_err(|error| {
            let message = format!("{FILE}: {error}");
            Error::Unexpected(message)
        })?;
        let file = toml::Value::Table(table);
        let clarified = tables(&file, "licenses", "clarify").filter_map(|entry| {
            let expression = entry.get("expression")?.as_str()?;
            Some((word(entry, "crate"), expression.to_owned()))
        });
        let exceptions = tables(&file, "licenses", "exceptions")
            .map(|entry| (word(entry, "crate"), words(entry.get("allow"))));
        // An entry without a reason is ignored.
        let skip = tables(&file, "bans", "skip")
            .filter(|entry| !word(entry, "reason").is_empty())
            .map(|entry| {
                let spec = word(entry, "crate");
                let (name, version) = spec.split_once('@').unwrap_or((&spec, ""));
                (name.to_owned(), version.to_owned())
            });
        let list = |table: &str, key: &str| words(file.get(table).and_then(|table| table.get(key)));
        Ok(Self {
            targets: list("graph", "targets"),
            allow: list("licenses", "allow"),
            exceptions: exceptions.collect(),
            clarified: clarified.collect(),
            skip: skip.collect(),
            registries: list("sources", "allow-registry"),
        })
    }

    /// Crates that are not allowed, and rules that are not needed.
    fn broken(&self, crates: &[Crate]) -> Vec<String> {
        let mut faults: Vec<String> = crates
            .iter()
            .filter_map(|one| self.unlicensed(one).or_else(|| self.foreign(one)))
            .collect();
        faults.extend(self.duplicates(crates));
        let idle = { self.skip.iter() }
            .filter(|(name, version)| {
                let mut same = crates.iter().filter(|one| one.name == name);
                !same.clone().any(|one| begins(one.version, version)) || same.nth(1).is_none()
            })
            .map(|(name, version)| {
                format!("{FILE} skips {name}@{version}, which is not a duplicate")
            });
        faults.extend(idle);
        faults
    }

    fn unlicensed(&self, one: &Crate) -> Option<String> {
        let clarified = self.clarified.get(one.name).map(String::as_str);
        let Some(expression) = one.licence.or(clarified) else {
            return Some(format!("{} {} specifies no licence", one.name, one.version));
        };
        let own = self.exceptions.get(one.name);
        let allowed = |licence: &str| {
            let more = own.into_iter().flatten();
            self.allow.iter().chain(more).any(|name| name == licence)
        };
        (!licence::satisfied(expression, &allowed)).then(|| {
            let (name, version) = (one.name, one.version);
            format!("{name} {version} is licensed under {expression}, which {FILE} does not allow")
        })
    }

    fn foreign(&self, one: &Crate) -> Option<String> {
        let source = one.source?;
        let known =
            { self.registries.iter() }.any(|url| source.strip_prefix("registry+") == Some(url));
        (!known).then(|| format!("{} {} comes from {source}", one.name, one.version))
    }

    fn duplicates(&self, crates: &[Crate]) -> Vec<String> {
        let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for one in crates {
            let skipped = { self.skip.iter() }
                .any(|(name, version)| name == one.name && begins(one.version, version));
            if !skipped {
                versions.entry(one.name).or_default().insert(one.version);
            }
        }
        let twice = versions.iter().filter(|(_, found)| found.len() > 1);
        twice
            .map(|(name, found)| {
                let found = found.iter().copied().collect::<Vec<_>>().join(" and ");
                format!("{name} is compiled as {found}: unify them, or give the reason in {FILE}")
            })
            .collect()
    }
}

/// `1.0.109` begins with `1` and `1.0`, not with `1.0.1`.
fn begins(version: &str, with: &str) -> bool {
    let rest = version.strip_prefix(with);
    with.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn tables<'a>(
    file: &'a toml::Value,
    table: &str,
    key: &str,
) -> impl Iterator<Item = &'a toml::Value> {
    let list = file.get(table).and_then(|table| table.get(key));
    list.and_then(toml::Value::as_array).into_iter().flatten()
}

fn word(entry: &toml::Value, key: &str) -> String {
    let found = entry.get(key).and_then(toml::Value::as_str);
    found.unwrap_or_default().to_owned()
}

fn words(list: Option<&toml::Value>) -> Vec<String> {
    let list = list.and_then(toml::Value::as_array).into_iter().flatten();
    list.filter_map(toml::Value::as_str)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
        [licenses]
        allow = ["MIT"]
        exceptions = [{ crate = "option-ext", allow = ["MPL-2.0"] }]
        [[licenses.clarify]]
        crate = "hdf5"
        expression = "MIT"
        [bans]
        skip = [{ crate = "syn@1", reason = "old macros" }, { crate = "rand@0.8" }]
        [sources]
        allow-registry = ["https://crates"]
    "#;

    fn broken(crates: &[(&str, &str, Option<&str>)]) -> Vec<String> {
        let crates: Vec<Crate> = crates
            .iter()
            .map(|&(name, version, licence)| Crate {
                name,
                version,
                licence,
                source: Some("registry+https://crates"),
            })
            .collect();
        Rules::read(RULES).unwrap().broken(&crates)
    }

    const OLD: (&str, &str, Option<&str>) = ("syn", "1.0.109", Some("MIT"));
    const NEW: (&str, &str, Option<&str>) = ("syn", "2.0.1", Some("MIT OR GPL-3.0"));

    #[test]
    fn what_is_allowed_passes() {
        let more = [
            ("option-ext", "0.2.0", Some("MPL-2.0")),
            ("hdf5", "1.14.0", None),
        ];
        assert_eq!(broken(&[&[OLD, NEW][..], &more].concat()), [""; 0]);
    }

    #[test]
    fn licences_are_refused_by_name() {
        let found = broken(&[
            OLD,
            NEW,
            ("a", "0.1.0", Some("MPL-2.0")),
            ("b", "0.2.0", None),
        ]);
        assert_eq!(
            found,
            [
                "a 0.1.0 is licensed under MPL-2.0, which deny.toml does not allow",
                "b 0.2.0 specifies no licence"
            ]
        );
    }

    #[test]
    fn duplicates_need_a_reason_and_reasons_a_duplicate() {
        let third = ("syn", "3.0.0", Some("MIT"));
        let rand = [
            ("rand", "0.8.5", Some("MIT")),
            ("rand", "0.9.0", Some("MIT")),
        ];
        assert_eq!(
            broken(&[&[OLD, NEW, third][..], &rand].concat()),
            [
                "rand is compiled as 0.8.5 and 0.9.0: unify them, or give the reason in deny.toml",
                "syn is compiled as 2.0.1 and 3.0.0: unify them, or give the reason in deny.toml",
            ]
        );
        let idle = ["deny.toml skips syn@1, which is not a duplicate"];
        assert_eq!(broken(&[NEW]), idle);
        assert_eq!(broken(&[OLD]), idle);
    }

    #[test]
    fn other_sources_are_refused() {
        let one = Crate {
            name: "a",
            version: "0.1.0",
            licence: Some("MIT"),
            source: Some("git+https://crates"),
        };
        let found = Rules::read(RULES).unwrap().foreign(&one);
        assert_eq!(
            found.as_deref(),
            Some("a 0.1.0 comes from git+https://crates")
        );
    }
}
