"""The tables of a scene, one class each. Generated from the schema by `generate.py`: do not edit."""

from typing import Any, Literal, Mapping, Optional, Sequence, Tuple, TypeVar
from typing import Union as Either

import numpy.typing as npt

from ._table import TableObject

T = TypeVar("T")
#: A text with its unit, or a number in SI units.
Quantity = Either[str, float]
#: A list, a tuple or an array.
Several = Either[Sequence[T], npt.NDArray[Any]]
#: An object, or a dictionary with the keys of the scene file.
Table = Either[T, Mapping[str, Any]]

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

Length = Quantity
Frequency = Quantity
WaveNumber = Quantity
Angle = Quantity
Conductivity = Quantity
MagneticConductivity = Quantity
Time = Quantity
AngularFrequency = Quantity
Resistance = Quantity
MassDensity = Quantity
RatioInDecibels = Quantity
Inductance = Quantity
Capacitance = Quantity
Duration = Quantity

class Domain(TableObject):
    def __init__(
        self,
        from_: Several[Length],
        to: Several[Length],
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
    ) -> Domain: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...

class Grid(TableObject):
    def __init__(
        self,
        *,
        max_frequency: Optional[Frequency] = ...,
        cells_per_wavelength: Optional[float] = ...,
        max_growth: Optional[float] = ...,
        min_cell: Optional[Length] = ...,
        max_cell: Optional[Length] = ...,
        spacing: Optional[Either[Length, Several[Length]]] = ...,
        lines: Optional[Table[GridLines]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        max_frequency: Optional[Frequency] = ...,
        cells_per_wavelength: Optional[float] = ...,
        max_growth: Optional[float] = ...,
        min_cell: Optional[Length] = ...,
        max_cell: Optional[Length] = ...,
        spacing: Optional[Either[Length, Several[Length]]] = ...,
        lines: Optional[Table[GridLines]] = ...,
    ) -> Grid: ...
    @property
    def max_frequency(self) -> Optional[str]: ...
    @property
    def cells_per_wavelength(self) -> Optional[float]: ...
    @property
    def max_growth(self) -> Optional[float]: ...
    @property
    def min_cell(self) -> Optional[str]: ...
    @property
    def max_cell(self) -> Optional[str]: ...
    @property
    def spacing(self) -> Optional[Either[str, Tuple[str, str, str]]]: ...
    @property
    def lines(self) -> Optional[GridLines]: ...

class GridLines(TableObject):
    def __init__(
        self,
        x: Several[Length],
        y: Several[Length],
        z: Several[Length],
    ) -> None: ...
    def replace(
        self,
        *,
        x: Optional[Several[Length]] = ...,
        y: Optional[Several[Length]] = ...,
        z: Optional[Several[Length]] = ...,
    ) -> GridLines: ...
    @property
    def x(self) -> Tuple[str, ...]: ...
    @property
    def y(self) -> Tuple[str, ...]: ...
    @property
    def z(self) -> Tuple[str, ...]: ...

class Boundary(TableObject):
    def __init__(
        self,
        *,
        all: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        pml: Optional[Table[AbsorbingLayer]] = ...,
        bloch: Optional[Table[WaveVector]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        all: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        x_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        y_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z_min: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        z_max: Optional[Literal["pec", "pmc", "periodic", "bloch", "pml"]] = ...,
        pml: Optional[Table[AbsorbingLayer]] = ...,
        bloch: Optional[Table[WaveVector]] = ...,
    ) -> Boundary: ...
    @property
    def all(self) -> str: ...
    @property
    def x(self) -> Optional[str]: ...
    @property
    def y(self) -> Optional[str]: ...
    @property
    def z(self) -> Optional[str]: ...
    @property
    def x_min(self) -> Optional[str]: ...
    @property
    def x_max(self) -> Optional[str]: ...
    @property
    def y_min(self) -> Optional[str]: ...
    @property
    def y_max(self) -> Optional[str]: ...
    @property
    def z_min(self) -> Optional[str]: ...
    @property
    def z_max(self) -> Optional[str]: ...
    @property
    def pml(self) -> AbsorbingLayer: ...
    @property
    def bloch(self) -> Optional[WaveVector]: ...

class AbsorbingLayer(TableObject):
    def __init__(
        self,
        *,
        layers: Optional[int] = ...,
        grading: Optional[float] = ...,
        sigma: Optional[float] = ...,
        kappa: Optional[float] = ...,
        alpha: Optional[Frequency] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        layers: Optional[int] = ...,
        grading: Optional[float] = ...,
        sigma: Optional[float] = ...,
        kappa: Optional[float] = ...,
        alpha: Optional[Frequency] = ...,
    ) -> AbsorbingLayer: ...
    @property
    def layers(self) -> int: ...
    @property
    def grading(self) -> float: ...
    @property
    def sigma(self) -> float: ...
    @property
    def kappa(self) -> float: ...
    @property
    def alpha(self) -> Optional[str]: ...

class WaveVector(TableObject):
    def __init__(
        self,
        *,
        k: Optional[Several[WaveNumber]] = ...,
        frequency: Optional[Frequency] = ...,
        theta: Optional[Angle] = ...,
        phi: Optional[Angle] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        k: Optional[Several[WaveNumber]] = ...,
        frequency: Optional[Frequency] = ...,
        theta: Optional[Angle] = ...,
        phi: Optional[Angle] = ...,
    ) -> WaveVector: ...
    @property
    def k(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def frequency(self) -> Optional[str]: ...
    @property
    def theta(self) -> Optional[str]: ...
    @property
    def phi(self) -> Optional[str]: ...

class Symmetry(TableObject):
    def __init__(
        self,
        *,
        x: Optional[Literal["electric", "magnetic"]] = ...,
        y: Optional[Literal["electric", "magnetic"]] = ...,
        z: Optional[Literal["electric", "magnetic"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        x: Optional[Literal["electric", "magnetic"]] = ...,
        y: Optional[Literal["electric", "magnetic"]] = ...,
        z: Optional[Literal["electric", "magnetic"]] = ...,
    ) -> Symmetry: ...
    @property
    def x(self) -> Optional[str]: ...
    @property
    def y(self) -> Optional[str]: ...
    @property
    def z(self) -> Optional[str]: ...

class Material(TableObject):
    def __init__(
        self,
        *,
        library: Optional[Literal["water", "water-25c", "sea-water", "muscle", "fat", "skin-dry", "blood", "brain-grey", "brain-white", "bone-cortical", "bone-cancellous", "heart", "kidney", "liver", "lung-inflated", "fr4", "ro4003c", "ro4350b", "rt-duroid-5880", "alumina", "ptfe", "gold", "silver", "gold-rakic", "silver-rakic", "copper", "aluminium", "gold-microwave", "silver-microwave"]] = ...,
        eps_r: Optional[Either[float, Several[float]]] = ...,
        eps_inf: Optional[Either[float, Several[float]]] = ...,
        mu_r: Optional[Either[float, Several[float]]] = ...,
        mu_inf: Optional[Either[float, Several[float]]] = ...,
        sigma: Optional[Either[Conductivity, Several[Conductivity]]] = ...,
        sigma_m: Optional[Either[MagneticConductivity, Several[MagneticConductivity]]] = ...,
        debye: Optional[Several[Table[DebyeTerm]]] = ...,
        drude: Optional[Several[Table[DrudeTerm]]] = ...,
        lorentz: Optional[Several[Table[LorentzTerm]]] = ...,
        poles: Optional[Several[Table[Pole]]] = ...,
        magnetic: Optional[Table[MagneticPart]] = ...,
        loss_tangent: Optional[float] = ...,
        loss_tangent_at: Optional[Frequency] = ...,
        conductor: Optional[Conductivity] = ...,
        roughness: Optional[Length] = ...,
        thickness: Optional[Length] = ...,
        sheet_resistance: Optional[Resistance] = ...,
        density: Optional[MassDensity] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        library: Optional[Literal["water", "water-25c", "sea-water", "muscle", "fat", "skin-dry", "blood", "brain-grey", "brain-white", "bone-cortical", "bone-cancellous", "heart", "kidney", "liver", "lung-inflated", "fr4", "ro4003c", "ro4350b", "rt-duroid-5880", "alumina", "ptfe", "gold", "silver", "gold-rakic", "silver-rakic", "copper", "aluminium", "gold-microwave", "silver-microwave"]] = ...,
        eps_r: Optional[Either[float, Several[float]]] = ...,
        eps_inf: Optional[Either[float, Several[float]]] = ...,
        mu_r: Optional[Either[float, Several[float]]] = ...,
        mu_inf: Optional[Either[float, Several[float]]] = ...,
        sigma: Optional[Either[Conductivity, Several[Conductivity]]] = ...,
        sigma_m: Optional[Either[MagneticConductivity, Several[MagneticConductivity]]] = ...,
        debye: Optional[Several[Table[DebyeTerm]]] = ...,
        drude: Optional[Several[Table[DrudeTerm]]] = ...,
        lorentz: Optional[Several[Table[LorentzTerm]]] = ...,
        poles: Optional[Several[Table[Pole]]] = ...,
        magnetic: Optional[Table[MagneticPart]] = ...,
        loss_tangent: Optional[float] = ...,
        loss_tangent_at: Optional[Frequency] = ...,
        conductor: Optional[Conductivity] = ...,
        roughness: Optional[Length] = ...,
        thickness: Optional[Length] = ...,
        sheet_resistance: Optional[Resistance] = ...,
        density: Optional[MassDensity] = ...,
    ) -> Material: ...
    @property
    def library(self) -> Optional[str]: ...
    @property
    def eps_r(self) -> Optional[Either[float, Tuple[float, float, float]]]: ...
    @property
    def eps_inf(self) -> Optional[Either[float, Tuple[float, float, float]]]: ...
    @property
    def mu_r(self) -> Optional[Either[float, Tuple[float, float, float]]]: ...
    @property
    def mu_inf(self) -> Optional[Either[float, Tuple[float, float, float]]]: ...
    @property
    def sigma(self) -> Optional[Either[str, Tuple[str, str, str]]]: ...
    @property
    def sigma_m(self) -> Optional[Either[str, Tuple[str, str, str]]]: ...
    @property
    def debye(self) -> Tuple[DebyeTerm, ...]: ...
    @property
    def drude(self) -> Tuple[DrudeTerm, ...]: ...
    @property
    def lorentz(self) -> Tuple[LorentzTerm, ...]: ...
    @property
    def poles(self) -> Tuple[Pole, ...]: ...
    @property
    def magnetic(self) -> Optional[MagneticPart]: ...
    @property
    def loss_tangent(self) -> Optional[float]: ...
    @property
    def loss_tangent_at(self) -> Optional[str]: ...
    @property
    def conductor(self) -> Optional[str]: ...
    @property
    def roughness(self) -> Optional[str]: ...
    @property
    def thickness(self) -> Optional[str]: ...
    @property
    def sheet_resistance(self) -> Optional[str]: ...
    @property
    def density(self) -> Optional[str]: ...

class DebyeTerm(TableObject):
    def __init__(
        self,
        delta: float,
        tau: Time,
    ) -> None: ...
    def replace(
        self,
        *,
        delta: Optional[float] = ...,
        tau: Optional[Time] = ...,
    ) -> DebyeTerm: ...
    @property
    def delta(self) -> float: ...
    @property
    def tau(self) -> str: ...

class DrudeTerm(TableObject):
    def __init__(
        self,
        plasma: AngularFrequency,
        collision: AngularFrequency,
    ) -> None: ...
    def replace(
        self,
        *,
        plasma: Optional[AngularFrequency] = ...,
        collision: Optional[AngularFrequency] = ...,
    ) -> DrudeTerm: ...
    @property
    def plasma(self) -> str: ...
    @property
    def collision(self) -> str: ...

class LorentzTerm(TableObject):
    def __init__(
        self,
        delta: float,
        frequency: AngularFrequency,
        damping: AngularFrequency,
    ) -> None: ...
    def replace(
        self,
        *,
        delta: Optional[float] = ...,
        frequency: Optional[AngularFrequency] = ...,
        damping: Optional[AngularFrequency] = ...,
    ) -> LorentzTerm: ...
    @property
    def delta(self) -> float: ...
    @property
    def frequency(self) -> str: ...
    @property
    def damping(self) -> str: ...

class Pole(TableObject):
    def __init__(
        self,
        pole: Several[AngularFrequency],
        residue: Several[AngularFrequency],
    ) -> None: ...
    def replace(
        self,
        *,
        pole: Optional[Several[AngularFrequency]] = ...,
        residue: Optional[Several[AngularFrequency]] = ...,
    ) -> Pole: ...
    @property
    def pole(self) -> Tuple[str, str]: ...
    @property
    def residue(self) -> Tuple[str, str]: ...

class MagneticPart(TableObject):
    def __init__(
        self,
        *,
        debye: Optional[Several[Table[DebyeTerm]]] = ...,
        drude: Optional[Several[Table[DrudeTerm]]] = ...,
        lorentz: Optional[Several[Table[LorentzTerm]]] = ...,
        poles: Optional[Several[Table[Pole]]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        debye: Optional[Several[Table[DebyeTerm]]] = ...,
        drude: Optional[Several[Table[DrudeTerm]]] = ...,
        lorentz: Optional[Several[Table[LorentzTerm]]] = ...,
        poles: Optional[Several[Table[Pole]]] = ...,
    ) -> MagneticPart: ...
    @property
    def debye(self) -> Tuple[DebyeTerm, ...]: ...
    @property
    def drude(self) -> Tuple[DrudeTerm, ...]: ...
    @property
    def lorentz(self) -> Tuple[LorentzTerm, ...]: ...
    @property
    def poles(self) -> Tuple[Pole, ...]: ...

class Structure(TableObject):
    def __init__(
        self,
        material: str,
        shape: Table[Shape],
        *,
        name: Optional[str] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        material: Optional[str] = ...,
        shape: Optional[Table[Shape]] = ...,
        name: Optional[str] = ...,
    ) -> Structure: ...
    @property
    def name(self) -> Optional[str]: ...
    @property
    def material(self) -> str: ...
    @property
    def shape(self) -> Shape: ...

class Shape(TableObject):
    ...

class Box(Shape):
    def __init__(
        self,
        from_: Several[Length],
        to: Several[Length],
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
    ) -> Box: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...

class Sphere(Shape):
    def __init__(
        self,
        center: Several[Length],
        radius: Length,
    ) -> None: ...
    def replace(
        self,
        *,
        center: Optional[Several[Length]] = ...,
        radius: Optional[Length] = ...,
    ) -> Sphere: ...
    @property
    def center(self) -> Tuple[str, str, str]: ...
    @property
    def radius(self) -> str: ...

class Cylinder(Shape):
    def __init__(
        self,
        from_: Several[Length],
        to: Several[Length],
        radius: Length,
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        radius: Optional[Length] = ...,
    ) -> Cylinder: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def radius(self) -> str: ...

class Cone(Shape):
    def __init__(
        self,
        from_: Several[Length],
        to: Several[Length],
        radius_from: Length,
        radius_to: Length,
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        radius_from: Optional[Length] = ...,
        radius_to: Optional[Length] = ...,
    ) -> Cone: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def radius_from(self) -> str: ...
    @property
    def radius_to(self) -> str: ...

class Polyhedron(Shape):
    def __init__(
        self,
        file: str,
        unit: Length,
        *,
        offset: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        file: Optional[str] = ...,
        unit: Optional[Length] = ...,
        offset: Optional[Several[Length]] = ...,
    ) -> Polyhedron: ...
    @property
    def file(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def offset(self) -> Tuple[str, str, str]: ...

class Sheet(Shape):
    def __init__(
        self,
        file: str,
        unit: Length,
        *,
        offset: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        file: Optional[str] = ...,
        unit: Optional[Length] = ...,
        offset: Optional[Several[Length]] = ...,
    ) -> Sheet: ...
    @property
    def file(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def offset(self) -> Tuple[str, str, str]: ...

class Almond(Shape):
    def __init__(
        self,
        length: Length,
        *,
        center: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        length: Optional[Length] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> Almond: ...
    @property
    def length(self) -> str: ...
    @property
    def center(self) -> Tuple[str, str, str]: ...

class Ogive(Shape):
    def __init__(
        self,
        length: Length,
        radius: Length,
        *,
        center: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        length: Optional[Length] = ...,
        radius: Optional[Length] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> Ogive: ...
    @property
    def length(self) -> str: ...
    @property
    def radius(self) -> str: ...
    @property
    def center(self) -> Tuple[str, str, str]: ...

class ConeSphere(Shape):
    def __init__(
        self,
        radius: Length,
        half_angle: Angle,
        *,
        center: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        radius: Optional[Length] = ...,
        half_angle: Optional[Angle] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> ConeSphere: ...
    @property
    def radius(self) -> str: ...
    @property
    def half_angle(self) -> str: ...
    @property
    def center(self) -> Tuple[str, str, str]: ...

class Circle(Shape):
    def __init__(
        self,
        radius: Length,
        *,
        center: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        radius: Optional[Length] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> Circle: ...
    @property
    def center(self) -> Tuple[str, str]: ...
    @property
    def radius(self) -> str: ...

class Rectangle(Shape):
    def __init__(
        self,
        from_: Several[Length],
        to: Several[Length],
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
    ) -> Rectangle: ...
    @property
    def from_(self) -> Tuple[str, str]: ...
    @property
    def to(self) -> Tuple[str, str]: ...

class Polygon(Shape):
    def __init__(
        self,
        points: Several[Several[Length]],
    ) -> None: ...
    def replace(
        self,
        *,
        points: Optional[Several[Several[Length]]] = ...,
    ) -> Polygon: ...
    @property
    def points(self) -> Tuple[Tuple[str, str], ...]: ...

class Strip(Shape):
    def __init__(
        self,
        points: Several[Several[Length]],
    ) -> None: ...
    def replace(
        self,
        *,
        points: Optional[Several[Several[Length]]] = ...,
    ) -> Strip: ...
    @property
    def points(self) -> Tuple[Tuple[str, str], ...]: ...

class Union(Shape):
    def __init__(
        self,
        of: Several[Table[Shape]],
    ) -> None: ...
    def replace(
        self,
        *,
        of: Optional[Several[Table[Shape]]] = ...,
    ) -> Union: ...
    @property
    def of(self) -> Tuple[Shape, ...]: ...

class Difference(Shape):
    def __init__(
        self,
        of: Several[Table[Shape]],
    ) -> None: ...
    def replace(
        self,
        *,
        of: Optional[Several[Table[Shape]]] = ...,
    ) -> Difference: ...
    @property
    def of(self) -> Tuple[Shape, ...]: ...

class Intersection(Shape):
    def __init__(
        self,
        of: Several[Table[Shape]],
    ) -> None: ...
    def replace(
        self,
        *,
        of: Optional[Several[Table[Shape]]] = ...,
    ) -> Intersection: ...
    @property
    def of(self) -> Tuple[Shape, ...]: ...

class Wire(TableObject):
    def __init__(
        self,
        name: str,
        radius: Length,
        points: Several[Several[Length]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        radius: Optional[Length] = ...,
        points: Optional[Several[Several[Length]]] = ...,
    ) -> Wire: ...
    @property
    def name(self) -> str: ...
    @property
    def radius(self) -> str: ...
    @property
    def points(self) -> Tuple[Tuple[str, str, str], ...]: ...

class Source(TableObject):
    @property
    def name(self) -> str: ...
    @property
    def waveform(self) -> Waveform: ...

class HardPointSource(Source):
    def __init__(
        self,
        name: str,
        waveform: Table[Waveform],
        at: Several[Length],
        component: Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        at: Optional[Several[Length]] = ...,
        component: Optional[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]] = ...,
    ) -> HardPointSource: ...
    @property
    def name(self) -> str: ...
    @property
    def waveform(self) -> Waveform: ...
    @property
    def at(self) -> Tuple[str, str, str]: ...
    @property
    def component(self) -> str: ...

class SoftPointSource(Source):
    def __init__(
        self,
        name: str,
        waveform: Table[Waveform],
        at: Several[Length],
        component: Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        at: Optional[Several[Length]] = ...,
        component: Optional[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]] = ...,
    ) -> SoftPointSource: ...
    @property
    def name(self) -> str: ...
    @property
    def waveform(self) -> Waveform: ...
    @property
    def at(self) -> Tuple[str, str, str]: ...
    @property
    def component(self) -> str: ...

class DipoleSource(Source):
    def __init__(
        self,
        name: str,
        waveform: Table[Waveform],
        at: Several[Length],
        direction: Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        at: Optional[Several[Length]] = ...,
        direction: Optional[Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]]] = ...,
    ) -> DipoleSource: ...
    @property
    def name(self) -> str: ...
    @property
    def waveform(self) -> Waveform: ...
    @property
    def at(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> Either[str, Tuple[float, float, float]]: ...

class PlaneWaveSource(Source):
    def __init__(
        self,
        name: str,
        waveform: Table[Waveform],
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]]] = ...,
        theta: Optional[Angle] = ...,
        phi: Optional[Angle] = ...,
        polarisation: Optional[Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]]] = ...,
        psi: Optional[Angle] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]]] = ...,
        theta: Optional[Angle] = ...,
        phi: Optional[Angle] = ...,
        polarisation: Optional[Either[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"], Several[float]]] = ...,
        psi: Optional[Angle] = ...,
    ) -> PlaneWaveSource: ...
    @property
    def name(self) -> str: ...
    @property
    def waveform(self) -> Waveform: ...
    @property
    def from_(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def to(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def direction(self) -> Optional[Either[str, Tuple[float, float, float]]]: ...
    @property
    def theta(self) -> Optional[str]: ...
    @property
    def phi(self) -> Optional[str]: ...
    @property
    def polarisation(self) -> Optional[Either[str, Tuple[float, float, float]]]: ...
    @property
    def psi(self) -> Optional[str]: ...

class Waveform(TableObject):
    @property
    def amplitude(self) -> Quantity: ...

class GaussianWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
        *,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
    ) -> GaussianWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...
    @property
    def bandwidth(self) -> Optional[str]: ...
    @property
    def tau(self) -> Optional[str]: ...
    @property
    def delay(self) -> Optional[str]: ...

class ModulatedGaussianWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
        frequency: Frequency,
        *,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
        phase: Optional[Angle] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
        frequency: Optional[Frequency] = ...,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
        phase: Optional[Angle] = ...,
    ) -> ModulatedGaussianWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...
    @property
    def frequency(self) -> str: ...
    @property
    def bandwidth(self) -> Optional[str]: ...
    @property
    def tau(self) -> Optional[str]: ...
    @property
    def delay(self) -> Optional[str]: ...
    @property
    def phase(self) -> str: ...

class DifferentiatedGaussianWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
        *,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
        bandwidth: Optional[Frequency] = ...,
        tau: Optional[Time] = ...,
        delay: Optional[Time] = ...,
    ) -> DifferentiatedGaussianWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...
    @property
    def bandwidth(self) -> Optional[str]: ...
    @property
    def tau(self) -> Optional[str]: ...
    @property
    def delay(self) -> Optional[str]: ...

class SineWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
        frequency: Frequency,
        *,
        ramp: Optional[Time] = ...,
        phase: Optional[Angle] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
        frequency: Optional[Frequency] = ...,
        ramp: Optional[Time] = ...,
        phase: Optional[Angle] = ...,
    ) -> SineWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...
    @property
    def frequency(self) -> str: ...
    @property
    def ramp(self) -> Optional[str]: ...
    @property
    def phase(self) -> str: ...

class SamplesWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
        interval: Time,
        values: Several[float],
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
        interval: Optional[Time] = ...,
        values: Optional[Several[float]] = ...,
    ) -> SamplesWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...
    @property
    def interval(self) -> str: ...
    @property
    def values(self) -> Tuple[float, ...]: ...

class PhasorWaveform(Waveform):
    def __init__(
        self,
        amplitude: Quantity,
    ) -> None: ...
    def replace(
        self,
        *,
        amplitude: Optional[Quantity] = ...,
    ) -> PhasorWaveform: ...
    @property
    def amplitude(self) -> Quantity: ...

class Port(TableObject):
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...

class LumpedPort(Port):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        resistance: Resistance,
        *,
        waveform: Optional[Table[Waveform]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        resistance: Optional[Resistance] = ...,
        waveform: Optional[Table[Waveform]] = ...,
    ) -> LumpedPort: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def resistance(self) -> str: ...

class MicrostripPort(Port):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        voltage: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        *,
        waveform: Optional[Table[Waveform]] = ...,
        thickness: Optional[Length] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        voltage: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        thickness: Optional[Length] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> MicrostripPort: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def voltage(self) -> str: ...
    @property
    def thickness(self) -> Optional[str]: ...
    @property
    def reference_plane(self) -> Optional[str]: ...

class CoplanarPort(Port):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        gap: Length,
        *,
        waveform: Optional[Table[Waveform]] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        gap: Optional[Length] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> CoplanarPort: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def gap(self) -> str: ...
    @property
    def reference_plane(self) -> Optional[str]: ...

class CoaxialPort(Port):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        inner_radius: Length,
        *,
        waveform: Optional[Table[Waveform]] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        inner_radius: Optional[Length] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> CoaxialPort: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def inner_radius(self) -> str: ...
    @property
    def reference_plane(self) -> Optional[str]: ...

class WaveguidePort(Port):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        *,
        waveform: Optional[Table[Waveform]] = ...,
        mode: Optional[str] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        mode: Optional[str] = ...,
        reference_plane: Optional[Length] = ...,
    ) -> WaveguidePort: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def mode(self) -> str: ...
    @property
    def reference_plane(self) -> Optional[str]: ...

class Network(TableObject):
    def __init__(
        self,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        *,
        reference: Optional[Resistance] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        exchange: Optional[Several[Several[str]]] = ...,
        combinations: Optional[Several[Table[Combination]]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        reference: Optional[Resistance] = ...,
        waveform: Optional[Table[Waveform]] = ...,
        exchange: Optional[Several[Several[str]]] = ...,
        combinations: Optional[Several[Table[Combination]]] = ...,
    ) -> Network: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def reference(self) -> Optional[str]: ...
    @property
    def waveform(self) -> Optional[Waveform]: ...
    @property
    def exchange(self) -> Tuple[Tuple[str, ...], ...]: ...
    @property
    def combinations(self) -> Tuple[Combination, ...]: ...

class FrequencyRange(TableObject):
    def __init__(
        self,
        from_: Frequency,
        to: Frequency,
        count: int,
        *,
        method: Optional[Literal["direct", "adaptive"]] = ...,
        tolerance: Optional[RatioInDecibels] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Frequency] = ...,
        to: Optional[Frequency] = ...,
        count: Optional[int] = ...,
        method: Optional[Literal["direct", "adaptive"]] = ...,
        tolerance: Optional[RatioInDecibels] = ...,
    ) -> FrequencyRange: ...
    @property
    def from_(self) -> str: ...
    @property
    def to(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def tolerance(self) -> Optional[str]: ...

class Combination(TableObject):
    def __init__(
        self,
        name: str,
        waves: Several[Table[Wave]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        waves: Optional[Several[Table[Wave]]] = ...,
    ) -> Combination: ...
    @property
    def name(self) -> str: ...
    @property
    def waves(self) -> Tuple[Wave, ...]: ...

class Wave(TableObject):
    def __init__(
        self,
        port: str,
        *,
        amplitude: Optional[float] = ...,
        phase: Optional[Angle] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        port: Optional[str] = ...,
        amplitude: Optional[float] = ...,
        phase: Optional[Angle] = ...,
    ) -> Wave: ...
    @property
    def port(self) -> str: ...
    @property
    def amplitude(self) -> float: ...
    @property
    def phase(self) -> str: ...

class Element(TableObject):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        direction: Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"],
        *,
        resistance: Optional[Resistance] = ...,
        inductance: Optional[Inductance] = ...,
        capacitance: Optional[Capacitance] = ...,
        connection: Optional[Literal["series", "parallel"]] = ...,
        own_capacitance: Optional[Literal["beside", "within"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        direction: Optional[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]] = ...,
        resistance: Optional[Resistance] = ...,
        inductance: Optional[Inductance] = ...,
        capacitance: Optional[Capacitance] = ...,
        connection: Optional[Literal["series", "parallel"]] = ...,
        own_capacitance: Optional[Literal["beside", "within"]] = ...,
    ) -> Element: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def direction(self) -> str: ...
    @property
    def resistance(self) -> Optional[str]: ...
    @property
    def inductance(self) -> Optional[str]: ...
    @property
    def capacitance(self) -> Optional[str]: ...
    @property
    def connection(self) -> Optional[str]: ...
    @property
    def own_capacitance(self) -> str: ...

class Monitor(TableObject):
    @property
    def name(self) -> str: ...

class ProbeMonitor(Monitor):
    def __init__(
        self,
        name: str,
        at: Several[Length],
        *,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        at: Optional[Several[Length]] = ...,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
    ) -> ProbeMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def at(self) -> Tuple[str, str, str]: ...
    @property
    def components(self) -> Tuple[str, ...]: ...

class SnapshotMonitor(Monitor):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        *,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
        every: Optional[Time] = ...,
        every_steps: Optional[int] = ...,
        stride: Optional[Either[int, Several[int]]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
        every: Optional[Time] = ...,
        every_steps: Optional[int] = ...,
        stride: Optional[Either[int, Several[int]]] = ...,
    ) -> SnapshotMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def components(self) -> Tuple[str, ...]: ...
    @property
    def every(self) -> Optional[str]: ...
    @property
    def every_steps(self) -> Optional[int]: ...
    @property
    def stride(self) -> Either[int, Tuple[int, int, int]]: ...

class FieldMonitor(Monitor):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        *,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
        every_steps: Optional[int] = ...,
        stride: Optional[Either[int, Several[int]]] = ...,
        samples: Optional[Either[int, Several[int]]] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        components: Optional[Several[Literal["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"]]] = ...,
        every_steps: Optional[int] = ...,
        stride: Optional[Either[int, Several[int]]] = ...,
        samples: Optional[Either[int, Several[int]]] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> FieldMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def components(self) -> Tuple[str, ...]: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def every_steps(self) -> Optional[int]: ...
    @property
    def stride(self) -> Either[int, Tuple[int, int, int]]: ...
    @property
    def samples(self) -> Optional[Either[int, Tuple[int, int, int]]]: ...
    @property
    def normalise(self) -> str: ...

class FluxMonitor(Monitor):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        *,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> FluxMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def every_steps(self) -> Optional[int]: ...
    @property
    def normalise(self) -> str: ...

class AbsorptionMonitor(Monitor):
    def __init__(
        self,
        name: str,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> AbsorptionMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def to(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def every_steps(self) -> Optional[int]: ...
    @property
    def normalise(self) -> str: ...

class FarFieldMonitor(Monitor):
    def __init__(
        self,
        name: str,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        *,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        open: Optional[Several[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]]] = ...,
        theta: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        phi: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        center: Optional[Several[Length]] = ...,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        open: Optional[Several[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]]] = ...,
        theta: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        phi: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        center: Optional[Several[Length]] = ...,
        every_steps: Optional[int] = ...,
        normalise: Optional[Literal["source", "none"]] = ...,
    ) -> FarFieldMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def to(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def open(self) -> Tuple[str, ...]: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def theta(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def phi(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def center(self) -> Optional[Tuple[str, str, str]]: ...
    @property
    def every_steps(self) -> Optional[int]: ...
    @property
    def normalise(self) -> str: ...

class FarPulseMonitor(Monitor):
    def __init__(
        self,
        name: str,
        from_: Several[Length],
        to: Several[Length],
        theta: Either[Angle, Several[Angle], Table[AngleRange]],
        phi: Either[Angle, Several[Angle], Table[AngleRange]],
        *,
        open: Optional[Several[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]]] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        from_: Optional[Several[Length]] = ...,
        to: Optional[Several[Length]] = ...,
        theta: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        phi: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        open: Optional[Several[Literal["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"]]] = ...,
        center: Optional[Several[Length]] = ...,
    ) -> FarPulseMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def from_(self) -> Tuple[str, str, str]: ...
    @property
    def to(self) -> Tuple[str, str, str]: ...
    @property
    def open(self) -> Tuple[str, ...]: ...
    @property
    def theta(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def phi(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def center(self) -> Optional[Tuple[str, str, str]]: ...

class MonostaticMonitor(Monitor):
    def __init__(
        self,
        name: str,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        theta: Either[Angle, Several[Angle], Table[AngleRange]],
        phi: Either[Angle, Several[Angle], Table[AngleRange]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        theta: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        phi: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
    ) -> MonostaticMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def theta(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def phi(self) -> Either[str, Tuple[str, ...], AngleRange]: ...

class BistaticMonitor(Monitor):
    def __init__(
        self,
        name: str,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
        from_: Table[Arrival],
        theta: Either[Angle, Several[Angle], Table[AngleRange]],
        phi: Either[Angle, Several[Angle], Table[AngleRange]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        from_: Optional[Table[Arrival]] = ...,
        theta: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
        phi: Optional[Either[Angle, Several[Angle], Table[AngleRange]]] = ...,
    ) -> BistaticMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...
    @property
    def from_(self) -> Arrival: ...
    @property
    def theta(self) -> Either[str, Tuple[str, ...], AngleRange]: ...
    @property
    def phi(self) -> Either[str, Tuple[str, ...], AngleRange]: ...

class SurfaceCurrentMonitor(Monitor):
    def __init__(
        self,
        name: str,
        frequencies: Either[Frequency, Several[Frequency], Table[FrequencyRange]],
    ) -> None: ...
    def replace(
        self,
        *,
        name: Optional[str] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
    ) -> SurfaceCurrentMonitor: ...
    @property
    def name(self) -> str: ...
    @property
    def frequencies(self) -> Either[str, Tuple[str, ...], FrequencyRange]: ...

class AngleRange(TableObject):
    def __init__(
        self,
        from_: Angle,
        to: Angle,
        count: int,
    ) -> None: ...
    def replace(
        self,
        *,
        from_: Optional[Angle] = ...,
        to: Optional[Angle] = ...,
        count: Optional[int] = ...,
    ) -> AngleRange: ...
    @property
    def from_(self) -> str: ...
    @property
    def to(self) -> str: ...
    @property
    def count(self) -> int: ...

class Arrival(TableObject):
    def __init__(
        self,
        theta: Angle,
        phi: Angle,
    ) -> None: ...
    def replace(
        self,
        *,
        theta: Optional[Angle] = ...,
        phi: Optional[Angle] = ...,
    ) -> Arrival: ...
    @property
    def theta(self) -> str: ...
    @property
    def phi(self) -> str: ...

class StopConditions(TableObject):
    def __init__(
        self,
        *,
        steps: Optional[int] = ...,
        time: Optional[Time] = ...,
        energy_decay: Optional[RatioInDecibels] = ...,
        ring_down: Optional[float] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        steps: Optional[int] = ...,
        time: Optional[Time] = ...,
        energy_decay: Optional[RatioInDecibels] = ...,
        ring_down: Optional[float] = ...,
    ) -> StopConditions: ...
    @property
    def steps(self) -> Optional[int]: ...
    @property
    def time(self) -> Optional[str]: ...
    @property
    def energy_decay(self) -> Optional[str]: ...
    @property
    def ring_down(self) -> Optional[float]: ...

class Checkpoints(TableObject):
    def __init__(
        self,
        *,
        every: Optional[Duration] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        every: Optional[Duration] = ...,
    ) -> Checkpoints: ...
    @property
    def every(self) -> str: ...

class FdtdOptions(TableObject):
    def __init__(
        self,
        *,
        precision: Optional[Literal["f32", "f64"]] = ...,
        courant: Optional[float] = ...,
        traversal: Optional[Literal["auto", "sweep", "tiles"]] = ...,
        surfaces: Optional[Literal["conformal", "staircase"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        precision: Optional[Literal["f32", "f64"]] = ...,
        courant: Optional[float] = ...,
        traversal: Optional[Literal["auto", "sweep", "tiles"]] = ...,
        surfaces: Optional[Literal["conformal", "staircase"]] = ...,
    ) -> FdtdOptions: ...
    @property
    def precision(self) -> str: ...
    @property
    def courant(self) -> float: ...
    @property
    def traversal(self) -> str: ...
    @property
    def surfaces(self) -> str: ...

class MomOptions(TableObject):
    def __init__(
        self,
        *,
        equation: Optional[Literal["auto", "efie", "mfie", "cfie"]] = ...,
        alpha: Optional[float] = ...,
        elements_per_wavelength: Optional[float] = ...,
        edge: Optional[Length] = ...,
        precision: Optional[Literal["f32", "f64"]] = ...,
        factors: Optional[Literal["auto", "f32", "f64"]] = ...,
        method: Optional[Literal["auto", "dense", "hmatrix", "mlfma"]] = ...,
        digits: Optional[int] = ...,
        residual: Optional[float] = ...,
        preconditioner: Optional[Literal["auto", "none", "block", "sai", "ilu"]] = ...,
        tolerance: Optional[float] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        equation: Optional[Literal["auto", "efie", "mfie", "cfie"]] = ...,
        alpha: Optional[float] = ...,
        elements_per_wavelength: Optional[float] = ...,
        edge: Optional[Length] = ...,
        precision: Optional[Literal["f32", "f64"]] = ...,
        factors: Optional[Literal["auto", "f32", "f64"]] = ...,
        method: Optional[Literal["auto", "dense", "hmatrix", "mlfma"]] = ...,
        digits: Optional[int] = ...,
        residual: Optional[float] = ...,
        preconditioner: Optional[Literal["auto", "none", "block", "sai", "ilu"]] = ...,
        tolerance: Optional[float] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
    ) -> MomOptions: ...
    @property
    def equation(self) -> str: ...
    @property
    def alpha(self) -> Optional[float]: ...
    @property
    def elements_per_wavelength(self) -> Optional[float]: ...
    @property
    def edge(self) -> Optional[str]: ...
    @property
    def precision(self) -> str: ...
    @property
    def factors(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def digits(self) -> Optional[int]: ...
    @property
    def residual(self) -> Optional[float]: ...
    @property
    def preconditioner(self) -> str: ...
    @property
    def tolerance(self) -> Optional[float]: ...
    @property
    def frequencies(self) -> Optional[Either[str, Tuple[str, ...], FrequencyRange]]: ...

class RcwaOptions(TableObject):
    def __init__(
        self,
        *,
        orders: Optional[Either[int, Several[int]]] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        fixed: Optional[Literal["wave-vector", "angle"]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        orders: Optional[Either[int, Several[int]]] = ...,
        frequencies: Optional[Either[Frequency, Several[Frequency], Table[FrequencyRange]]] = ...,
        fixed: Optional[Literal["wave-vector", "angle"]] = ...,
    ) -> RcwaOptions: ...
    @property
    def orders(self) -> Optional[Either[int, Tuple[int, int, int]]]: ...
    @property
    def frequencies(self) -> Optional[Either[str, Tuple[str, ...], FrequencyRange]]: ...
    @property
    def fixed(self) -> str: ...

class SceneTables(TableObject):
    def __init__(
        self,
        *,
        title: Optional[str] = ...,
        dimension: Optional[int] = ...,
        domain: Optional[Table[Domain]] = ...,
        grid: Optional[Table[Grid]] = ...,
        boundary: Optional[Table[Boundary]] = ...,
        symmetry: Optional[Table[Symmetry]] = ...,
        materials: Optional[Mapping[str, Table[Material]]] = ...,
        structures: Optional[Several[Table[Structure]]] = ...,
        wires: Optional[Several[Table[Wire]]] = ...,
        sources: Optional[Several[Table[Source]]] = ...,
        ports: Optional[Several[Table[Port]]] = ...,
        network: Optional[Table[Network]] = ...,
        elements: Optional[Several[Table[Element]]] = ...,
        monitors: Optional[Several[Table[Monitor]]] = ...,
        stop: Optional[Table[StopConditions]] = ...,
        checkpoint: Optional[Table[Checkpoints]] = ...,
        fdtd: Optional[Table[FdtdOptions]] = ...,
        mom: Optional[Table[MomOptions]] = ...,
        rcwa: Optional[Table[RcwaOptions]] = ...,
    ) -> None: ...
    def replace(
        self,
        *,
        title: Optional[str] = ...,
        dimension: Optional[int] = ...,
        domain: Optional[Table[Domain]] = ...,
        grid: Optional[Table[Grid]] = ...,
        boundary: Optional[Table[Boundary]] = ...,
        symmetry: Optional[Table[Symmetry]] = ...,
        materials: Optional[Mapping[str, Table[Material]]] = ...,
        structures: Optional[Several[Table[Structure]]] = ...,
        wires: Optional[Several[Table[Wire]]] = ...,
        sources: Optional[Several[Table[Source]]] = ...,
        ports: Optional[Several[Table[Port]]] = ...,
        network: Optional[Table[Network]] = ...,
        elements: Optional[Several[Table[Element]]] = ...,
        monitors: Optional[Several[Table[Monitor]]] = ...,
        stop: Optional[Table[StopConditions]] = ...,
        checkpoint: Optional[Table[Checkpoints]] = ...,
        fdtd: Optional[Table[FdtdOptions]] = ...,
        mom: Optional[Table[MomOptions]] = ...,
        rcwa: Optional[Table[RcwaOptions]] = ...,
    ) -> SceneTables: ...
    @property
    def title(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def domain(self) -> Optional[Domain]: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def boundary(self) -> Boundary: ...
    @property
    def symmetry(self) -> Symmetry: ...
    @property
    def materials(self) -> Mapping[str, Material]: ...
    @property
    def structures(self) -> Tuple[Structure, ...]: ...
    @property
    def wires(self) -> Tuple[Wire, ...]: ...
    @property
    def sources(self) -> Tuple[Source, ...]: ...
    @property
    def ports(self) -> Tuple[Port, ...]: ...
    @property
    def network(self) -> Optional[Network]: ...
    @property
    def elements(self) -> Tuple[Element, ...]: ...
    @property
    def monitors(self) -> Tuple[Monitor, ...]: ...
    @property
    def stop(self) -> StopConditions: ...
    @property
    def checkpoint(self) -> Optional[Checkpoints]: ...
    @property
    def fdtd(self) -> FdtdOptions: ...
    @property
    def mom(self) -> MomOptions: ...
    @property
    def rcwa(self) -> RcwaOptions: ...
