//! Selects the fastest of several variants on a device: measured once, cached in the user's cache folder.
//!
//! The cache only saves time. A file that cannot be read, or that holds something else, counts as empty; failure to
//! write it is ignored.

#[cfg(feature = "gpu")]
use crate::GpuDevice;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The first line of the file; another version is another format.
const HEAD: &str = "poynting tuning 1";

/// The fastest variants found so far, by key.
#[derive(Debug, Default)]
pub struct Tuning {
    path: Option<PathBuf>,
}

impl Tuning {
    /// The cache in the user's cache folder, or in `POYNTING_CACHE_DIR`.
    pub fn of_user() -> Self {
        let variable = |name: &str| {
            std::env::var_os(name)
                .filter(|v| !v.is_empty())
                .map(PathBuf::from)
        };
        cache_folder(variable).map_or_else(Self::default, |folder| Self::in_folder(&folder))
    }

    /// The cache in a folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            path: Some(folder.join("tuning.txt")),
        }
    }

    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<String> {
        self.read().remove(&one_line(key))
    }

    /// Stores an entry.
    pub fn put(&self, key: &str, value: &str) {
        let Some(path) = &self.path else { return };
        // Another process may have added entries since.
        let mut entries = self.read();
        entries.insert(one_line(key), one_line(value));
        let mut text = format!("{HEAD}\n");
        for (key, value) in entries {
            let _ = writeln!(text, "{key}\t{value}");
        }
        let _ = write_whole(path, &text);
    }

    fn read(&self) -> BTreeMap<String, String> {
        let text = self
            .path
            .as_ref()
            .and_then(|path| std::fs::read_to_string(path).ok())
            .unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return BTreeMap::new();
        }
        lines
            .filter_map(|line| line.split_once('\t'))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect()
    }
}

/// A key for a device: with another driver another variant may be fastest.
#[cfg(feature = "gpu")]
pub fn key(gpu: &GpuDevice, rest: &str) -> String {
    format!("{} | {} | {} | {rest}", gpu.backend, gpu.name, gpu.driver)
}

/// The fastest candidate and its time, in the unit that `measure` returns; `None` from it means that the candidate
/// does not work there. Each is measured once, while there is time; then those near the best again, in turn,
/// until the time is up: a single measurement may have been disturbed.
pub fn fastest<C: Clone>(
    candidates: &[C],
    budget: Duration,
    measure: &mut dyn FnMut(&C) -> Option<f64>,
) -> Option<(C, f64)> {
    const NEAR: f64 = 1.2;
    const ROUNDS: usize = 5;
    let begun = Instant::now();
    let mut times: Vec<(usize, f64)> = Vec::new();
    let best = |times: &[(usize, f64)]| times.iter().map(|t| t.1).fold(f64::INFINITY, f64::min);
    for (n, candidate) in candidates.iter().enumerate() {
        if begun.elapsed() > budget && !times.is_empty() {
            break;
        }
        times.extend(measure(candidate).map(|t| (n, t)));
    }
    for _ in 1..ROUNDS {
        let limit = NEAR * best(&times);
        times.retain(|t| t.1 <= limit);
        if times.len() < 2 {
            break;
        }
        for (n, time) in &mut times {
            if begun.elapsed() > budget {
                break;
            }
            *time = time.min(measure(&candidates[*n]).unwrap_or(f64::INFINITY));
        }
    }
    times
        .into_iter()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(n, time)| (candidates[n].clone(), time))
}

fn one_line(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

/// Readers see the old file or the new one, never a partial one.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let part = path.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&part, text)?;
    std::fs::rename(&part, path)
}

/// The platform's standard cache folder.
fn cache_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let of_platform = || {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Caches"))
        } else {
            variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
        }
    };
    variable("POYNTING_CACHE_DIR").or_else(|| of_platform().map(|cache| cache.join("poynting")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("poynting-tuning-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn what_is_put_is_found_again() {
        let folder = folder("round");
        let tuning = Tuning::in_folder(&folder.join("deep"));
        assert_eq!(tuning.get("a"), None);
        tuning.put("a", "16x16");
        tuning.put("b\tc\n", "column 8");
        tuning.put("a", "32x8");
        let again = Tuning::in_folder(&folder.join("deep"));
        assert_eq!(again.get("a").as_deref(), Some("32x8"));
        assert_eq!(again.get("b\tc\n").as_deref(), Some("column 8"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_file_counts_as_empty_and_is_replaced() {
        let folder = folder("damage");
        std::fs::create_dir_all(&folder).unwrap();
        let tuning = Tuning::in_folder(&folder);
        for damage in [
            &b"\xff\xfe\x00"[..],
            b"",
            b"poynting tuning 0\na\t1\n",
            b"{}",
        ] {
            std::fs::write(folder.join("tuning.txt"), damage).unwrap();
            assert_eq!(tuning.get("a"), None);
        }
        std::fs::write(folder.join("tuning.txt"), format!("{HEAD}\nno tab\nk\tv\n")).unwrap();
        assert_eq!(tuning.get("k").as_deref(), Some("v"));
        tuning.put("a", "1");
        assert_eq!(tuning.get("a").as_deref(), Some("1"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_done_without() {
        let file = folder("file");
        std::fs::write(&file, "in the way").unwrap();
        let tuning = Tuning::in_folder(&file);
        tuning.put("a", "1");
        assert_eq!(tuning.get("a"), None);
        Tuning::default().put("a", "1");
        assert_eq!(Tuning::default().get("a"), None);
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn the_folder_follows_the_platform_and_can_be_set() {
        let ask = |set: &'static [(&str, &str)]| {
            cache_folder(|name| {
                let found = set.iter().find(|(n, _)| *n == name);
                found.map(|(_, value)| PathBuf::from(value))
            })
        };
        assert_eq!(ask(&[]), None);
        assert_eq!(
            ask(&[
                ("POYNTING_CACHE_DIR", "p"),
                ("HOME", "h"),
                ("LOCALAPPDATA", "l")
            ]),
            Some("p".into())
        );
        #[cfg(target_os = "linux")]
        {
            assert_eq!(ask(&[("HOME", "h")]), Some("h/.cache/poynting".into()));
            assert_eq!(
                ask(&[("HOME", "h"), ("XDG_CACHE_HOME", "x")]),
                Some("x/poynting".into())
            );
        }
    }

    #[test]
    fn the_fastest_wins_and_the_slow_are_measured_once() {
        let times = [5.0, 1.0, 1.1, 9.0];
        let mut calls = [0; 4];
        let found = fastest(&[0, 1, 2, 3], Duration::from_secs(60), &mut |&n| {
            calls[n] += 1;
            (n != 3).then_some(times[n])
        });
        assert_eq!(found, Some((1, 1.0)));
        assert!(
            calls[0] == 1 && calls[3] == 1 && calls[1] > 1 && calls[2] > 1,
            "{calls:?}"
        );
    }

    #[test]
    fn a_time_that_was_bad_by_accident_is_measured_again() {
        // The second candidate is the faster one but was disturbed at first.
        let mut calls = 0;
        let found = fastest(&["a", "b"], Duration::from_secs(60), &mut |&c| {
            calls += 1;
            Some(if c == "a" {
                1.0
            } else if calls == 2 {
                1.1
            } else {
                0.9
            })
        });
        assert_eq!(found, Some(("b", 0.9)));
    }

    #[test]
    fn measuring_stays_within_the_time() {
        let begun = Instant::now();
        let mut calls = 0;
        let found = fastest(&[1; 1000], Duration::from_millis(50), &mut |_| {
            calls += 1;
            std::thread::sleep(Duration::from_millis(5));
            Some(1.0)
        });
        assert_eq!(found, Some((1, 1.0)));
        assert!(
            calls < 100 && begun.elapsed() < Duration::from_secs(2),
            "{calls}"
        );
    }

    #[test]
    fn where_nothing_works_nothing_is_found() {
        let budget = Duration::from_secs(1);
        assert_eq!(fastest(&[1, 2], budget, &mut |_| None), None);
        assert_eq!(fastest::<u8>(&[], budget, &mut |_| Some(1.0)), None);
    }
}
