//! The examples can be read, are equivalent in JSON, and contain no key that the reference does not list.

use poynting_scene::{Format, Model, Scene, examples, reference};

fn as_json(toml_text: &str) -> serde_json::Value {
    fn convert(value: toml::Value) -> serde_json::Value {
        match value {
            toml::Value::String(s) => s.into(),
            toml::Value::Integer(i) => i.into(),
            toml::Value::Float(f) => f.into(),
            toml::Value::Boolean(b) => b.into(),
            toml::Value::Datetime(d) => d.to_string().into(),
            toml::Value::Array(list) => list.into_iter().map(convert).collect(),
            toml::Value::Table(table) => table
                .into_iter()
                .map(|(key, value)| (key, convert(value)))
                .collect(),
        }
    }
    convert(toml::Value::Table(toml_text.parse().expect("valid TOML")))
}

#[test]
fn examples_are_valid_and_the_same_in_json() {
    assert!(examples().len() >= 6);
    for example in examples() {
        let toml = Scene::from_toml(example.text, &format!("{}.toml", example.name))
            .unwrap_or_else(|error| panic!("{}", error.render()));
        let json_text = serde_json::to_string_pretty(&as_json(example.text)).unwrap();
        let json = Scene::from_json(&json_text, &format!("{}.json", example.name))
            .unwrap_or_else(|error| panic!("{}", error.render()));
        assert_eq!(toml.text, example.text);
        assert_eq!(json.format, Format::Json);
        // Only the origin may differ.
        let json = Model {
            text: toml.text.clone(),
            format: toml.format,
            ..Model::clone(&json)
        };
        assert_eq!(*toml, json, "{}", example.name);
        assert!(toml.max_frequency().is_some());
    }
}

#[test]
fn the_reference_lists_every_key_of_the_examples() {
    fn keys(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    found.push(key.clone());
                    keys(value, found);
                }
            }
            serde_json::Value::Array(list) => list.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let reference = reference();
    let names = ["glass", "fr4", "absorber", "slab", "filling", "laminate"];
    for example in examples() {
        let mut found = Vec::new();
        keys(&as_json(example.text), &mut found);
        for key in found.iter().filter(|key| !names.contains(&key.as_str())) {
            let row = reference.contains(&format!("| `{key}` |"));
            assert!(row || reference.contains(&format!("### {key} = ")), "{key}");
        }
    }
}
