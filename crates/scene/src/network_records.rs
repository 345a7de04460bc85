//! The format of the network.

use crate::decode::record;
use crate::lists::{List, Several};
use crate::measures::Ratio;
use crate::port_records::Resistance;
use crate::quantity::{Quantity, kind};
use crate::sweep::Frequencies;
use crate::values::Name;
use crate::waveform_records::WaveformRecord;

record! {
    /// S-parameters of all ports, by FDTD: the ports are driven one after another, on a GPU in parallel. Each port is
    /// driven by its own waveform, otherwise by that of the network, otherwise by a pulse that covers the
    /// frequencies.
    NetworkRecord as "the network" {
        /// One, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Reference resistance at every port, in all results and files; if absent, the resistance of a lumped port,
        /// the impedance of a line, or the impedance matrix of coupled lines. Hollow waveguides only have their own
        /// impedance.
        reference: Option<Resistance>,
        /// Waveform of every port that has none of its own.
        waveform: Option<WaveformRecord>,
        /// Pairs of ports that a mirror or rotation symmetry of the model exchanges: `exchange = [["in", "out"]]`.
        /// Only the first port of each pair is driven.
        exchange: Option<List<List<Name>>>,
        /// Several ports driven together; the results of frequency-domain monitors have its name.
        combinations: Several<CombinationRecord>,
    }
}

record! {
    /// Ports driven together, computed from the runs of single ports.
    CombinationRecord as "a combination" {
        /// Its results have this name.
        name: Name,
        /// The incident waves at the ports.
        waves: List<WaveRecord>,
    }
}

record! {
    /// The incident wave at a port.
    WaveRecord as "a wave" {
        /// The port's name.
        port: Name,
        /// Its amplitude, in units of one over the square root of a watt of peak power.
        amplitude: Ratio = 1.0,
        /// Its phase.
        phase: Quantity<kind::Angle> = "0 deg",
    }
}
