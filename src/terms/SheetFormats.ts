import { renderDocx } from "./RenderDocx.ts"
import { renderHtml } from "./RenderHtml.ts"
import { renderMarkdown } from "./RenderMarkdown.ts"

/** The formats of a term sheet, each with what renders a document in it. */
export const renderSheetAs = { markdown: renderMarkdown, html: renderHtml, docx: renderDocx } as const

export type SheetFormat = keyof typeof renderSheetAs

export const sheetFormats = ["markdown", "html", "docx"] as const satisfies ReadonlyArray<SheetFormat>

/** The endings of the files, which also tell the format of one. */
export const sheetEndings: Readonly<Record<SheetFormat, string>> = { markdown: ".md", html: ".html", docx: ".docx" }

/**
 * The path of a term sheet below the `index.html` of a site: `terms/v1.1.0/NIL-EDU-IMAGE.fr.html`. A site has them of the
 * release that each major version means, such as the newest 1.x.
 */
export const termSheetPath = (
  version: string,
  license: string,
  language: string | undefined,
  format: SheetFormat
): string => `terms/v${version}/${license}${language === undefined ? "" : `.${language}`}${sheetEndings[format]}`
