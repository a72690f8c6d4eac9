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

/** The ledgers of the random histories. They stand one after the other, and each begins with the zeros of `genesis`. */
export const readRandomHistories = (): ReadonlyArray<string> =>
  gunzipSync(read("random.ndjson.gz"))
    .toString()
    .split(/(?<=\n)(?=.*"previous":"sha256:0{64}")/)

/** The ledger of API keys. */
export const readKeyLedger = (): string => read("keys.ndjson").toString()

/** The recorded digests. */
export const readDigests = (): unknown => JSON.parse(read("digests.json").toString())
