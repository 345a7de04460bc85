//! Far-field monitors on the grid.

use crate::binding::Binder;
use crate::binding::far_field_box::FarFieldBox;
use crate::binding::spectral::Plan;
use crate::error::FdtdError;
use poynting_fdtd_post::far_field::{Base, Direction, Huygens, Side, Surface, Wave};
use poynting_fdtd_post::postprocess::{
    Derived, FarFieldOutput, FarPulseOutput, Gains, Norm, Output, Pattern,
};
use poynting_grid::HalfStep;
use poynting_observe::{Axis, Declaration, angles};
use poynting_physics::IsotropicMedium;
use poynting_physics::pattern::Directions;
use poynting_scene::{Component, Monitor, Point, Scene, SourceKind, Wall};

impl Binder<'_> {
    pub(super) fn add_far_field(
        &mut self,
        plan: &Plan<'_>,
        [from, to, centre]: [Point; 3],
        [theta, phi]: [&[f64]; 2],
    ) -> Result<(), FdtdError> {
        let (surface, huygens) = self.huygens(plan.monitor, plan.scene, [from, to, centre])?;
        let transforms = self.box_transforms(plan, &surface);
        let angles = || angles([theta, phi]);
        let monitor = &plan.monitor.name;
        let field = ["theta", "phi"].map(|along| {
            ["real", "imag"].map(|part| {
                let name = format!("far/{monitor}/E{along}/{part}");
                let description = format!("{part} part of r exp(jkr) E along {along}");
                self.stream(name, "V", description, angles())
            })
        });
        let derived = self.derived(plan, [from, to], [theta, phi])?;
        self.binding
            .outputs
            .push(Output::FarField(Box::new(FarFieldOutput {
                huygens,
                transforms,
                directions: directions([theta, phi]),
                field: [field[0][0], field[0][1], field[1][0], field[1][1]],
                derived,
                norm: plan.norm(),
            })));
        Ok(())
    }

    /// Quantities derived from the far field: a pattern, or a cross section if a plane wave is the source.
    fn derived(
        &mut self,
        plan: &Plan<'_>,
        [from, to]: [Point; 2],
        both: [&[f64]; 2],
    ) -> Result<Derived, FdtdError> {
        let mut waves = plan
            .scene
            .sources
            .iter()
            .filter_map(|source| match source.kind {
                SourceKind::PlaneWave {
                    region: Some([from, to]),
                    ..
                } => Some((from, to, source)),
                _ => None,
            });
        let Some((inner_from, inner_to, source)) = waves.next() else {
            return Ok(Derived::Pattern(self.radiated(plan, both)?));
        };
        let monitor = &plan.monitor.name;
        let encloses = (0..3).all(|a| from[a] <= inner_from[a] && inner_to[a] <= to[a]);
        if !encloses {
            return Err(FdtdError::Monitor {
                monitor: monitor.clone(),
                problem: format!(
                    "its box must enclose the box of plane wave `{}`, outside which there is only the scattered field",
                    source.name
                ),
            });
        }
        let incident = match plan.norm() {
            Norm::One => return Err(FdtdError::Monitor {
                monitor: monitor.clone(),
                problem:
                    "a cross section needs fields normalised to the source; leave out `normalise`"
                        .to_owned(),
            }),
            Norm::Waveform(waveform) => waveform.amplitude,
        };
        let level = "radar cross section relative to 1 m^2";
        let angles = || angles(both);
        let mut add = self.far_streams(plan);
        Ok(Derived::CrossSection {
            incident,
            area: add("rcs", "m^2", "radar cross section", angles()),
            level: add("rcs_level", "dB", level, angles()),
        })
    }

    /// Adds the streams of a far field: by name, unit, description and axes.
    fn far_streams(&mut self, plan: &Plan<'_>) -> impl FnMut(&str, &str, &str, Vec<Axis>) -> usize {
        let monitor = plan.monitor.name.clone();
        move |name, unit, description, axes| {
            let name = format!("far/{monitor}/{name}");
            self.stream(name, unit, description.to_owned(), axes)
        }
    }

    /// Radiation characteristics; with gains if only ports drive the model.
    fn radiated(
        &mut self,
        plan: &Plan<'_>,
        [theta, phi]: [&[f64]; 2],
    ) -> Result<Pattern, FdtdError> {
        let ports = self.port_powers(plan)?;
        let on_lines = plan.scene.network.is_some() && !plan.scene.line_ports.is_empty();
        let mut add = self.far_streams(plan);
        let round = Directions {
            theta: theta.to_vec(),
            phi: phi.to_vec(),
        };
        let angles = || angles([theta, phi]);
        Ok(Pattern {
            directivity: add(
                "directivity",
                "dB",
                "relative to an isotropic radiator",
                angles(),
            ),
            axial_ratio: add(
                "axial_ratio",
                "dB",
                "100 dB or more means linear polarisation",
                angles(),
            ),
            power: add("power", "W", "radiated power", Vec::new()),
            peak: add("peak_directivity", "dB", "maximum directivity", Vec::new()),
            measures: round
                .measures()
                .into_iter()
                .map(|measure| {
                    let [name, unit, about] = measure.described();
                    (measure, add(name, unit, about, Vec::new()))
                })
                .collect(),
            angles: round,
            leaving: on_lines.then(|| {
                let about = "power that leaves the box";
                add("box_power", "W", about, Vec::new())
            }),
            gains: (!ports.is_empty()).then(|| Gains {
                gain: add("gain", "dB", "based on the accepted power", angles()),
                realised: add(
                    "realised_gain",
                    "dB",
                    "based on the available power",
                    angles(),
                ),
                peak_gain: add("peak_gain", "dB", "maximum gain", Vec::new()),
                peak_realised: add(
                    "peak_realised_gain",
                    "dB",
                    "maximum realised gain",
                    Vec::new(),
                ),
                efficiency: add(
                    "efficiency",
                    "1",
                    "radiated over accepted power",
                    Vec::new(),
                ),
                total_efficiency: add(
                    "total_efficiency",
                    "1",
                    "radiated over available power",
                    Vec::new(),
                ),
                accepted: add(
                    "accepted_power",
                    "W",
                    "net power from all ports",
                    Vec::new(),
                ),
                ports,
            }),
        })
    }

    pub(super) fn add_far_pulse(
        &mut self,
        monitor: &Monitor,
        scene: &Scene,
        corners: [Point; 3],
        both: [&[f64]; 2],
    ) -> Result<(), FdtdError> {
        let (_, huygens) = self.huygens(monitor, scene, corners)?;
        let bundles = [HalfStep::E, HalfStep::H].map(|half| {
            self.binding.bundles.push(huygens.spots(half).collect());
            self.binding.bundles.len() - 1
        });
        let streams = ["theta", "phi"].map(|along| {
            self.binding.streams.push(Declaration::samples(
                format!("pulse/{}/E{along}", monitor.name),
                "V",
                format!("r E along {along} over retarded time"),
                angles(both),
            ));
            self.binding.streams.len() - 1
        });
        self.binding.far_pulses.push(FarPulseOutput {
            huygens,
            directions: directions(both),
            bundles,
            streams,
        });
        Ok(())
    }

    /// The box of a far field and its currents.
    fn huygens(
        &mut self,
        monitor: &Monitor,
        scene: &Scene,
        corners: [Point; 3],
    ) -> Result<(Surface, Huygens), FdtdError> {
        let refuse = |problem: String| FdtdError::Monitor {
            monitor: monitor.name.clone(),
            problem,
        };
        if self.context.layout.periodic.contains(&true) {
            let reason =
                "there is no far field between periodic or Bloch boundaries; let all faces absorb";
            return Err(refuse(reason.to_owned()));
        }
        let mut surface = self.surface(scene, corners);
        let bodies = self.scene_bodies(scene);
        let open = monitor.kind.open_faces();
        let whole = FarFieldBox {
            bodies,
            surface: &surface,
        };
        surface.faces = whole.faces(open);
        let left = FarFieldBox {
            bodies,
            surface: &surface,
        };
        let warning = left.warning(&monitor.name);
        self.binding.warnings.extend(warning);
        let huygens = Huygens::new(self.context.grid, &surface);
        match huygens {
            Ok(huygens) => Ok((surface, huygens)),
            Err(e) => Err(refuse(e.to_string())),
        }
    }

    fn surface(&self, scene: &Scene, [from, to, centre]: [Point; 3]) -> Surface {
        let grid = self.context.grid;
        let lo = std::array::from_fn(|a| grid.nearest_line(a, from[a]));
        let hi = std::array::from_fn(|a| grid.nearest_line(a, to[a]));
        let bases = std::array::from_fn(|a| {
            let is_ground = self.context.walls[a].map(|wall| wall == Wall::Pec);
            match scene.symmetry[a] {
                Some(symmetry) if lo[a] == 0 => Some(Base::Symmetry(symmetry)),
                _ if lo[a] == 0 && is_ground[0] => Some(Base::Ground(Side::Lower)),
                _ if hi[a] == grid.cells()[a] && is_ground[1] => Some(Base::Ground(Side::Upper)),
                _ => None,
            }
        });
        Surface {
            lo,
            hi,
            bases,
            faces: Default::default(),
            centre,
            medium: IsotropicMedium::VACUUM,
            wave: Wave::Grid {
                dt: self.context.dt,
            },
        }
    }

    /// Transforms for the faces of a box: tangential E on each, tangential H half a cell outside.
    fn box_transforms(&mut self, plan: &Plan<'_>, surface: &Surface) -> Vec<usize> {
        let mut transforms = Vec::new();
        let Surface { lo, hi, .. } = surface;
        for axis in 0..3 {
            let has = |side| surface.has_face(axis, side);
            let lower = has(Side::Lower).then(|| [lo[axis], lo[axis] - 1]);
            let upper = has(Side::Upper).then(|| [hi[axis], hi[axis]]);
            for planes in [lower, upper].into_iter().flatten() {
                for (half, plane) in planes.into_iter().enumerate() {
                    for along in [(axis + 1) % 3, (axis + 2) % 3] {
                        let mut nodes = std::array::from_fn(|a| lo[a]..hi[a] + 1);
                        nodes[axis] = plane..plane + 1;
                        let component = Component::ALL[3 * half + along];
                        transforms.push(self.transform(plan, component, nodes));
                    }
                }
            }
        }
        transforms
    }
}

/// All pairs of angles, phi fastest.
fn directions([theta, phi]: [&[f64]; 2]) -> Vec<Direction> {
    let pairs = theta
        .iter()
        .flat_map(|&theta| phi.iter().map(move |&phi| Direction { theta, phi }));
    pairs.collect()
}
