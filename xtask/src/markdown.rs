//! The subset of Markdown that the rules use: sections, fenced blocks, code spans, table rows.

/// The text under a heading (given without its `#`), up to the next heading of the same or a higher level.
pub fn section<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    let mut begin = None;
    let mut offset = 0;
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let end = offset + line.len();
        fenced ^= line.starts_with("```");
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if level > 0 && !fenced {
            match begin {
                Some((start, own)) if level <= own => return Some(&text[start..offset]),
                None if line[level..].trim() == heading => begin = Some((end, level)),
                _ => {}
            }
        }
        offset = end;
    }
    begin.map(|(start, _)| &text[start..])
}

/// The lines of the first fenced block whose info string is `info`.
pub fn fenced_block<'a>(text: &'a str, info: &str) -> Option<Vec<&'a str>> {
    let mut lines = text
        .lines()
        .skip_while(|line| line.strip_prefix("```") != Some(info));
    lines.next()?;
    Some(lines.take_while(|line| !line.starts_with("```")).collect())
}

/// Every fenced block that quotes a file, ` ```rust from=PATH `: the path and the quoted text.
pub fn quotations(text: &str) -> Vec<(&str, String)> {
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines
            .by_ref()
            .take_while(|line| !line.starts_with("```"))
            .collect();
        if let Some((_, path)) = info.split_once("from=") {
            found.push((path.trim(), block.join("\n")));
        }
    }
    found
}

/// Every `code span` outside fenced blocks.
pub fn code_spans(text: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut spans = Vec::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && !line.starts_with("```") {
            spans.extend(line.split('`').skip(1).step_by(2));
        }
    }
    spans
}

/// The code spans in the first column of every table.
pub fn first_column(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix('|')?.split('|').next())
        .flat_map(code_spans)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Title\n`a/b`\n## One\ntext\n```sh\n# no heading `no span`\nrun it\n```\n\
                        ### Part\n| `x`, `y` | `z` |\n## Two\nend `c`\n";

    #[test]
    fn a_section_ends_at_the_next_heading_of_its_level() {
        let one = section(TEXT, "One").unwrap();
        assert!(one.starts_with("text") && one.ends_with("`z` |\n"), "{one}");
        assert_eq!(section(TEXT, "Two"), Some("end `c`\n"));
        assert_eq!(section(TEXT, "Three"), None);
    }

    #[test]
    fn blocks_and_spans_do_not_mix() {
        assert_eq!(
            fenced_block(TEXT, "sh").unwrap(),
            ["# no heading `no span`", "run it"]
        );
        assert_eq!(fenced_block(TEXT, "toml"), None);
        assert_eq!(code_spans(TEXT), ["a/b", "x", "y", "z", "c"]);
    }

    #[test]
    fn quotations_name_their_file() {
        let text = "```sh\nno\n```\n```rust from=a/b.rs\nfn f() {\n}\n```\n";
        assert_eq!(quotations(text), [("a/b.rs", "fn f() {\n}".to_owned())]);
    }

    #[test]
    fn the_first_column_may_name_several() {
        assert_eq!(first_column(TEXT), ["x", "y"]);
    }
}
