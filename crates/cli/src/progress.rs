//! Progress of a run: a bar on a terminal, otherwise an occasional line.

use crate::format;
use crate::output::note;
use indicatif::{ProgressBar, ProgressStyle};
use poynting::{FdtdProgress, Layout, MomProgress, MomStage, Plan, Progress, RcwaProgress};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Time between two lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Time between two updates of the bar's text.
const REFRESH: Duration = Duration::from_millis(100);

/// Shows the progress of a run.
pub struct ProgressDisplay {
    cells: u64,
    shown: Instant,
    start: Instant,
    style: Style,
}

enum Style {
    Hidden,
    Bar(ProgressBar),
    /// Holds the last line not yet shown.
    Lines(Option<String>),
}

impl ProgressDisplay {
    /// Shows nothing.
    pub fn hidden() -> Self {
        Self::new(0, Style::Hidden)
    }

    /// Shows lines, whether or not there is a terminal.
    pub fn lines() -> Self {
        Self::new(0, Style::Lines(None))
    }

    /// Shows a bar if the standard error is a terminal, else lines.
    pub fn of(plan: &Plan) -> Self {
        let style = if std::io::stderr().is_terminal() {
            Style::Bar(bar(length(plan)))
        } else {
            Style::Lines(None)
        };
        let cells = match &plan.layout {
            Layout::Fdtd(plan) => plan.cells(),
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => 0,
        };
        Self::new(cells, style)
    }

    fn new(cells: u64, style: Style) -> Self {
        let now = Instant::now();
        Self {
            cells,
            shown: now,
            start: now,
            style,
        }
    }

    /// Shows the current progress.
    pub fn show(&mut self, progress: &Progress) {
        let every = match &self.style {
            Style::Hidden => return,
            Style::Bar(_) => REFRESH,
            Style::Lines(_) => LINE_EVERY,
        };
        let due = self.shown.elapsed() >= every;
        if due {
            self.shown = Instant::now();
        }
        let (cells, elapsed) = (self.cells, self.start.elapsed());
        match &mut self.style {
            Style::Bar(bar) if due || is_new(progress) => {
                let message = match progress {
                    Progress::Fdtd(p) => {
                        // If the energy criterion ends the run, the end is an estimate that improves; without one the bar stays empty.
                        let left = p.steps_left;
                        bar.set_length(left.map_or(p.max_steps, |left| p.step + left));
                        bar.set_position(left.map_or(0, |_| p.step));
                        rates(cells, p) + &time_left(elapsed, p)
                    }
                    Progress::Mom(p) => {
                        bar.set_position(3 * p.frequency as u64 + p.stage as u64);
                        format!(
                            "{}, {} left",
                            stage(p),
                            format::duration(bar.eta().as_secs_f64())
                        )
                    }
                    Progress::Rcwa(p) => {
                        bar.set_position(p.frequency as u64);
                        let left = format::duration(bar.eta().as_secs_f64());
                        format!("{}, {left} left", frequency(p))
                    }
                };
                bar.set_message(message);
            }
            Style::Lines(pending) => {
                let line = match progress {
                    Progress::Fdtd(p) => line(cells, elapsed, p),
                    Progress::Mom(p) => stage(p),
                    Progress::Rcwa(p) => frequency(p),
                };
                if due {
                    note(&line);
                }
                *pending = (!due).then_some(line);
            }
            Style::Hidden | Style::Bar(_) => {}
        }
    }

    /// Ends the display after the last step.
    pub fn finish(self) {
        match self.style {
            Style::Bar(bar) => bar.finish_and_clear(),
            Style::Lines(Some(last)) => note(last),
            Style::Lines(None) | Style::Hidden => {}
        }
    }
}

/// Total work of a run: time steps, three stages per frequency, or frequencies.
fn length(plan: &Plan) -> u64 {
    match &plan.layout {
        Layout::Fdtd(plan) => plan.max_steps,
        Layout::Mom(plan) => 3 * plan.solves() as u64,
        Layout::Plane(plan) => 3 * plan.frequencies.len() as u64,
        Layout::Grating(plan) => plan.frequencies.len() as u64,
    }
}

/// Whether it must always be shown: the last step, or a stage that may take long.
fn is_new(progress: &Progress) -> bool {
    match progress {
        Progress::Fdtd(p) => p.step == p.max_steps,
        Progress::Mom(_) | Progress::Rcwa(_) => true,
    }
}

/// `frequency 2 of 5 (3 GHz): factorisation`, or of at most 5 if a sweep decides.
fn stage(progress: &MomProgress) -> String {
    let what = match progress.stage {
        MomStage::Assembly => "assembly",
        MomStage::Factorisation => "factorisation",
        MomStage::Solution => "solution",
    };
    let iteration = progress.iteration.map_or_else(String::new, |step| {
        let left = match step.remaining {
            Some(steps) => format!(", about {steps} more to {:.0e}", step.target),
            None => String::new(),
        };
        format!(
            ", iteration {}, residual {:.1e}{left}",
            step.iteration, step.residual
        )
    });
    format!(
        "frequency {} of {}{} ({}): {what}{iteration}",
        progress.frequency + 1,
        if progress.is_adaptive { "at most " } else { "" },
        progress.frequencies,
        format::si(progress.hertz, "Hz"),
    )
}

/// `frequency 2 of 5 (3 GHz)`.
fn frequency(progress: &RcwaProgress) -> String {
    format!(
        "frequency {} of {} ({})",
        progress.frequency + 1,
        progress.frequencies,
        format::si(progress.hertz, "Hz"),
    )
}

fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    let template = "{wide_bar} {percent:>3} %  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
    bar.set_message("setting up");
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// `120.3 Mcells/s, energy -3.1 dB`.
fn rates(cells: u64, progress: &FdtdProgress) -> String {
    let updates = cells as f64 * (progress.step - progress.resumed) as f64;
    let speed = updates / progress.stepping.as_secs_f64().max(1e-9) / 1e6;
    let speed = format::number(speed);
    // There is no energy value before the first check.
    if !progress.energy_db.is_finite() {
        return format!("{speed} Mcells/s");
    }
    // Adding zero removes the sign of -0.
    let energy = (progress.energy_db * 10.0).round() / 10.0 + 0.0;
    format!("{speed} Mcells/s, energy {energy:.1} dB")
}

/// `, about 12 s left`, once the number of remaining steps is known.
fn time_left(elapsed: Duration, progress: &FdtdProgress) -> String {
    let left = progress.steps_left.filter(|left| *left > 0);
    left.map_or_else(String::new, |left| {
        let done = progress.step - progress.resumed;
        let seconds = elapsed.as_secs_f64() / done.max(1) as f64 * left as f64;
        format!(", about {} left", format::duration(seconds))
    })
}

fn line(cells: u64, elapsed: Duration, progress: &FdtdProgress) -> String {
    let step = progress.step;
    let done = progress.steps_left.map_or_else(String::new, |left| {
        let all = step + left;
        format!(" of {} ({} %)", format::count(all), 100 * step / all.max(1))
    });
    format!(
        "step {}{done}, {}{}",
        format::count(step),
        rates(cells, progress),
        time_left(elapsed, progress)
    )
}

#[cfg(test)]
mod tests {
    use crate::progress::*;

    #[test]
    fn a_line_tells_speed_energy_and_time_left() {
        let mut progress = FdtdProgress {
            step: 1000,
            resumed: 0,
            max_steps: 4000,
            steps_left: Some(3000),
            energy_db: -0.01,
            stepping: Duration::from_secs(2),
        };
        assert_eq!(
            line(1_000_000, Duration::from_secs(4), &progress),
            "step 1,000 of 4,000 (25 %), 500 Mcells/s, energy 0.0 dB, about 12 s left"
        );
        // A run that ends only by its energy gives no estimate before the energy decays.
        (progress.max_steps, progress.steps_left) = (2_000_000, None);
        assert_eq!(
            line(1_000_000, Duration::from_secs(4), &progress),
            "step 1,000, 500 Mcells/s, energy 0.0 dB"
        );
        // Steps done before the run was continued took no time now.
        progress.resumed = 500;
        assert_eq!(
            line(1_000_000, Duration::from_secs(4), &progress),
            "step 1,000, 250 Mcells/s, energy 0.0 dB"
        );
    }
}
