//! The format of a scene file: every table and key, once.

use crate::decode::{choice, record, words};
use crate::direction::Direction;
use crate::element_records::ElementRecord;
use crate::field::Component;
use crate::lists::{List, Named, PerAxis, Several, Triple};
use crate::material_records::MaterialRecord;
use crate::measures::{
    Frequency, Length, Position, PositiveDuration, PositiveLength, PositiveTime, Ratio,
};
use crate::model::{Symmetry, Wall};
use crate::mom_records::MomRecord;
use crate::monitor_records::MonitorRecord;
use crate::network_records::NetworkRecord;
use crate::options::{Precision, Surfaces, TraversalChoice};
use crate::port_records::PortRecord;
use crate::quantity::{Quantity, kind};
use crate::rcwa_records::RcwaRecord;
use crate::shape_records::{
    AlmondRecord, CircleRecord, ConeSphereRecord, FileRecord, OgiveRecord, PointsRecord,
    RectangleRecord,
};
use crate::values::{
    AboveOne, At, AtLeastOne, Attempt, Name, NonNegative, Positive, ToOne, TwoOrThree, Within,
};
use crate::wave_records::PlaneWaveRecord;
use crate::waveform_records::WaveformRecord;
use crate::wire_records::WireRecord;

words! {
    Wall { "pec" => Self::Pec, "pmc" => Self::Pmc, "periodic" => Self::Periodic, "bloch" => Self::Bloch, "pml" => Self::Pml }
    else ["cpml", "upml", "absorbing", "abc", "mur", "open", "radiation"]
    "an absorbing boundary is called `pml`"
}
words! { Symmetry { "electric" => Self::Electric, "magnetic" => Self::Magnetic } }
words! { Surfaces { "conformal" => Self::Conformal, "staircase" => Self::Staircase } }
words! { Precision { "f32" => Self::F32, "f64" => Self::F64 } }
words! { TraversalChoice { "auto" => Self::Auto, "sweep" => Self::Sweep, "tiles" => Self::Tiles } }
words! { Component {
    "Ex" => Self::Ex, "Ey" => Self::Ey, "Ez" => Self::Ez, "Hx" => Self::Hx, "Hy" => Self::Hy, "Hz" => Self::Hz,
} }

record! {
    /// The whole model. All quantities have a unit: `"3.2 mm"`.
    SceneRecord as "the scene" {
        /// Where an editor finds the JSON Schema of this file; not used otherwise.
        schema_uri ["$schema"]: Option<String>,
        /// Title of the model, one line.
        title: String = "untitled",
        /// Dimensions of the model. In two, nothing depends on z: perfect conductors of infinite length, given by their
        /// outlines in the xy plane, in waves that arrive at a right angle to z; for the method of moments only.
        dimension: Within<TwoOrThree, At<u64>> = 3,
        /// The region that is modelled; open space if absent, which only the method of moments supports.
        domain: Option<Attempt<DomainRecord>>,
        /// How the grid is defined.
        grid: Attempt<GridRecord> = {},
        /// Boundary conditions at the faces of the domain.
        boundary: Attempt<BoundaryRecord> = {},
        /// Symmetry planes through the centre of the domain.
        symmetry: Attempt<SymmetryRecord> = {},
        /// Materials by name; `vacuum`, `pec` and `pmc` are built in.
        materials: Named<MaterialRecord>,
        /// Shapes filled with a material; where two overlap, the later one takes precedence.
        structures: Several<StructureRecord>,
        /// Metal wires thinner than the grid.
        wires: Several<WireRecord>,
        /// Impressed currents and fields.
        sources: Several<SourceRecord>,
        /// Lumped ports, and ports at the ends of lines and waveguides.
        ports: Several<PortRecord>,
        /// S-parameters of the ports.
        network: Option<Attempt<NetworkRecord>>,
        /// Lumped resistors, inductors and capacitors.
        elements: Several<ElementRecord>,
        /// What to record.
        monitors: Several<MonitorRecord>,
        /// When the run ends.
        stop: Attempt<StopRecord> = {},
        /// How a run that writes a results folder can be continued after it was ended; never if absent.
        checkpoint: Option<Attempt<CheckpointRecord>>,
        /// Options of the FDTD solver.
        fdtd: Attempt<FdtdRecord> = {},
        /// Options of the method of moments.
        mom: Attempt<MomRecord> = {},
        /// Options of rigorous coupled-wave analysis.
        rcwa: Attempt<RcwaRecord> = {},
    }
}

record! {
    /// The region that is modelled: an axis-parallel box of vacuum, before structures fill it.
    DomainRecord as "the domain" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates.
        to: Position,
    }
}

record! {
    /// How the grid is defined: by the mesher (`cells_per_wavelength`), by equal cells (`spacing`) or by given lines
    /// (`lines`).
    GridRecord as "the grid" {
        /// Highest frequency of interest; if absent, the highest frequency at which a waveform is less than 20 dB
        /// below the peak of its spectrum.
        max_frequency: Option<Frequency>,
        /// Cells per wavelength in each material at the highest frequency; 20 if no key defines the grid.
        cells_per_wavelength: Option<Ratio>,
        /// Largest ratio of neighbouring cells, 1.3 if absent; for the mesher only.
        max_growth: Option<Within<AboveOne, At<f64>>>,
        /// Smallest cell size; for the mesher only.
        min_cell: Option<PositiveLength>,
        /// Largest cell size; for the mesher only.
        max_cell: Option<PositiveLength>,
        /// Size of equal cells, adjusted so that a whole number fits.
        spacing: Option<PerAxis<PositiveLength>>,
        /// The grid lines themselves.
        lines: Option<LinesRecord>,
    }
}

record! {
    /// Grid lines in increasing order, the first and the last on the faces of the domain.
    LinesRecord as "the grid lines" {
        /// Coordinates along x.
        x: List<Length>,
        /// Coordinates along y.
        y: List<Length>,
        /// Coordinates along z.
        z: List<Length>,
    }
}

record! {
    /// Boundary conditions at the faces. The more specific key takes precedence: `x_min` over `x` over `all`.
    BoundaryRecord as "the boundary" {
        /// All six faces.
        all: At<Wall> = "pec",
        /// Both faces normal to x.
        x: Option<At<Wall>>,
        /// Both faces normal to y.
        y: Option<At<Wall>>,
        /// Both faces normal to z.
        z: Option<At<Wall>>,
        /// The face at the smallest x.
        x_min: Option<At<Wall>>,
        /// The face at the largest x.
        x_max: Option<At<Wall>>,
        /// The face at the smallest y.
        y_min: Option<At<Wall>>,
        /// The face at the largest y.
        y_max: Option<At<Wall>>,
        /// The face at the smallest z.
        z_min: Option<At<Wall>>,
        /// The face at the largest z.
        z_max: Option<At<Wall>>,
        /// Parameters of `pml` faces.
        pml: PmlRecord = {},
        /// The phase shift between `bloch` faces.
        bloch: Option<BlochRecord>,
    }
}

record! {
    /// The wave vector of `bloch` faces: given as `k`, or as that of a plane wave in vacuum with `frequency`, `theta`
    /// and `phi`. Only its components along axes with such faces are used. A run has one wave vector, so the angle of
    /// incidence is the requested one at `frequency` only: at f its sine is multiplied by `frequency`/f. Near c|k|/(2
    /// pi) the wave propagates along absorbing faces and is not absorbed: keep waveforms away from that frequency.
    /// Fields are complex and need twice the memory; records in time have a second quantity with the suffix `_imag`.
    BlochRecord as "the wave vector" {
        /// Its components.
        k: Option<Triple<Quantity<kind::WaveNumber>>>,
        /// Frequency of the plane wave.
        frequency: Option<Frequency>,
        /// Angle between +z and its direction of propagation.
        theta: Option<Quantity<kind::Angle>>,
        /// Angle between +x and that direction in the xy plane.
        phi: Option<Quantity<kind::Angle>>,
    }
}

record! {
    /// The absorbing layer behind a face: cells outside the domain, each as large as the last one inside. Structures
    /// that touch the face extend into it.
    PmlRecord as "the absorbing layer" {
        /// Number of cells.
        layers: u64 = 10,
        /// Exponent with which conductivity and stretch grow with depth.
        grading: Within<NonNegative, At<f64>> = 3.0,
        /// Largest conductivity, in units of 0.8 (grading + 1)/(377 ohm x cell).
        sigma: Within<NonNegative, At<f64>> = 1.0,
        /// Largest stretch of the cells; values above 1 improve the absorption of evanescent fields.
        kappa: Within<AtLeastOne, At<f64>> = 8.0,
        /// Largest frequency shift: fields below it are absorbed as decaying fields, not as waves. One twentieth of
        /// the highest frequency if absent.
        alpha: Option<Within<NonNegative, Quantity<kind::Frequency>>>,
    }
}

record! {
    /// Symmetry planes through the centre of the domain. Structures, sources and ports must be symmetric; asymmetric
    /// sources and ports are refused.
    SymmetryRecord as "the symmetry" {
        /// The plane normal to x.
        x: Option<At<Symmetry>>,
        /// The plane normal to y.
        y: Option<At<Symmetry>>,
        /// The plane normal to z.
        z: Option<At<Symmetry>>,
    }
}

record! {
    /// A shape filled with a material.
    StructureRecord as "a structure" {
        /// Name used in messages.
        name: Option<Name>,
        /// A name from `materials`, or `vacuum`, `pec`, `pmc`.
        material: At<String>,
    } with shape: ShapeRecord
}

choice! {
    /// A region of space.
    ShapeRecord as "a shape" by "shape" {
        /// An axis-parallel box; a box of `pec` can be a sheet or a wire.
        "box" => Box(BoxRecord),
        /// A sphere.
        "sphere" => Sphere(SphereRecord),
        /// A circular cylinder.
        "cylinder" => Cylinder(CylinderRecord),
        /// A circular cone, truncated unless one radius is zero.
        "cone" => Cone(ConeRecord),
        /// The interior of a closed triangle surface from a mesh file.
        "polyhedron" => Polyhedron(FileRecord),
        /// An open triangle surface of `pec` with zero thickness, from a mesh file; for the method of moments only.
        "sheet" => Sheet(FileRecord),
        /// The NASA almond, its tip at +x, wide along y and flat along z.
        "almond" => Almond(AlmondRecord),
        /// A circular arc rotated about its chord, which lies along x.
        "ogive" => Ogive(OgiveRecord),
        /// A cone that joins a sphere smoothly; its axis is x, its tip on the negative side.
        "cone-sphere" => ConeSphere(ConeSphereRecord),
        /// A circle in the xy plane: with `dimension = 2`, the outline of a body of infinite length.
        "circle" => Circle(CircleRecord),
        /// A rectangle in the xy plane: with `dimension = 2`, the outline of a body of infinite length.
        "rectangle" => Rectangle(RectangleRecord),
        /// A polygon in the xy plane, whose last corner is joined to the first: with `dimension = 2`, the outline of a
        /// body of infinite length.
        "polygon" => Polygon(PointsRecord),
        /// Straight lines in the xy plane, from the first point to the last: with `dimension = 2`, an open strip of zero
        /// thickness and infinite length.
        "strip" => Strip(PointsRecord),
        /// The region inside any of the shapes.
        "union" => Union(OfRecord),
        /// The region inside the first shape and inside none of the others.
        "difference" => Difference(OfRecord),
        /// The region inside all of the shapes.
        "intersection" => Intersection(OfRecord),
    }
}

record! {
    /// Corners.
    BoxRecord as "a box" {
        /// Corner with the smallest coordinates.
        from: Position,
        /// Corner with the largest coordinates.
        to: Position,
    }
}

record! {
    /// Centre and radius.
    SphereRecord as "a sphere" {
        /// Centre.
        center: Position,
        /// Radius.
        radius: PositiveLength,
    }
}

record! {
    /// Axis and radius.
    CylinderRecord as "a cylinder" {
        /// Centre of one end.
        from: Position,
        /// Centre of the other end.
        to: Position,
        /// Radius.
        radius: PositiveLength,
    }
}

record! {
    /// Axis and radii.
    ConeRecord as "a cone" {
        /// Centre of one end.
        from: Position,
        /// Centre of the other end.
        to: Position,
        /// Radius at `from`.
        radius_from: Within<NonNegative, Length>,
        /// Radius at `to`.
        radius_to: Within<NonNegative, Length>,
    }
}

record! {
    /// Operands.
    OfRecord as "a combination" {
        /// The shapes that are combined.
        of: List<ShapeRecord>,
    }
}

record! {
    /// An impressed current or field.
    SourceRecord as "a source" {
        /// Its name.
        name: Name,
        /// Its waveform.
        waveform: WaveformRecord,
    } with kind: SourceKindRecord
}

choice! {
    /// Where and how a source acts.
    SourceKindRecord as "a source kind" by "type" {
        /// Prescribes one component on the nearest edge or face; amplitude in V/m, for H in A/m.
        "hard-point" => HardPoint(PointRecord),
        /// Impresses a current density on the nearest edge; amplitude in A/m^2, for H in V/m^2.
        "soft-point" => SoftPoint(PointRecord),
        /// Hertzian dipole; amplitude is the current moment, in A m.
        "dipole" => Dipole(DipoleRecord),
        /// Plane wave; amplitude of E, in V/m.
        "plane-wave" => PlaneWave(PlaneWaveRecord),
    }
}

record! {
    /// Place and component.
    PointRecord as "a point source" {
        /// Position.
        at: Position,
        /// Field component.
        component: At<Component>,
    }
}

record! {
    /// Place and direction.
    DipoleRecord as "a dipole" {
        /// Position.
        at: Position,
        /// Direction of the current.
        direction: Direction,
    }
}

record! {
    /// The run ends at the first of these conditions; without any, when the energy has decayed by 60 dB.
    StopRecord as "the stop conditions" {
        /// After this many time steps.
        steps: Option<u64>,
        /// After this time.
        time: Option<PositiveTime>,
        /// When the energy has decayed this far below its peak.
        energy_decay: Option<Within<Positive, Quantity<kind::Ratio>>>,
        /// When the modes of the ring-down give what the ports of the network would still record, with this error of the S-parameters at most.
        ring_down: Option<Within<ToOne, At<f64>>>,
    }
}

record! {
    /// A run keeps its state in its results folder, so that `poynting run --resume` can continue it.
    CheckpointRecord as "the checkpoints" {
        /// Time between checkpoints; one is also written when SIGTERM or SIGUSR1 arrives.
        every: PositiveDuration = "10 min",
    }
}

record! {
    /// Options of the FDTD solver.
    FdtdRecord as "the FDTD options" {
        /// Precision of the fields.
        precision: Precision = "f32",
        /// Time step as a fraction of the stability limit.
        courant: Within<ToOne, At<f64>> = 0.99,
        /// Order in which cells are updated; the result does not depend on it.
        traversal: TraversalChoice = "auto",
        /// Surfaces that do not follow the grid: conformal, or as a staircase of whole cells.
        surfaces: Surfaces = "conformal",
    }
}
