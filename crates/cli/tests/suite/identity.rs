//! What the documents say is bitwise identical: the results of a scene on one machine, on any number of threads and in any order of updates, and those
//! of a run on a GPU that was killed.
//!
//! `poynting validate --case thread-independence` compares larger models with everything that acts on fields.

use crate::desk::{Desk, small_scene};
use crate::mom_checkpoints::{refined, sphere};

const NETWORK: &str = include_str!("../data/trouble/touchstone-renormalised.toml");

/// Runs a scene on one thread, and in other ways, which give the same bits.
fn assert_same(scene: &str, ways: &[&[&str]]) {
    let desk = Desk::new();
    desk.write("scene.toml", scene);
    let run = |folder: &str, way: &[&str]| {
        let arguments = ["run", "scene.toml", "--out", folder, "--device", "cpu"];
        desk.poynting(&[&arguments[..], way].concat()).expect(0);
        desk.bits(folder)
    };
    let one = run("one", &["--threads", "1"]);
    for (n, way) in ways.iter().enumerate() {
        assert!(one == run(&format!("other-{n}"), way), "{way:?}");
    }
}

#[test]
fn a_network_has_the_same_bits_on_any_number_of_threads_and_in_any_order() {
    assert_same(
        NETWORK,
        &[
            &["--threads", "2"],
            &["--threads", "3", "--traversal", "tiles"],
            &["--threads", "1", "--traversal", "sweep"],
        ],
    );
}

#[test]
fn dense_results_have_the_same_bits_on_any_number_of_threads() {
    assert_same(
        &sphere("dense", "9 mm"),
        &[&["--threads", "2"], &["--threads", "4"]],
    );
}

#[test]
fn refined_results_have_the_same_bits_on_any_number_of_threads() {
    assert_same(&refined(), &[&["--threads", "2"], &["--threads", "3"]]);
}

#[test]
fn h_matrix_results_have_the_same_bits_on_any_number_of_threads() {
    assert_same(
        &sphere("hmatrix", "12 mm"),
        &[&["--threads", "2"], &["--threads", "3"]],
    );
}

#[test]
fn mlfma_results_have_the_same_bits_on_any_number_of_threads() {
    assert_same(
        &sphere("mlfma", "12 mm"),
        &[&["--threads", "2"], &["--threads", "3"]],
    );
}

#[cfg(feature = "gpu")]
#[test]
fn a_killed_run_on_a_gpu_continues_bit_for_bit() {
    let desk = Desk::new();
    desk.write("long.toml", &small_scene(2000));
    let gpu = ["--device", "gpu", "--quiet"];
    let whole = ["run", "long.toml", "--out", "whole"];
    desk.poynting(&[&whole[..], &gpu].concat()).expect(0);
    let begin = [
        "run",
        "long.toml",
        "--out",
        "kept",
        "--checkpoint",
        "0.02 s",
    ];
    let mut run = desk.start(&[&begin[..], &gpu].concat());
    let step = desk.next_checkpoint("kept", &mut run, 0);
    assert!(step.is_some(), "the run ended before its first checkpoint");
    run.kill().unwrap();
    run.wait().unwrap();
    desk.poynting(&[&["run", "--resume", "kept"][..], &gpu].concat())
        .expect(0);
    assert!(desk.bits("whole") == desk.bits("kept"));
}
