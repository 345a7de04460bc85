//! Finds the place in a scene file that a planner's message refers to.

use crate::failure::Failure;
use poynting::{Error, FdtdError, GratingError, MomError, Scene};
use std::path::Path;

/// The name that messages use for the items of each list.
const LISTS: [(&str, &str); 6] = [
    ("structure", "structures"),
    ("port", "ports"),
    ("source", "sources"),
    ("monitor", "monitors"),
    ("element", "elements"),
    ("wire", "wires"),
];

/// The failure of a plan, with the lines of the items it names, or of the table where it can be mended.
pub fn located(error: Error, scene: &Scene, file: &Path) -> Failure {
    let planned = matches!(
        error,
        Error::Fdtd(_) | Error::Mom(_) | Error::Rcwa(_) | Error::Network(_)
    );
    let mut lines = lines_of(&error.to_string(), &scene.text);
    if lines.is_empty() {
        let keys = keys_of(&error).iter();
        lines.extend(keys.filter_map(|key| line_of_key(&scene.text, key)).take(1));
    }
    if !planned || lines.is_empty() {
        return Failure::Library(error);
    }
    let place = |line: &usize| format!("{}:{line}", file.display());
    let places: Vec<String> = lines.iter().map(place).collect();
    Failure::Planned {
        error: Box::new(error),
        places: places.join(", "),
    }
}

/// The keys, best first, of what an error is about that names no item.
fn keys_of(error: &Error) -> &'static [&'static str] {
    match error {
        Error::Fdtd(FdtdError::Memory(_) | FdtdError::Grid(_)) => &["grid"],
        Error::Fdtd(FdtdError::TwoDimensions) => &["dimension"],
        Error::Mom(MomError::Part(_)) => &["mom", "frequencies"],
        Error::Mom(MomError::Memory(_) | MomError::NotQuick(_) | MomError::TooCoarse { .. }) => {
            &["mom", "frequencies"]
        }
        Error::Rcwa(GratingError::Part(_) | GratingError::Memory(_)) => &["rcwa", "frequencies"],
        Error::Rcwa(GratingError::Evanescent { .. }) => &["bloch"],
        _ => &[],
    }
}

/// The first line, from one, that begins a table or has a key: `[grid]`, `grid = {` or `"grid": {`.
fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let quotes = ['"', '\''];
    let is_key = |word: &str| word.trim().trim_matches(quotes) == key;
    let has_key = |line: &str| {
        let line = line.trim_start();
        if let Some(table) = line.strip_prefix('[') {
            return table.split([']', '.']).next().is_some_and(is_key);
        }
        line.match_indices(['=', ':']).any(|(end, _)| {
            let before = &line[..end];
            let from = before.rfind(['{', ',', '[', '=', ':']);
            is_key(&before[from.map_or(0, |at| at + 1)..])
        })
    };
    (1..)
        .zip(text.lines())
        .find_map(|(number, line)| has_key(line).then_some(number))
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

/// The line of the item with this name in a list; where the text has it once only, in whatever list.
fn line_of(text: &str, list: &str, name: &str) -> Option<usize> {
    let quoted = [format!("\"{name}\""), format!("'{name}'")];
    let (mut within, mut anywhere) = (false, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        within = begins(line, list).unwrap_or(within);
        if !quoted.iter().any(|quoted| is_named(line, quoted)) {
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

/// Whether a line begins this list, or another table; `None` if it begins neither: `[[ports]]`, `ports = [` or `"ports": [`.
fn begins(line: &str, list: &str) -> Option<bool> {
    let line = line.trim_start();
    if let Some(header) = line.strip_prefix("[[") {
        return Some(header.split(']').next().map(str::trim) == Some(list));
    }
    if line.starts_with('[') {
        return Some(false);
    }
    let (key, value) = line.split_once(['=', ':'])?;
    let value = value.trim_start();
    let is_list = value.starts_with("[{") || value == "[";
    is_list.then(|| key.trim().trim_matches(['"', '\'']) == list)
}

/// Whether a line has this quoted text as the value of a key `name`.
fn is_named(line: &str, quoted: &str) -> bool {
    line.match_indices(quoted).any(|(at, _)| {
        let before = line[..at].trim_end();
        let key = before.strip_suffix(['=', ':']).map(str::trim_end);
        key.is_some_and(|key| key.trim_end_matches(['"', '\'']).ends_with("name"))
    })
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
        let inline = "\"structures\" = [{\"name\" = \"a\", \"radius\" = 1}, {\"name\" = \"b\"}]\n\"monitors\" = [{\"name\" = \"b\"}]";
        assert_eq!(lines_of("structure `b`: too large", inline), [1]);
        assert_eq!(lines_of("monitor `b`: too large", inline), [2]);
        let json = "{\n \"ports\": [\n {\n \"name\": \"a\"\n }]}";
        assert_eq!(lines_of("port `a` is short", json), [4]);
    }
    #[test]
    fn tables_are_found_however_they_are_written() {
        for text in [
            "title = \"the grid\"\n[grid]",
            "\n[grid.x]",
            "\ngrid = { spacing = 1 }",
            "{\n \"grid\": {",
            "\n\"grid\" = {\"spacing\" = 1}",
        ] {
            assert_eq!(line_of_key(text, "grid"), Some(2), "{text}");
        }
        let inline = "[[monitors]]\nname = \"grid\"\nkinds = [{ type = \"a\", frequencies = 1 }]";
        assert_eq!(line_of_key(inline, "frequencies"), Some(3));
        assert_eq!(line_of_key(inline, "grid"), None);
    }
}
