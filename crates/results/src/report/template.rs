//! The page as a template: style, scripts and data in one HTML file.

use crate::ResultsError;
use crate::input::unlinked;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};
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

/// Reads the data and draws them.
const START: &str = "start();";

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
    let out = &unlinked(out.to_owned())?;
    std::fs::write(out, page).map_err(ResultsError::io(out))
}

/// The page with its data embedded.
fn filled(title: &str, json: &str) -> String {
    // Inside a script element `</script` ends it, and `<!--<script` hides its end.
    let json = json.replace('<', "\\u003c");
    let script = format!("\n\"use strict\";\n{}", SCRIPTS.concat());
    let parts = [
        ("{policy}", policy(&[&script, START])),
        ("{title}", escaped(title)),
        ("{style}", STYLE.to_owned()),
        ("{script}", script),
        ("{data}", json),
        ("{start}", START.to_owned()),
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

/// What the browser may do with the page: run the scripts and apply the style that belong to it, and nothing else, whatever the data contain.
fn policy(scripts: &[&str]) -> String {
    let scripts: Vec<String> = scripts.iter().map(|text| source_of(text)).collect();
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        scripts.join(" "),
        source_of(STYLE)
    )
}

/// A script or style as a policy names it (Content Security Policy Level 3, section 2.3.1).
fn source_of(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
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

    /// The policy names what is between the tags, byte by byte.
    #[test]
    fn the_policy_allows_the_scripts_of_the_page_and_no_others() {
        let page = filled("", "{}");
        let between = |from: &str, to: &str| {
            let rest = page.split(from).skip(1);
            let parts = rest.filter_map(|rest| Some(rest.split_once(to)?.0.to_owned()));
            parts.collect::<Vec<_>>()
        };
        let policy = &between("Content-Security-Policy\" content=\"", "\"")[0];
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"));
        let scripts = between("<script>", "</script>");
        assert_eq!(scripts.len(), 2);
        for text in scripts.iter().chain(&between("<style>", "</style>")) {
            assert!(policy.contains(&source_of(text)));
        }
        assert_eq!(policy.matches("sha256-").count(), 3);
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
