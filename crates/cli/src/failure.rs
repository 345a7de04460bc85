//! Errors as shown to the user.

use crate::exit::Exit;
use crate::format;
use crate::output::{note, note_in_colour};
use miette::Diagnostic;
use poynting::{
    DemandError, Error, ErrorKind, FdtdError, GratingError, MomError, ResultsError, SceneError,
};
use poynting_scene::visible;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Why the command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An error from the library.
    #[error(transparent)]
    Library(#[from] Error),
    /// A plan that cannot be made, and the place in the scene that causes it.
    #[error("{error}")]
    Planned {
        /// The library's error.
        error: Box<Error>,
        /// File and line.
        places: String,
    },
    /// The same, with a note on partial results.
    #[error("{error}")]
    Unfinished {
        /// The library's error.
        error: Box<Error>,
        /// What was written and how to use it.
        help: String,
    },
    /// An invalid request.
    #[error("{message}")]
    Usage {
        /// The problem.
        message: String,
        /// How to fix it.
        help: Option<String>,
    },
    /// What another process reports.
    #[error("another process has failed")]
    Told(Exit),
    /// A file cannot be read or written.
    #[error("{message}")]
    Files {
        /// The problem.
        message: String,
        /// How to fix it.
        help: Option<String>,
    },
}

impl From<poynting::ResultsError> for Failure {
    fn from(error: poynting::ResultsError) -> Self {
        Self::Library(error.into())
    }
}

impl Failure {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, cause: &impl Display) -> Self {
        Self::Files {
            message: format!("{}: {cause}", path.display()),
            help: None,
        }
    }

    /// The standard output cannot be written.
    pub fn stdout(cause: &io::Error) -> Self {
        Self::Files {
            message: format!("cannot write to standard output: {cause}"),
            help: None,
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Library(error) => error.kind().into(),
            Self::Planned { error, .. } | Self::Unfinished { error, .. } => error.kind().into(),
            Self::Usage { .. } => Exit::Usage,
            Self::Files { .. } => Exit::Files,
            Self::Told(exit) => *exit,
        }
    }

    /// Prints the error.
    pub fn show(&self) {
        if let Self::Told(_) = self {
            return;
        }
        if let Self::Library(Error::Scene(e)) = self
            && !e.mistakes().is_empty()
        {
            note_in_colour(scene_text(e).trim_end());
            return;
        }
        say("error: ", &self.message());
        if let Self::Planned { places, .. } = self {
            say("   at: ", places);
        }
        if let Some(help) = self.help() {
            say(" help: ", &help);
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Library(Error::Scene(e)) => match &**e {
                SceneError::Read { source, .. } => format!("{e}: {source}"),
                other => other.to_string(),
            },
            other => other.to_string(),
        }
    }

    fn help(&self) -> Option<String> {
        match self {
            Self::Library(Error::Scene(e)) => e.help().map(|h| h.to_string()),
            Self::Library(Error::Fdtd(FdtdError::Sink(_))) => {
                Some("check the free space on the disk".to_owned())
            }
            Self::Library(Error::Fdtd(FdtdError::Memory(e))) if e.device.is_some() => {
                help_of(ErrorKind::Memory)
                    .map(|help| format!("{help}; the CPU may have more memory (--device cpu)"))
            }
            Self::Library(Error::Results(ResultsError::Damaged { .. })) => Some(
                "Poynting has not written this file as it is: run the scene again, or ask for the results again; \
                 SECURITY.md says what is checked"
                    .to_owned(),
            ),
            Self::Library(error) => help_on(error),
            Self::Planned { error, .. } => help_on(error),
            Self::Unfinished { help, .. } => Some(help.clone()),
            Self::Usage { help, .. } | Self::Files { help, .. } => help.clone(),
            Self::Told(_) => None,
        }
    }
}

/// Lines are wrapped for people only: other programs search for whole sentences.
fn say(what: &str, text: &str) {
    let text = visible(text);
    if io::stderr().is_terminal() {
        note(format::wrapped(what, &text));
    } else {
        note(format_args!("{what}{text}"));
    }
}

/// Help for errors whose message does not say how to fix the problem.
fn help_on(error: &Error) -> Option<String> {
    let help = match error {
        Error::Fdtd(FdtdError::Demand(DemandError::NotQuick(_)))
        | Error::Mom(MomError::NotQuick(_)) => {
            Some("--deep lets the check take as long as it needs")
        }
        Error::Fdtd(FdtdError::Demand(DemandError::Memory(_)))
        | Error::Mom(MomError::Part(_))
        | Error::Rcwa(GratingError::Part(_)) => None,
        // Files of the scene, not of the results.
        Error::Fdtd(_) | Error::Mom(MomError::Structure { .. })
            if error.kind() == ErrorKind::Files =>
        {
            Some("check the path: it is relative to the folder of the scene; and the permissions")
        }
        other => help_of(other.kind()),
    };
    help.map(ToOwned::to_owned)
}

fn help_of(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::Memory => Some(
            "use larger cells, a smaller domain, a symmetry plane, or single precision; \
             `poynting check` shows what uses the memory",
        ),
        ErrorKind::Device => Some("`poynting devices` lists the devices of this machine"),
        ErrorKind::Files => {
            Some("check that the folder is writable, or choose another one with --out")
        }
        // Other messages already say how to fix the problem.
        _ => None,
    }
}

/// All errors in a scene, in colour if the output is a terminal.
fn scene_text(error: &SceneError) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    if plain || !io::stderr().is_terminal() {
        error.render()
    } else {
        error.render_in_colour()
    }
}

/// The closest known name.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |k: &str| strsim::damerau_levenshtein(&k.to_lowercase(), &word.to_lowercase());
    let reach = word.chars().count().div_ceil(4);
    known
        .into_iter()
        .map(|k| (distance(k), k))
        .filter(|(d, _)| *d <= reach)
        .min()
        .map(|(_, k)| k)
}
