//! The first 60 scenes of a fixed seed, in four parts that run in parallel, and a check that faults are detected at all.

use poynting_differential::{
    ALL, Case, Findings, Relation, Report, Verdict, examine, minimise, scene, seeds,
};

const SEED: u64 = 18;

/// Relations that are not tested. Rotation and mirror have two open disagreements, 496084288 (6e-8) and 3851970575 (6e-6): curved bodies between two
/// ports on a grid of the mesher, whose lines are equal to rounding. Surfaces and solvers take long; no disagreement is known.
const OPEN: [&str; 4] = ["rotation", "mirror", "surfaces", "solvers"];

/// Fifteen scenes under the relations that are open, or under the others.
fn part(first: usize, open: bool) {
    let relations: Vec<&'static Relation> = ALL
        .iter()
        .filter(|r| OPEN.contains(&r.name) == open)
        .collect();
    let mut report = Report::default();
    for seed in seeds(SEED).skip(first).take(15) {
        examine(
            &scene(seed),
            seed,
            &relations,
            Findings::Minimised,
            &mut report,
        );
    }
    let scenes = report.findings.iter().map(|f| f.scene.to_string());
    let scenes: Vec<String> = scenes.collect();
    assert!(
        report.findings.is_empty(),
        "{report}\n{}",
        scenes.join("\n")
    );
    // A generator whose scenes are all refused would find nothing either.
    assert!(open || report.agreed("soundness") >= 10, "{report}");
}

#[test]
fn scenes_1_to_15_agree() {
    part(0, false);
}

#[test]
fn scenes_16_to_30_agree() {
    part(15, false);
}

#[test]
fn scenes_31_to_45_agree() {
    part(30, false);
}

#[test]
fn scenes_46_to_60_agree() {
    part(45, false);
}

#[test]
#[ignore = "open disagreements, and several minutes"]
fn open_relations_of_all_scenes() {
    (0..4).for_each(|n| part(15 * n, true));
}

/// A relation that fails if there is a ball: only the ball remains.
#[test]
fn the_minimiser_leaves_what_breaks_a_relation() {
    fn no_ball(case: &Case<'_>) -> Verdict {
        if case.scene["structures"].to_string().contains("sphere") {
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
