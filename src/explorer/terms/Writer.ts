import { makeTermSheet } from "../../domain/terms/TermSheet.ts"
import { renderSheet, sheetStyle } from "../../terms/RenderHtml.ts"
import { makeSheetDocument } from "../../terms/SheetDocument.ts"
import { renderSheetAs, sheetEndings } from "../../terms/SheetFormats.ts"

declare global {
  // What the script of term sheets defines when it has been loaded.
  var termSheets: typeof writer | undefined
}

/** What makes term sheets. A script of its own, which only their page loads. */
const writer = { makeSheetDocument, makeTermSheet, renderSheet, renderSheetAs, sheetEndings, sheetStyle }

globalThis.termSheets = writer
