//! A scene or a results folder from a stranger is harmless: what it names elsewhere is neither read nor written, and signals and limits end a run in order.

// Helpers are outside `#[test]` functions.
#![allow(clippy::unwrap_used)]

use crate::desk::{Desk, Said, small_scene};
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::time::{Duration, Instant};

/// A tetrahedron in STL.
const MESH: &str = "solid t\nfacet normal 0 0 0\nouter loop\nvertex 4 4 4\nvertex 4 8 4\nvertex 8 4 4\nendloop\nendfacet\n\
facet normal 0 0 0\nouter loop\nvertex 4 4 4\nvertex 8 4 4\nvertex 4 4 8\nendloop\nendfacet\n\
facet normal 0 0 0\nouter loop\nvertex 4 4 4\nvertex 4 4 8\nvertex 4 8 4\nendloop\nendfacet\n\
facet normal 0 0 0\nouter loop\nvertex 8 4 4\nvertex 4 8 4\nvertex 4 4 8\nendloop\nendfacet\nendsolid t\n";

fn scene_with(file: &str) -> String {
    let body = format!(
        "\n[[structures]]\nname = \"body\"\nmaterial = \"pec\"\nshape = \"polyhedron\"\nfile = \"{file}\"\nunit = \"1 mm\"\n"
    );
    small_scene(20) + &body
}

#[test]
fn a_scene_reads_files_of_its_own_folder_only() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("scenes/meshes")).unwrap();
    for name in ["secret.stl", "scenes/own.stl", "scenes/meshes/own.stl"] {
        desk.write(name, MESH);
    }
    symlink("../secret.stl", desk.path("scenes/link.stl")).unwrap();
    let check = |file: &str, more: &[&str]| -> Said {
        desk.write("scenes/a.toml", &scene_with(file));
        desk.poynting(&[&["check", "scenes/a.toml", "--device", "cpu"], more].concat())
    };
    for own in ["own.stl", "meshes/own.stl", "meshes/../own.stl"] {
        check(own, &[]).expect(0);
    }
    let whole = desk.path("secret.stl").display().to_string();
    for other in ["../secret.stl", "link.stl", &whole] {
        let said = check(other, &[]).expect(2);
        let text = said.err.replace(['\n', '│', ' '], "");
        for part in [other, "outsidethefolder", "/scenes", "--allow-files"] {
            assert!(text.contains(part), "{part}: {}", said.err);
        }
        check(other, &["--allow-files"]).expect(0);
    }
    desk.write("scenes/a.toml", &scene_with("../secret.stl"));
    desk.poynting(&["run", "scenes/a.toml", "--device", "cpu"])
        .expect(2);
    desk.poynting(&["view", "scenes/a.toml"]).expect(2);
    let said = check("/dev/zero", &["--allow-files"]);
    assert_ne!(said.code, Some(0));
}

/// Opening a pipe would wait for a writer that never comes.
#[test]
fn pipes_and_devices_are_not_opened() {
    let desk = Desk::new();
    for name in ["pipe.stl", "pipe.toml"] {
        let made = Command::new("mkfifo").arg(desk.path(name)).status();
        assert!(made.unwrap().success());
    }
    desk.write("a.toml", &scene_with("pipe.stl"));
    for scene in ["a.toml", "pipe.toml"] {
        let said = desk.poynting(&["check", scene, "--device", "cpu"]);
        assert!(said.err.contains("a device or a pipe"), "{}", said.err);
        assert_ne!(said.code, Some(0));
    }
    desk.write("a.toml", &small_scene(20));
    desk.poynting(&["run", "a.toml", "--quiet", "--device", "cpu"])
        .expect(0);
    fs::remove_file(desk.path("a-results/summary.json")).unwrap();
    symlink("/dev/zero", desk.path("a-results/summary.json")).unwrap();
    let said = desk.poynting(&["report", "a-results"]).expect(5);
    assert!(said.err.contains("summary.json"), "{}", said.err);
    assert!(said.err.contains("a device or a pipe"), "{}", said.err);
}

/// Names of files and links in a results folder lead to nothing outside it.
#[test]
fn a_results_folder_changes_nothing_outside_it() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(20));
    let run = || desk.poynting(&["run", "a.toml", "--quiet", "--device", "cpu"]);
    run().expect(0);
    fs::create_dir_all(desk.path("mine/inner")).unwrap();
    let mine = ["mine.txt", "mine/a.txt", "mine/lock", "mine/report.html"];
    for name in mine {
        desk.write(name, "mine");
    }
    fs::create_dir_all(desk.path("a-results/folder")).unwrap();
    let whole = desk.path("mine.txt").display().to_string();
    desk.write(
        "a-results/files.json",
        &format!("[\"../mine.txt\", \"{whole}\", \"folder\", \"..\", \".\", \"\", \"link\", \"report.html\"]"),
    );
    symlink("../mine.txt", desk.path("a-results/link")).unwrap();
    symlink("../mine/report.html", desk.path("a-results/report.html")).unwrap();
    desk.poynting(&["report", "a-results"]).expect(0);
    assert!(
        desk.read("a-results/report.html")
            .contains("<!doctype html>")
    );
    for plot in fs::read_dir(desk.path("a-results")).unwrap() {
        let plot = plot.unwrap().path();
        if plot.extension().is_some_and(|e| e == "svg") {
            fs::remove_file(&plot).unwrap();
            symlink("../mine/a.txt", &plot).unwrap();
        }
    }
    desk.poynting(&["plot", "a-results"]).expect(0);
    run().expect(0);
    assert!(desk.path("a-results/folder").is_dir());
    symlink("../mine", desk.path("a-results/unfinished")).unwrap();
    for args in [&["report", "a-results"][..], &["run", "a.toml", "--quiet"]] {
        let said = desk.poynting(args).expect(5);
        assert!(said.err.contains("it is a link"), "{}", said.err);
    }
    symlink("../mine", desk.path("a-results/checkpoint")).unwrap();
    for args in [
        &["run", "a.toml", "--checkpoint", "1 h"][..],
        &["run", "--resume", "a-results"],
    ] {
        let said = desk
            .poynting(&[args, &["--device", "cpu"]].concat())
            .expect(5);
        assert!(
            said.err.contains("checkpoint: it is a link"),
            "{}",
            said.err
        );
    }
    // Links in a draft are removed, not followed.
    fs::remove_file(desk.path("a-results/unfinished")).unwrap();
    fs::create_dir(desk.path("a-results/unfinished")).unwrap();
    for name in [
        "lock",
        "results.h5",
        "summary.json",
        "model.json",
        "files.json",
    ] {
        symlink(
            "../../mine/a.txt",
            desk.path("a-results/unfinished").join(name),
        )
        .unwrap();
    }
    run().expect(0);
    for name in mine {
        assert_eq!(desk.read(name), "mine", "{name}");
    }
}

#[test]
fn damaged_results_are_refused_by_name() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(100));
    desk.poynting(&["run", "a.toml", "--quiet", "--device", "cpu"])
        .expect(0);
    let whole = fs::read(desk.path("a-results/results.h5")).unwrap();
    fs::write(desk.path("a-results/results.h5"), &whole[..whole.len() / 2]).unwrap();
    for args in [
        &["report", "a-results"][..],
        &["plot", "a-results"],
        &["compare", "a-results", "a-results"],
    ] {
        let said = desk.poynting(args).expect(5);
        for part in [
            "results.h5: the head of the file: the file is truncated",
            "run the scene again",
        ] {
            assert!(said.err.contains(part), "{}", said.err);
        }
    }
    fs::write(desk.path("a-results/results.h5"), &whole).unwrap();
    desk.write("a-results/model.json", &"[".repeat(100_000));
    let said = desk.poynting(&["report", "a-results"]).expect(5);
    assert!(said.err.contains("model.json: the text: "), "{}", said.err);
}

/// Starts a run that would last for minutes and waits until it computes.
fn long_run(desk: &Desk) -> std::process::Child {
    desk.write("long.toml", &small_scene(10_000_000));
    let child = desk.start(&["run", "long.toml", "--device", "cpu", "--quiet"]);
    let start = Instant::now();
    while !desk.path("long-results/unfinished/model.json").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no results");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn send(child: &std::process::Child, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Batch systems end runs by these signals.
#[test]
fn a_signal_ends_a_run_with_a_summary() {
    for signal in ["-TERM", "-HUP", "-XCPU"] {
        let desk = Desk::new();
        let mut child = long_run(&desk);
        // Without checkpoints a request for one changes nothing.
        send(&child, "-USR1");
        std::thread::sleep(Duration::from_millis(100));
        assert!(child.try_wait().unwrap().is_none(), "the run goes on");
        send(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let summary = desk.read("long-results/summary.json");
        assert!(
            summary.contains("\"stopped_by\": \"interrupt\""),
            "{summary}"
        );
    }
}

/// The limit of `ulimit -f` is an error of writing, not the death of the process.
#[test]
fn a_limit_of_file_sizes_is_an_error() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(20_000));
    let mut command = desk.command(&["run", "a.toml", "--device", "cpu", "--quiet"]);
    let limit = libc::rlimit {
        rlim_cur: 20_000,
        rlim_max: 20_000,
    };
    // SAFETY: the call only changes a limit of the new process.
    unsafe {
        command.pre_exec(
            move || match libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            },
        );
    }
    let said: Said = command.output().unwrap().into();
    let said = said.expect(5);
    assert!(said.err.contains("error: "), "{}", said.err);
}

/// Makes a process end with SIGSYS when it opens a socket.
#[cfg(target_os = "linux")]
fn without_network(command: &mut Command) -> &mut Command {
    let statement = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    // The number of the call is at the start of what a filter sees.
    let load = statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0);
    let compare = |call: libc::c_long, skip| {
        statement(
            libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
            skip,
            0,
            call as u32,
        )
    };
    let end = |action| statement(libc::BPF_RET | libc::BPF_K, 0, 0, action);
    let filter = [
        load,
        compare(libc::SYS_socket, 2),
        compare(libc::SYS_connect, 1),
        end(libc::SECCOMP_RET_ALLOW),
        end(libc::SECCOMP_RET_KILL_PROCESS),
    ];
    let install = move || {
        let mut filter = filter;
        let program = libc::sock_fprog {
            len: filter.len() as u16,
            filter: filter.as_mut_ptr(),
        };
        // SAFETY: the program lives as long as the calls, which copy it.
        let done = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::prctl(
                    libc::PR_SET_SECCOMP,
                    libc::SECCOMP_MODE_FILTER,
                    &raw const program,
                ) == 0
        };
        if done {
            Ok(())
        } else {
            Err(std::io::Error::last_os_error())
        }
    };
    // SAFETY: the closure only makes system calls.
    unsafe { command.pre_exec(install) }
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_uses_the_network() {
    let mut python = Command::new("python3");
    python.args(["-c", "import socket; socket.socket()"]);
    let status = without_network(&mut python).status().unwrap();
    assert_eq!(
        status.signal(),
        Some(libc::SIGSYS),
        "the filter has no effect"
    );

    let desk = Desk::new();
    desk.write("a.toml", &small_scene(50));
    for args in [
        &["check", "a.toml", "--device", "cpu"][..],
        &["run", "a.toml", "--device", "cpu"],
        &["report", "a-results"],
        &["plot", "a-results"],
        &["compare", "a-results", "a-results"],
    ] {
        let output = without_network(&mut desk.command(args)).output().unwrap();
        assert_eq!(output.status.signal(), None, "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

/// What a terminal would act on, what ends lines, tags, comments and quotations.
const HOSTILE: &str = r#"a\u001b]0;x\u0007b\u009b2J\u202ec<script>&\"d"#;

/// A title of control characters and markup through all outputs of a run, and names of that kind.
#[test]
fn hostile_names_do_nothing_in_any_output() {
    let desk = Desk::new();
    let ports = "\n[[ports]]\nname = \"NAME\"\ndirection = \"+z\"\nfrom = [\"7 mm\", \"5 mm\", \"5 mm\"]\nto = [\"7 mm\", \"5 mm\", \"6 mm\"]\n\
        resistance = \"50 ohm\"\nwaveform = { type = \"gaussian\", amplitude = \"1 V\", bandwidth = \"20 GHz\" }\n\
        [network]\nfrequencies = [\"8 GHz\", \"9 GHz\"]\n";
    let (body, _) = small_scene(200)
        .split_once("[[sources]]")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let (_, monitors) = small_scene(200)
        .split_once("[[monitors]]")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let scene = format!("{body}{ports}[[monitors]]{monitors}");
    // Names of objects become names of files: the scene refuses them.
    desk.write("refused.toml", &scene.replace("NAME", HOSTILE));
    let mut shown = desk.poynting(&["check", "refused.toml"]).expect(2).err;
    let titled = scene.replace("\"small\"", &format!("\"{HOSTILE}\""));
    desk.write("a.toml", &titled.replace("NAME", "one port"));
    for args in [
        &["check", "a.toml", "--device", "cpu"][..],
        &["run", "a.toml", "--device", "cpu"],
        &["report", "a-results"],
        &["plot", "a-results"],
        &["compare", "a-results", "a-results"],
    ] {
        let said = desk.poynting(args).expect(0);
        shown += &said.out;
        shown += &said.err;
    }
    let is_quiet = |text: &str| {
        !text
            .chars()
            .any(|c| c != '\n' && c != '\t' && (c.is_control() || c == '\u{202e}'))
    };
    assert!(is_quiet(&shown), "{shown:?}");
    let mut kinds = std::collections::BTreeSet::new();
    for file in fs::read_dir(desk.path("a-results")).unwrap() {
        let path = file.unwrap().path();
        let kind = path.extension().unwrap().to_str().unwrap().to_owned();
        assert!(is_quiet(&path.to_string_lossy()));
        if ["csv", "svg", "s1p", "vtu"].contains(&&*kind) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(is_quiet(&text), "{}", path.display());
            assert!(
                kind != "svg" || !text.contains("<script"),
                "{}",
                path.display()
            );
        }
        kinds.insert(kind);
    }
    for kind in ["csv", "h5", "html", "json", "png", "s1p", "svg"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    let page = desk.read("a-results/report.html");
    assert_eq!(page.matches("<script").count(), 3);
    let csv = fs::read_dir(desk.path("a-results"))
        .unwrap()
        .filter_map(|f| {
            let path = f.unwrap().path();
            path.extension()
                .is_some_and(|e| e == "csv")
                .then(|| fs::read_to_string(path).unwrap())
        });
    for table in csv {
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let columns: std::collections::BTreeSet<usize> =
            rows.skip(1).map(|row| row.split(',').count()).collect();
        assert_eq!(columns.len(), 1, "{table}");
    }
}
