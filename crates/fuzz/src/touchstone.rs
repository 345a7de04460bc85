//! Touchstone files: what is written follows the format, and reads back equal.

use crate::bytes::Bytes;
use poynting_results::{Axis, Results};

/// S-parameters, reference resistances and names from bytes.
pub fn touchstone(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let ports = 1 + bytes.below(6);
    let frequencies = 1 + bytes.below(4);
    let is_dispersive = bytes.byte() % 2 == 1;
    let mut finite = |count: usize| -> Vec<f64> {
        let numbers = (0..count).map(|_| f64::from_bits(bytes.word()));
        numbers
            .map(|x| if x.is_finite() { x } else { 0.0 })
            .collect()
    };
    let frequencies = finite(frequencies);
    let resistances = finite(ports);
    let cells = frequencies.len() * ports * ports;
    let [re, im] = [finite(cells), finite(cells)];
    let references = finite(frequencies.len() * ports);
    let name = |bytes: &mut Bytes| String::from_utf8_lossy(bytes.take(20)).into_owned();
    let mut results = Results::default();
    results.summary.title = name(&mut bytes);
    results.summary.version = name(&mut bytes);
    results.summary.ports = (0..ports).map(|_| name(&mut bytes)).collect();
    let numbers = |name| Axis::new(name, "", (1..=ports).map(|n| n as f64).collect());
    let over = || Axis::new("frequency", "Hz", frequencies.clone());
    let matrix = || vec![over(), numbers("to"), numbers("from")];
    let mut add = |name, axes, values: &[f64]| results.add((name, "", ""), axes, values).is_ok();
    let is_complete = add("network/s/real", matrix(), &re)
        && add("network/s/imag", matrix(), &im)
        && add("network/resistance", vec![numbers("port")], &resistances)
        && (!is_dispersive
            || add(
                "network/reference",
                vec![over(), numbers("port")],
                &references,
            ));
    if !is_complete {
        return;
    }
    let Ok(text) = results.touchstone() else {
        return;
    };
    let file = File::read(&text, ports);
    assert_eq!(file.frequencies, frequencies, "{text}");
    if !is_dispersive {
        assert_eq!(file.references, resistances, "{text}");
    }
    let expected = re.iter().zip(&im).map(|(re, im)| [*re, *im]);
    assert_eq!(file.matrices, expected.collect::<Vec<_>>(), "{text}");
}

/// What a reader of the format takes from a file.
struct File {
    references: Vec<f64>,
    frequencies: Vec<f64>,
    /// At each frequency by rows.
    matrices: Vec<[f64; 2]>,
}

impl File {
    /// Refuses what the format does not allow (EIA/IBIS Open Forum, Touchstone File Format Specification, version 2.0).
    fn read(text: &str, ports: usize) -> Self {
        assert!(
            text.bytes()
                .all(|b| b == b'\n' || (b' '..=b'~').contains(&b))
        );
        let number = |word: &str| -> f64 { word.parse().unwrap_or_else(|e| panic!("{word}: {e}")) };
        let mut references = Vec::new();
        let mut values = Vec::new();
        let mut has_ended = false;
        for line in text.lines() {
            assert!(!has_ended, "{line}");
            let line = line.split('!').next().unwrap_or_default();
            if let Some(option) = line.strip_prefix("# Hz S RI R ") {
                assert!(references.is_empty());
                references = vec![number(option); ports];
            } else if let Some(all) = line.strip_prefix("[Reference] ") {
                references = all.split(' ').map(number).collect();
            } else if line.starts_with('[') {
                has_ended = line == "[End]";
            } else {
                let row: Vec<f64> = line.split_whitespace().map(number).collect();
                assert!(row.len() <= 9, "{line}");
                values.extend(row);
            }
        }
        let block = 1 + 2 * ports * ports;
        assert_eq!(values.len() % block, 0);
        let mut file = Self {
            references,
            frequencies: Vec::new(),
            matrices: Vec::new(),
        };
        for block in values.chunks(block) {
            file.frequencies.push(block[0]);
            let pairs = block[1..].chunks(2).map(|pair| [pair[0], pair[1]]);
            let pairs: Vec<_> = pairs.collect();
            // Those of two ports are in columns.
            let turned = |n: usize| if ports == 2 { n % 2 * 2 + n / 2 } else { n };
            file.matrices
                .extend((0..pairs.len()).map(|n| pairs[turned(n)]));
        }
        file
    }
}
