import type { Json } from "effect/Schema"
import type { ChangeKind } from "./change/Change.ts"
import type { Check } from "./checks/Check.ts"
import type { CheckId } from "./checks/CheckRegistry.ts"
import type { Deprecation } from "./taxonomy/Deprecation.ts"
import type { ItemRef, ItemId } from "./taxonomy/ItemRef.ts"
import type { Bump, Version } from "./taxonomy/Scalars.ts"

/** The keys and indexes that lead to a node of a document. An entry of a list is named by its index or by its code. */
export type Path = ReadonlyArray<string | number>

/** A range of a text, as offsets in UTF-16 code units. */
export type Span = readonly [start: number, end: number]

/**
 * Where a finding points. The domain knows items, not the files that hold them: `src/build` maps the one to the other.
 * `key` points to the last key of the path rather than to its value.
 */
export type Location =
  | ItemLocation
  /** The taxonomy's own texts and the declared version. */
  | { readonly _tag: "Header"; readonly path: Path; readonly within?: string }
  | { readonly _tag: "Waiver"; readonly index: number }
  /** A file of the sources, relative to their folder. `span` (offsets) and `line` replace the path in what is not YAML. */
  | {
      readonly _tag: "Source"
      readonly file: string
      readonly path?: Path
      readonly key?: boolean
      readonly span?: Span
      readonly line?: number
    }
  /** A file or folder of the releases, relative to their folder. */
  | { readonly _tag: "Release"; readonly file: string; readonly line?: number }

export interface ItemLocation {
  readonly _tag: "Item"
  readonly item: ItemRef
  readonly path: Path
  readonly key?: boolean
  /** Characters of the text at the path: the location is that of the first of them, if the source has them as they are. */
  readonly within?: string
}

export const inItem = (item: ItemRef, ...path: Path): ItemLocation => ({ _tag: "Item", item, path })

/** Leads from a deprecated item to one of its replacements, as the sources write them. */
export const replacementPath = ({ replacement_mode }: Deprecation, index: number): Path => [
  "deprecated",
  "replaced_by",
  ...(replacement_mode === undefined ? [] : [replacement_mode]),
  index
]

export const inHeader = (...path: Path): Location => ({ _tag: "Header", path })

export const inWaiver = (index: number): Location => ({ _tag: "Waiver", index })

export const inSource = (
  file: string,
  place: Omit<Extract<Location, { _tag: "Source" }>, "_tag" | "file">
): Location => ({
  _tag: "Source",
  file,
  ...place
})

export const inRelease = (file: string, line?: number): Location => ({
  _tag: "Release",
  file,
  ...(line === undefined ? {} : { line })
})

/**
 * One edit that mends what a finding reports. Every edit is safe: it changes how something is written, such as quotes,
 * spaces, the ending of a file or the version within its major, and never what it means. What chooses (a similar code, a key
 * that was meant, another major) is a question in the help of the finding.
 */
export type FixEdit =
  /** Replaces the source text of the node at a location, or of its key if the location points to the key. */
  | { readonly _tag: "Replace"; readonly location: Location; readonly text: string }
  /** Replaces a range of a text, also of one that is not YAML. An empty range inserts. */
  | { readonly _tag: "ReplaceSpan"; readonly file: string; readonly span: Span; readonly text: string }
  /** Renames a file of the sources. It never replaces another file. */
  | { readonly _tag: "Rename"; readonly file: string; readonly to: string }

export const replaceNode = (location: Location, text: string): FixEdit => ({ _tag: "Replace", location, text })

export const replaceSpan = (file: string, span: Span, text: string): FixEdit => ({
  _tag: "ReplaceSpan",
  file,
  span,
  text
})

export const renameFile = (file: string, to: string): FixEdit => ({ _tag: "Rename", file, to })

/** `error` fails the run, `warning` does not. */
export type Level = "error" | "warning"

/** All that varies between the findings of a check, as JSON, without what is undefined. The sentences are made from this. */
export type Facts = { readonly [name: string]: Json | undefined }

/** What a check found, as data. `src/report` makes the sentences when it renders a report. */
export interface Finding {
  /** The id of the check. */
  readonly rule: CheckId
  readonly level: Level
  /** The item concerned. */
  readonly item?: ItemRef
  readonly context: Facts
  readonly location: Location
  /** What links it to the findings from which it follows, and to those that follow from it. */
  readonly links?: Links
  /** Findings that follow from it, and are not reported on their own. */
  readonly follow_ups?: ReadonlyArray<Finding>
  /** A waiver that would cover it, if it were for this version. */
  readonly near_waiver?: { readonly version: Version; readonly location: Location }
  /** The changes of the release that cause it. */
  readonly changes?: ReadonlyArray<LocatedChange>
  /** The edits that its help describes, if they can be applied mechanically. */
  readonly fix?: ReadonlyArray<FixEdit>
}

export interface Links {
  /** The items in which the finding has its cause, if that is not its own item; `undefined` for the taxonomy itself. */
  readonly causes?: ReadonlyArray<ItemId | undefined>
  /** The items of which it explains findings, if that is not its own item. */
  readonly explains?: ReadonlyArray<ItemId>
}

/** A change of the proposed release, where the sources have it. */
export interface LocatedChange {
  readonly kind: ChangeKind
  readonly bump: Bump
  readonly item?: ItemRef
  readonly location: Location
}

/** Makes a finding of a check. Its facts must be those from which the check makes its sentences. */
export const makeFinding = <Context extends Facts>(
  check: Check<CheckId, Context>,
  context: NoInfer<Context>,
  {
    fix,
    ...where
  }: Pick<Finding, "item" | "location" | "links" | "changes"> & { readonly fix?: ReadonlyArray<FixEdit> | undefined }
): Finding => ({
  rule: check.id,
  level: check.level,
  context,
  ...where,
  ...(fix === undefined || fix.length === 0 ? {} : { fix })
})

export const isError = ({ level }: Finding): boolean => level === "error"

/** A finding that tells of an error where nothing is published. */
export const asWarning = (finding: Finding): Finding => ({ ...finding, level: "warning" })
