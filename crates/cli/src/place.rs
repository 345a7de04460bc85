//! Finds the place in a scene file that a planner's message refers to.

use crate::failure::Failure;
use poynting::{Error, ErrorKind, Scene};
use std::path::Path;

/// The name that messages use for the items of each list.
const LISTS: [(&str, &str); 6] = [
    ("structure", "[[structures]]"),
    ("port", "[[ports]]"),
    ("source", "[[sources]]"),
    ("monitor", "[[monitors]]"),
    ("element", "[[elements]]"),
    ("wire", "[[wires]]"),
];

/// The failure of a plan, with the lines of the items it names.
pub fn located(error: Error, scene: &Scene, file: &Path) -> Failure {
    let planned = matches!(error, Error::Fdtd(_) | Error::Mom(_) | Error::Network(_));
    let lines = lines_of(&error.to_string(), &scene.text);
    if !planned || error.kind() != ErrorKind::Scene || lines.is_empty() {
        return Failure::Library(error);
    }
    let place = |line: &usize| format!("{}:{line}", file.display());
    let places: Vec<String> = lines.iter().map(place).collect();
    Failure::Planned {
        error: Box::new(error),
        places: places.join(", "),
    }
}

/// The line numbers, from one, of the names of the items in a message.
fn lines_of(message: &str, text: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for (noun, list) in LISTS {
        for rest in message.split(&format!("{noun} `")).skip(1) {
            let name = rest.split('`').next().unwrap_or_default();
            lines.extend(line_of(text, list, name));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The line of a name within a list; in other formats, that of the only item with this name.
fn line_of(text: &str, list: &str, name: &str) -> Option<usize> {
    let quoted = format!("\"{name}\"");
    let mut within = false;
    let mut anywhere = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.starts_with('[') {
            within = line.starts_with(list);
        }
        let key = line.trim_start_matches(['{', '"', ' ']);
        if !key.starts_with("name") || !line.contains(&quoted) {
            continue;
        }
        if within {
            return Some(number);
        }
        anywhere.push(number);
    }
    match anywhere[..] {
        [only] => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_in_their_own_list() {
        let text = "[[structures]]\nname = \"feed\"\n[[ports]]\nname = \"feed\" # here\n[[monitors]]\nname = \"far\"\n";
        assert_eq!(lines_of("port `feed` is 6 cells long", text), [4]);
        let both = "structure `feed` and port `feed` meet";
        assert_eq!(lines_of(both, text), [2, 4]);
        assert!(lines_of("monitor `near`: too large", text).is_empty());
        let json = "{\n \"ports\": [\n {\n \"name\": \"a\"\n }]}";
        assert_eq!(lines_of("port `a` is short", json), [4]);
    }
}
