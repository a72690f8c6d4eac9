import { closingBracketRepairs, commaRepairs, openingBracketRepairs } from "./finders/BracketRepairs.ts"
import { bulletRepairs, innerTabRepairs, tabRepairs, unusualSpaceRepairs } from "./finders/CharacterRepairs.ts"
import { extraDashRepairs, keyedEntryRepairs, listOnKeyLineRepairs, missingDashRepairs } from "./finders/DashRepairs.ts"
import { blockIndentationRepairs, indentationRepairs, notIndentedRepairs } from "./finders/IndentationRepairs.ts"
import { colonSpaceRepairs, emphasisRepairs, missingColonRepairs, separatorRepairs } from "./finders/KeyRepairs.ts"
import { missingParentRepairs } from "./finders/ParentRepairs.ts"
import {
  anchorRepairs,
  blockIndicatorRepairs,
  closingQuoteRepairs,
  lineEndRepairs,
  quoteRepairs
} from "./finders/QuoteRepairs.ts"
import { markerRepairs, noteRepairs, strayLineRepairs } from "./finders/StrayLineRepairs.ts"
import { wrappedLineRepairs } from "./finders/WrapRepairs.ts"
import type { RepairFinder } from "./TextRepair.ts"

/** The mistakes that the parser stops at. */
export const syntaxFinders: ReadonlyArray<RepairFinder> = [
  tabRepairs,
  unusualSpaceRepairs,
  innerTabRepairs,
  markerRepairs,
  bulletRepairs,
  noteRepairs,
  emphasisRepairs,
  keyedEntryRepairs,
  separatorRepairs,
  colonSpaceRepairs,
  missingColonRepairs,
  lineEndRepairs,
  closingQuoteRepairs,
  closingBracketRepairs,
  commaRepairs,
  openingBracketRepairs,
  listOnKeyLineRepairs,
  wrappedLineRepairs,
  blockIndicatorRepairs,
  quoteRepairs,
  anchorRepairs,
  missingDashRepairs,
  indentationRepairs,
  blockIndentationRepairs,
  notIndentedRepairs,
  extraDashRepairs,
  strayLineRepairs
]

/** The mistakes that the parser accepts, but that make several problems of the content. */
export const structureFinders: ReadonlyArray<RepairFinder> = [
  unusualSpaceRepairs,
  emphasisRepairs,
  missingParentRepairs,
  keyedEntryRepairs,
  markerRepairs,
  bulletRepairs,
  colonSpaceRepairs,
  separatorRepairs,
  missingColonRepairs,
  missingDashRepairs,
  extraDashRepairs,
  notIndentedRepairs,
  indentationRepairs,
  blockIndentationRepairs,
  wrappedLineRepairs,
  quoteRepairs,
  anchorRepairs
]
