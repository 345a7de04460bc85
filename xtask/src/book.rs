//! The documentation: links, contents, every code block and scene in it, and the mdBook built from it.
//!
//! Pages are `README.md`, everything in `docs` and `gallery`, and whatever else `docs/SUMMARY.md` lists. They are also read outside the book, so
//! every check except the last uses the Markdown; the last uses the HTML.

mod commands;
mod fault;
mod html;
mod links;
mod page;
mod part;
mod play;
pub mod reference;
mod summary;
pub mod verdicts;

use crate::Error;
use crate::files::has_ending;
use crate::repository::Repository;
use commands::Manual;
use fault::Fault;
use page::Page;
use play::Stage;
use std::path::Path;
use std::time::Instant;

/// Checks everything with a `poynting` program and builds the book in `target/book/html`.
pub fn run(repository: &Repository, program: &Path) -> Result<(), Error> {
    let pages = read_pages(repository)?;
    let contents = pages
        .iter()
        .find(|page| page.file == summary::SUMMARY)
        .ok_or_else(|| Error::Unexpected(format!("there is no {}", summary::SUMMARY)))?;
    let mut faults = links::check(&repository.root, &pages);
    faults.extend(summary::check(contents, &pages));
    faults.extend(reference::check(repository, program)?);
    faults.extend(verdicts::check(repository, program)?);

    let listed = summary::pages(contents);
    let book: Vec<&Page> = pages
        .iter()
        .filter(|page| listed.contains(&page.file))
        .collect();
    let folder = repository.target_dir().join("book");
    let stage = Stage {
        repository,
        program,
        folder: folder.join("pages"),
    };
    let mut manual = Manual::of(program);
    for page in &book {
        let begin = Instant::now();
        faults.extend(manual.check(page)?);
        faults.extend(stage.play(page)?);
        println!("{:6.1} s  {}", begin.elapsed().as_secs_f64(), page.file);
    }
    judge(&faults)?;
    let html = html::build(repository, &folder, &book)?;
    judge(&html::check(&html)?)?;
    println!("book: {}", html.join("index.html").display());
    Ok(())
}

fn read_pages(repository: &Repository) -> Result<Vec<Page>, Error> {
    let files = repository.files()?;
    files
        .iter()
        .filter(|file| has_ending(file, "md"))
        .map(|file| Ok(Page::parse(file, &repository.read(file)?)))
        .collect()
}

fn judge(faults: &[Fault]) -> Result<(), Error> {
    for fault in faults {
        eprintln!("error: {fault}");
    }
    match faults.len() {
        0 => Ok(()),
        count => Err(Error::Untidy(count)),
    }
}
