//! The constants of a machine, from the file that `poynting bench ranks --json` writes.

use crate::failure::Failure;
use poynting::RankCosts;
use serde_json::Value;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const HELP: &str = "`poynting bench ranks --json FILE` writes such a file; it needs the keys `mcells_per_s`, `latency_s` and `bytes_per_s`";

/// Constants, and where they are from.
#[derive(Debug)]
pub struct Costs {
    /// The file.
    pub file: PathBuf,
    /// The constants.
    pub of_ranks: RankCosts,
    /// The precision in which they were measured, if the file says so.
    pub precision: Option<String>,
}

impl Costs {
    /// Reads them. A file written by hand may have the three constants alone.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let refuse = |cause: String| Failure::Files {
            message: format!("{}: {cause}", file.display()),
            help: Some(HELP.to_owned()),
        };
        let text = std::fs::read_to_string(file).map_err(|e| match e.kind() {
            ErrorKind::NotFound => Failure::Files {
                message: format!("there is no file `{}`", file.display()),
                help: Some(HELP.to_owned()),
            },
            _ => refuse(e.to_string()),
        })?;
        let json: Value = serde_json::from_str(&text).map_err(|e| refuse(e.to_string()))?;
        let number = |key: &str, least: f64| match &json[key] {
            Value::Null => Err(refuse(format!("the key `{key}` is missing"))),
            value => value.as_f64().filter(|n| *n >= least).ok_or_else(|| {
                refuse(format!(
                    "`{key}` is {value}, which is not a positive number"
                ))
            }),
        };
        Ok(Self {
            of_ranks: RankCosts {
                mcells_per_s: number("mcells_per_s", f64::MIN_POSITIVE)?,
                latency_s: number("latency_s", 0.0)?,
                bytes_per_s: number("bytes_per_s", f64::MIN_POSITIVE)?,
            },
            precision: json["precision"].as_str().map(ToOwned::to_owned),
            file: file.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_file_and_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("costs.json");
        let refusal = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let message = Costs::read(&file).unwrap_err().to_string();
            assert!(message.contains("costs.json"), "{message}");
            message
        };
        assert!(refusal("{").contains("line 1"));
        assert!(refusal("[1]").contains("`mcells_per_s` is missing"));
        let without = r#"{"mcells_per_s": 300, "latency_s": 1e-6}"#;
        assert!(refusal(without).contains("`bytes_per_s` is missing"));
        let text = r#"{"mcells_per_s": "fast", "latency_s": 1e-6, "bytes_per_s": 1e9}"#;
        assert!(refusal(text).contains("`mcells_per_s` is \"fast\""));
        let negative = r#"{"mcells_per_s": 300, "latency_s": -1e-6, "bytes_per_s": 1e9}"#;
        assert!(refusal(negative).contains("`latency_s` is -1e-6"));
        let zero = r#"{"mcells_per_s": 300, "latency_s": 0, "bytes_per_s": 0}"#;
        assert!(refusal(zero).contains("`bytes_per_s` is 0"));
        std::fs::write(&file, zero.replace(": 0}", ": 1e9}")).unwrap();
        let costs = Costs::read(&file).unwrap();
        assert_eq!((costs.of_ranks.latency_s, costs.precision), (0.0, None));
        let missing = Costs::read(&folder.path().join("none.json")).unwrap_err();
        assert!(missing.to_string().contains("none.json"));
    }
}
