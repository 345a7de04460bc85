"""The tables of a scene, one class each. Generated from the schema by `generate.py`: do not edit."""

from ._noun import Noun

__all__ = [
    "AbsorbingLayer",
    "AbsorptionMonitor",
    "Almond",
    "AngleRange",
    "Arrival",
    "BistaticMonitor",
    "Boundary",
    "Box",
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
    "Polyhedron",
    "Port",
    "ProbeMonitor",
    "SamplesWaveform",
    "Shape",
    "Sheet",
    "SineWaveform",
    "SnapshotMonitor",
    "SoftPointSource",
    "Source",
    "Sphere",
    "StopConditions",
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


class Domain(Noun):
    """The region that is modelled: an axis-parallel box of vacuum, before structures fill it.

    Given by position or by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
    """

    _table = "domain"
    _required = ("from_", "to")


class Grid(Noun):
    """How the grid is made: by the mesher (`cells_per_wavelength`), of equal cells (`spacing`) or of given lines
    (`lines`).

    Given by name:
        max_frequency: frequency [Hz]. Highest frequency of interest; if absent the highest at which a
            waveform is less than 20 dB below the peak of its spectrum.
        cells_per_wavelength: number. Cells per wavelength in each material at the highest frequency; 20 if no
            key chooses the grid.
        max_growth: number. Largest ratio of neighbouring cells, 1.3 if absent; for the mesher only.
        min_cell: length [m]. No cell is made smaller; for the mesher only.
        max_cell: length [m]. No cell is made larger; for the mesher only.
        spacing: length [m] or [x, y, z], length [m]. Size of equal cells, rounded so that a whole number
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


class GridLines(Noun):
    """Grid lines, increasing, the first and the last on the faces of the domain.

    Given by position or by name:
        x: list of length [m]. Coordinates along x.
        y: list of length [m]. Coordinates along y.
        z: list of length [m]. Coordinates along z.
    """

    _table = "grid_lines"
    _required = ("x", "y", "z")


class Boundary(Noun):
    """What stands at the faces. The more special key wins: `x_min` over `x` over `all`.

    Given by name:
        all: "pec" | "pmc" | "periodic" | "bloch" | "pml". All six faces. Default: "pec".
        x: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces across x.
        y: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces across y.
        z: "pec" | "pmc" | "periodic" | "bloch" | "pml". Both faces across z.
        x_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest x.
        x_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest x.
        y_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest y.
        y_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest y.
        z_min: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the smallest z.
        z_max: "pec" | "pmc" | "periodic" | "bloch" | "pml". The face at the largest z.
        pml: `AbsorbingLayer`. What a face that is `pml` is made of.
        bloch: `WaveVector`. The phase between faces that are `bloch`.
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


class AbsorbingLayer(Noun):
    """The absorbing layer behind a face: cells outside of the domain, each as large as the last one inside, into
    which whatever touches the face goes on.

    Given by name:
        layers: whole number. Cells. Default: 10.
        grading: number. Power with which conductivity and stretch grow with depth. Default: 3.0.
        sigma: number. Largest conductivity, in units of 0.8 (grading + 1)/(377 ohm x cell). Default: 1.0.
        kappa: number. Largest stretch of the cells; above 1 it helps against fields that decay without
            propagating. Default: 8.0.
        alpha: frequency [Hz]. Largest frequency shift: what is slower is absorbed as a field that decays, not
            as a wave. A twentieth of the highest frequency if absent.
    """

    _table = "absorbing_layer"
    _defaults = {"layers": 10, "grading": 3.0, "sigma": 1.0, "kappa": 8.0, "alpha": None}


class WaveVector(Noun):
    """The wave vector of faces that are `bloch`: given as `k`, or as that of a plane wave in vacuum with
    `frequency`, `theta` and `phi`. Only its components along axes with such faces are used. A run has one
    wave vector, so the angle of incidence is the one asked for at `frequency` only: at f its sine is that
    times `frequency`/f. Near c|k|/(2 pi), where the wave runs along absorbing faces, nothing absorbs it: keep
    waveforms away from there. Fields are complex and take twice the memory; what is recorded in time has a
    second quantity with `_imag` behind its name.

    Given by name:
        k: [x, y, z], wave number [rad/m]. Its components.
        frequency: frequency [Hz]. Frequency of the plane wave.
        theta: angle [rad]. Angle between +z and the direction in which it goes.
        phi: angle [rad]. Angle between +x and that direction in the plane of x and y.
    """

    _table = "wave_vector"
    _defaults = {"k": None, "frequency": None, "theta": None, "phi": None}


class Symmetry(Noun):
    """Symmetry planes through the centre of the domain. Sources and ports must be symmetric, which is checked;
    so must structures, which is not.

    Given by name:
        x: "electric" | "magnetic". The plane across x.
        y: "electric" | "magnetic". The plane across y.
        z: "electric" | "magnetic". The plane across z.
    """

    _table = "symmetry"
    _defaults = {"x": None, "y": None, "z": None}


class Material(Noun):
    """A linear medium, a metal of finite conductivity, or a thin resistive sheet. A medium is eps(w) = eps_inf +
    the sum of all terms + sigma/(j w eps0) with e^{+jwt}; three values make a key differ along x, y, z. A
    medium that could give energy at any frequency is refused.

    Given by name:
        library: "water" | "water-25c" | "sea-water" | "muscle" | "fat" | "skin-dry" | "blood" | "brain-grey"
            | "brain-white" | "bone-cortical" | "bone-cancellous" | "heart" | "kidney" | "liver" | "lung-
            inflated" | "fr4" | "ro4003c" | "ro4350b" | "rt-duroid-5880" | "alumina" | "ptfe" | "gold" |
            "silver" | "gold-rakic" | "silver-rakic" | "copper" | "aluminium" | "gold-microwave" | "silver-
            microwave". A material of the library, by its name; only `density` may stand beside it.
        eps_r: number or [x, y, z], number. Relative permittivity at every frequency; 1 if absent.
        eps_inf: number or [x, y, z], number. Relative permittivity at infinite frequency, to which the terms
            add; 1 if absent.
        mu_r: number or [x, y, z], number. Relative permeability at every frequency; 1 if absent.
        mu_inf: number or [x, y, z], number. Relative permeability at infinite frequency, to which the terms
            under `magnetic` add; 1 if absent.
        sigma: conductivity [S/m] or [x, y, z], conductivity [S/m]. Electric conductivity; zero if absent.
        sigma_m: magnetic conductivity [ohm/m] or [x, y, z], magnetic conductivity [ohm/m]. Magnetic
            conductivity; zero if absent.
        debye: list of `DebyeTerm`. Debye terms of the permittivity.
        drude: list of `DrudeTerm`. Drude terms of the permittivity.
        lorentz: list of `LorentzTerm`. Lorentz terms of the permittivity.
        poles: list of `Pole`. Any other poles of the permittivity.
        magnetic: `MagneticPart`. Terms of the permeability.
        loss_tangent: number. Dissipation factor -Im eps/Re eps, constant from a thirtieth to ten times
            `loss_tangent_at`; `eps_r` then holds at that frequency, and falls slowly with frequency as
            causality asks for.
        loss_tangent_at: frequency [Hz]. The frequency of `loss_tangent` and `eps_r`.
        conductor: conductivity [S/m]. Conductivity of a metal whose skin is thinner than a cell: only its
            surface is modelled, with `mu_r` if given.
        roughness: length [m]. Rms height of the surface of a `conductor`.
        thickness: length [m]. Thickness of sheets of a `conductor` that are drawn without one; much more than
            the skin if absent.
        sheet_resistance: resistance [ohm]. Resistance of a square of a thin sheet; for boxes without
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


class DebyeTerm(Noun):
    """A relaxation: delta/(1 + j w tau).

    Given by position or by name:
        delta: number. Its part of the static value.
        tau: time [s]. Relaxation time.
    """

    _table = "debye_term"
    _required = ("delta", "tau")


class DrudeTerm(Noun):
    """Free charges: -wp^2/(w^2 - j w g), with wp = 2 pi `plasma` and g = 2 pi `collision` when given as
    frequencies.

    Given by position or by name:
        plasma: angular frequency [Hz]. Plasma frequency.
        collision: angular frequency [Hz]. Collision frequency: the rate in rad/s, or that over 2 pi in Hz.
    """

    _table = "drude_term"
    _required = ("plasma", "collision")


class LorentzTerm(Noun):
    """A resonance: delta w0^2/(w0^2 - w^2 + 2 j w d), with w0 = 2 pi `frequency` and d = 2 pi `damping` when
    given as frequencies. The full width of the line is 2 d.

    Given by position or by name:
        delta: number. Its part of the static value.
        frequency: angular frequency [Hz]. Resonance without damping.
        damping: angular frequency [Hz]. Half the width of the line.
    """

    _table = "lorentz_term"
    _required = ("delta", "frequency", "damping")


class Pole(Noun):
    """A pole a with its residue r: r/(j w - a), and the same with a* and r* unless a is real.

    Given by position or by name:
        pole: two angular frequency [Hz]. a, whose real part is not positive.
        residue: two angular frequency [Hz]. r.
    """

    _table = "pole"
    _required = ("pole", "residue")


class MagneticPart(Noun):
    """Terms of the permeability, of the same form as those of the permittivity.

    Given by name:
        debye: list of `DebyeTerm`. Debye terms.
        drude: list of `DrudeTerm`. Drude terms.
        lorentz: list of `LorentzTerm`. Lorentz terms.
        poles: list of `Pole`. Any other poles.
    """

    _table = "magnetic_part"
    _defaults = {"debye": [], "drude": [], "lorentz": [], "poles": []}
    _tables = {"debye": "DebyeTerm", "drude": "DrudeTerm", "lorentz": "LorentzTerm", "poles": "Pole"}


class Structure(Noun):
    """A shape filled with a material.

    Given by position or by name:
        material: text. A name from `materials`, or `vacuum`, `pec`, `pmc`.
        shape: `Shape`. A region of space.

    Given by name:
        name: text. A name for messages.
    """

    _table = "structure"
    _flat = "shape"
    _required = ("material", "shape")
    _defaults = {"name": None}
    _tables = {"shape": "Shape"}


class Shape(Noun):
    """A region of space."""

    _table = "shape"
    _choice = ("shape", None)


class Box(Shape):
    """An axis-parallel box; of `pec` it may be a sheet or a wire.

    Given by position or by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
    """

    _tag = ("shape", "box")
    _required = ("from_", "to")


class Sphere(Shape):
    """A ball.

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
    """The inside of a closed triangle surface from a mesh file.

    Given by position or by name:
        file: text. Mesh file: .stl, .msh (gmsh), .obj or .inp; its path counts from the folder of the scene.
        unit: length [m]. Length of one unit of the file.

    Given by name:
        offset: [x, y, z], length [m]. Added to every vertex after scaling. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "polyhedron")
    _required = ("file", "unit")
    _defaults = {"offset": ["0 mm", "0 mm", "0 mm"]}


class Sheet(Shape):
    """An open triangle surface from a mesh file, without thickness, of `pec`; for the method of moments only.

    Given by position or by name:
        file: text. Mesh file: .stl, .msh (gmsh), .obj or .inp; its path counts from the folder of the scene.
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
    """A circular arc turned about its chord, which lies along x.

    Given by position or by name:
        length: length [m]. From tip to tip.
        radius: length [m]. In the middle; at most half of the length.

    Given by name:
        center: [x, y, z], length [m]. The middle. Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "ogive")
    _required = ("length", "radius")
    _defaults = {"center": ["0 mm", "0 mm", "0 mm"]}


class ConeSphere(Shape):
    """A cone that ends in a sphere without an edge; its axis is x, the tip on the negative side.

    Given by position or by name:
        radius: length [m]. Radius of the sphere.
        half_angle: angle [rad]. Between the axis and the cone.

    Given by name:
        center: [x, y, z], length [m]. The point on its axis where the cone ends and the sphere begins.
            Default: ["0 mm", "0 mm", "0 mm"].
    """

    _tag = ("shape", "cone-sphere")
    _required = ("radius", "half_angle")
    _defaults = {"center": ["0 mm", "0 mm", "0 mm"]}


class Union(Shape):
    """In any of the shapes.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "union")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Difference(Shape):
    """In the first shape and in none of the others.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "difference")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Intersection(Shape):
    """In all of the shapes.

    Given by position or by name:
        of: list of `Shape`. The shapes that are combined.
    """

    _tag = ("shape", "intersection")
    _required = ("of",)
    _tables = {"of": "Shape"}


class Wire(Noun):
    """A round metal wire that is thinner than the cells of the grid: straight pieces, each along an axis. Wires
    that share a point of the grid are joined, and a wire that ends at metal is joined to it; a port without
    width in a gap between two wires drives them. For FDTD only.

    Given by position or by name:
        name: text. A name for messages.
        radius: length [m]. Its radius, less than half of the cells beside it.
        points: list of [x, y, z], length [m]. Where it begins, bends and ends.
    """

    _table = "wire"
    _required = ("name", "radius", "points")


class Source(Noun):
    """An impressed current or field."""

    _table = "source"
    _choice = ("type", None)


class HardPointSource(Source):
    """Prescribes one component on the nearest edge or face; amplitude in V/m, for H in A/m.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its course in time.
        at: [x, y, z], length [m]. Where.
        component: "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Which component.
    """

    _tag = ("type", "hard-point")
    _required = ("name", "waveform", "at", "component")
    _tables = {"waveform": "Waveform"}


class SoftPointSource(Source):
    """Impresses a current density on the nearest edge; amplitude in A/m^2, for H in V/m^2.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its course in time.
        at: [x, y, z], length [m]. Where.
        component: "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Which component.
    """

    _tag = ("type", "soft-point")
    _required = ("name", "waveform", "at", "component")
    _tables = {"waveform": "Waveform"}


class DipoleSource(Source):
    """Hertzian dipole; amplitude is the current moment, in A m.

    Given by position or by name:
        name: text. Its name.
        waveform: `Waveform`. Its course in time.
        at: [x, y, z], length [m]. Where.
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
        waveform: `Waveform`. Its course in time.

    Given by name:
        from_: [x, y, z], length [m]. Corner of the box with the smallest coordinates; it moves to the nearest
            grid lines. Both corners or neither; FDTD needs them.
        to: [x, y, z], length [m]. Corner with the largest coordinates. At least a cell is left between the
            box and the faces of the domain. Along a periodic axis the box spans the domain; with two of them,
            it may end at the face through which the wave leaves.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z" or [x, y, z], number. Where the
            wave goes to; this, or `theta` and `phi`.
        theta: angle [rad]. Angle between +z and where the wave goes to.
        phi: angle [rad]. Angle from +x towards +y of where the wave goes to.
        polarisation: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z" or [x, y, z], number.
            Direction of E, of which the part across the wave's direction counts; this or `psi`.
        psi: angle [rad]. E points along (unit vector of theta) cos psi + (unit vector of phi) sin psi at the
            wave's direction, with phi = 0 for a wave given as `direction = "z"` or `"-z"`.
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


class Waveform(Noun):
    """A course in time."""

    _table = "waveform"
    _choice = ("type", None)


class GaussianWaveform(Waveform):
    """A bell: spectrum from zero to the bandwidth.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.

    Given by name:
        bandwidth: frequency [Hz]. Frequency at which the spectrum is 20 dB below its peak; this or `tau`.
        tau: time [s]. Half width at 1/e; this or `bandwidth`.
        delay: time [s]. Time of the centre; 4.5 tau if absent.
    """

    _tag = ("type", "gaussian")
    _required = ("amplitude",)
    _defaults = {"bandwidth": None, "tau": None, "delay": None}


class ModulatedGaussianWaveform(Waveform):
    """A bell times a sine: spectrum around the carrier.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.
        frequency: frequency [Hz]. Carrier.

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
    """The derivative of a bell: no mean, so no charge is left behind.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.

    Given by name:
        bandwidth: frequency [Hz]. Frequency at which the spectrum is 20 dB below its peak; this or `tau`.
        tau: time [s]. Half width at 1/e; this or `bandwidth`.
        delay: time [s]. Time of the centre; 4.5 tau if absent.
    """

    _tag = ("type", "differentiated-gaussian")
    _required = ("amplitude",)
    _defaults = {"bandwidth": None, "tau": None, "delay": None}


class SineWaveform(Waveform):
    """A sine that rises smoothly and goes on for ever.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.
        frequency: frequency [Hz]. Frequency.

    Given by name:
        ramp: time [s]. Time in which it rises; three periods if absent.
        phase: angle [rad]. Phase. Default: "0 deg".
    """

    _tag = ("type", "sine")
    _required = ("amplitude", "frequency")
    _defaults = {"ramp": None, "phase": "0 deg"}


class SamplesWaveform(Waveform):
    """Equally spaced values from time zero, joined by straight lines.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.
        interval: time [s]. Time between two values.
        values: list of number. The values, times the amplitude.
    """

    _tag = ("type", "samples")
    _required = ("amplitude", "interval", "values")


class PhasorWaveform(Waveform):
    """The same amplitude at every frequency asked for; for the method of moments only.

    Given by position or by name:
        amplitude: quantity [of what it drives]. Peak value, in the unit of what it drives.
    """

    _tag = ("type", "phasor")
    _required = ("amplitude",)


class Port(Noun):
    """A port: a voltage source with a resistance between two pieces of metal, or the end of a line."""

    _table = "port"
    _choice = ("type", "lumped")


class LumpedPort(Port):
    """A voltage source with a resistance, or a resistor if it has no waveform. It fills a box; the current flows
    along `direction`. The voltage is that of the `+` end over the `-` end. The current is what leaves the `+`
    end into the model, the circulation of H around the port: what charges the capacitance of the port's own
    cells is not part of it.

    Given by position or by name:
        name: text. What it measures is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Of a lumped port from the `-` to
            the `+` end; of others along the line into the model.
        resistance: resistance [ohm]. Internal resistance.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port, about the voltage on the line of others;
            amplitude in V.
    """

    _tag = ("type", "lumped")
    _required = ("name", "from_", "to", "direction", "resistance")
    _defaults = {"waveform": None}
    _tables = {"waveform": "Waveform"}


class MicrostripPort(Port):
    """A strip over a ground. The box is as wide as the strip and reaches from the ground to the strip; the
    voltage is taken under the middle of the strip, the current around it.

    Given by position or by name:
        name: text. What it measures is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Of a lumped port from the `-` to
            the `+` end; of others along the line into the model.
        voltage: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". From the ground to the strip.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port, about the voltage on the line of others;
            amplitude in V.
        thickness: length [m]. Thickness of the strip; it lies beyond the box.
        reference_plane: length [m]. Coordinate along the line of the reference plane; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "microstrip")
    _required = ("name", "from_", "to", "direction", "voltage")
    _defaults = {"waveform": None, "thickness": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class CoplanarPort(Port):
    """A strip between two grounds in one plane. The box is flat, and reaches from ground to ground; the voltage
    is the mean over both gaps, the current is taken around the strip.

    Given by position or by name:
        name: text. What it measures is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Of a lumped port from the `-` to
            the `+` end; of others along the line into the model.
        gap: length [m]. Width of the gap on either side of the strip.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port, about the voltage on the line of others;
            amplitude in V.
        reference_plane: length [m]. Coordinate along the line of the reference plane; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "coplanar")
    _required = ("name", "from_", "to", "direction", "gap")
    _defaults = {"waveform": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class CoaxialPort(Port):
    """Two coaxial cylinders. The cross-section of the box is the square around the outer one; the voltage is the
    mean over four radii, the current is taken around the inner conductor.

    Given by position or by name:
        name: text. What it measures is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Of a lumped port from the `-` to
            the `+` end; of others along the line into the model.
        inner_radius: length [m]. Radius of the inner conductor.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port, about the voltage on the line of others;
            amplitude in V.
        reference_plane: length [m]. Coordinate along the line of the reference plane; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "coaxial")
    _required = ("name", "from_", "to", "direction", "inner_radius")
    _defaults = {"waveform": None, "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class WaveguidePort(Port):
    """A hollow rectangular guide in one of its modes. The cross-section of the box is that of the guide.

    Given by position or by name:
        name: text. What it measures is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Of a lumped port from the `-` to
            the `+` end; of others along the line into the model.

    Given by name:
        waveform: `Waveform`. Open-circuit voltage of a lumped port, about the voltage on the line of others;
            amplitude in V.
        mode: text. Its mode; the first number counts half waves along the longer side. Default: "TE10".
        reference_plane: length [m]. Coordinate along the guide of the reference plane; the end of the box
            towards the model if absent.
    """

    _tag = ("type", "waveguide")
    _required = ("name", "from_", "to", "direction")
    _defaults = {"waveform": None, "mode": "TE10", "reference_plane": None}
    _tables = {"waveform": "Waveform"}


class Network(Noun):
    """S-parameters of all ports, by FDTD: the ports are driven one after another, on a GPU all runs at once.
    Each is driven by its own waveform, else by that of the network, else by a pulse made for the frequencies.

    Given by position or by name:
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. One, a list, or { from, to,
            count }.

    Given by name:
        reference: resistance [ohm]. Resistance that waves are referred to at every port, in all results and
            files; if absent the resistance of a lumped port, the impedance of a line, the matrix of
            impedances of coupled lines. Hollow guides have no other than their own.
        waveform: `Waveform`. The course of the source of every port that has none of its own.
        exchange: list of list of text. Pairs of ports that change places when the model is mirrored or
            turned, which it must bear: `exchange = [["in", "out"]]`. Only the first of each pair is driven.
        combinations: list of `Combination`. Several ports driven at once; what monitors in frequency record
            is found under its name.
    """

    _table = "network"
    _required = ("frequencies",)
    _defaults = {"reference": None, "waveform": None, "exchange": [], "combinations": []}
    _tables = {"frequencies": "FrequencyRange", "waveform": "Waveform", "combinations": "Combination"}


class FrequencyRange(Noun):
    """Frequencies at equal distances.

    Given by position or by name:
        from_: frequency [Hz]. The first.
        to: frequency [Hz]. The last.
        count: whole number. How many, both ends included.
    """

    _table = "frequency_range"
    _required = ("from_", "to", "count")


class Combination(Noun):
    """Ports driven at once, computed from the runs of single ports.

    Given by position or by name:
        name: text. Results are found under this name.
        waves: list of `Wave`. The waves that come in at ports.
    """

    _table = "combination"
    _required = ("name", "waves")
    _tables = {"waves": "Wave"}


class Wave(Noun):
    """The wave that comes in at a port.

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


class Element(Noun):
    """A lumped element: a resistor, an inductor, a capacitor, or several of them in series or in parallel. It
    fills a box, of one edge of the grid or of many, and the current flows along `direction`; its two ends
    should touch metal.

    Given by position or by name:
        name: text. A name for messages.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; it differs from `from` along the
            direction.
        direction: "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Along which axis the current
            flows; the sign is of no account.

    Given by name:
        resistance: resistance [ohm]. R; one of the three at least.
        inductance: inductance [H]. L.
        capacitance: capacitance [F]. C.
        connection: "series" | "parallel". How the parts are connected; needed where there is more than one.
        own_capacitance: "beside" | "within". The capacitance of the element's own cells stands `beside` it,
            or is a part of `capacitance` (`within`). Default: "beside".
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


class Monitor(Noun):
    """Something to record."""

    _table = "monitor"
    _choice = ("type", None)


class ProbeMonitor(Monitor):
    """Field components at a point, every time step.

    Given by position or by name:
        name: text. Its result is found under this name.
        at: [x, y, z], length [m]. Where.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Which components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
    """

    _tag = ("type", "probe")
    _required = ("name", "at")
    _defaults = {"components": ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]}


class SnapshotMonitor(Monitor):
    """Field components on a plane or in a box, now and then.

    Given by position or by name:
        name: text. Its result is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along an axis it makes
            a plane.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Which components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
        every: time [s]. Time between two snapshots; this or `every_steps`.
        every_steps: whole number. Time steps between two snapshots; this or `every`.
        stride: whole number or [x, y, z], whole number. Every how many nodes along each axis. Default: 1.
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
    """Field components at a point, on a plane or in a box, in frequency.

    Given by position or by name:
        name: text. Its result is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along an axis it makes
            a plane, a line or a point.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.

    Given by name:
        components: list of "Ex" | "Ey" | "Ez" | "Hx" | "Hy" | "Hz". Which components. Default: ["Ex", "Ey",
            "Ez", "Hx", "Hy", "Hz"].
        every_steps: whole number. Time steps between two values that are taken; as many as the waveforms
            allow if absent.
        stride: whole number or [x, y, z], whole number. Every how many nodes along each axis. Default: 1.
        samples: whole number or [x, y, z], whole number. How many points along each axis, for the method of
            moments, which has no nodes; the ends are included.
        normalise: "source" | "none". `source` for phasors of sources that oscillate with their amplitude,
            `none` for the Fourier integral. Default: "source".
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
    """Power through a plane towards larger coordinates, or out of a box, in frequency.

    Given by position or by name:
        name: text. Its result is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates; equal to `from` along one axis it
            makes a plane.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.

    Given by name:
        every_steps: whole number. Time steps between two values that are taken; as many as the waveforms
            allow if absent.
        normalise: "source" | "none". `source` for the power of sources that oscillate with their amplitude,
            `none` for the spectral energy density. Default: "source".
    """

    _tag = ("type", "flux")
    _required = ("name", "from_", "to", "frequencies")
    _defaults = {"every_steps": None, "normalise": "source"}
    _tables = {"frequencies": "FrequencyRange"}


class AbsorptionMonitor(Monitor):
    """Power that the media in a box turn into heat, in frequency.

    Given by position or by name:
        name: text. Its result is found under this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.

    Given by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates; that of the domain if absent.
        to: [x, y, z], length [m]. Corner with the largest coordinates; that of the domain if absent.
        every_steps: whole number. Time steps between two values that are taken; as many as the waveforms
            allow if absent.
        normalise: "source" | "none". `source` for the power of sources that oscillate with their amplitude,
            `none` for the spectral energy density. Default: "source".
    """

    _tag = ("type", "absorption")
    _required = ("name", "frequencies")
    _defaults = {"from_": None, "to": None, "every_steps": None, "normalise": "source"}
    _tables = {"frequencies": "FrequencyRange"}


class FarFieldMonitor(Monitor):
    """The field far away of what is inside a box, in frequency: patterns, directivity, cross sections.

    Given by position or by name:
        name: text. Its result is found under this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.

    Given by name:
        from_: [x, y, z], length [m]. Corner with the smallest coordinates. Both corners or neither; FDTD
            needs them.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        open: list of "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Faces of the box that are
            left out, such as -x where a board or a line has to leave it. What passes through them is lost to
            the far field. The inside of a hollow guide or coaxial line with a port is left out by itself.
            Default: [].
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z: one, a list, or { from, to,
            count }. Default: {"from": "0 deg", "to": "180 deg", "count": 37}.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z: one, a list, or {
            from, to, count }. Default: ["0 deg", "90 deg"].
        center: [x, y, z], length [m]. The point that phases refer to; the middle of the box if absent,
            without a box the origin.
        every_steps: whole number. Time steps between two values that are taken; as many as the waveforms
            allow if absent.
        normalise: "source" | "none". `source` for phasors of sources that oscillate with their amplitude,
            `none` for the Fourier integral. Default: "source".
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
    """The field far away of what is inside a box, in time.

    Given by position or by name:
        name: text. Its result is found under this name.
        from_: [x, y, z], length [m]. Corner with the smallest coordinates.
        to: [x, y, z], length [m]. Corner with the largest coordinates.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z: one, a list, or { from, to,
            count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z: one, a list, or {
            from, to, count }.

    Given by name:
        open: list of "x" | "y" | "z" | "+x" | "+y" | "+z" | "-x" | "-y" | "-z". Faces of the box that are
            left out, as for `far-field`. Default: [].
        center: [x, y, z], length [m]. The point that retarded time refers to; the middle of the box if
            absent.
    """

    _tag = ("type", "far-pulse")
    _required = ("name", "from_", "to", "theta", "phi")
    _defaults = {"open": [], "center": None}
    _tables = {"theta": "AngleRange", "phi": "AngleRange"}


class MonostaticMonitor(Monitor):
    """Radar cross sections seen from where the wave comes from, for both polarisations of each; its waves are
    its own. For the method of moments only.

    Given by position or by name:
        name: text. Its result is found under this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z of where the wave comes
            from: one, a list, or { from, to, count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z of where the wave
            comes from: one, a list, or { from, to, count }.
    """

    _tag = ("type", "monostatic")
    _required = ("name", "frequencies", "theta", "phi")
    _tables = {"frequencies": "FrequencyRange", "theta": "AngleRange", "phi": "AngleRange"}


class BistaticMonitor(Monitor):
    """Radar cross sections of a wave from one direction, seen from others, for both polarisations of each; its
    waves are its own. For the method of moments only.

    Given by position or by name:
        name: text. Its result is found under this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.
        from_: `Arrival`. Where the wave comes from: { theta, phi }.
        theta: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +z of where the echo is
            received: one, a list, or { from, to, count }.
        phi: angle [rad] or list of angle [rad] or `AngleRange`. Angles from +x about z of where the echo is
            received: one, a list, or { from, to, count }.
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
    """The current on all metal surfaces, in frequency; for the method of moments only.

    Given by position or by name:
        name: text. Its result is found under this name.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. At which frequencies: one,
            a list, or { from, to, count }.
    """

    _tag = ("type", "surface-current")
    _required = ("name", "frequencies")
    _tables = {"frequencies": "FrequencyRange"}


class AngleRange(Noun):
    """Angles at equal distances.

    Given by position or by name:
        from_: angle [rad]. The first.
        to: angle [rad]. The last.
        count: whole number. How many, both ends included.
    """

    _table = "angle_range"
    _required = ("from_", "to", "count")


class Arrival(Noun):
    """Two angles.

    Given by position or by name:
        theta: angle [rad]. Angle from +z of where the wave comes from.
        phi: angle [rad]. Angle from +x about z of where the wave comes from.
    """

    _table = "arrival"
    _required = ("theta", "phi")


class StopConditions(Noun):
    """The run ends at the first of these; without any, when the energy has fallen by 60 dB.

    Given by name:
        steps: whole number. After this many time steps.
        time: time [s]. After this time.
        energy_decay: ratio in decibels [dB]. When the energy has fallen this far below its peak.
    """

    _table = "stop_conditions"
    _defaults = {"steps": None, "time": None, "energy_decay": None}


class FdtdOptions(Noun):
    """Options of the FDTD solver.

    Given by name:
        precision: "f32" | "f64". Precision of the fields. Default: "f32".
        courant: number. Time step as a fraction of the stability limit. Default: 0.99.
        traversal: "auto" | "sweep" | "tiles". Order in which cells are updated; the result does not depend on
            it. Default: "auto".
        surfaces: "conformal" | "staircase". Surfaces that do not follow the grid: as they are, or in whole
            cells. Default: "conformal".
    """

    _table = "fdtd_options"
    _defaults = {"precision": "f32", "courant": 0.99, "traversal": "auto", "surfaces": "conformal"}


class MomOptions(Noun):
    """Options of the method of moments, which takes metal surfaces in open space, in frequency.

    Given by name:
        equation: "auto" | "efie" | "mfie" | "cfie". Integral equation: `auto` is `cfie` on closed bodies and
            `efie` on open surfaces. Default: "auto".
        alpha: number. Weight of the electric equation in `cfie`: alpha EFIE + (1 - alpha) 377 ohm MFIE; 0.5
            if absent.
        elements_per_wavelength: number. Edges of triangles a wavelength, at the highest frequency. Default:
            10.0.
        edge: length [m]. Edge length of triangles; it wins over `elements_per_wavelength`.
        precision: "f32" | "f64". Precision of the matrix. Default: "f64".
        method: "auto" | "dense" | "hmatrix" | "mlfma". How the matrix is held and the equation solved:
            `dense` factors, `hmatrix` and `mlfma` compress and iterate; `auto` takes what suits the unknowns,
            the memory, the mesh and the frequency. Default: "auto".
        digits: whole number. Decimal digits that compressed products keep; 3 if absent.
        residual: number. Relative residual at which iterations end; it follows `digits` if absent.
        preconditioner: "auto" | "none" | "block" | "sai" | "ilu". What iterations are preconditioned by:
            factors of blocks on the diagonal, a sparse approximate inverse of the near field (`sai`), or its
            incomplete factors (`ilu`). Default: "auto".
        tolerance: number. Relative error of the integrals over triangles; if absent 1e-3 for a dense matrix
            and 10^-digits for a compressed one.
        frequencies: frequency [Hz] or list of frequency [Hz] or `FrequencyRange`. Where ports are solved for:
            one, a list, or { from, to, count }. Monitors bring their own.
    """

    _table = "mom_options"
    _defaults = {
        "equation": "auto",
        "alpha": None,
        "elements_per_wavelength": 10.0,
        "edge": None,
        "precision": "f64",
        "method": "auto",
        "digits": None,
        "residual": None,
        "preconditioner": "auto",
        "tolerance": None,
        "frequencies": None,
    }
    _tables = {"frequencies": "FrequencyRange"}


class SceneTables(Noun):
    """The whole model. All quantities carry their unit: `"3.2 mm"`.

    Given by name:
        title: text. One line that names the model. Default: "untitled".
        domain: `Domain`. The region that is modelled; if absent open space, which only the method of moments
            can model.
        grid: `Grid`. How the grid is made.
        boundary: `Boundary`. What stands at the faces of the domain.
        symmetry: `Symmetry`. Symmetry planes through the centre of the domain.
        materials: names with `Material`. Materials by name; `vacuum`, `pec` and `pmc` are there already.
        structures: list of `Structure`. Shapes filled with a material; where two overlap the later one wins.
        wires: list of `Wire`. Metal wires thinner than the grid.
        sources: list of `Source`. Impressed currents and fields.
        ports: list of `Port`. Lumped ports, and ports at the ends of lines and guides.
        network: `Network`. S-parameters of the ports.
        elements: list of `Element`. Lumped resistors, inductors and capacitors.
        monitors: list of `Monitor`. What to record.
        stop: `StopConditions`. When the run ends.
        fdtd: `FdtdOptions`. Options of the FDTD solver.
        mom: `MomOptions`. Options of the method of moments.
    """

    _table = "scene"
    _defaults = {
        "title": "untitled",
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
        "fdtd": {},
        "mom": {},
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
        "fdtd": "FdtdOptions",
        "mom": "MomOptions",
    }
    _named = {"materials": "Material"}
