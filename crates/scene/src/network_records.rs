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
    /// S-parameters of all ports, by FDTD: the ports are driven one after another, on a GPU all runs at once. Each is driven by its own
    /// waveform, else by that of the network, else by a pulse made for the frequencies.
    NetworkRecord as "the network" {
        /// One, a list, or { from, to, count }.
        frequencies: Frequencies,
        /// Resistance that waves are referred to at every port, in all results and files; if absent the resistance of a lumped port, the impedance of a
        /// line, the matrix of impedances of coupled lines. Hollow guides have no other than their own.
        reference: Option<Resistance>,
        /// The course of the source of every port that has none of its own.
        waveform: Option<WaveformRecord>,
        /// Pairs of ports that change places when the model is mirrored or turned, which it must bear: `exchange = [["in", "out"]]`.
        /// Only the first of each pair is driven.
        exchange: Option<List<List<Name>>>,
        /// Several ports driven at once; what monitors in frequency record is found under its name.
        combinations: Several<CombinationRecord>,
    }
}

record! {
    /// Ports driven at once, computed from the runs of single ports.
    CombinationRecord as "a combination" {
        /// Results are found under this name.
        name: Name,
        /// The waves that come in at ports.
        waves: List<WaveRecord>,
    }
}

record! {
    /// The wave that comes in at a port.
    WaveRecord as "a wave" {
        /// The port's name.
        port: Name,
        /// Its amplitude, in units of one over the square root of a watt of peak power.
        amplitude: Ratio = 1.0,
        /// Its phase.
        phase: Quantity<kind::Angle> = "0 deg",
    }
}
