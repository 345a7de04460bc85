//! The page itself: verdict, checks and figures in one HTML file.

use super::figure::Figure;
use super::figures;
use crate::source::Source;
use crate::{Model, Results, ResultsError, SceneText, Summary, Value};
use serde::Serialize;
use std::path::Path;

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
/// In order of dependency.
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

/// How far something can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should be.
    Good,
    /// Consider before using the numbers.
    Caution,
    /// Numbers are wrong, or likely to be.
    Poor,
}

/// One quantity compared with a limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What was found.
    pub value: Value,
    /// What it should be.
    pub limit: String,
    /// The resulting grade.
    pub grade: Grade,
    /// What that means, in one sentence.
    pub meaning: String,
}

/// The overall assessment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The grade of the worst check.
    pub grade: Grade,
    /// In words.
    pub sentence: String,
}

/// What a report contains besides the results themselves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// How far to trust the results.
    pub verdict: Verdict,
    /// The reasons for the verdict.
    pub checks: Vec<Check>,
}

/// Everything shown on the page.
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
    /// Writes the page for a results folder. `results` need not contain the plotted data: they are read from the folder, slice by slice.
    #[cfg(feature = "hdf5")]
    pub fn write_for_directory(
        &self,
        results: &Results,
        dir: &Path,
        out: &Path,
    ) -> Result<(), ResultsError> {
        use crate::{directory, manifest};
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

/// The page with its data embedded.
fn page(title: &str, json: &str) -> String {
    // Inside a script element only this sequence can end it.
    let json = json.replace("</", "<\\/");
    let parts = [
        ("{title}", escaped(title)),
        ("{style}", STYLE.to_owned()),
        ("{script}", SCRIPTS.concat()),
        ("{data}", json),
    ];
    // Each mark is searched for after the previous part, so that the data may contain anything.
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
