//! `poynting compare`: the differences between two results of one model.

use super::files::expect_results;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::output::Output;
use poynting::{Comparison, Difference, Results, compare, overlay, results};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Compare two results: list their differences and overlay their plots
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting compare sphere-fdtd sphere-mom
  poynting compare coarse-results fine-results --out difference
  poynting compare a b --json")]
pub struct Compare {
    /// Results folder
    first: PathBuf,
    /// Results folder to compare with
    second: PathBuf,
    /// Write plots with both results to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Compare {
    /// Reads, compares, prints.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let [a, b] = [&self.first, &self.second].map(|dir| {
            expect_results(dir)?;
            Ok::<_, Failure>(results::open(dir)?)
        });
        let (a, b) = (a?, b?);
        let found = compare(&a, &b);
        if found.differences.is_empty() {
            return Err(nothing_in_common(&found, &self.first, &self.second));
        }
        if self.json {
            out.line(format_args!("{:#}", report(&found)));
        } else {
            show(out, &found);
        }
        if let Some(dir) = &self.out {
            let names = names([(&self.first, &a), (&self.second, &b)]);
            draw(out, [(&names[0], &a), (&names[1], &b)], dir)?;
        }
        Ok(Exit::Success)
    }
}

/// Labels for the results: the solvers, or the folders if both used the same solver.
fn names(pair: [(&PathBuf, &Results); 2]) -> [String; 2] {
    let [(_, a), (_, b)] = pair;
    if a.summary.solver != b.summary.solver {
        return [a.summary.solver.clone(), b.summary.solver.clone()];
    }
    let folder = |path: &Path| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    let [first, second] = pair.map(|(path, _)| folder(path));
    if first == second {
        [format!("{first} (1)"), format!("{second} (2)")]
    } else {
        [first, second]
    }
}

/// Draws both results in the same plots, and lists the files.
pub fn draw(out: &mut Output, pair: [(&str, &Results); 2], dir: &Path) -> Result<(), Failure> {
    let files = overlay(pair, dir)?;
    for file in files
        .iter()
        .filter(|f| f.extension().is_some_and(|e| e == "png"))
    {
        out.line(format_args!("plot:    {}", file.display()));
    }
    Ok(())
}

/// Prints the table.
pub fn show(out: &mut Output, found: &Comparison) {
    let heading = ["quantity", "values", "mean", "worst", "unit", "worst at"];
    let mut rows = vec![heading.map(ToOwned::to_owned).to_vec()];
    rows.extend(found.differences.iter().map(row));
    for line in format::table(&rows) {
        out.line(line);
    }
    for (quantity, why) in &found.left_out {
        out.line(format::wrapped(
            "  not compared: ",
            &format!("{quantity}: {why}"),
        ));
    }
}

fn row(difference: &Difference) -> Vec<String> {
    let place = |(name, value, unit): &(String, f64, String)| match unit.as_str() {
        "Hz" => format::si(*value, unit),
        "1" => format!("{name} {}", format::number(*value)),
        _ => format!("{name} {} {unit}", format::number(*value)),
    };
    let at: Vec<String> = difference.at.iter().map(place).collect();
    vec![
        difference.quantity.clone(),
        format::count(difference.values as u64),
        format::number(difference.mean),
        format::number(difference.worst),
        difference.unit.to_owned(),
        at.join(", "),
    ]
}

fn report(found: &Comparison) -> Value {
    let differences = found.differences.iter().map(|d| {
        let at: serde_json::Map<String, Value> =
            d.at.iter()
                .map(|(name, value, _)| (name.clone(), json!(value)))
                .collect();
        json!({
            "quantity": d.quantity,
            "values": d.values,
            "mean": d.mean,
            "worst": d.worst,
            "unit": d.unit,
            "worst_at": at,
        })
    });
    let left_out = found
        .left_out
        .iter()
        .map(|(quantity, why)| json!({ "quantity": quantity, "reason": why }));
    json!({
        "differences": differences.collect::<Vec<_>>(),
        "not_compared": left_out.collect::<Vec<_>>(),
    })
}

fn nothing_in_common(found: &Comparison, first: &Path, second: &Path) -> Failure {
    let reason = found.left_out.first();
    Failure::Usage {
        message: format!(
            "{} and {} have no quantities that can be compared",
            first.display(),
            second.display()
        ),
        help: reason.map(|(quantity, why)| format!("for example, `{quantity}`: {why}")),
    }
}
