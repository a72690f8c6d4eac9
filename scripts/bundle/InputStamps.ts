import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { digestOf, type State } from "../../bin/bundle.js"

/** Stamps the files that a bundle was made of, by which a later start finds out if one of them has changed. */
export const stampInputs = (root: string, inputs: ReadonlyArray<string>, startedAt: number): State["inputs"] =>
  inputs.map((path) => {
    const file = join(root, path)
    const { mtimeMs, size } = statSync(file)
    // A file that was saved meanwhile may have been read before.
    return mtimeMs < startedAt ? ([path, size, mtimeMs, digestOf(readFileSync(file))] as const) : unknownStamp(path)
  })

/** A stamp that no file has. */
const unknownStamp = (path: string) => [path, -1, 0, ""] as const
