import { strToU8, zipSync } from "fflate"
import type { Block, Line, Row, Run, SheetDocument } from "./SheetDocument.ts"

/**
 * Renders a term sheet for Word (ECMA-376, WordprocessingML), with the release and the numbers of the pages at the foot.
 * The same document gives the same bytes.
 */
export const renderDocx = (document: SheetDocument): Uint8Array => {
  const parts = {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": packageRelations,
    "docProps/core.xml": coreProperties(document),
    "word/document.xml": renderBody(document),
    "word/_rels/document.xml.rels": documentRelations,
    "word/styles.xml": renderStyles(document),
    "word/numbering.xml": numbering,
    "word/footer1.xml": renderFooter(document)
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name,
        strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
      ])
    ),
    // The first day of the format. The present one would make other bytes each time.
    { mtime: "1980-01-01T00:00" }
  )
}

const openXml = "http://schemas.openxmlformats.org"
const namespace = `xmlns:w="${openXml}/wordprocessingml/2006/main"`
const relations = `${openXml}/officeDocument/2006/relationships`

const partType = (name: string, type: string) =>
  `<Override PartName="/${name}.xml" ContentType="application/vnd.openxmlformats-${type}+xml"/>`

const contentTypes = `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
  partType("docProps/core", "package.core-properties"),
  partType("word/document", "officedocument.wordprocessingml.document.main"),
  ...["styles", "numbering"].map((name) => partType(`word/${name}`, `officedocument.wordprocessingml.${name}`)),
  partType("word/footer1", "officedocument.wordprocessingml.footer")
].join("")}</Types>`

const relationships = (targets: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `<Relationships xmlns="${openXml}/package/2006/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`

const packageRelations = relationships([
  [`${relations}/officeDocument`, "word/document.xml"],
  [`${openXml}/package/2006/relationships/metadata/core-properties`, "docProps/core.xml"]
])

const documentRelations = relationships([
  [`${relations}/footer`, "footer1.xml"],
  [`${relations}/styles`, "styles.xml"],
  [`${relations}/numbering`, "numbering.xml"]
])

const coreProperties = ({ language, title }: SheetDocument): string =>
  `<cp:coreProperties xmlns:cp="${openXml}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:language>${escapeXml(language)}</dc:language></cp:coreProperties>`

const renderBody = ({ blocks, isRightToLeft }: SheetDocument): string =>
  `<w:document ${namespace} xmlns:r="${relations}"><w:body>${blocks
    .map((block, index) => formatBlock(block, index))
    .join(
      ""
    )}<w:sectPr><w:footerReference w:type="default" r:id="r1"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1247" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>${isRightToLeft ? "<w:bidi/>" : ""}</w:sectPr></w:body></w:document>`

const formatBlock = (block: Block, index: number): string => {
  switch (block._tag) {
    case "Heading":
      return paragraph(
        block.level === 1 ? "Title" : "Heading1",
        formatLine(block.line),
        block.isAnnex === true ? "<w:pageBreakBefore/>" : ""
      )
    case "Text":
      return paragraph(undefined, formatLine(block.line))
    case "Rows":
      return `<w:tbl><w:tblPr><w:tblStyle w:val="Terms"/><w:tblW w:w="5000" w:type="pct"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>${block.rows.map(formatRow).join("")}</w:tbl>`
    case "Entries":
      return block.entries
        .map(({ id, lines, name }, entry) => {
          const mark = `w:id="${index * 100_000 + entry}"`
          const term = `<w:bookmarkStart ${mark} w:name="${id}"/>${formatLine(name)}<w:bookmarkEnd ${mark}/>`
          return (
            paragraph("DefinitionTerm", term) + lines.map((line) => paragraph("Definition", formatLine(line))).join("")
          )
        })
        .join("")
  }
}

const columns = [2800, 6838] as const

const formatRow = ({ name, sentences }: Row): string => {
  const said = sentences.flatMap(({ items, line }) => [
    paragraph(undefined, formatLine(line)),
    ...items.map((item) => paragraph("ListBullet", formatLine(item)))
  ])
  const cell = (content: string, index: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="${columns[index]}" w:type="dxa"/></w:tcPr>${content}</w:tc>`
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${[paragraph("Heading2", formatLine(name)), said.join("")].map(cell).join("")}</w:tr>`
}

const paragraph = (style: string | undefined, runs: string, more = ""): string =>
  `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>`}${runs}</w:p>`

const formatLine = (line: Line): string => line.map(formatRun).join("")

const formatRun = ({ language, style, text, to }: Run): string => {
  const properties = [
    style === undefined ? "" : `<w:rStyle w:val="${characterStyles[style]}"/>`,
    language === undefined ? "" : `<w:lang w:val="${escapeXml(language)}"/>`
  ].join("")
  const run = `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
  return to === undefined ? run : `<w:hyperlink w:anchor="${to}" w:history="1">${run}</w:hyperlink>`
}

const characterStyles = { strong: "Strong", note: "Note", code: "Code" } as const

const renderFooter = ({ footer, page: [before, between, after] }: SheetDocument): string => {
  const text = (words: string) => `<w:r><w:t xml:space="preserve">${escapeXml(words)}</w:t></w:r>`
  const field = (name: string) => `<w:fldSimple w:instr="${name}">${text("1")}</w:fldSimple>`
  const page = `${text(before)}${field("PAGE")}${text(between)}${field("NUMPAGES")}${text(after)}`
  return `<w:ftr ${namespace}>${paragraph("Footer", text(footer))}${paragraph("Footer", page)}</w:ftr>`
}

const numbering = `<w:numbering ${namespace}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

interface Style {
  readonly id: string
  readonly name: string
  readonly paragraph?: string
  readonly run?: string
}

const spacing = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`
const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/>`
const gray = '<w:color w:val="595959"/>'

const paragraphStyles: ReadonlyArray<Style> = [
  { id: "Title", name: "Title", paragraph: `<w:keepNext/>${spacing(0, 80)}`, run: `<w:b/>${size(34)}` },
  {
    id: "Heading1",
    name: "heading 1",
    paragraph: `<w:keepNext/>${spacing(320, 100)}<w:outlineLvl w:val="0"/>`,
    run: `<w:b/>${size(26)}`
  },
  {
    id: "Heading2",
    name: "heading 2",
    paragraph: `${spacing(40, 40)}<w:outlineLvl w:val="1"/>`,
    run: `<w:b/>${size(21)}`
  },
  {
    id: "ListBullet",
    name: "List Bullet",
    paragraph: `<w:numPr><w:numId w:val="1"/></w:numPr>${spacing(0, 0)}<w:ind w:left="284" w:hanging="227"/>`
  },
  { id: "DefinitionTerm", name: "Definition Term", paragraph: `<w:keepNext/>${spacing(140, 20)}` },
  { id: "Definition", name: "Definition", paragraph: `${spacing(0, 60)}<w:ind w:left="340"/>` },
  { id: "Footer", name: "footer", paragraph: spacing(0, 0), run: `${gray}${size(14)}` }
]

const characterStyleList: ReadonlyArray<Style> = [
  { id: "Strong", name: "Strong", run: "<w:b/>" },
  { id: "Note", name: "Note", run: `${gray}${size(19)}` },
  {
    id: "Code",
    name: "Code",
    run: `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>${gray}${size(18)}`
  }
]

const renderStyles = ({ isRightToLeft, language }: SheetDocument): string => {
  const lang = escapeXml(language)
  const style = (type: string, { id, name, paragraph: ofParagraph = "", run = "" }: Style) =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${type === "paragraph" ? '<w:basedOn w:val="Normal"/>' : ""}<w:qFormat/>${ofParagraph === "" ? "" : `<w:pPr>${ofParagraph}</w:pPr>`}${run === "" ? "" : `<w:rPr>${run}</w:rPr>`}</w:style>`
  const border = '<w:insideH w:val="single" w:sz="4" w:space="0" w:color="D0D0D0"/>'
  return `<w:styles ${namespace}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Times New Roman"/>${size(21)}<w:lang w:val="${lang}" w:eastAsia="${lang}" w:bidi="${lang}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${isRightToLeft ? "<w:bidi/>" : ""}<w:spacing w:before="40" w:after="40" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${paragraphStyles.map((each) => style("paragraph", each)).join("")}${characterStyleList.map((each) => style("character", each)).join("")}<w:style w:type="table" w:styleId="Terms"><w:name w:val="Terms"/><w:tblPr><w:tblBorders>${border}</w:tblBorders><w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="160" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`
}

/** XML 1.0 has no place for control characters, which no text of a document contains. */
const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
