//! A part of a scene, merged into a complete one so that it can be checked.

/// A table of a scene, or one item of a list of them, with all its lines.
struct Table<'a> {
    /// The text in the brackets; empty for the keys at the top of the file.
    header: &'a str,
    /// The name of a list item.
    name: Option<&'a str>,
    text: &'a str,
}

/// The scene with its tables replaced by those of the part; a list item replaces the one with its name.
pub fn lay(scene: &str, part: &str) -> String {
    let new = tables(part);
    let is_replaced = |old: &Table<'_>| {
        let mut same = new.iter().filter(|table| table.header == old.header);
        // The keys at the top of the scene are kept.
        !old.header.is_empty() && same.any(|table| table.name == old.name)
    };
    let kept = tables(scene)
        .into_iter()
        .filter(|table| !is_replaced(table));
    let mut laid: String = kept.map(|table| table.text).collect();
    laid.push('\n');
    laid.push_str(part);
    laid
}

fn tables(text: &str) -> Vec<Table<'_>> {
    let mut starts = vec![(0, "")];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if let Some(header) = header(line) {
            let (_, last) = starts[starts.len() - 1];
            let belongs_to_item = !last.is_empty() && header.starts_with(&format!("{last}."));
            if !belongs_to_item {
                starts.push((offset, header));
            }
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start);
    let ends = ends.chain([text.len()]);
    { starts.iter().zip(ends) }
        .map(|(&(start, header), end)| {
            let text = &text[start..end];
            let is_item = text.starts_with("[[");
            let name = text.lines().find_map(|line| line.strip_prefix("name = "));
            Table {
                header,
                name: name.filter(|_| is_item),
                text,
            }
        })
        .collect()
}

/// The name in `[name]` or `[[name]]`; nothing else in a scene begins with an unindented bracket.
fn header(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?;
    let name = name.strip_prefix('[').unwrap_or(name);
    name.split_once(']').map(|(name, _)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_the_part_win() {
        let scene = "title = \"x\"\n[grid]\nspacing = \"1 mm\"\n[[ports]]\nname = \"a\"\n[ports.waveform]\ntype = \"g\"\n\
                     [materials.a]\neps_r = 2\n[materials.ab]\neps_r = 3\n[[ports]]\nname = \"b\"\n";
        let part = "[[ports]] # one\nname = \"a\"\n[materials.a]\neps_r = 4\n[stop]\nsteps = 1\n";
        assert_eq!(
            lay(scene, part),
            "title = \"x\"\n[grid]\nspacing = \"1 mm\"\n[materials.ab]\neps_r = 3\n[[ports]]\nname = \"b\"\n\
             \n[[ports]] # one\nname = \"a\"\n[materials.a]\neps_r = 4\n[stop]\nsteps = 1\n"
        );
    }
}
