import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import packageJson from "../../../package.json" with { type: "json" }
import { sha256 } from "../../platform/Sha256.ts"
import { readSource, type ReadSource, type SourceContent } from "./SourceReader.ts"
import type { SourceEntry } from "./SourceTree.ts"

/** Reads sources, and remembers what those that are in order hold. */
export interface SourceCache {
  readonly read: ReadSource
  /** Keeps what was read anew. Never fails: without a cache all is as it was, but slower. */
  readonly save: () => void
}

/**
 * A cache of what sources hold, by the digest of their name and bytes: one entry a file, so that after an edit only
 * that file is parsed. Safe to delete at any time; an entry that was not written whole is not believed. It has a
 * folder of its own in the one given, which may hold other things. Without a folder, nothing is remembered.
 */
export const sourceCache = (folder: string | undefined, reader = readerFiles): SourceCache => {
  if (folder === undefined) return { read: readSource, save: () => undefined }
  const entries = join(folder, "sources")
  const fresh = new Map<string, SourceContent>()
  let digest: string | undefined
  return {
    read: (entry) => {
      // Small files too: in a process that has just started, parsing one is many times as slow as a look-up.
      if (entry._tag !== "File") return readSource(entry)
      digest ??= quietly(() => digestOf(reader)) ?? unknownReader
      if (digest === unknownReader) return readSource(entry)
      const key = keyOf(digest, entry)
      const known = load(join(entries, key))
      if (known !== undefined) return Result.succeed(known)
      const content = readSource(entry)
      if (Result.isSuccess(content)) fresh.set(key, content.success)
      return content
    },
    save: () => {
      if (fresh.size > 0) quietly(() => store(entries, fresh))
    }
  }
}

/** Where the cache lies unless `TAXONOMY_CACHE` says otherwise; nowhere for a user that has no home. */
export const defaultCacheFolder = (environment: NodeJS.ProcessEnv, home = homedir): string | undefined => {
  const chosen = environment["TAXONOMY_CACHE"] ?? ""
  if (chosen !== "") return chosen
  const caches = environment["XDG_CACHE_HOME"] ?? ""
  if (caches !== "") return join(caches, cacheName)
  const own = quietly(home) ?? ""
  return own === "" ? undefined : join(own, ".cache", cacheName)
}

/** The code that an entry depends on: `ReadSource.ts`, and all that it imports. */
export const readerFiles: ReadonlyArray<URL> = [
  "../../domain/change/Change.ts",
  "../../domain/taxonomy/Identifiers.ts",
  "../../domain/taxonomy/Config.ts",
  "../../domain/taxonomy/ConflictRule.ts",
  "../../domain/release/ReleaseEvent.ts",
  "../../domain/taxonomy/Suggestion.ts",
  "../../domain/taxonomy/Taxonomy.ts",
  "../../domain/taxonomy/Text.ts",
  "../../domain/taxonomy/Version.ts",
  "../../domain/checks/artifact/ArtifactRuleTexts.ts",
  "../../domain/checks/deprecation/DeprecationRuleTexts.ts",
  "../../domain/checks/ledger/LedgerRuleTexts.ts",
  "../../domain/checks/reference/ReferenceRuleTexts.ts",
  "../../domain/checks/lifecycle/ReleaseRuleTexts.ts",
  "../../domain/checks/CheckRegistry.ts",
  "../../domain/checks/semver/SemverRuleTexts.ts",
  "../../domain/checks/source/SourceRuleTexts.ts",
  "../diagnostics/DuplicateCode.ts",
  "../diagnostics/SchemaDiagnostics.ts",
  "./SourceReader.ts",
  "../diagnostics/Repetitions.ts",
  "../diagnostics/SecondEntries.ts",
  "./SourceSchemas.ts",
  "./SourceText.ts",
  "./SourceTree.ts",
  "../yaml/SyntaxDiagnostics.ts",
  "../yaml/YamlKeys.ts",
  "../yaml/YamlSource.ts"
].map((path) => new URL(path, import.meta.url))

const cacheName = "taxonomy-licensing-data-service"

const { effect, yaml } = packageJson.dependencies

/** Entries that other code wrote are not read, as it may have read sources in another way. */
const digestOf = (reader: ReadonlyArray<URL>): string =>
  sha256([`2 ${effect} ${yaml}`, ...reader.map((file) => sha256(readFileSync(file)))].join("\n"))

const unknownReader = "unknown"

const keyOf = (reader: string, { bytes, path }: Extract<SourceEntry, { readonly _tag: "File" }>): string =>
  sha256(`${reader}\n${path}\n${sha256(bytes)}`)

const load = (file: string): SourceContent | undefined =>
  quietly(() => {
    const text = readFileSync(file, "utf8")
    const end = text.indexOf("\n")
    const body = text.slice(end + 1)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the digest shows that this program wrote it
    return text.slice(0, end) === sha256(body) ? (JSON.parse(body) as SourceContent) : undefined
  })

const store = (folder: string, fresh: ReadonlyMap<string, SourceContent>): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [key, content] of fresh) {
    const body = JSON.stringify(content)
    const temporary = join(folder, `${key}.${process.pid}`)
    writeFileSync(temporary, `${sha256(body)}\n${body}`, { mode: 0o600 })
    renameSync(temporary, join(folder, key))
  }
  dropOldEntries(folder)
}

const daysKept = 30

/** Only what a cache wrote: nobody knows what else a folder holds that somebody named. */
const dropOldEntries = (folder: string): void => {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && ownName.test(entry.name))
    .map(({ name }) => name)
  const ages = names.map((name) => ({ file: join(folder, name), written: statSync(join(folder, name)).mtimeMs }))
  const newest = Math.max(...ages.map(({ written }) => written))
  for (const { file, written } of ages) {
    if (newest - written > daysKept * 24 * 60 * 60 * 1000) rmSync(file, { force: true })
  }
}

/** An entry, or what is left of one that was not written whole. */
const ownName = /^[0-9a-f]{64}(?:\.\d+)?$/

const quietly = <A>(effect: () => A): A | undefined => {
  try {
    return effect()
  } catch {
    return undefined
  }
}
