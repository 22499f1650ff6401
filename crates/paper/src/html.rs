//! Pages as one HTML document that a browser prints unchanged, each on its own sheet of paper.

use damier_notation::wording::Language;

use crate::page::{Format, PaperPage};
use crate::words::escaped;

/// On a screen the pages are separate sheets on a coloured background; in print, only the pages
/// remain. The document loads no other file.
const STYLE: &str = "
@page { size: A4 portrait; margin: 0 }
@page landscape { size: A4 landscape; margin: 0 }
html, body { margin: 0; background: #e9e3d7 }
.page { display: block; width: 210mm; height: 297mm; margin: 8mm auto; box-shadow: 0 1mm 5mm rgb(31 43 40 / 25%); overflow: hidden }
.page.landscape { page: landscape; width: 297mm; height: 210mm }
.page svg { display: block; width: 100%; height: 100% }
@media print {
  html, body { background: none }
  .page { margin: 0; box-shadow: none; break-after: page; break-inside: avoid }
  .page:last-child { break-after: auto }
}
";

/// The pages as one self-contained document.
///
/// ```
/// use damier_notation::wording::Language;
/// use damier_paper::{Setting, Sheet, html, pages};
/// use damier_rules::Variant;
/// let setting = Setting::new(Language::English);
/// let document = html(&pages(&Sheet::ScoreSheet(Variant::INTERNATIONAL), &setting), Language::English);
/// assert!(document.starts_with("<!doctype html>"));
/// ```
pub fn html(pages: &[PaperPage], language: Language) -> String {
    let title = pages.first().map_or("Damier", PaperPage::title);
    let mut document = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        language.code(),
        escaped(title)
    );
    for page in pages {
        let class = match page.format() {
            Format::Portrait => "page",
            Format::Landscape => "page landscape",
        };
        document.extend(["<div class=\"", class, "\">\n", &page.svg(), "</div>\n"]);
    }
    document.push_str("</body>\n</html>\n");
    document
}
