import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { bundleDigest } from "../BundleDigest.ts"
import { sha256 } from "../Sha256.ts"
import { quietly } from "./Quietly.ts"

/**
 * Identifies the code that fills caches: other code may read the same bytes differently. `undefined` if it is unknown,
 * so that nothing can be cached. The digest of a bundle covers all code, dependencies included.
 */
export const identifyCode = (): string | undefined =>
  (identity ??= { code: bundleDigest ?? digestCode(join(import.meta.dirname, "../.."), codeFolders) }).code

let identity: { readonly code: string | undefined } | undefined

/** The digest of all code in some folders below a root, and of its names; `undefined` if there is none. */
export const digestCode = (root: string, folders: ReadonlyArray<string>): string | undefined =>
  quietly(() => {
    const files = folders.flatMap((folder) => listCode(root, folder)).toSorted()
    if (files.length === 0) return undefined
    const digests = files.map((file) => `${sha256(readFileSync(join(root, file)))} ${file}`)
    return sha256([`effect ${effect}, yaml ${yaml}`, ...digests].join("\n"))
  })

/** More than reads sources and ledgers, but no list has to be kept. */
const codeFolders = ["build", "domain", "platform/cache", "release/ledger"]

/**
 * The exact versions of the dependencies that decide how a file or a line is read. The names of countries are missing:
 * a cache holds sources as they are written, and `values_from` is resolved after that. So are suggestions for unknown
 * names, because only valid content is cached.
 */
const { effect, yaml } = packageJson.dependencies

/** Folder by folder, which takes a fifth of the time of a recursive `readdirSync`. */
const listCode = (root: string, folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listCode(root, path)
    return path.endsWith(".ts") ? [path] : []
  })
