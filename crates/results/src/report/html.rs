//! The page itself: the verdict, the checks and everything that is shown, put into one HTML file.

use super::figure::Figure;
use super::figures;
use crate::source::Source;
use crate::{Model, Results, ResultsError, SceneText, Summary, Value, directory, manifest};
use serde::Serialize;
use std::path::Path;

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order in which they need each other.
const SCRIPTS: [&str; 12] = [
    include_str!("page/format.js"),
    include_str!("page/dom.js"),
    include_str!("page/colours.js"),
    include_str!("page/plot.js"),
    include_str!("page/polar.js"),
    include_str!("page/smith.js"),
    include_str!("page/map.js"),
    include_str!("page/space.js"),
    include_str!("page/mesh.js"),
    include_str!("page/figures.js"),
    include_str!("page/patterns.js"),
    include_str!("page/main.js"),
];

/// How far something is to be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should be.
    Good,
    /// Worth a thought before numbers are used.
    Caution,
    /// Numbers are wrong, or likely to be.
    Poor,
}

/// One thing that was held against a limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What was found.
    pub value: Value,
    /// What it should be.
    pub limit: String,
    /// How it stands.
    pub grade: Grade,
    /// What that means, in one sentence.
    pub meaning: String,
}

/// What a reader should think of the whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// That of the worst check.
    pub grade: Grade,
    /// In plain words.
    pub sentence: String,
}

/// What a report says besides the results themselves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// How far to trust the results.
    pub verdict: Verdict,
    /// Why.
    pub checks: Vec<Check>,
}

/// Everything that the page shows.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    report: &'a Report,
    file: &'a str,
    scene: &'a str,
    summary: &'a Summary,
    model: Option<&'a Model>,
    figures: Vec<Figure>,
}

impl Report {
    /// Writes the page for a folder of results. `results` need not hold what is drawn: that is read from the folder, slice by slice.
    pub fn write_for_directory(
        &self,
        results: &Results,
        dir: &Path,
        out: &Path,
    ) -> Result<(), ResultsError> {
        self.write_from(&directory::reader(dir)?, results, out)?;
        manifest::add(dir, manifest::OF_A_RUN, &[out.to_owned()])
    }

    /// Writes the page for results in memory.
    pub fn write(&self, results: &Results, out: &Path) -> Result<(), ResultsError> {
        self.write_from(results, results, out)
    }

    fn write_from(
        &self,
        source: &dyn Source,
        results: &Results,
        out: &Path,
    ) -> Result<(), ResultsError> {
        let SceneText {
            text, file_name, ..
        } = &results.scene;
        let data = Data {
            report: self,
            file: file_name,
            scene: text,
            summary: &results.summary,
            model: results.model.as_ref(),
            figures: figures::all(source)?,
        };
        let json = serde_json::to_string(&data).map_err(ResultsError::json(out))?;
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder).map_err(ResultsError::io(folder))?;
        }
        let page = page(&results.summary.title, &json);
        std::fs::write(out, page).map_err(ResultsError::io(out))
    }
}

/// The page around its data.
fn page(title: &str, json: &str) -> String {
    // Within a script element nothing but this ends it.
    let json = json.replace("</", "<\\/");
    let parts = [
        ("{title}", escaped(title)),
        ("{style}", STYLE.to_owned()),
        ("{script}", SCRIPTS.concat()),
        ("{data}", json),
    ];
    // Each mark is looked for after the part before it, so that data may hold whatever they like.
    let mut page = String::new();
    let mut rest = PAGE;
    for (mark, part) in parts {
        if let Some((before, after)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(&part);
            rest = after;
        }
    }
    page + rest
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_break_out_of_the_page() {
        let text = r#"{"scene":"</script><b>{title}{data}"}"#;
        let page = page("a < b {script}", text);
        assert!(
            page.contains("<title>a &lt; b {script}"),
            "{}",
            &page[..400]
        );
        assert_eq!(
            page.matches("</script>").count(),
            PAGE.matches("</script>").count()
        );
        assert!(page.contains(r"<\/script><b>{title}{data}"));
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = page("", "{}");
        for word in [
            "src=",
            "href=\"http",
            "@import",
            "url(http",
            "fetch(",
            "XMLHttpRequest",
        ] {
            assert!(!page.contains(word), "{word}");
        }
    }
}
