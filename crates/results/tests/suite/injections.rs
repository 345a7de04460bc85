//! Texts of strangers in a page: 25 payloads in 12 places of a report and 8 of a view, opened in Chromium. No script of theirs runs, and no page is blank.

use crate::common::{scene, summary};
use poynting_results::{
    Axis, Body, Check, Facts, Grade, Model, Region, Report, Results, Role, SceneText, Substance,
    Triangles, Verdict, View,
};
use std::path::Path;
use std::process::Command;

/// What a payload does if it runs; the text of the page alone does not contain the attribute.
const RUN: &str = "document.documentElement.setAttribute('data-'+'ran','1')";

/// Texts that run scripts where a page does not escape or separate them, each with `RUN` for its action (OWASP, Cross Site Scripting Prevention, and the ways
/// in which a script element ends or hides its end).
const PAYLOADS: [&str; 25] = [
    "<script>RUN</script>",
    "</script><script>RUN</script>",
    "</ScRiPt ><sCrIpT>RUN</sCrIpT>",
    "<!--<script>RUN",
    "--><script>RUN</script>",
    "]]><script>RUN</script>",
    "</title><script>RUN</script>",
    "</style><script>RUN</script>",
    "</pre></details><script>RUN</script>",
    "<img src=x onerror=\"RUN\">",
    "<svg onload=\"RUN\"></svg>",
    "<svg><script>RUN</script></svg>",
    "<body onload=\"RUN\">",
    "<iframe srcdoc=\"<script>parent.RUN</script>\"></iframe>",
    "<a href=\"javascript:RUN\" autofocus onfocus=\"RUN\">x</a>",
    "<details open ontoggle=\"RUN\">x</details>",
    "<math><mtext><style><img src=x onerror=\"RUN\">",
    "\" onmouseover=\"RUN\" autofocus onfocus=\"RUN\" x=\"",
    "'; RUN; '",
    "\\\"}; RUN; ({\"",
    "`;RUN;`",
    "${RUN}",
    "{script}{data}{title}<script>RUN</script>",
    "\u{2028}RUN\u{2029}\u{0}\u{1b}[2J\u{202e}<script>RUN</script>",
    "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'unsafe-inline'\"><base href=\"http:x\"><script>RUN</script>",
];

/// A page with hostile texts; `at` names the place of a text.
struct Page<'a> {
    name: &'a str,
    payload: &'a str,
}

impl Page<'_> {
    fn text(&self, at: &str) -> String {
        format!("{at} {} {at}", self.payload)
    }

    fn model(&self) -> Model {
        Model {
            machine: self.text("machine"),
            bodies: vec![Body {
                name: self.text("body"),
                material: self.text("material"),
                substance: Substance::Medium,
                surface: Triangles {
                    vertices: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
                    triangles: vec![[0, 1, 2]],
                },
            }],
            regions: vec![Region {
                name: self.text("region"),
                role: Role::Port,
                from: [0.0; 3],
                to: [1.0; 3],
                direction: None,
            }],
            facts: vec![
                Facts::new(&self.text("facts")).with(&self.text("fact"), self.text("value")),
            ],
            missing: vec![self.text("missing")],
            ..Model::default()
        }
    }

    fn report(&self, folder: &Path) -> std::path::PathBuf {
        let mut results = Results::new(SceneText {
            text: self.text("scene # comment"),
            file_name: self.text("file"),
            format: "toml".to_owned(),
        });
        results.summary = poynting_results::Summary {
            title: self.text("title"),
            solver: self.text("solver"),
            stopped_by: self.text("end"),
            warnings: vec![self.text("warning")],
            notes: vec![self.text("note")],
            ports: vec![self.text("port")],
            version: self.text("version"),
            ..summary()
        };
        results.model = Some(self.model());
        // Neither dots nor empty parts are allowed in names.
        let word = self.payload.replace(['/', '.', '\0'], "|");
        let values: Vec<f64> = (0..40).map(f64::from).collect();
        for (n, count) in [40, 3].into_iter().enumerate() {
            let axis = Axis::new(&word, &self.text("Hz"), values[..count].to_vec());
            let name = format!("monitor{n} {word}/quantity {word}");
            let texts = (name.as_str(), &*self.text("unit"), &*self.text("about"));
            results.add(texts, vec![axis], &values[..count]).unwrap();
        }
        let report = Report {
            verdict: Verdict {
                grade: Grade::Caution,
                sentence: self.text("verdict"),
            },
            checks: vec![Check {
                name: self.text("check"),
                value: (1.0, "dB").into(),
                limit: self.text("limit"),
                grade: Grade::Good,
                meaning: self.text("meaning"),
            }],
        };
        let path = folder.join(format!("{}-report.html", self.name));
        report.write(&results, &path).unwrap();
        path
    }

    fn view(&self, folder: &Path) -> std::path::PathBuf {
        let view = View {
            title: self.text("title"),
            solver: "fdtd".to_owned(),
            version: self.text("version"),
            file: scene().file_name,
            scene: self.text("scene"),
            model: self.model(),
            warnings: vec![self.text("warning")],
            notes: vec![self.text("note")],
        };
        let path = folder.join(format!("{}-view.html", self.name));
        view.write(&path).unwrap();
        path
    }
}

/// The page after its scripts have run.
fn opened(page: &Path, profile: &Path) -> String {
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let output = names.iter().find_map(|name| {
        let mut command = Command::new(name);
        command.args([
            "--headless",
            "--no-sandbox",
            "--no-first-run",
            "--disable-gpu",
        ]);
        command.args([
            "--disable-background-networking",
            "--disable-component-update",
            "--virtual-time-budget=2000",
        ]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        command
            .arg("--dump-dom")
            .arg(format!("file://{}", page.display()));
        command.output().ok()
    });
    let output = output.expect("the test needs Chromium (Debian: chromium)");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn has_run(dom: &str) -> bool {
    let (_, rest) = dom.split_once("<html").unwrap();
    rest.split('>').next().unwrap().contains("data-ran")
}

/// Browsers take a second to start, so several payloads share a page.
#[test]
fn texts_of_strangers_run_no_script_and_blank_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("profile");
    let control = folder.path().join("control.html");
    let text = format!(
        "<!doctype html><html lang=\"en\"><body>{}</body></html>",
        PAYLOADS[9].replace("RUN", RUN)
    );
    std::fs::write(&control, text).unwrap();
    assert!(
        has_run(&opened(&control, &profile)),
        "a script that runs is not seen"
    );

    for (n, group) in PAYLOADS.chunks(9).enumerate() {
        let payload = group.join(" ").replace("RUN", RUN);
        let page = Page {
            name: &n.to_string(),
            payload: &payload,
        };
        let (report, view) = (page.report(folder.path()), page.view(folder.path()));
        for (path, parts) in [
            (
                &report,
                &["checks", "geometry", "results", "run", "scene"][..],
            ),
            (&view, &["geometry", "warnings", "plan", "scene"]),
        ] {
            let dom = opened(path, &profile);
            let name = path.display();
            assert!(!has_run(&dom), "{name}: a script has run");
            for part in parts {
                assert!(
                    dom.contains(&format!("<h2 id=\"{part}\">")),
                    "{name}: `{part}` is missing"
                );
            }
            let page = dom.split("id=\"report\"").nth(1).unwrap();
            let (page, _) = page.split_once("</main>").unwrap();
            // The report shows warnings as checks.
            let of_page: &[&str] = if path == &report {
                &["check", "limit", "meaning", "monitor0", "monitor1"]
            } else {
                &["warning", "note"]
            };
            let shown = ["body", "material", "fact", "scene"].iter().chain(of_page);
            for place in shown {
                assert!(page.contains(place), "{name}: `{place}` is not shown");
            }
            assert!(
                !page.contains("<iframe") && !page.contains("<img"),
                "{name}"
            );
        }
    }
}
