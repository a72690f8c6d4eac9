import * as Schema from "effect/Schema"
import type { Path } from "../domain/Finding.ts"

/** What an edit writes: text, true or false, a list, or a map. */
export type EditContent = string | boolean | ReadonlyArray<EditContent> | { readonly [key: string]: EditContent }

/**
 * One change of a source text. Paths name the entry of a list by its index, by its code, or, in a list of codes, by the
 * code itself.
 */
export type Edit =
  /** Sets a key, or replaces the entry of a list. Keys on the way are created. */
  | { readonly _tag: "Set"; readonly path: Path; readonly value: EditContent }
  /**
   * Adds an entry to the list at a path, and creates the list if it is missing. The entry goes where the order of the
   * list wants it: by code if the entries are sorted, otherwise after `after`, or to the end.
   */
  | Insert
  /** Removes a key, or the entry of a list, with its lines. */
  | { readonly _tag: "Remove"; readonly path: Path }

/** Adds an entry to a list. */
export interface Insert {
  readonly _tag: "Insert"
  readonly path: Path
  readonly entry: EditContent
  readonly after?: string
}

export const setAt = (path: Path, value: EditContent): Edit => ({ _tag: "Set", path, value })

export const insertAt = (path: Path, entry: EditContent, after?: string): Edit => ({
  _tag: "Insert",
  path,
  entry,
  ...(after === undefined ? {} : { after })
})

export const removeAt = (path: Path): Edit => ({ _tag: "Remove", path })

export type ContentMap = { readonly [key: string]: EditContent }

export const isList = (content: unknown): content is ReadonlyArray<EditContent> => Array.isArray(content)

export const isContentMap = (content: unknown): content is ContentMap =>
  typeof content === "object" && content !== null && !Array.isArray(content)

/** The code by which a list knows an entry: that of a map, or the entry itself. */
export const codeOf = (entry: EditContent): string | undefined => {
  const code = isContentMap(entry) ? entry["code"] : entry
  return typeof code === "string" ? code : undefined
}

/** An edit that cannot be made safely. The text is left as it is. */
export class EditFailed extends Schema.TaggedError<EditFailed>()("EditFailed", {
  /** `syntax`: the text is not valid YAML. `missing`: the path leads nowhere. `structure`: anything else. */
  problem: Schema.Literals(["syntax", "missing", "structure"]),
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite]))
}) {
  override get message() {
    const at = this.path.length === 0 ? "the file" : `"${this.path.join("/")}"`
    switch (this.problem) {
      case "syntax":
        return "The file is not valid YAML. Correct it first."
      case "missing":
        return `The file has no ${at}.`
      case "structure":
        return `The layout of ${at} does not allow this edit. Edit the file by hand.`
    }
  }
}
