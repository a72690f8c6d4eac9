import type { Block, Line, Run, SheetDocument, Sentence } from "./SheetDocument.ts"

/** Renders a term sheet as a page of its own, which prints with the release and the numbers of the pages at the foot. */
export const renderHtml = (document: SheetDocument): string => {
  const { footer, isRightToLeft, language, page, title } = document
  const [before, between, after] = page.map(cssString)
  const foot = `@page { margin: 20mm 18mm 22mm; @bottom-left { content: ${cssString(`${footer} · `)} ${before} counter(page) ${between} counter(pages) ${after}; font: 7pt sans-serif; } }`
  return `<!doctype html>
<html lang="${escapeHtml(language)}"${isRightToLeft ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; background: #fff; color: #1a1a1a; }
${sheetStyle}
${foot}
@media print { body { margin: 0; max-width: none; padding: 0; } .term-sheet footer { display: none; } }
</style>
</head>
<body>
${renderSheet(document)}
</body>
</html>
`
}

/** Renders the sheet without a page around it. It needs `sheetStyle`. */
export const renderSheet = ({ blocks, footer }: SheetDocument): string =>
  `<article class="term-sheet">
${blocks.map(formatBlock).join("\n")}
<footer>${escapeHtml(footer)}</footer>
</article>`

/** The style of a sheet, on a screen as on paper. */
export const sheetStyle = `.term-sheet { max-width: 48rem; font: 11pt/1.45 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
.term-sheet h1 { font-size: 1.6em; line-height: 1.2; margin: 0 0 .3em; }
.term-sheet h2 { font-size: 1.15em; margin: 1.6em 0 .4em; padding-bottom: .15em; border-bottom: 1px solid; break-after: avoid; }
.term-sheet p, .term-sheet ul { margin: .3em 0; }
.term-sheet table { width: 100%; border-collapse: collapse; table-layout: fixed; }
.term-sheet th, .term-sheet td { padding: .35em .8em .35em 0; border-bottom: 1px solid #8886; text-align: start; vertical-align: top; break-inside: avoid; }
.term-sheet th { width: 30%; }
@media screen and (width < 40rem) { .term-sheet th { width: 38%; } }
.term-sheet td > :first-child, .term-sheet dd > :first-child { margin-top: 0; }
.term-sheet dt { margin-top: .8em; break-after: avoid; }
.term-sheet dd { margin: 0 0 0 1.2em; }
.term-sheet a { color: inherit; text-decoration-color: #8888; text-underline-offset: .15em; }
.term-sheet .note, .term-sheet footer { font-size: .88em; opacity: .8; }
.term-sheet footer { margin-top: 2em; padding-top: .4em; border-top: 1px solid; }
@media print { .term-sheet { max-width: none; font-size: 10pt; } .term-sheet .annex { break-before: page; } .term-sheet a { text-decoration: none; } }`

const formatBlock = (block: Block): string => {
  switch (block._tag) {
    case "Heading":
      return `<h${block.level}${block.isAnnex === true ? ' class="annex"' : ""}>${formatLine(block.line)}</h${block.level}>`
    case "Text":
      return `<p>${formatLine(block.line)}</p>`
    case "Rows": {
      const rows = block.rows.map(
        ({ name, sentences }) =>
          `<tr><th scope="row">${formatLine(name)}</th><td>${sentences.map(formatSentence).join("")}</td></tr>`
      )
      return `<table>\n${rows.join("\n")}\n</table>`
    }
    case "Entries": {
      const entries = block.entries.map(
        ({ id, lines, name }) =>
          `<dt id="${id}">${formatLine(name)}</dt>\n<dd>${lines.map((line) => `<p dir="auto">${formatLine(line)}</p>`).join("")}</dd>`
      )
      return `<dl>\n${entries.join("\n")}\n</dl>`
    }
  }
}

const formatSentence = ({ items, line }: Sentence): string =>
  `<p>${formatLine(line)}</p>${
    items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${formatLine(item)}</li>`).join("")}</ul>`
  }`

const formatLine = (line: Line): string => line.map(formatRun).join("")

const formatRun = ({ language, style, text, to }: Run): string => {
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`
  const words = escapeHtml(text)
  const marked =
    style === undefined
      ? lang === ""
        ? words
        : `<span${lang}>${words}</span>`
      : style === "note"
        ? `<span class="note"${lang}>${words}</span>`
        : `<${style}${lang}>${words}</${style}>`
  return to === undefined ? marked : `<a href="#${to}">${marked}</a>`
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A string of CSS in which every character that could end it, or its element, is an escape. */
const cssString = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:·-]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`
