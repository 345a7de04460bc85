//! The page as a template: style, scripts and data in one HTML file.

use crate::ResultsError;
use serde::Serialize;
use std::path::Path;

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
/// In order of dependency.
const SCRIPTS: [&str; 13] = [
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
    include_str!("page/geometry.js"),
    include_str!("page/main.js"),
];

/// The page that shows some data.
pub fn page(title: &str, data: &impl Serialize) -> Result<String, ResultsError> {
    let json = serde_json::to_string(data).map_err(ResultsError::json(Path::new("page")))?;
    Ok(filled(title, &json))
}

/// Writes a page, and its folder if there is none.
pub fn write(out: &Path, page: &str) -> Result<(), ResultsError> {
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(ResultsError::io(folder))?;
    }
    std::fs::write(out, page).map_err(ResultsError::io(out))
}

/// The page with its data embedded.
fn filled(title: &str, json: &str) -> String {
    // Inside a script element `</script` ends it, and `<!--<script` hides its end.
    let json = json.replace('<', "\\u003c");
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
        let text = r#"{"scene":"<!--<script></script><b>{title}{data}"}"#;
        let page = filled("a < b {script}", text);
        assert!(
            page.contains("<title>a &lt; b {script}"),
            "{}",
            &page[..400]
        );
        assert_eq!(
            page.matches("</script>").count(),
            PAGE.matches("</script>").count()
        );
        assert!(!page.contains("<!--"));
        assert!(page.contains(r"\u003cscript>\u003c/script>\u003cb>{title}{data}"));
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = filled("", "{}");
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
