import { parseDocument } from "yaml"
import { quietly } from "../../../platform/Quietly.ts"
import { isSource, type SourceTree } from "../../sources/SourceTree.ts"
import { readPlainYaml } from "../../yaml/plain/PlainYaml.ts"
import { isComplete } from "./SchemaItems.ts"

/** The content of the sources, by path, as far as it can be read. */
export interface KnownSources {
  readonly files: ReadonlyMap<string, unknown>
  /** The files that cannot be read at the moment. What was last read of them is kept. */
  readonly unreadable: ReadonlyArray<string>
}

/**
 * Reads sources that may have mistakes, since text editors ask for codes in the middle of a change. A file that is not
 * YAML, or lacks the parts that all others depend on, has the content of `before`.
 */
export const readKnownSources = (tree: SourceTree, before: ReadonlyMap<string, unknown> = new Map()): KnownSources => {
  const files = new Map<string, unknown>()
  const unreadable: Array<string> = []
  for (const entry of tree) {
    if (entry._tag !== "File" || !isSource(entry.path)) continue
    const text = new TextDecoder().decode(entry.bytes)
    const content = readPlainYaml(text) ?? parse(text)
    const complete = isComplete(entry.path, content)
    if (!complete) unreadable.push(entry.path)
    files.set(entry.path, complete ? content : (before.get(entry.path) ?? content))
  }
  return { files, unreadable }
}

/** The content of a document without syntax errors. */
const parse = (text: string): unknown =>
  quietly(() => {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: "error" })
    const content: unknown = document.errors.length > 0 ? undefined : document.toJS()
    return content
  })
