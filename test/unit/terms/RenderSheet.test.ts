import { assert, describe, it } from "@effect/vitest"
import { strFromU8, unzipSync } from "fflate"
import markdown from "markdown-it"
import { SaxesParser } from "saxes"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { makeTermSheet } from "../../../src/domain/terms/TermSheet.ts"
import { snapshotOf } from "../../../src/domain/vocabulary/Snapshot.ts"
import { makeSheetDocument } from "../../../src/terms/SheetDocument.ts"
import { renderSheetAs } from "../../../src/terms/SheetFormats.ts"
import { termTaxonomy } from "../../support/domain/TermTaxonomy.ts"

const digest = "0f".repeat(32)

const documentOf = (taxonomy: Taxonomy, languages: ReadonlyArray<string> = []) => {
  const license = snapshotOf(taxonomy).license("CAMPAIGN")
  const release = { version: "1.2.0", publishedAt: "2026-11-28T10:00:00Z", digest }
  const sheet = makeTermSheet({ config: license?.config ?? {}, license }, { taxonomy, languages, release })
  return { sheet, document: makeSheetDocument(sheet, {}) }
}

/** Parses XML, which fails unless it is well-formed. Returns the text between its tags, and its attributes. */
const readXml = (xml: string) => {
  const parser = new SaxesParser({ xmlns: true })
  const attributes: Array<string> = []
  let text = ""
  parser.on("text", (part) => (text += part))
  parser.on("opentag", (tag) =>
    attributes.push(...Object.values(tag.attributes).map(({ name, value }) => `${name}=${value}`))
  )
  parser.on("error", (error) => {
    throw error
  })
  parser.write(xml).close()
  return { attributes, text }
}

const unzip = (bytes: Uint8Array) =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, readXml(strFromU8(part))]))

/** Taxonomies with texts that try to leave their place in each format. */
const hostile: ReadonlyArray<readonly [string, string]> = [
  ["markup", `<script>alert(1)</script> & "quotes" ]]> <!-- -->`],
  ["Markdown", "**bold** [link](javascript:alert(1)) `code` # heading | cell"],
  ["control characters", "a\u0000b\u0007c\u001Bd\u0085e\uFFFEf\uD800g"],
  ["bidirectional controls", "abc \u202Edef\u202C ghi \u2066jkl"],
  ["right to left", "\u05E9\u05DC\u05D5\u05DD"],
  ["length", "Endless".repeat(300)]
]

const withLabel = (label: string): Taxonomy => {
  const taxonomy = termTaxonomy()
  const dimensions = taxonomy.dimensions.map((each) => ({
    ...each,
    label,
    definition: label,
    values: each.values.map((value) => ({ ...value, label, definition: label }))
  }))
  return {
    ...taxonomy,
    title: label,
    dimensions,
    licenses: taxonomy.licenses.map((each) => ({ ...each, name: label }))
  }
}

describe("renderDocx", () => {
  const { document, sheet } = documentOf(termTaxonomy())
  const parts = unzip(renderSheetAs.docx(document))

  it("holds parts that are well-formed, and that the package names", () => {
    assert.deepStrictEqual(
      [...(parts.get("[Content_Types].xml")?.attributes ?? [])]
        .flatMap((attribute) => /^PartName=\/(.*)$/u.exec(attribute)?.[1] ?? [])
        .toSorted(),
      [...parts.keys()].filter((name) => name.endsWith(".xml") && !name.startsWith("[")).toSorted()
    )
  })

  it("contains the lines of each definition once", () => {
    const { text = "" } = parts.get("word/document.xml") ?? {}
    assert.isNotEmpty(sheet.definitions)
    for (const { mentions, text: defined } of sheet.definitions) {
      const shown = mentions.reduce((words, { code, label }) => words.replaceAll(code, label.text), defined.text)
      for (const line of shown.split("\n")) assert.strictEqual(text.split(line).length, 2, line)
    }
  })

  it("has headings, a title, a language, and a footer with the release, its day and its digest", () => {
    const { attributes = [] } = parts.get("word/document.xml") ?? {}
    for (const style of ["Title", "Heading1", "Heading2", "DefinitionTerm", "Definition"]) {
      assert.include(attributes, `w:val=${style}`)
      assert.include(parts.get("word/styles.xml")?.attributes ?? [], `w:styleId=${style}`)
    }
    assert.strictEqual(parts.get("docProps/core.xml")?.text.trim(), "Campaignen")
    assert.include(parts.get("word/styles.xml")?.attributes ?? [], "w:val=en")
    const { text = "" } = parts.get("word/footer1.xml") ?? {}
    assert.include(text, "Release 1.2.0, published on 28 November 2026")
    assert.include(text, digest)
  })

  it("links each name to its definition", () => {
    const { attributes = [] } = parts.get("word/document.xml") ?? {}
    const marks = new Set(attributes.flatMap((attribute) => /^w:name=(.*)$/u.exec(attribute)?.[1] ?? []))
    const links = attributes.flatMap((attribute) => /^w:anchor=(.*)$/u.exec(attribute)?.[1] ?? [])
    assert.strictEqual(marks.size, sheet.definitions.length)
    assert.isNotEmpty(links)
    assert.deepStrictEqual(
      links.filter((link) => !marks.has(link)),
      []
    )
  })

  it("gives the same bytes for the same document", () => {
    assert.deepStrictEqual(renderSheetAs.docx(document), renderSheetAs.docx(documentOf(termTaxonomy()).document))
  })

  it("is written from right to left in a language that is", () => {
    const arabic = unzip(renderSheetAs.docx(documentOf(termTaxonomy(), ["ar"]).document))
    assert.include(arabic.get("word/styles.xml")?.attributes ?? [], "w:bidi=ar")
  })

  it.each(hostile)("holds well-formed parts with labels of %s", (_, label) => {
    const { document } = documentOf(withLabel(label))
    const { text = "" } = unzip(renderSheetAs.docx(document)).get("word/document.xml") ?? {}
    assert.include(text, document.title)
  })
})

describe("renderHtml", () => {
  it.each(hostile)("keeps labels of %s text", (_, label) => {
    const { document } = documentOf(withLabel(label))
    const page = renderSheetAs.html(document)
    assert.notMatch(page, /<script|<img|<!--|javascript:[^<]*">/iu)
    // oxlint-disable-next-line no-control-regex -- these are what a page may not contain
    assert.notMatch(page, /[\u0000-\u0008\u000B-\u001F\u202A-\u202E\u2066\u2067]/u)
    assert.strictEqual(page.split("</style>").length, 2)
  })

  it("names the language of the sheet and of the texts in another", () => {
    const page = renderSheetAs.html(documentOf(termTaxonomy(), ["fr"]).document)
    assert.include(page, '<html lang="fr">')
    assert.include(page, '<span lang="en">Goods</span>')
    assert.include(page, "Texte original, qui fait foi : </span>")
  })

  it("has a target for each link", () => {
    const page = renderSheetAs.html(documentOf(termTaxonomy()).document)
    const targets = [...page.matchAll(/href="#(\w+)"/gu)].map(([, id]) => id)
    assert.isNotEmpty(targets)
    for (const id of targets) assert.include(page, `<dt id="${id}">`)
  })
})

describe("renderMarkdown", () => {
  it.each(hostile)("keeps labels of %s text", (_, label) => {
    const { document } = documentOf(withLabel(label))
    const page = markdown({ html: true }).render(renderSheetAs.markdown(document))
    assert.notMatch(page, /<script|<img|<a |<em>|<table/iu)
    assert.strictEqual(page.split("<h1>").length, 2)
  })
})
