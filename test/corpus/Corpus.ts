import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

const read = (file: string): Buffer => readFileSync(join(import.meta.dirname, file))

/** The ledger of a story. */
export const readStory = (name: string): string => read(`ledgers/${name}.ndjson`).toString()

/** The names of all stories. */
export const stories: ReadonlyArray<string> = readdirSync(join(import.meta.dirname, "ledgers"))
  .map((file) => file.replace(/\.ndjson$/, ""))
  .sort()

/**
 * The ledgers of the random histories of format 1, or of the formats 3 and 4. They stand one after the other, and each
 * begins with the zeros of `genesis`.
 */
export const readRandomHistories = (file: "random" | "random-format4"): ReadonlyArray<string> =>
  gunzipSync(read(`${file}.ndjson.gz`))
    .toString()
    .split(/(?<=\n)(?=.*"previous":"sha256:0{64}")/)

/** The ledger of API keys. */
export const readKeyLedger = (): string => read("keys.ndjson").toString()

/** The ledger of hooks. */
export const readHookLedger = (): string => read("hooks.ndjson").toString()

/** The recorded digests. */
export const readDigests = (file: "digests" | "digests-format4"): unknown => JSON.parse(read(`${file}.json`).toString())
