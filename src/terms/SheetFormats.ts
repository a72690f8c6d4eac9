import { renderDocx } from "./RenderDocx.ts"
import { renderHtml } from "./RenderHtml.ts"
import { renderMarkdown } from "./RenderMarkdown.ts"

/** The formats of a term sheet, each with what renders a document in it. */
export const renderSheetAs = { markdown: renderMarkdown, html: renderHtml, docx: renderDocx } as const

export type SheetFormat = keyof typeof renderSheetAs

export const sheetFormats = ["markdown", "html", "docx"] as const satisfies ReadonlyArray<SheetFormat>
