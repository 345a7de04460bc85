//! The scenes, as a user would write them: parts from which a scene is assembled.

/// 10 x 8 x 12 cells.
pub const CELLS: &str = "[grid]\nspacing = '1 mm'\n";
/// Cells chosen by the mesher.
pub const AUTOMATIC: &str = "[grid]\nmax_frequency = '30 GHz'\ncells_per_wavelength = 8\n";
/// Explicit grid lines.
pub const LINES: &str = "[grid.lines]\n\
    x = ['0 mm', '1 mm', '2.5 mm', '3 mm', '4.2 mm', '6 mm', '7 mm', '8.5 mm', '10 mm']\n\
    y = ['0 mm', '2 mm', '3 mm', '3.5 mm', '5 mm', '6.5 mm', '8 mm']\n\
    z = ['0 mm', '1.5 mm', '3 mm', '4 mm', '6 mm', '7 mm', '9 mm', '10.5 mm', '12 mm']\n";

/// Not a whole number of blocks.
pub const STEPS: &str = "[stop]\nsteps = 61\n";

/// A pulse that drives all components.
pub const KICK: &str = "[[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['6.2 mm', '4.9 mm', '7.1 mm']\n\
    direction = [1, 2, 3]\nwaveform = { type = 'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '60 GHz' }\n";
/// So short that it excites every mode of the grid.
pub const SHORT_KICK: &str = "[[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['6.2 mm', '4.9 mm', '7.1 mm']\n\
    direction = [1, 2, 3]\nwaveform = { type = 'gaussian', amplitude = '1e-6 A m', bandwidth = '400 GHz' }\n";
/// Another one at a different point.
pub const OTHER_KICK: &str = "[[sources]]\nname = 'other'\ntype = 'dipole'\nat = ['7.3 mm', '5.4 mm', '8.8 mm']\n\
    direction = [3, 1, 1]\nwaveform = { type = 'gaussian', amplitude = '1e-6 A m', bandwidth = '50 GHz' }\n";
/// An electric current on one edge.
pub const SOFT: &str = "[[sources]]\nname = 'soft'\ntype = 'soft-point'\ncomponent = 'Ey'\nat = ['4 mm', '3.5 mm', '5 mm']\n\
    waveform = { type = 'gaussian', amplitude = '1 A/m^2', bandwidth = '60 GHz' }\n";
/// A magnetic current on one face.
pub const MAGNETIC: &str = "[[sources]]\nname = 'magnetic'\ntype = 'soft-point'\ncomponent = 'Hx'\n\
    at = ['4 mm', '3.5 mm', '5.5 mm']\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1 V/m^2', bandwidth = '60 GHz' }\n";
/// A prescribed field.
pub const HARD: &str = "[[sources]]\nname = 'hard'\ntype = 'hard-point'\ncomponent = 'Ez'\nat = ['4 mm', '3 mm', '5.5 mm']\n\
    waveform = { type = 'sine', amplitude = '1 V/m', frequency = '40 GHz' }\n";
/// One of each waveform.
pub const WAVEFORMS: &str = "[[sources]]\nname = 'a'\ntype = 'soft-point'\ncomponent = 'Ex'\nat = ['4.5 mm', '3 mm', '5 mm']\n\
    waveform = { type = 'gaussian', amplitude = '1 A/m^2', tau = '8 ps' }\n\
    [[sources]]\nname = 'b'\ntype = 'soft-point'\ncomponent = 'Ey'\nat = ['5 mm', '3.5 mm', '5 mm']\n\
    waveform = { type = 'modulated-gaussian', amplitude = '1 A/m^2', frequency = '50 GHz', bandwidth = '40 GHz' }\n\
    [[sources]]\nname = 'c'\ntype = 'soft-point'\ncomponent = 'Ez'\nat = ['6 mm', '3 mm', '5.5 mm']\n\
    waveform = { type = 'sine', amplitude = '1 A/m^2', frequency = '40 GHz', ramp = '30 ps' }\n\
    [[sources]]\nname = 'd'\ntype = 'soft-point'\ncomponent = 'Hy'\nat = ['6.5 mm', '3 mm', '6.5 mm']\n\
    waveform = { type = 'samples', amplitude = '300 V/m^2', interval = '7 ps', values = [0, 1, -2, 0.5, 0] }\n";
/// A driven and a passive port between a plate and the wall.
pub const PORTS: &str = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['2 mm', '2 mm', '3 mm']\nto = ['8 mm', '6 mm', '3 mm']\n\
    [[ports]]\nname = 'feed'\nfrom = ['3 mm', '3 mm', '0 mm']\nto = ['4 mm', '4 mm', '3 mm']\ndirection = '+z'\n\
    resistance = '50 ohm'\nwaveform = { type = 'gaussian', amplitude = '1 V', bandwidth = '60 GHz' }\n\
    [[ports]]\nname = 'load'\nfrom = ['7 mm', '3 mm', '0 mm']\nto = ['7 mm', '5 mm', '3 mm']\ndirection = '-z'\n\
    resistance = '75 ohm'\n";

/// Lumped elements of every kind, on one edge and on many, two of them on the same edges and one in a dispersive medium.
pub const ELEMENTS: &str = "[[elements]]\nname = 'a'\nfrom = ['3 mm', '3 mm', '0 mm']\nto = ['3 mm', '3 mm', '1 mm']\ndirection = 'z'\ncapacitance = '20 fF'\n\
    [[elements]]\nname = 'b'\nfrom = ['4 mm', '3 mm', '3 mm']\nto = ['6 mm', '5 mm', '5 mm']\ndirection = 'x'\n\
    resistance = '40 ohm'\ninductance = '0.5 nH'\ncapacitance = '9 fF'\nconnection = 'series'\n\
    [[elements]]\nname = 'c'\nfrom = ['4 mm', '3 mm', '4 mm']\nto = ['5 mm', '3 mm', '5 mm']\ndirection = 'x'\n\
    resistance = '90 ohm'\ninductance = '0.3 nH'\ncapacitance = '20 fF'\nconnection = 'parallel'\n\
    [[elements]]\nname = 'd'\nfrom = ['7 mm', '5 mm', '6 mm']\nto = ['7 mm', '7 mm', '8 mm']\ndirection = 'y'\n\
    resistance = '50 ohm'\ninductance = '0.4 nH'\nconnection = 'series'\n\
    [[elements]]\nname = 'e'\nfrom = ['5 mm', '4 mm', '7 mm']\nto = ['5 mm', '4 mm', '10 mm']\ndirection = 'z'\n\
    resistance = '70 ohm'\ncapacitance = '30 fF'\nconnection = 'series'\n\
    [materials.wet]\neps_inf = 3\ndebye = [{ delta = 9, tau = '6 ps' }]\n[[structures]]\nmaterial = 'wet'\nshape = 'box'\n\
    from = ['4 mm', '2 mm', '6 mm']\nto = ['6 mm', '6 mm', '9 mm']\n";
/// A port in a bent wire, another wire that ends at it, and one that ends at the wall.
pub const WIRES: &str = "[[wires]]\nname = 'bent'\nradius = '0.05 mm'\npoints = [['3 mm', '4 mm', '5 mm'], ['3 mm', '4 mm', '8 mm'], ['7 mm', '4 mm', '8 mm']]\n\
    [[wires]]\nname = 'branch'\nradius = '0.3 mm'\npoints = [['5 mm', '4 mm', '8 mm'], ['5 mm', '7 mm', '8 mm']]\n\
    [[wires]]\nname = 'post'\nradius = '0.05 mm'\npoints = [['3 mm', '4 mm', '0 mm'], ['3 mm', '4 mm', '4 mm']]\n\
    [[ports]]\nname = 'feed'\nfrom = ['3 mm', '4 mm', '4 mm']\nto = ['3 mm', '4 mm', '5 mm']\ndirection = '+z'\n\
    resistance = '50 ohm'\nwaveform = { type = 'gaussian', amplitude = '1 V', bandwidth = '60 GHz' }\n";

/// All components at a point between nodes.
pub const PROBE: &str =
    "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['7.3 mm', '5.7 mm', '8.1 mm']\n";
/// The response to a source along y.
pub const PROBE_OF_EY: &str = "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['6.3 mm', '4.7 mm', '6.1 mm']\n\
    components = ['Ex', 'Ey', 'Ez', 'Hx', 'Hz']\n";
/// The response to a source along z.
pub const PROBE_OF_EZ: &str = "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['6.3 mm', '4.7 mm', '6.1 mm']\n\
    components = ['Ex', 'Ey', 'Ez', 'Hx', 'Hy']\n";
/// The response to a magnetic source along x.
pub const PROBE_OF_HX: &str = "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['6.3 mm', '4.7 mm', '6.1 mm']\n\
    components = ['Ey', 'Ez', 'Hx', 'Hy', 'Hz']\n";
/// Boxes and planes, with decimation.
pub const SNAPSHOTS: &str = "[[monitors]]\nname = 'box'\ntype = 'snapshot'\nfrom = ['1 mm', '0 mm', '2 mm']\n\
    to = ['10 mm', '8 mm', '11 mm']\nevery_steps = 3\nstride = [3, 2, 5]\n\
    [[monitors]]\nname = 'plane'\ntype = 'snapshot'\nfrom = ['0 mm', '0 mm', '7 mm']\nto = ['10 mm', '8 mm', '7 mm']\n\
    components = ['Ez', 'Hx']\nevery = '13 ps'\n";

/// Spectra in a box, on a plane and at a point.
pub const FIELDS: &str = "[[monitors]]\nname = 'box'\ntype = 'field'\nfrom = ['1 mm', '0 mm', '2 mm']\nto = ['9 mm', '8 mm', '11 mm']\n\
    frequencies = ['15 GHz', '40 GHz']\nevery_steps = 3\nstride = [3, 2, 5]\n\
    [[monitors]]\nname = 'plane'\ntype = 'field'\nfrom = ['0 mm', '0 mm', '7 mm']\nto = ['10 mm', '8 mm', '7 mm']\n\
    components = ['Ez', 'Hx']\nfrequencies = '30 GHz'\nnormalise = 'none'\n\
    [[monitors]]\nname = 'point'\ntype = 'field'\nfrom = ['7.3 mm', '5.7 mm', '8.1 mm']\nto = ['7.3 mm', '5.7 mm', '8.1 mm']\n\
    frequencies = { from = '10 GHz', to = '50 GHz', count = 5 }\n";
/// Power through a plane and out of a box, and the far field of the box.
pub const FAR: &str = "[[monitors]]\nname = 'plane'\ntype = 'flux'\nfrom = ['1 mm', '1 mm', '9 mm']\nto = ['9 mm', '6 mm', '9 mm']\n\
    frequencies = ['20 GHz', '50 GHz']\n\
    [[monitors]]\nname = 'out'\ntype = 'flux'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['9 mm', '7 mm', '10 mm']\nfrequencies = '30 GHz'\n\
    [[monitors]]\nname = 'far'\ntype = 'far-field'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['9 mm', '7 mm', '10 mm']\nfrequencies = '30 GHz'\n\
    theta = ['40 deg', '90 deg']\nphi = '20 deg'\n\
    [[monitors]]\nname = 'pulse'\ntype = 'far-pulse'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['9 mm', '7 mm', '10 mm']\n\
    theta = ['40 deg', '90 deg']\nphi = '20 deg'\n";

/// Losses in part of the domain and in all of it.
pub const LOSSES: &str = "[[monitors]]\nname = 'part'\ntype = 'absorption'\nfrom = ['4 mm', '1.5 mm', '2 mm']\nto = ['9.3 mm', '4 mm', '8 mm']\n\
    frequencies = ['15 GHz', '40 GHz']\n\
    [[monitors]]\nname = 'all'\ntype = 'absorption'\nfrequencies = '30 GHz'\nevery_steps = 1\nnormalise = 'none'\n";
/// A dipole with two ports and its far field.
pub const ANTENNA: &str = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['5 mm', '4 mm', '5 mm']\nto = ['5 mm', '4 mm', '6 mm']\n\
    [[ports]]\nname = 'feed'\nfrom = ['5 mm', '4 mm', '6 mm']\nto = ['6 mm', '5 mm', '8 mm']\ndirection = '+z'\n\
    resistance = '50 ohm'\nwaveform = { type = 'differentiated-gaussian', amplitude = '1 V', bandwidth = '60 GHz' }\n\
    [[ports]]\nname = 'load'\nfrom = ['5 mm', '4 mm', '4 mm']\nto = ['5 mm', '4 mm', '5 mm']\ndirection = '-z'\n\
    resistance = '75 ohm'\n\
    [[monitors]]\nname = 'far'\ntype = 'far-field'\nfrom = ['3 mm', '2 mm', '3 mm']\nto = ['8 mm', '6 mm', '9 mm']\nfrequencies = ['20 GHz', '40 GHz']\n\
    theta = ['40 deg', '90 deg']\nphi = '20 deg'\n";

/// A dipole that is its own image in an electric plane normal to x and a magnetic one normal to y, and its response on both
/// sides of them.
pub const MIRRORED: &str = "[symmetry]\nx = 'electric'\ny = 'magnetic'\n\
    [[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['5 mm', '4 mm', '7.1 mm']\ndirection = '+x'\n\
    waveform = { type = 'differentiated-gaussian', amplitude = '1e-6 A m', bandwidth = '60 GHz' }\n\
    [[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['0 mm', '0 mm', '5 mm']\nto = ['10 mm', '8 mm', '5 mm']\n\
    components = ['Ex', 'Ey', 'Ez', 'Hy', 'Hz']\nevery_steps = 10\n\
    [[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['3.3 mm', '2.7 mm', '8.1 mm']\ncomponents = ['Ex', 'Ey', 'Ez', 'Hy', 'Hz']\n";

/// A wet stone.
pub const LOSSY: &str = "[materials.stone]\neps_r = 3\nsigma = '0.5 S/m'\n[[structures]]\nmaterial = 'stone'\nshape = 'box'\n\
    from = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";
/// A lossy ferrite.
pub const FERRITE: &str = "[materials.ferrite]\neps_r = 2\nmu_r = 3\nsigma_m = '5000 ohm/m'\n[[structures]]\nmaterial = 'ferrite'\n\
    shape = 'box'\nfrom = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";
/// A crystal.
pub const CRYSTAL: &str = "[materials.crystal]\neps_r = [2, 3, 4]\nmu_r = [1.5, 1, 2]\n\
    sigma = ['0.1 S/m', '0 S/m', '0.3 S/m']\nsigma_m = ['0 ohm/m', '900 ohm/m', '100 ohm/m']\n\
    [[structures]]\nmaterial = 'crystal'\nshape = 'box'\nfrom = ['2 mm', '1 mm', '3 mm']\nto = ['7 mm', '6 mm', '9 mm']\n";
/// A carved block of poor metal, rough, touched by a film, a resistive sheet and a lossy board.
pub const CONDUCTORS: &str = "[materials.metal]\nconductor = '2e5 S/m'\nroughness = '2 um'\n[materials.film]\nconductor = '1e6 S/m'\nthickness = '3 um'\n\
    [materials.paper]\nsheet_resistance = '200 ohm'\n[materials.board]\neps_r = 3\nloss_tangent = 0.01\nloss_tangent_at = '10 GHz'\n\
    [[structures]]\nmaterial = 'board'\nshape = 'box'\nfrom = ['1 mm', '1 mm', '3 mm']\nto = ['8 mm', '7 mm', '5 mm']\n\
    [[structures]]\nmaterial = 'metal'\nshape = 'box'\nfrom = ['2 mm', '2 mm', '4 mm']\nto = ['6 mm', '6 mm', '7 mm']\n\
    [[structures]]\nmaterial = 'vacuum'\nshape = 'box'\nfrom = ['3 mm', '3 mm', '5 mm']\nto = ['4 mm', '6 mm', '7 mm']\n\
    [[structures]]\nmaterial = 'film'\nshape = 'box'\nfrom = ['3 mm', '2 mm', '9 mm']\nto = ['8 mm', '6 mm', '9 mm']\n\
    [[structures]]\nmaterial = 'paper'\nshape = 'box'\nfrom = ['8 mm', '3 mm', '6 mm']\nto = ['8 mm', '7 mm', '10 mm']\n";
/// A plate of zero thickness, with a slot.
pub const SHEET: &str = "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '4 mm']\nto = ['10 mm', '8 mm', '4 mm']\n\
    [[structures]]\nmaterial = 'vacuum'\nshape = 'box'\nfrom = ['4 mm', '2 mm', '3 mm']\nto = ['7 mm', '5 mm', '5 mm']\n";
/// A block of magnetic conductor.
pub const PMC: &str = "[[structures]]\nmaterial = 'pmc'\nshape = 'box'\nfrom = ['2 mm', '2 mm', '1 mm']\nto = ['5 mm', '6 mm', '5 mm']\n";
/// A glass sphere and a metal rod.
pub const CURVED: &str = "[materials.glass]\neps_r = 4\n[[structures]]\nmaterial = 'glass'\nshape = 'sphere'\n\
    center = ['4 mm', '4 mm', '5 mm']\nradius = '2.7 mm'\n[[structures]]\nmaterial = 'pec'\nshape = 'cylinder'\n\
    from = ['1 mm', '2 mm', '9 mm']\nto = ['4 mm', '6 mm', '10 mm']\nradius = '1.3 mm'\n";
/// A stone in the corner where the periodic boundaries of all axes meet.
pub const CORNER: &str = "[materials.stone]\neps_r = 3\nsigma = '0.5 S/m'\n[[structures]]\nmaterial = 'stone'\nshape = 'box'\n\
    from = ['0 mm', '0 mm', '0 mm']\nto = ['3 mm', '3 mm', '5 mm']\n";
/// A filling that absorbs everything.
pub const BRINE: &str = "[materials.brine]\neps_r = 2\nsigma = '1 S/m'\n[[structures]]\nmaterial = 'brine'\nshape = 'box'\n\
    from = ['0 mm', '0 mm', '0 mm']\nto = ['10 mm', '8 mm', '12 mm']\n";
/// A filling with a name and no effect.
pub const AIR: &str = "[materials.air]\neps_r = 1\n[[structures]]\nmaterial = 'air'\nshape = 'box'\n\
    from = ['0 mm', '0 mm', '0 mm']\nto = ['10 mm', '8 mm', '12 mm']\n";

/// A plane wave along z in a central box.
pub const WAVE: &str = "[[sources]]\nname = 'wave'\ntype = 'plane-wave'\nfrom = ['2 mm', '2 mm', '2 mm']\n\
    to = ['8 mm', '6 mm', '10 mm']\ndirection = '-z'\npolarisation = 'x'\n\
    waveform = { type = 'gaussian', amplitude = '2 V/m', bandwidth = '40 GHz' }\n";
/// Another one in another box, oblique to all axes.
pub const OBLIQUE: &str = "[[sources]]\nname = 'oblique'\ntype = 'plane-wave'\nfrom = ['2 mm', '1 mm', '3 mm']\n\
    to = ['8 mm', '7 mm', '11 mm']\ntheta = '130 deg'\nphi = '25 deg'\npsi = '70 deg'\n\
    waveform = { type = 'modulated-gaussian', amplitude = '1 V/m', frequency = '30 GHz', bandwidth = '20 GHz' }\n";
/// A wet stone inside these boxes.
pub const BEAD: &str = "[materials.stone]\neps_r = 3\nsigma = '0.5 S/m'\n[[structures]]\nmaterial = 'stone'\nshape = 'box'\n\
    from = ['3 mm', '3 mm', '4 mm']\nto = ['7 mm', '5 mm', '9 mm']\n";
/// Symmetry planes for the wave along z.
pub const MIRRORED_WAVE: &str = "[symmetry]\nx = 'electric'\ny = 'magnetic'\n";
/// Its response on one side of them.
pub const PROBE_OF_WAVE: &str = "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['3.3 mm', '2.7 mm', '8.1 mm']\n\
    components = ['Ex', 'Ey', 'Ez', 'Hy', 'Hz']\n";
/// A wave onto a wet half space, uniform along x and y.
pub const HALF_SPACE: &str = "[boundary]\nx = 'periodic'\ny = 'periodic'\nz = 'pml'\npml = { layers = 4 }\n\
    [materials.soil]\neps_r = 3\nsigma = '0.1 S/m'\n[[structures]]\nmaterial = 'soil'\nshape = 'box'\n\
    from = ['0 mm', '0 mm', '6 mm']\nto = ['10 mm', '8 mm', '12 mm']\n\
    [[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['3 mm', '2 mm', '4 mm']\nto = ['6 mm', '5 mm', '5 mm']\n\
    [[sources]]\nname = 'wave'\ntype = 'plane-wave'\nfrom = ['0 mm', '0 mm', '2 mm']\nto = ['10 mm', '8 mm', '12 mm']\n\
    direction = 'z'\npsi = '30 deg'\nwaveform = { type = 'gaussian', amplitude = '2 V/m', bandwidth = '40 GHz' }\n";

/// A scene assembled from these parts.
pub fn scene(parts: &[&str]) -> String {
    let domain = "title = 'conformance'\n[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['10 mm', '8 mm', '12 mm']\n";
    format!("{domain}{}", parts.concat())
}
