//! Rigorous coupled-wave analysis: its options.

use super::checker::Checker;
use crate::rcwa::RcwaOptions;
use crate::rcwa_records::RcwaRecord;

/// The solver options.
pub(super) fn options(record: &RcwaRecord, check: &mut Checker<'_>) -> RcwaOptions {
    let swept = record.frequencies.as_ref();
    if let Some(frequencies) = swept.filter(|f| f.adaptive.is_some()) {
        let message = "`rcwa` has no adaptive sweep";
        let label = "method = \"adaptive\" is for the method of moments";
        let cure = "remove `method` and `tolerance`: each frequency is solved by itself";
        check.out.report(frequencies.span, message, label, cure);
    }
    RcwaOptions {
        orders: record
            .orders
            .as_ref()
            .map(|orders| orders.items.each_ref().map(|order| order.value)),
        frequencies: swept.map_or_else(Vec::new, |f| f.values.clone()),
        fixed: record.fixed,
    }
}
