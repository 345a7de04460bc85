//! One file of all licences, each text once.

use super::work::Work;
use std::fmt::Write;

const INTRODUCTION: &str = "\
Third-party software in Poynting

The program and the Python module contain the software below. Each licence
follows the names of the works that it applies to; a work with several licence
texts is named before each of them. The sources of a crate are on
https://crates.io/crates/ followed by its name.

The Rust standard library is linked in too: MIT OR Apache-2.0, The Rust Project
Developers, see https://thanks.rust-lang.org.
";
const WIDTH: usize = 80;

/// A text and the works that it applies to.
struct Section<'a> {
    /// Line breaks and indentation often differ where nothing else does, so texts are compared by their words.
    words: String,
    text: &'a str,
    headings: Vec<String>,
}

/// The contents of the file.
pub fn merged(works: &[Work]) -> String {
    let mut sections: Vec<Section> = Vec::new();
    for work in works {
        let heading = format!("{} ({})", work.name, work.licence);
        for text in &work.texts {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match sections.iter_mut().find(|section| section.words == words) {
                Some(section) if section.headings.contains(&heading) => {}
                Some(section) => section.headings.push(heading.clone()),
                None => sections.push(Section {
                    words,
                    text,
                    headings: vec![heading.clone()],
                }),
            }
        }
    }
    let mut file = INTRODUCTION.to_owned();
    let (above, below) = ("=".repeat(WIDTH), "-".repeat(WIDTH));
    for Section { text, headings, .. } in sections {
        let _ = write!(file, "\n{above}\n{}\n{below}\n\n", headings.join("\n"));
        for line in text.trim_matches(['\r', '\n']).lines() {
            let _ = writeln!(file, "{}", line.trim_end());
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(name: &str, texts: &[&str]) -> Work {
        Work {
            name: name.into(),
            licence: "MIT OR Zlib".into(),
            texts: texts.iter().map(|&text| text.into()).collect(),
        }
    }

    #[test]
    fn identical_texts_appear_once_with_all_their_works() {
        let works = [
            work("a 1.0.0", &["Permission is\n granted.\n", "As is."]),
            work("b 0.2.1", &["\n  Permission is granted.", "Other."]),
            work("c 3.0.0", &["As is.", "As  is.\r\n"]),
        ];
        let file = merged(&works);
        let (above, below) = ("=".repeat(80), "-".repeat(80));
        let section = |names: &[&str], text: &str| {
            let headings: Vec<String> = { names.iter() }
                .map(|name| format!("{name} (MIT OR Zlib)\n"))
                .collect();
            format!("\n{above}\n{}{below}\n\n{text}\n", headings.concat())
        };
        let sections = [
            section(&["a 1.0.0", "b 0.2.1"], "Permission is\n granted."),
            section(&["a 1.0.0", "c 3.0.0"], "As is."),
            section(&["b 0.2.1"], "Other."),
        ];
        assert_eq!(file, INTRODUCTION.to_owned() + &sections.concat());
    }
}
