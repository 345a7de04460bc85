//! What the checks read of a page: its links, headings, code spans and fenced blocks, each with its line.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A page of the documentation.
pub struct Page {
    /// Its path from the top folder.
    pub file: String,
    /// What links and pictures point at.
    pub links: Vec<At<String>>,
    /// The names by which its headings are linked.
    pub anchors: Vec<String>,
    /// Its `code spans`.
    pub spans: Vec<At<String>>,
    /// Its blocks, in order.
    pub blocks: Vec<At<Block>>,
}

/// Something and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    /// Counted from one.
    pub line: usize,
    /// What stands there.
    pub it: T,
}

/// A block of code. Its info string is a language and what the checks should do with it: `toml file=dish.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// The first word of the info string; none of an indented block.
    pub language: Option<String>,
    /// The words `key=value` after it; the value of the last one may hold spaces.
    pub mark: Option<(String, String)>,
    /// What is in it.
    pub text: String,
}

impl Block {
    /// What a mark says, if the block has it.
    pub fn marked(&self, key: &str) -> Option<&str> {
        self.mark
            .as_ref()
            .filter(|(found, _)| found == key)
            .map(|(_, value)| value.as_str())
    }

    fn new(kind: &CodeBlockKind<'_>) -> Self {
        let CodeBlockKind::Fenced(info) = kind else {
            return Self::default();
        };
        let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
        Self {
            language: Some(language.to_owned()),
            mark: rest
                .split_once('=')
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())),
            text: String::new(),
        }
    }
}

impl Page {
    /// Reads a page.
    pub fn parse(file: &str, text: &str) -> Self {
        let mut page = Self {
            file: file.to_owned(),
            links: Vec::new(),
            anchors: Vec::new(),
            spans: Vec::new(),
            blocks: Vec::new(),
        };
        let mut reader = Reader::default();
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = 1 + text[..range.start].matches('\n').count();
            reader.take(&event, line, &mut page);
        }
        page
    }

    /// A place of this page as messages name it.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{line}", self.file)
    }
}

/// The block and the heading that events are in.
#[derive(Default)]
struct Reader {
    block: Option<At<Block>>,
    heading: Option<String>,
}

impl Reader {
    fn take(&mut self, event: &Event<'_>, line: usize, page: &mut Page) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(At {
                    line,
                    it: dest_url.to_string(),
                });
            }
            Event::Start(Tag::Heading { .. }) => self.heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let heading = self.heading.take().unwrap_or_default();
                page.anchors.push(unused(&anchor(&heading), &page.anchors));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                self.block = Some(At {
                    line,
                    it: Block::new(kind),
                });
            }
            Event::End(TagEnd::CodeBlock) => page.blocks.extend(self.block.take()),
            Event::Code(code) => {
                self.read(code);
                page.spans.push(At {
                    line,
                    it: code.to_string(),
                });
            }
            Event::Text(text) => self.read(text),
            _ => {}
        }
    }

    fn read(&mut self, text: &str) {
        if let Some(block) = &mut self.block {
            block.it.text.push_str(text);
        } else if let Some(heading) = &mut self.heading {
            heading.push_str(text);
        }
    }
}

/// The name of a heading in links, as GitHub and mdBook make it.
pub fn anchor(heading: &str) -> String {
    heading
        .trim()
        .chars()
        .filter_map(|c| match c {
            c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
            c if c.is_whitespace() => Some('-'),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

/// The second heading of the same name gets a number.
fn unused(name: &str, taken: &[String]) -> String {
    let numbered = (1..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# One, *two* `three`\n\n[a](b.md#c) and `poynting\nrun x`\n\n## Part\n\n## Part\n\n\
                        | a |\n|---|\n| ![p](q.svg) |\n\n```toml in=a/b.toml\nx = 1\n```\n\n    indented\n\n\
                        ```sh skip=a GPU\npoynting devices\n```\n";

    #[test]
    fn links_and_anchors_are_found() {
        let page = Page::parse("p.md", TEXT);
        let links: Vec<_> = page
            .links
            .iter()
            .map(|at| (at.line, at.it.as_str()))
            .collect();
        assert_eq!(links, [(3, "b.md#c"), (12, "q.svg")]);
        assert_eq!(page.anchors, ["one-two-three", "part", "part-1"]);
        assert_eq!(page.spans[1].it, "poynting run x");
        assert_eq!(page.place(3), "p.md:3");
    }

    #[test]
    fn blocks_say_what_to_do_with_them() {
        let page = Page::parse("p.md", TEXT);
        let [part, plain, skipped] = &page.blocks[..] else {
            panic!("three blocks");
        };
        assert_eq!(part.line, 14);
        assert_eq!(part.it.language.as_deref(), Some("toml"));
        assert_eq!(part.it.marked("in"), Some("a/b.toml"));
        assert_eq!(part.it.marked("file"), None);
        assert_eq!(part.it.text, "x = 1\n");
        assert_eq!(plain.it.language, None);
        assert_eq!(skipped.it.marked("skip"), Some("a GPU"));
    }
}
