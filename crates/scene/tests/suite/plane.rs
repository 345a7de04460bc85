//! Scenes with two dimensions: outlines, waves and the components that they have.

use poynting_scene::{Component, Dimension, Model, MonitorKind, Outline, Scene, SourceKind};

/// A scene with these structures, a wave with this polarisation and a map of these components.
fn scene(structures: &str, polarisation: &str, components: &str) -> Scene {
    let text = format!(
        r#"
        dimension = 2
        {structures}
        [[sources]]
        name = "wave"
        type = "plane-wave"
        direction = "+x"
        polarisation = {polarisation}
        waveform = {{ type = "phasor", amplitude = "1 V/m" }}
        [[monitors]]
        name = "map"
        type = "field"
        frequencies = "10 GHz"
        {components}
        from = ["-9 mm", "-9 mm", "0 mm"]
        to = ["9 mm", "9 mm", "0 mm"]
        "#
    );
    Scene::from_toml(&text, "plane.toml").unwrap_or_else(|e| panic!("{}", e.render()))
}

const CIRCLE: &str = "[[structures]]\nmaterial = 'pec'\nshape = 'circle'\nradius = '3 mm'\n";

fn components(scene: &Scene) -> Vec<Component> {
    match &scene.monitors[0].kind {
        MonitorKind::Field { components, .. } => components.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn outlines_are_read() {
    let scene = scene(
        r#"
        [[structures]]
        name = "round"
        material = "pec"
        shape = "circle"
        center = ["20 mm", "1 mm"]
        radius = "3 mm"
        [[structures]]
        material = "pec"
        shape = "rectangle"
        from = ["0 mm", "0 mm"]
        to = ["4 mm", "2 mm"]
        [[structures]]
        material = "pec"
        shape = "rectangle"
        from = ["0 mm", "8 mm"]
        to = ["4 mm", "8 mm"]
        [[structures]]
        material = "pec"
        shape = "polygon"
        points = [["-9 mm", "0 mm"], ["-8 mm", "0 mm"], ["-8 mm", "1 mm"]]
        [[structures]]
        material = "pec"
        shape = "strip"
        points = [["-9 mm", "-5 mm"], ["-8 mm", "-5 mm"], ["-8 mm", "-4 mm"]]
        "#,
        "'z'",
        "",
    );
    assert_eq!(scene.dimension, Dimension::Two);
    assert!(scene.structures.is_empty());
    let names: Vec<_> = scene.profiles.iter().map(|p| p.name.as_str()).collect();
    let numbered = ["structure 2", "structure 3", "structure 4", "structure 5"];
    assert_eq!(names[0], "round");
    assert_eq!(names[1..], numbered);
    let outlines: Vec<_> = scene.profiles.iter().map(|p| &p.outline).collect();
    let circle = Outline::Circle {
        center: [0.02, 0.001],
        radius: 0.003,
    };
    assert_eq!(outlines[0], &circle);
    let corners = vec![[0.0, 0.0], [0.004, 0.0], [0.004, 0.002], [0.0, 0.002]];
    assert_eq!(outlines[1], &Outline::Polygon { corners });
    let points = vec![[0.0, 0.008], [0.004, 0.008]];
    assert_eq!(outlines[2], &Outline::Strip { points });
    assert!(matches!(outlines[3], Outline::Polygon { corners } if corners.len() == 3));
    assert!(matches!(outlines[4], Outline::Strip { points } if points.len() == 3));
}

/// A wave with E along z has E_z, H_x and H_y, one with H along z the others, and an oblique E has both.
#[test]
fn fields_have_the_components_of_their_waves() {
    use Component::{Ex, Ey, Ez, Hx, Hy, Hz};
    assert_eq!(components(&scene(CIRCLE, "'z'", "")), [Ez, Hx, Hy]);
    assert_eq!(components(&scene(CIRCLE, "'y'", "")), [Ex, Ey, Hz]);
    let both = scene(CIRCLE, "[0, 1, 1]", "");
    assert_eq!(components(&both), [Ex, Ey, Ez, Hx, Hy, Hz]);
    let chosen = scene(CIRCLE, "'z'", "components = ['Hy']");
    assert_eq!(components(&chosen), [Hy]);
    let SourceKind::PlaneWave { region, .. } = both.sources[0].kind else {
        panic!("a plane wave");
    };
    assert!(region.is_none());
}

/// Without the key a scene has three dimensions, as with 3; elements per wavelength differ.
#[test]
fn three_dimensions_are_the_default() {
    let text = |dimension: &str| {
        format!(
            "{dimension}\n[[structures]]\nmaterial = 'pec'\nshape = 'sphere'\nradius = '1 m'\n\
             center = ['0 m', '0 m', '0 m']\n[[monitors]]\nname = 'echo'\ntype = 'monostatic'\n\
             frequencies = '1 MHz'\ntheta = '0 deg'\nphi = '0 deg'\n"
        )
    };
    let read = |dimension: &str| {
        let scene = Scene::from_toml(&text(dimension), "space.toml");
        scene.unwrap_or_else(|e| panic!("{}", e.render()))
    };
    let (absent, three) = (read(""), read("dimension = 3"));
    let same = Model {
        text: absent.text.clone(),
        ..Model::clone(&three)
    };
    assert_eq!(Model::clone(&absent), same);
    assert_eq!(three.dimension, Dimension::Three);
    assert_eq!(three.mom.elements_per_wavelength.to_string(), "10");
    let plane = scene(CIRCLE, "'z'", "");
    assert_eq!(plane.mom.elements_per_wavelength.to_string(), "20");
}
