"""The tables of a scene, one class each. Generated from the schema by `generate.py`: do not edit."""

from ._table import TableObject

__all__ = [
    "AbsorbingLayer",
    "AbsorptionMonitor",
    "Almond",
    "AngleRange",
    "Arrival",
    "BistaticMonitor",
    "Boundary",
    "Box",
    "Checkpoints",
    "Circle",
    "CoaxialPort",
    "Combination",
    "Cone",
    "ConeSphere",
    "CoplanarPort",
    "Cylinder",
    "DebyeTerm",
    "Difference",
    "DifferentiatedGaussianWaveform",
    "DipoleSource",
    "Domain",
    "DrudeTerm",
    "Element",
    "FarFieldMonitor",
    "FarPulseMonitor",
    "FdtdOptions",
    "FieldMonitor",
    "FluxMonitor",
    "FrequencyRange",
    "GaussianWaveform",
    "Grid",
    "GridLines",
    "HardPointSource",
    "Intersection",
    "LorentzTerm",
    "LumpedPort",
    "MagneticPart",
    "Material",
    "MicrostripPort",
    "ModulatedGaussianWaveform",
    "MomOptions",
    "Monitor",
    "MonostaticMonitor",
    "Network",
    "Ogive",
    "PhasorWaveform",
    "PlaneWaveSource",
    "Pole",
    "Polygon",
    "Polyhedron",
    "Port",
    "ProbeMonitor",
    "RcwaOptions",
    "Rectangle",
    "SamplesWaveform",
    "Shape",
    "Sheet",
    "SineWaveform",
    "SnapshotMonitor",
    "SoftPointSource",
    "Source",
    "Sphere",
    "StopConditions",
    "Strip",
    "Structure",
    "SurfaceCurrentMonitor",
    "Symmetry",
    "Union",
    "Wave",
    "WaveVector",
    "Waveform",
    "WaveguidePort",
    "Wire",
]


class Domain(TableObject):
    """The region that is modelled: an axis-parallel box of vacuum, before structures fill it.

    Given by position or by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
    """

    _table = "domain"
    _required = ("from_", "to")


class Grid(TableObject):
    """How the grid is defined: by the mesher (`cells_per_wavelength`), by equal cells (`spacing`) or by given
    lines (`lines`).

    Given by name:
        max_frequency: frequency [Hz]. Highest frequency of interest; if absent, the highest frequency at
            which a waveform is less than 20 dB below the peak of its spectrum.
        cells_per_wavelength: number. Cells per wavelength in each material at the highest frequency; 20 if no
            key defines the grid.
        max_growth: number. Largest ratio of neighbouring cells, 1.3 if absent; for the mesher only.
        min_cell: length [m]. Smallest cell size; for the mesher only.
        max_cell: length [m]. Largest cell size; for the mesher only.
        spacing: length [m] or [x, y, z], length [m]. Size of equal cells, adjusted so that a whole number
            fits.
        lines: `GridLines`. The grid lines themselves.
    """

    _table = "grid"
    _defaults = {
        "max_frequency": None,
        "cells_per_wavelength": None,
        "max_growth": None,
        "min_cell": None,
        "max_cell": None,
        "spacing": None,
        "lines": None,
    }
    _tables = {"lines": "GridLines"}


class GridLines(TableObject):
    """Grid lines in increasing order, the first and the last on the faces of the domain.

    Given by position or by name:
        x: list of length [m]. Coordinates along x.
        y: list of length [m]. Coordinates along y.
        z: list of length [m]. Coordinates along z.
    """

    _table = "grid_lines"
    _required = ("x", "y", "z")


class Boundary(TableObject):
    """Boundary conditions at the faces. The more specific key takes precedence: `x_min` over `x` over `all`.

    Given by name:
        all: "pec" | "pmc" | "periodic" | "bloch" | "pml". All six faces. Default: "pec".
        x: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces normal to x.
        y: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces normal to y.
        z: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces normal to z.
        x_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest x.
        x_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest x.
        y_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest y.
        y_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest y.
        z_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest z.
        z_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest z.
        pml: `AbsorbingLayer`. Parameters of `pml` faces.
        bloch: `WaveVector`. The phase shift between `bloch` faces.
    """

    _table = "boundary"
    _defaults = {
        "all": "pec",
        "x": None,
        "y": None,
        "z": None,
        "x_min": None,
        "x_max": None,
        "y_min": None,
        "y_max": None,
        "z_min": None,
        "z_max": None,
        "pml": {},
        "bloch": None,
    }
    _tables = {"pml": "AbsorbingLayer", "bloch": "WaveVector"}


class AbsorbingLayer(TableObject):
    """The absorbing layer behind a face: cells outside the domain, each as large as the last one inside.
    Structures that touch the face extend into it.

    Given by name:
        layers: whole number. Number of cells. Default: 10.
        grading: number. Exponent with which conductivity and stretch grow with depth. Default: 3.0.
        sigma: number. Largest conductivity, in units of 0.8 (grading + 1)/(377 ohm x cell). Default: 1.0.
        kappa: number. Largest stretch of the cells; values above 1 improve the absorption of evanescent
            fields. Default: 8.0.
        alpha: frequency [Hz]. Largest frequency shift: fields below it are absorbed as decaying fields, not
            as waves. One twentieth of the highest frequency if absent.
    """

    _table = "absorbing_layer"
    _defaults = {"layers": 10, "grading": 3.0, "sigma": 1.0, "kappa": 8.0, "alpha": None}


class WaveVector(TableObject):
    """The wave vector of `bloch` faces: given as `k`, or as that of a plane wave in vacuum with `frequency`,
    `theta` and `phi`. Only its components along axes with such faces are used. A run has one wave vector, so
    the angle of incidence is the requested one at `frequency` only: at f its sine is multiplied by
    `frequency`/f. Near c|k|/(2 pi) the wave propagates along absorbing faces and is not absorbed: keep
    waveforms away from that frequency. Fields are complex and need twice the memory; records in time have a
    second quantity with the suffix `_imag`.

    Given by name:
        k: [x, y, z], wave number [rad/m]. Its components.
        frequency: frequency [Hz]. Frequency of the plane wave.
        theta: angle [rad]. Angle between +z and its direction of propagation.
        phi: angle [rad]. Angle between +x and that direction in the xy plane.
    """

    _table = "wave_vector"
    _defaults = {"k": None, "frequency": None, "theta": None, "phi": None}


class Symmetry(TableObject):
    """Symmetry planes through the centre of the domain. Structures, sources and ports must be symmetric;
    asymmetric sources and ports are refused.

    Given by name:
        x: "electric" | "magnetic". The plane normal to x.
        y: "electric" | "magnetic". The plane normal to y.
        z: "electric" | "magnetic". The plane normal to z.
    """

    _table = "symmetry"
    _defaults = {"x": None, "y": None, "z": None}


class Material(TableObject):
    """A linear medium, a metal of finite conductivity, or a thin resistive sheet. A medium is eps(w) = eps_inf +
    the sum of all terms + sigma/(j w eps0) with e^{+jwt}; a key with three values has one value each along x,
    y and z. A medium that is not passive at every frequency is refused.

    Given by name:
        library: "water" | "water-25c" | "sea-water" | "muscle" | "fat" | "skin-dry" | "blood" | "brain-grey"
            | "brain-white" | "bone-cortical" | "bone-cancellous" | "heart" | "kidney" | "liver" | "lung-
            inflated" | "fr4" | "ro4003c" | "ro4350b" | "rt-duroid-5880" | "alumina" | "ptfe" | "gold" |
            "silver" | "gold-rakic" | "silver-rakic" | "copper" | "aluminium" | "gold-microwave" | "silver-
            microwave". A material of the library, by its name; only `density` can be added, for conductors
            also `roughness` and `thickness`.
        eps_r: number or [x, y, z], number. Relative permittivity, the same at all frequencies; 1 if absent.
        eps_inf: number or [x, y, z], number. Relative permittivity at infinite frequency, to which the terms
            add; 1 if absent.
        mu_r: number or [x, y, z], number. Relative permeability, the same at all frequencies; 1 if absent.
        mu_inf: number or [x, y, z], number. Relative permeability at infinite frequency, to which the terms
            under `magnetic` add; 1 if absent.
        sigma: conductivity [S/m] or [x, y, z], conductivity [S/m]. Electric conductivity; zero if absent.
        sigma_m: magnetic conductivity [ohm/m] or [x, y, z], magnetic conductivity [ohm/m]. Magnetic
            conductivity; zero if absent.
        debye: list of `DebyeTerm`. Debye terms of the permittivity.
        drude: list of `DrudeTerm`. Drude terms of the permittivity.
        lorentz: list of `LorentzTerm`. Lorentz terms of the permittivity.
        poles: list of `Pole`. Other poles of the permittivity.
        magnetic: `MagneticPart`. Terms of the permeability.
        loss_tangent: number. Dissipation factor -Im eps/Re eps, constant from 1/30 to ten times
            `loss_tangent_at`; `eps_r` then applies at that frequency and decreases slowly with frequency, as
            causality requires.
        loss_tangent_at: frequency [Hz]. The frequency at which `loss_tangent` and `eps_r` apply.
        conductor: conductivity [S/m]. Conductivity of a metal whose skin depth is smaller than a cell: only
            its surface is modelled, with `mu_r` if given.
        roughness: length [m]. Rms roughness of the surface of a `conductor`.
        thickness: length [m]. Thickness of `conductor` sheets that are drawn with zero thickness; much more
            than the skin depth if absent.
        sheet_resistance: resistance [ohm]. Resistance of a square of a thin sheet; for boxes of zero
            thickness.
        density: mass density [kg/m^3]. Mass density, for specific absorption.
    """

    _table = "material"
    _defaults = {
        "library": None,
        "eps_r": None,
        "eps_inf": None,
        "mu_r": None,
        "mu_inf": None,
        "sigma": None,
        "sigma_m": None,
        "debye": [],
        "drude": [],
        "lorentz": [],
        "poles": [],
        "magnetic": None,
        "loss_tangent": None,
        "loss_tangent_at": None,
        "conductor": None,
        "roughness": None,
        "thickness": None,
        "sheet_resistance": None,
        "density": None,
    }
    _tables = {
        "debye": "DebyeTerm",
        "drude": "DrudeTerm",
        "lorentz": "LorentzTerm",
        "poles": "Pole",
        "magnetic": "MagneticPart",
    }


class DebyeTerm(TableObject):
    """A relaxation: delta/(1 + j w tau).

    Given by position or by name:
        delta: number. Its contribution to the static value.
        tau: time [s]. Relaxation time.
    """

    _table = "debye_term"
    _required = ("delta", "tau")


class DrudeTerm(TableObject):
    """Free charges: -wp^2/(w^2 - j w g), with wp = 2 pi `plasma` and g = 2 pi `collision` when given as
    frequencies.

    Given by position or by name:
        plasma: angular frequency [Hz]. Plasma frequency.
        collision: angular frequency [Hz]. Collision frequency: the rate in rad/s, or the rate divided by 2 pi
            in Hz.
    """

    _table = "drude_term"
    _required = ("plasma", "collision")


class LorentzTerm(TableObject):
    """A resonance: delta w0^2/(w0^2 - w^2 + 2 j w d), with w0 = 2 pi `frequency` and d = 2 pi `damping` when
    given as frequencies. The full linewidth is 2 d.

    Given by position or by name:
        delta: number. Its contribution to the static value.
        frequency: angular frequency [Hz]. Undamped resonance frequency.
        damping: angular frequency [Hz]. Half the linewidth.
    """

    _table = "lorentz_term"
    _required = ("delta", "frequency", "damping")


class Pole(TableObject):
    """A pole a with its residue r: r/(j w - a), and the same with a* and r* unless a is real.

    Given by position or by name:
        pole: two angular frequency [Hz]. a; its real part must not be positive.
        residue: two angular frequency [Hz]. r.
    """

    _table = "pole"
    _required = ("pole", "residue")


class MagneticPart(TableObject):
    """Terms of the permeability, of the same form as those of the permittivity.

    Given by name:
        debye: list of `DebyeTerm`. Debye terms.
        drude: list of `DrudeTerm`. Drude terms.
        lorentz: list of `LorentzTerm`. Lorentz terms.
        poles: list of `Pole`. Other poles.
    """

    _table = "magnetic_part"
    _defaults = {"debye": [], "drude": [], "lorentz": [], "poles": []}
    _tables = {"debye": "DebyeTerm", "drude": "DrudeTerm", "lorentz": "LorentzTerm", "poles": "Pole"}


class Structure(TableObject):
    """A shape filled with a material.

    Given by position or by name:
        material: text. A name from `materials`, or `vacuum`, `pec`, `pmc`.
        shape: `Shape`. A region of space.

    Given by name:
        name: text. Name used in messages.
    """

    _table = "structure"
    _flat = "shape"
    _required = ("material", "shape")
    _defaults = {"name": None}
    _tables = {"shape": "Shape"}


class Shape(TableObject):
    """A region of space."""

    _table = "shape"
    _choice = ("shape", None)


class Box(Shape):
    """An axis-parallel box; a box of `pec` can be a sheet or a wire.

    Given by position or by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
    """

    _tag = ("shape", "box")
    _required = ("from_", "to")


class Sphere(Shape):
    """A sphere.

    Given by position or by name:
        center: [x, y, z], length [m]. Centre.
        radius: length [m]. Radius.
    """

    _tag = ("shape", "sphere")
    _required = ("center", "radius")


class Cylinder(Shape):
    """A circular cylinder.

    Given by position or by name:
        from_: [x, y, z], length [m]. Centre of one end.
        to: [x, y, z], length [m]. Centre of the other end.
        radius: length [m]. Radius.
    """

    _tag = ("shape", "cylinder")
    _required = ("from_", "to", "radius")


class Cone(Shape):
    """A circular cone, truncated unless one radius is zero.

    Given by position or by name:
        from_: [x, y, z], length [m]. Centre of one end.
        to: [x, y, z], length [m]. Centre of the other end.
        radius_from: length [m]. Radius at `from`.
        radius_to: length [m]. Radius at `to`.
    """

    _tag = ("shape", "cone")
    _required = ("from_", "to", "radius_from", "radius_to")


class Polyhedron(Shape):
    """The interior of a closed triangle surface from a mesh file.

    Given by position or by name:
        file: text. Mesh file: .stl, .msh (gmsh), .obj or .inp; the path is relative to the folder of the
            scene.
        unit: length [m]. Length of one unit of the file.

    Given by name:
        offset: [x, y, z], length [m]. Added to every vertex after scaling. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "polyhedron")
    _required = ("file", "unit")
    _defaults = {"offset": ["0 mm", "0 mm", "0 mm"]}


class Sheet(Shape):
    """An open triangle surface of `pec` with zero thickness, from a mesh file; for the method of moments only.

    Given by position or by name:
        file: text. Mesh file: .stl, .msh (gmsh), .obj or .inp; the path is relative to the folder of the
            scene.
        unit: length [m]. Length of one unit of the file.

    Given by name:
        offset: [x, y, z], length [m]. Added to every vertex after scaling. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "sheet")
    _required = ("file", "unit")
    _defaults = {"offset": ["0 mm", "0 mm", "0 mm"]}


class Almond(Shape):
    """The NASA almond, its tip at +x, wide along y and flat along z.

    Given by position or by name:
        length: length [m]. From end to end.

    Given by name:
        center: [x, y, z], length [m]. The point on its axis where it is widest, 7/12 of the length behind the
            tip. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "almond")
    _required = ("length",)
    _defaults = {"center": ["0 mm", "0 mm", "0 mm"]}


class Ogive(Shape):
    """A circular arc rotated about its chord, which lies along x.

    Given by position or by name:
        length: length [m]. From tip to tip.
        radius: length [m]. Radius in the middle; at most half of the length.

    Given by name:
        center: [x, y, z], length [m]. The middle. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "ogive")
    _required = ("length", "radius")
    _defaults = {"center": ["0 mm", "0 mm", "0 mm"]}


class ConeSphere(Shape):
    """A cone that joins a sphere smoothly; its axis is x, its tip on the negative side.

    Given by position or by name:
        radius: length [m]. Radius of the sphere.
        half_angle: angle [rad]. Angle between the axis and the cone.

    Given by name:
        center: [x, y, z], length [m]. The point on its axis where the cone ends and the sphere begins.
            Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "cone-sphere")
    _required = ("radius", "half_angle")
    _defaults = {"center": ["0 mm", "0 mm", "0 mm"]}


class Circle(Shape):
    """A circle in the xy plane: with `dimension = 2`, the outline of a body of infinite length.

    Given by position or by name:
        radius: length [m]. Radius.

    Given by name:
        center: two length [m]. Centre. Default: ["0 mm", "0 mm"].
    """

    _tag = ("shape", "circle")
    _required = ("radius",)
    _defaults = {"center": ["0 mm", "0 mm"]}


class Rectangle(Shape):
    """A rectangle in the xy plane: with `dimension = 2`, the outline of a body of infinite length.

    Given by position or by name:
        from_: two length [m]. Corner with the smallest coordinates.
        to: two length [m]. Corner with the largest coordinates.
    """

    _tag = ("shape", "rectangle")
    _required = ("from_", "to")


class Polygon(Shape):
    """A polygon in the xy plane, whose last corner is joined to the first: with `dimension = 2`, the outline of
    a body of infinite length.

    Given by position or by name:
        points: list of two length [m]. The corners in their order.
    """

    _tag = ("shape", "polygon")
    _required = ("points",)


class Strip(Shape):
    """Straight lines in the xy plane, from the first point to the last: with `dimension = 2`, an open strip of
    zero thickness and infinite length.

    Given by position or by name:
        points: list of two length [m]. The corners in their order.
    """

    _tag = ("shape", "strip")
    _required = ("points",)


class Union(Shape):
    """The region inside any of the shapes.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "union")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Difference(Shape):
    """The region inside the first shape and inside none of the others.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "difference")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Intersection(Shape):
    """The region inside all of the shapes.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "intersection")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Wire(TableObject):
    """A round metal wire that is thinner than the grid cells: straight segments, each along an axis. Wires that
    share a grid point are connected, and a wire that ends at metal is connected to it; a port of zero width
    in a gap between two wires drives them. For FDTD only.

    Given by position or by name:
        name: text. Name used in messages.
        radius: length [m]. Its radius, less than half of the adjacent cells.
        points: list of [x, y, z], length [m]. Points where it starts, bends and ends.
    """

    _table = "wire"
    _required = ("name", "radius", "points")


class Source(TableObject):
    """An impressed current or field."""

    _table = "source"
    _choice = ("type", None)


class HardPointSource(Source):
    """Prescribes one component on the nearest edge or face; amplitude in V/m, for H in A/m.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its waveform.
        at: [x, y, z], length [m]. Position.
        component: "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Field component.
    """

    _tag = ("type", "hard-point")
    _required = ("name", "waveform", "at", "component")
    _tables = {"waveform": "Waveform"}


class SoftPointSource(Source):
    """Impresses a current density on the nearest edge; amplitude in A/m^2, for H in V/m^2.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its waveform.
        at: [x, y, z], length [m]. Position.
        component: "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Field component.
    """

    _tag = ("type", "soft-point")
    _required = ("name", "waveform", "at", "component")
    _tables = {"waveform": "Waveform"}


class DipoleSource(Source):
    """Hertzian dipole; amplitude is the current moment, in A m.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its waveform.
        at: [x, y, z], length [m]. Position.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z" or [x, y, z], number. Direction
            of the current.
    """

    _tag = ("type", "dipole")
    _required = ("name", "waveform", "at", "direction")
    _tables = {"waveform": "Waveform"}


class PlaneWaveSource(Source):
    """Plane wave; amplitude of E, in V/m.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its waveform.

    Given by name:
        from_: [x, y, z], length [m]. Corner of the box with the smallest coordinates; it is moved to the
            nearest grid lines. Give both corners or neither; FDTD needs them.
        to: [x, y, z], length [m]. Corner with the largest coordinates. Leave at least one cell between the
            box and the faces of the domain. Along a periodic axis the box must span the domain; with two
            periodic axes it may end at the face through which the wave leaves.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z" or [x, y, z], number. Direction
            of propagation; this, or `theta` and `phi`.
        theta: angle [rad]. Angle between +z and the direction of propagation.
        phi: angle [rad]. Angle from +x towards +y of the direction of propagation.
        polarisation: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z" or [x, y, z], number.
            Direction of E, of which only the transverse component is used; this or `psi`.
        psi: angle [rad]. E is along (unit vector of theta) cos psi + (unit vector of phi) sin psi at the
            direction of propagation, with phi = 0 for a wave given as `direction = "z"` or `"-z"`.
    """

    _tag = ("type", "plane-wave")
    _required = ("name", "waveform")
    _defaults = {
        "from_": None,
        "to": None,
        "direction": None,
        "theta": None,
        "phi": None,
        "polarisation": None,
        "psi": None,
    }
    _tables = {"waveform": "Waveform"}


class Waveform(TableObject):
    """A waveform."""

    _table = "waveform"
    _choice = ("type", None)


class GaussianWaveform(Waveform):
    """A Gaussian pulse: spectrum from zero to the bandwidth.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.

    Given by name:
        bandwidth: frequency [Hz]. Frequency at which the spectrum is 20 dB below its peak; this or `tau`.
        tau: time [s]. Half width at 1/e; this or `bandwidth`.
        delay: time [s]. Time of the centre; 4.5 tau if absent.
    """

    _tag = ("type", "gaussian")
    _required = ("amplitude",)
    _defaults = {"bandwidth": None, "tau": None, "delay": None}


class ModulatedGaussianWaveform(Waveform):
    """A Gaussian pulse times a sine: spectrum around the carrier.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.
        frequency: frequency [Hz]. Carrier frequency.

    Given by name:
        bandwidth: frequency [Hz]. Distance from the carrier at which the spectrum is 20 dB below its peak;
            this or `tau`.
        tau: time [s]. Half width at 1/e; this or `bandwidth`.
        delay: time [s]. Time of the centre; 4.5 tau if absent.
        phase: angle [rad]. Phase of the carrier at the centre. Default: "0 deg".
    """

    _tag = ("type", "modulated-gaussian")
    _required = ("amplitude", "frequency")
    _defaults = {"bandwidth": None, "tau": None, "delay": None, "phase": "0 deg"}


class DifferentiatedGaussianWaveform(Waveform):
    """The derivative of a Gaussian pulse: its mean is zero, so that no static charge remains.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.

    Given by name:
        bandwidth: frequency [Hz]. Frequency at which the spectrum is 20 dB below its peak; this or `tau`.
        tau: time [s]. Half width at 1/e; this or `bandwidth`.
        delay: time [s]. Time of the centre; 4.5 tau if absent.
    """

    _tag = ("type", "differentiated-gaussian")
    _required = ("amplitude",)
    _defaults = {"bandwidth": None, "tau": None, "delay": None}


class SineWaveform(Waveform):
    """A sine that rises smoothly and does not end.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.
        frequency: frequency [Hz]. Frequency.

    Given by name:
        ramp: time [s]. Rise time; three periods if absent.
        phase: angle [rad]. Phase. Default: "0 deg".
    """

    _tag = ("type", "sine")
    _required = ("amplitude", "frequency")
    _defaults = {"ramp": None, "phase": "0 deg"}


class SamplesWaveform(Waveform):
    """Equally spaced values from time zero, interpolated linearly.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.
        interval: time [s]. Time between two values.
        values: list of number. The values, times the amplitude.
    """

    _tag = ("type", "samples")
    _required = ("amplitude", "interval", "values")


class PhasorWaveform(Waveform):
    """The same amplitude at every requested frequency; for the method of moments only.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of the driven quantity.
    """

    _tag = ("type", "phasor")
    _required = ("amplitude",)


class Port(TableObject):
    """A port: a voltage source with a resistance between two pieces of metal, or the end of a line."""

    _table = "port"
    _choice = ("type", "lumped")


class LumpedPort(Port):
    """A voltage source with a resistance, or a resistor if it has no waveform. It fills a box; the current flows
    along `direction`. The voltage is that of the `+` end relative to the `-` end. The current is the one that
    leaves the `+` end into the model, the circulation of H around the port; it does not include the current
    that charges the capacitance of the port's own cells.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the `-` to the `+` end of a
            lumped port; for other ports, along the line into the model.
        resistance: resistance [ohm]. Internal resistance.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port; for other ports, about the voltage on the
            line; amplitude in V.
    """

    _tag = ("type", "lumped")
    _required = ("name", "from_", "to", "direction", "resistance")
    _defaults = {"waveform": None}
    _tables = {"waveform": "Waveform"}


class MicrostripPort(Port):
    """A strip over a ground plane. The box is as wide as the strip and extends from the ground to the strip; the
    voltage is measured under the middle of the strip, the current around it.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the `-` to the `+` end of a
            lumped port; for other ports, along the line into the model.
        voltage: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Direction from the ground to the
            strip.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port; for other ports, about the voltage on the
            line; amplitude in V.
        thickness: length [m]. Thickness of the strip, which lies outside the box.
        reference_plane: length [m]. Coordinate of the reference plane along the line; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "microstrip")
    _required = ("name", "from_", "to", "direction", "voltage")
    _defaults = {"waveform": None, "thickness": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class CoplanarPort(Port):
    """A strip between two grounds in one plane. The box is flat and extends from ground to ground; the voltage
    is the mean over both gaps, the current is measured around the strip.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the `-` to the `+` end of a
            lumped port; for other ports, along the line into the model.
        gap: length [m]. Width of the gap on either side of the strip.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port; for other ports, about the voltage on the
            line; amplitude in V.
        reference_plane: length [m]. Coordinate of the reference plane along the line; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "coplanar")
    _required = ("name", "from_", "to", "direction", "gap")
    _defaults = {"waveform": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class CoaxialPort(Port):
    """Two coaxial cylinders. The cross-section of the box is the square around the outer one; the voltage is the
    mean over four radii, the current is measured around the inner conductor.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the `-` to the `+` end of a
            lumped port; for other ports, along the line into the model.
        inner_radius: length [m]. Radius of the inner conductor.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port; for other ports, about the voltage on the
            line; amplitude in V.
        reference_plane: length [m]. Coordinate of the reference plane along the line; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "coaxial")
    _required = ("name", "from_", "to", "direction", "inner_radius")
    _defaults = {"waveform": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class WaveguidePort(Port):
    """A hollow rectangular waveguide in one of its modes. The cross-section of the box is that of the waveguide.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the `-` to the `+` end of a
            lumped port; for other ports, along the line into the model.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port; for other ports, about the voltage on the
            line; amplitude in V.
        mode: text. Its mode; the first index counts half waves along the longer side. Default: "TE10".
        reference_plane: length [m]. Coordinate of the reference plane along the waveguide; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "waveguide")
    _required = ("name", "from_", "to", "direction")
    _defaults = {"waveform": None, "mode": "TE10", "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class Network(TableObject):
    """S-parameters of all ports, by FDTD: the ports are driven one after another, on a GPU in parallel. Each
    port is driven by its own waveform, otherwise by that of the network, otherwise by a pulse that covers the
    frequencies.

    Given by position or by name:
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. One, a list, or { from, to,
            count }.

    Given by name:
        reference: resistance [ohm]. Reference resistance at every port, in all results and files; if absent,
            the resistance of a lumped port, the impedance of a line, or the impedance matrix of coupled
            lines. Hollow waveguides only have their own impedance.
        waveform: `Waveform`. Waveform of every port that has none of its own.
        exchange: list of list of text. Pairs of ports that a mirror or rotation symmetry of the model
            exchanges: `exchange = [["in", "out"]]`. Only the first port of each pair is driven.
        combinations: list of `Combination`. Several ports driven together; the results of frequency-domain
            monitors have its name.
    """

    _table = "network"
    _required = ("frequencies",)
    _defaults = {"reference": None, "waveform": None, "exchange": [], "combinations": []}
    _tables = {"frequencies": "FrequencyRange", "waveform": "Waveform", "combinations": "Combination"}


class FrequencyRange(TableObject):
    """Equally spaced frequencies.

    Given by position or by name:
        from_: frequency [Hz]. The first.
        to: frequency [Hz]. The last.
        count: whole number. Number of values, both ends included.

    Given by name:
        method: "direct" | "adaptive". With `adaptive` the method of moments solves few of the frequencies,
            which it selects, and interpolates the currents at the others by rational functions; with `direct`
            it solves each. FDTD has all of them from one run in any case. Default: "direct".
        tolerance: ratio in decibels [dB]. Allowed error of what an adaptive sweep interpolates, where it is
            above -40 dB; 0.1 dB if absent.
    """

    _table = "frequency_range"
    _required = ("from_", "to", "count")
    _defaults = {"method": "direct", "tolerance": None}


class Combination(TableObject):
    """Ports driven together, computed from the runs of single ports.

    Given by position or by name:
        name: text. Its results have this name.
        waves: list of `Wave`. The incident waves at the ports.
    """

    _table = "combination"
    _required = ("name", "waves")
    _tables = {"waves": "Wave"}


class Wave(TableObject):
    """The incident wave at a port.

    Given by position or by name:
        port: text. The port's name.

    Given by name:
        amplitude: number. Its amplitude, in units of one over the square root of a watt of peak power.
            Default: 1.0.
        phase: angle [rad]. Its phase. Default: "0 deg".
    """

    _table = "wave"
    _required = ("port",)
    _defaults = {"amplitude": 1.0, "phase": "0 deg"}


class Element(TableObject):
    """A lumped element: a resistor, an inductor, a capacitor, or several of them in series or in parallel. It
    fills a box of one or more grid edges, and the current flows along `direction`; both ends should touch
    metal.

    Given by position or by name:
        name: text. Name used in messages.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; it differs from `from` along the
            direction.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". The axis along which the current
            flows; the sign is ignored.

    Given by name:
        resistance: resistance [ohm]. R; at least one of R, L and C is required.
        inductance: inductance [H]. L.
        capacitance: capacitance [F]. C.
        connection: "series" | "parallel". How the components are connected; required if there is more than
            one.
        own_capacitance: "beside" | "within". Whether the capacitance of the element's own cells is added to
            `capacitance` (`beside`) or included in it (`within`). Default: "beside".
    """

    _table = "element"
    _required = ("name", "from_", "to", "direction")
    _defaults = {
        "resistance": None,
        "inductance": None,
        "capacitance": None,
        "connection": None,
        "own_capacitance": "beside",
    }


class Monitor(TableObject):
    """What to record."""

    _table = "monitor"
    _choice = ("type", None)


class ProbeMonitor(Monitor):
    """Field components at a point, every time step.

    Given by position or by name:
        name: text. Its results have this name.
        at: [x, y, z], length [m]. Position.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Field components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
    """

    _tag = ("type", "probe")
    _required = ("name", "at")
    _defaults = {"components": ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]}


class SnapshotMonitor(Monitor):
    """Field components on a plane or in a box, at intervals.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along one axis for a
            plane.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Field components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
        every: time [s]. Time between two snapshots; this or `every_steps`.
        every_steps: whole number. Time steps between two snapshots; this or `every`.
        stride: whole number or [x, y, z], whole number. Interval between recorded nodes along each axis.
            Default: 1.
    """

    _tag = ("type", "snapshot")
    _required = ("name", "from_", "to")
    _defaults = {
        "components": ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        "every": None,
        "every_steps": None,
        "stride": 1,
    }


class FieldMonitor(Monitor):
    """Field components at a point, on a plane or in a box, in the frequency domain.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along one, two or
            three axes for a plane, a line or a point.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Field components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
        every_steps: whole number. Time steps between two samples; as many as the waveforms allow if absent.
        stride: whole number or [x, y, z], whole number. Interval between recorded nodes along each axis.
            Default: 1.
        samples: whole number or [x, y, z], whole number. Number of points along each axis, ends included; for
            the method of moments, which has no grid.
        normalise: "source" | "none". `source`: phasors, as if the sources oscillated with their amplitude;
            `none`: the Fourier integral. Default: "source".
    """

    _tag = ("type", "field")
    _required = ("name", "from_", "to", "frequencies")
    _defaults = {
        "components": ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
        "every_steps": None,
        "stride": 1,
        "samples": None,
        "normalise": "source",
    }
    _tables = {"frequencies": "FrequencyRange"}


class FluxMonitor(Monitor):
    """Power through a plane towards larger coordinates, or out of a box, in the frequency domain.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along one axis for a
            plane.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.

    Given by name:
        every_steps: whole number. Time steps between two samples; as many as the waveforms allow if absent.
        normalise: "source" | "none". `source`: power, as if the sources oscillated with their amplitude;
            `none`: the spectral energy density. Default: "source".
    """

    _tag = ("type", "flux")
    _required = ("name", "from_", "to", "frequencies")
    _defaults = {"every_steps": None, "normalise": "source"}
    _tables = {"frequencies": "FrequencyRange"}


class AbsorptionMonitor(Monitor):
    """Power that the media in a box absorb, in the frequency domain.

    Given by position or by name:
        name: text. Its results have this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.

    Given by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates; that of the domain if absent.
        to: [x, y, z], length [m]. Corner with the largest coordinates; that of the domain if absent.
        every_steps: whole number. Time steps between two samples; as many as the waveforms allow if absent.
        normalise: "source" | "none". `source`: power, as if the sources oscillated with their amplitude;
            `none`: the spectral energy density. Default: "source".
    """

    _tag = ("type", "absorption")
    _required = ("name", "frequencies")
    _defaults = {"from_": None, "to": None, "every_steps": None, "normalise": "source"}
    _tables = {"frequencies": "FrequencyRange"}


class FarFieldMonitor(Monitor):
    """The far field of everything inside a box, in the frequency domain: patterns, directivity, cross sections.

    Given by position or by name:
        name: text. Its results have this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.

    Given by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates. Give both corners or neither; FDTD
            needs them.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        open: list of "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Faces of the box that are
            omitted, such as -x where a board or a line leaves it. Fields that pass through them are missing
            in the far field. The interior of a hollow waveguide or coaxial line with a port is omitted
            automatically. Default: [].
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z: one, a list, or { from, to,
            count }. Default: {"from": "0 deg", "to": "180 deg", "count": 37}.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z: one, a list, or {
            from, to, count }. Default: ["0 deg", "90 deg"].
        center: [x, y, z], length [m]. Reference point of the phase; the centre of the box if absent, or the
            origin without a box.
        every_steps: whole number. Time steps between two samples; as many as the waveforms allow if absent.
        normalise: "source" | "none". `source`: phasors, as if the sources oscillated with their amplitude;
            `none`: the Fourier integral. Default: "source".
    """

    _tag = ("type", "far-field")
    _required = ("name", "frequencies")
    _defaults = {
        "from_": None,
        "to": None,
        "open": [],
        "theta": {"from": "0 deg", "to": "180 deg", "count": 37},
        "phi": ["0 deg", "90 deg"],
        "center": None,
        "every_steps": None,
        "normalise": "source",
    }
    _tables = {"frequencies": "FrequencyRange", "theta": "AngleRange", "phi": "AngleRange"}


class FarPulseMonitor(Monitor):
    """The far field of everything inside a box, in the time domain.

    Given by position or by name:
        name: text. Its results have this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z: one, a list, or { from, to,
            count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z: one, a list, or {
            from, to, count }.

    Given by name:
        open: list of "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Faces of the box that are
            omitted, as for `far-field`. Default: [].
        center: [x, y, z], length [m]. Reference point of the retarded time; the centre of the box if absent.
    """

    _tag = ("type", "far-pulse")
    _required = ("name", "from_", "to", "theta", "phi")
    _defaults = {"open": [], "center": None}
    _tables = {"theta": "AngleRange", "phi": "AngleRange"}


class MonostaticMonitor(Monitor):
    """Monostatic radar cross sections, for both polarisations of the incident and the received wave; the monitor
    has its own incident waves. For the method of moments only.

    Given by position or by name:
        name: text. Its results have this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z of the direction that the
            wave comes from: one, a list, or { from, to, count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z of the direction that
            the wave comes from: one, a list, or { from, to, count }.
    """

    _tag = ("type", "monostatic")
    _required = ("name", "frequencies", "theta", "phi")
    _tables = {"frequencies": "FrequencyRange", "theta": "AngleRange", "phi": "AngleRange"}


class BistaticMonitor(Monitor):
    """Bistatic radar cross sections of a wave from one direction, for both polarisations of the incident and the
    received wave; the monitor has its own incident waves. For the method of moments only.

    Given by position or by name:
        name: text. Its results have this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.
        from_: `Arrival`. Direction that the wave comes from: { theta, phi }.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z of the direction of the
            receiver: one, a list, or { from, to, count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z of the direction of
            the receiver: one, a list, or { from, to, count }.
    """

    _tag = ("type", "bistatic")
    _required = ("name", "frequencies", "from_", "theta", "phi")
    _tables = {
        "frequencies": "FrequencyRange",
        "from_": "Arrival",
        "theta": "AngleRange",
        "phi": "AngleRange",
    }


class SurfaceCurrentMonitor(Monitor):
    """The current on all metal surfaces, in the frequency domain; for the method of moments only.

    Given by position or by name:
        name: text. Its results have this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies: one, a list,
            or { from, to, count }.
    """

    _tag = ("type", "surface-current")
    _required = ("name", "frequencies")
    _tables = {"frequencies": "FrequencyRange"}


class AngleRange(TableObject):
    """Equally spaced angles.

    Given by position or by name:
        from_: angle [rad]. The first.
        to: angle [rad]. The last.
        count: whole number. Number of values, both ends included.
    """

    _table = "angle_range"
    _required = ("from_", "to", "count")


class Arrival(TableObject):
    """The direction that a wave comes from.

    Given by position or by name:
        theta: angle [rad]. Angle from +z of the direction that the wave comes from.
        phi: angle [rad]. Angle from +x about z of the direction that the wave comes from.
    """

    _table = "arrival"
    _required = ("theta", "phi")


class StopConditions(TableObject):
    """The run ends at the first of these conditions; without any, when the energy has decayed by 60 dB.

    Given by name:
        steps: whole number. After this many time steps.
        time: time [s]. After this time.
        energy_decay: ratio in decibels [dB]. When the energy has decayed this far below its peak.
        ring_down: number. When the modes of the ring-down give what the ports of the network would still
            record, with this error of the S-parameters at most.
    """

    _table = "stop_conditions"
    _defaults = {"steps": None, "time": None, "energy_decay": None, "ring_down": None}


class Checkpoints(TableObject):
    """A run keeps its state in its results folder, so that `poynting run --resume` can continue it.

    Given by name:
        every: duration [s]. Time between checkpoints; one is also written when SIGTERM or SIGUSR1 arrives.
            Default: "10 min".
    """

    _table = "checkpoints"
    _defaults = {"every": "10 min"}


class FdtdOptions(TableObject):
    """Options of the FDTD solver.

    Given by name:
        precision: "f32" | "f64". Precision of the fields. Default: "f32".
        courant: number. Time step as a fraction of the stability limit. Default: 0.99.
        traversal: "auto" | "sweep" | "tiles". Order in which cells are updated; the result does not depend on
            it. Default: "auto".
        surfaces: "conformal" | "staircase". Surfaces that do not follow the grid: conformal, or as a
            staircase of whole cells. Default: "conformal".
    """

    _table = "fdtd_options"
    _defaults = {"precision": "f32", "courant": 0.99, "traversal": "auto", "surfaces": "conformal"}


class MomOptions(TableObject):
    """Options of the method of moments, which models metal surfaces in open space in the frequency domain.

    Given by name:
        equation: "auto" | "efie" | "mfie" | "cfie". Integral equation: `auto` is `cfie` on closed bodies and
            `efie` on open surfaces. Default: "auto".
        alpha: number. Weight of the electric equation in `cfie`: alpha EFIE + (1 - alpha) 377 ohm MFIE; 0.5
            if absent.
        elements_per_wavelength: number. Triangle edges per wavelength at the highest frequency, 10 if absent;
            with `dimension = 2` elements of an outline, 20 if absent.
        edge: length [m]. Edge length of triangles; it overrides `elements_per_wavelength`.
        precision: "f32" | "f64". Precision of the matrix. Default: "f64".
        factors: "auto" | "f32" | "f64". Precision of the factors of a dense matrix: with `f32` under a matrix
            in `f64` they take half the time and memory, and the solutions are refined to double precision;
            `auto` selects that where it is faster. Default: "auto".
        method: "auto" | "dense" | "hmatrix" | "mlfma". How the matrix is stored and the equation solved:
            `dense` factors the full matrix, `hmatrix` and `mlfma` compress it and iterate; `auto` selects the
            method by the number of unknowns, the memory, the mesh and the frequency. Default: "auto".
        digits: whole number. Decimal digits of accuracy of compressed products; 3 if absent.
        residual: number. Relative residual at which iterations end; set by `digits` if absent.
        preconditioner: "auto" | "none" | "block" | "sai" | "ilu". Preconditioner of the iterations: factors
            of blocks on the diagonal (`block`), a sparse approximate inverse of the near field (`sai`), or
            its incomplete factors (`ilu`). Default: "auto".
        tolerance: number. Relative error of the integrals over triangles; if absent 1e-3 for a dense matrix
            and 10^-digits for a compressed one.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies of the ports:
            one, a list, or { from, to, count }. Monitors have their own.
    """

    _table = "mom_options"
    _defaults = {
        "equation": "auto",
        "alpha": None,
        "elements_per_wavelength": None,
        "edge": None,
        "precision": "f64",
        "factors": "auto",
        "method": "auto",
        "digits": None,
        "residual": None,
        "preconditioner": "auto",
        "tolerance": None,
        "frequencies": None,
    }
    _tables = {"frequencies": "FrequencyRange"}


class RcwaOptions(TableObject):
    """Options of rigorous coupled-wave analysis, which models gratings and other unit cells between periodic
    boundaries in the frequency domain.

    Given by name:
        orders: whole number or [x, y, z], whole number. Diffraction orders that are kept on either side of
            order zero; one number, or one each along x, y and z, without effect along axes that are not
            periodic or along which nothing varies. If absent, the cell and its materials select it.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Frequencies at which orders
            and efficiencies are computed: one, a list, or { from, to, count }; besides those of the monitors.
        fixed: "wave-vector" | "angle". What oblique waves of all frequencies have in common: the wave vector
            along the Bloch boundaries, as in FDTD (`wave-vector`), or the direction of propagation (`angle`).
            Default: "wave-vector".
    """

    _table = "rcwa_options"
    _defaults = {"orders": None, "frequencies": None, "fixed": "wave-vector"}
    _tables = {"frequencies": "FrequencyRange"}


class SceneTables(TableObject):
    """The whole model. All quantities have a unit: `"3.2 mm"`.

    Given by name:
        title: text. Title of the model, one line. Default: "untitled".
        dimension: whole number. Dimensions of the model. In two, nothing depends on z: perfect conductors of
            infinite length, given by their outlines in the xy plane, in waves that arrive at a right angle to
            z; for the method of moments only. Default: 3.
        domain: `Domain`. The region that is modelled; open space if absent, which only the method of moments
            supports.
        grid: `Grid`. How the grid is defined.
        boundary: `Boundary`. Boundary conditions at the faces of the domain.
        symmetry: `Symmetry`. Symmetry planes through the centre of the domain.
        materials: names with `Material`. Materials by name; `vacuum`, `pec` and `pmc` are built in.
        structures: list of `Structure`. Shapes filled with a material; where two overlap, the later one takes
            precedence.
        wires: list of `Wire`. Metal wires thinner than the grid.
        sources: list of `Source`. Impressed currents and fields.
        ports: list of `Port`. Lumped ports, and ports at the ends of lines and waveguides.
        network: `Network`. S-parameters of the ports.
        elements: list of `Element`. Lumped resistors, inductors and capacitors.
        monitors: list of `Monitor`. What to record.
        stop: `StopConditions`. When the run ends.
        checkpoint: `Checkpoints`. How a run that writes a results folder can be continued after it was ended;
            never if absent.
        fdtd: `FdtdOptions`. Options of the FDTD solver.
        mom: `MomOptions`. Options of the method of moments.
        rcwa: `RcwaOptions`. Options of rigorous coupled-wave analysis.
    """

    _table = "scene"
    _defaults = {
        "title": "untitled",
        "dimension": 3,
        "domain": None,
        "grid": {},
        "boundary": {},
        "symmetry": {},
        "materials": {},
        "structures": [],
        "wires": [],
        "sources": [],
        "ports": [],
        "network": None,
        "elements": [],
        "monitors": [],
        "stop": {},
        "checkpoint": None,
        "fdtd": {},
        "mom": {},
        "rcwa": {},
    }
    _tables = {
        "domain": "Domain",
        "grid": "Grid",
        "boundary": "Boundary",
        "symmetry": "Symmetry",
        "structures": "Structure",
        "wires": "Wire",
        "sources": "Source",
        "ports": "Port",
        "network": "Network",
        "elements": "Element",
        "monitors": "Monitor",
        "stop": "StopConditions",
        "checkpoint": "Checkpoints",
        "fdtd": "FdtdOptions",
        "mom": "MomOptions",
        "rcwa": "RcwaOptions",
    }
    _named = {"materials": "Material"}
