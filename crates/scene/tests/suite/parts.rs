//! Scenes built by a program, table by table.

use poynting_scene::{Format, Model, Part, Scene, examples};

#[test]
fn bare_numbers_are_completed_and_plain_ones_are_not() {
    let text = r#"{"name": "feed", "from": [0, 0.5e-3, "1 mm"], "to": [0, 0, 2], "direction": "+z", "resistance": 50}"#;
    let completed = Part::named("port").unwrap().complete(text, "Port").unwrap();
    assert_eq!(
        completed,
        r#"{"name": "feed", "from": ["0 m", "0.5e-3 m", "1 mm"], "to": ["0 m", "0 m", "2 m"], "direction": "+z", "resistance": "50 ohm"}"#
    );
    let plain = r#"{"eps_r": 2.2, "debye": [{"delta": 3, "tau": 1e-12}]}"#;
    let completed = Part::named("material")
        .unwrap()
        .complete(plain, "Material")
        .unwrap();
    assert_eq!(
        completed,
        r#"{"eps_r": 2.2, "debye": [{"delta": 3, "tau": "1e-12 s"}]}"#
    );
}

#[test]
fn mistakes_of_a_table_are_in_the_terms_of_the_program() {
    let port = Part::named("port").unwrap();
    let text = r#"{"name": "feed", "to": [0, 0, "2 GHz"], "direction": "+z", "resistence": 50}"#;
    let error = port.complete(text, "LumpedPort").unwrap_err();
    let found: Vec<_> = error
        .mistakes()
        .iter()
        .map(|m| (m.to_string(), m.cure().to_owned()))
        .collect();
    assert_eq!(found[0].0, "missing key `from`");
    assert_eq!(found[0].1, r#"add from_=["4 mm","4 mm","4 mm"]"#);
    assert_eq!(found[1].0, "`to` must be a length");
    assert_eq!(found[2].1, "write `resistance`");
    assert!(
        error.render().contains("LumpedPort:1:"),
        "{}",
        error.render()
    );
    assert!(Part::named("prot").is_none());
}

#[test]
fn a_built_scene_is_the_same_as_a_written_one() {
    let built = r#"{
        "domain": {"from": [0, 0, 0], "to": [0.025, 0.0125, 0.06]},
        "sources": [{"name": "s", "type": "soft-point", "component": "Ey", "at": [0.006, 0.006, 0.013],
                     "waveform": {"type": "gaussian", "amplitude": 2.5, "bandwidth": 15e9}}],
        "stop": {"time": 1e-8}
    }"#;
    let scene = Scene::from_built(built, "Scene").unwrap();
    // The unit of an amplitude depends on what it drives.
    assert!(
        scene.text.contains(r#""amplitude": "2.5 A/m^2""#),
        "{}",
        scene.text
    );
    let read = Scene::from_json(&scene.text, "Scene").unwrap();
    assert_eq!(read, scene);
    let toml = scene.to_toml().unwrap();
    let again = Scene::from_toml(&toml, "Scene").unwrap();
    assert_eq!(again.sources, scene.sources);
    assert_eq!(again.domain, scene.domain);
    assert_eq!(scene.format, Format::Json);
}

#[test]
fn every_example_survives_both_forms() {
    for example in examples() {
        let scene = Scene::from_toml(example.text, "example.toml").unwrap();
        assert_eq!(scene.to_toml().unwrap(), example.text);
        let json = Scene::from_json(&scene.to_json().to_string(), "example.json").unwrap();
        let toml = Scene::from_toml(&json.to_toml().unwrap(), "example.toml").unwrap();
        let stripped = |scene: &Scene| Model {
            text: String::new(),
            format: Format::Toml,
            ..Model::clone(scene)
        };
        assert_eq!(stripped(&toml), stripped(&scene), "{}", example.name);
        assert_eq!(stripped(&json), stripped(&scene), "{}", example.name);
    }
}
