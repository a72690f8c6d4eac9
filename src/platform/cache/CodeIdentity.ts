import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import packageJson from "../../../package.json" with { type: "json" }
import { bundleDigest } from "../BundleDigest.ts"
import { sha256 } from "../Sha256.ts"
import { quietly } from "./Quietly.ts"

/**
 * Identifies the code that fills caches: other code may read the same bytes differently. `undefined` if it is unknown,
 * so that nothing can be cached.
 */
export const identifyCode = (): string | undefined =>
  (identity ??= { code: bundleDigest ?? digestCode(codeFolders()) }).code

let identity: { readonly code: string | undefined } | undefined

/** The digest of all code in the folders; `undefined` if there is none. */
export const digestCode = (folders: ReadonlyArray<string>): string | undefined =>
  quietly(() => {
    const files = folders.flatMap(listCode)
    if (files.length === 0) return undefined
    return sha256([`4 ${effect} ${yaml}`, ...files.toSorted().map((file) => sha256(readFileSync(file)))].join("\n"))
  })

/** More than reads sources and ledgers, but no list has to be kept. Compiled files lie in a folder of their own. */
const codeFolders = (): ReadonlyArray<string> => {
  const ownFile = fileURLToPath(import.meta.url)
  return ownFile.endsWith(".ts")
    ? ["build", "domain", "platform/cache", "release/ledger"].map((name) => join(dirname(ownFile), "../..", name))
    : [dirname(ownFile)]
}

const { effect, yaml } = packageJson.dependencies

/** Folder by folder, which takes a fifth of the time of a recursive `readdirSync`. */
const listCode = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listCode(path)
    return /\.[jt]s$/.test(path) ? [path] : []
  })
