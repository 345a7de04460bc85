//! The first 60 scenes of a fixed seed, in four parts that run in parallel, and a check that faults are detected at all.

use poynting_differential::{
    ALL, Findings, Relation, Report, Trial, Verdict, examine, minimise, scene, seeds,
};

const SEED: u64 = 18;

/// Disagreements that are known and not yet resolved, by relation and scene.
///
/// - 2252718211: a PEC box ends a tenth of a cell from a wall.
/// - 3064701409: a monitor half-way between the lines of a grid that the mesher makes.
/// - 1913863865, 81096426: lumped ports off the grid.
/// - 567591358, 2867152407: relative differences of 4e-8 and 5e-6 with an image of the source.
/// - 2827204170: an element that touches the plane of symmetry is refused in the half only.
const OPEN: [(&str, u64); 12] = [
    ("rotation", 2_252_718_211),
    ("mirror", 2_252_718_211),
    ("symmetry", 2_252_718_211),
    ("rotation", 3_064_701_409),
    ("mirror", 3_064_701_409),
    ("rotation", 1_913_863_865),
    ("mirror", 1_913_863_865),
    ("rotation", 81_096_426),
    ("mirror", 81_096_426),
    ("symmetry", 567_591_358),
    ("symmetry", 2_867_152_407),
    ("symmetry", 2_827_204_170),
];

/// All relations hold for fifteen scenes, except for those that are open.
fn part(first: usize) {
    let mut report = Report::default();
    for seed in seeds(SEED).skip(first).take(15) {
        let is_open = |relation: &Relation| OPEN.contains(&(relation.name, seed));
        let relations: Vec<&'static Relation> = ALL.iter().filter(|r| !is_open(r)).collect();
        examine(seed, &relations, Findings::Minimised, &mut report);
    }
    let scenes = report.findings.iter().map(|f| f.scene.to_string());
    let scenes: Vec<String> = scenes.collect();
    assert!(
        report.findings.is_empty(),
        "{report}\n{}",
        scenes.join("\n")
    );
    // A generator whose scenes are all refused would find nothing either.
    assert!(report.agreed("soundness") >= 10, "{report}");
}

#[test]
fn scenes_1_to_15_agree() {
    part(0);
}

#[test]
fn scenes_16_to_30_agree() {
    part(15);
}

#[test]
fn scenes_31_to_45_agree() {
    part(30);
}

#[test]
fn scenes_46_to_60_agree() {
    part(45);
}

/// A relation that fails if there is a ball: only the ball remains.
#[test]
fn the_minimiser_leaves_what_breaks_a_relation() {
    fn no_ball(trial: &Trial<'_>) -> Verdict {
        if trial.scene["structures"].to_string().contains("sphere") {
            Verdict::Disagrees("a ball".to_owned())
        } else {
            Verdict::Agrees(0.0)
        }
    }
    let relation = Relation {
        name: "no ball",
        check: no_ball,
    };
    let crowded = seeds(SEED)
        .map(scene)
        .find(|scene| {
            let text = scene["structures"].to_string();
            text.contains("\"sphere\"") && scene["structures"].as_array().map_or(0, Vec::len) > 2
        })
        .unwrap();
    let least = minimise(&crowded, 1, &relation);
    assert_eq!(least["structures"].as_array().unwrap().len(), 1);
    assert_eq!(least["structures"][0]["shape"], "sphere");
    for list in ["sources", "monitors", "ports", "elements", "wires"] {
        assert!(least[list].as_array().unwrap().is_empty(), "{least}");
    }
}
