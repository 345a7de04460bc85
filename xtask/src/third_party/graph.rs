//! The packages that another one is built from.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The root package of cargo's metadata and everything that it is built from, tests excluded. Dependencies of build scripts count: some write code that
/// is compiled in, as `nano-gemm-codegen` does, and some contain C sources.
pub fn used(metadata: &Value) -> Vec<&Value> {
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&str> = metadata["resolve"]["root"].as_str().into_iter().collect();
    while let Some(id) = waiting.pop() {
        if found.insert(id) {
            let uses = nodes.get(id).into_iter().flat_map(|node| uses(node));
            waiting.extend(uses);
        }
    }
    list(&metadata["packages"])
        .filter(|package| package["id"].as_str().is_some_and(|id| found.contains(id)))
        .collect()
}

fn uses(node: &Value) -> impl Iterator<Item = &str> {
    list(&node["deps"])
        .filter(|used| list(&used["dep_kinds"]).any(|kind| kind["kind"] != "dev"))
        .filter_map(|used| used["pkg"].as_str())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_tests_are_left_out() {
        let uses = |id: &str, kinds: &[Option<&str>]| {
            let kinds: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
            json!({"pkg": id, "dep_kinds": kinds})
        };
        let nodes = json!([
            {"id": "program", "deps": [uses("rayon", &[None]), uses("insta", &[Some("dev")])]},
            {"id": "rayon", "deps": [uses("cc", &[Some("dev"), Some("build")]), uses("program", &[None])]},
            {"id": "cc", "deps": []},
            {"id": "insta", "deps": [uses("similar", &[None])]},
            {"id": "similar", "deps": []},
        ]);
        let packages = ["program", "rayon", "cc", "insta", "similar"].map(|id| json!({"id": id}));
        let metadata =
            json!({"packages": packages, "resolve": {"root": "program", "nodes": nodes}});
        let found: Vec<&str> = { used(&metadata).into_iter() }
            .filter_map(|package| package["id"].as_str())
            .collect();
        assert_eq!(found, ["program", "rayon", "cc"]);
    }
}
