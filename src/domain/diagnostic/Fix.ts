import type { Location, Span } from "./Location.ts"

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
