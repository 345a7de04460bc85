//! `poynting schema`: the format of a scene file.

use crate::exit::Exit;
use crate::output::Output;
use poynting_scene::{json_schema, reference};

/// Print the format of a scene file: a JSON Schema for editors, or a reference in Markdown
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting schema > poynting.schema.json
  poynting schema --reference | less")]
pub struct Schema {
    /// Print the reference in Markdown instead
    #[arg(long)]
    reference: bool,
}

impl Schema {
    /// Prints the schema.
    pub fn execute(&self, out: &mut Output) -> Exit {
        if self.reference {
            out.line(reference().trim_end());
        } else {
            out.line(format_args!("{:#}", json_schema()));
        }
        Exit::Success
    }
}
