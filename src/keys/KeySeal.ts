import { homedir } from "node:os"
import { dirname, join } from "node:path"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { MerklePeaks } from "../domain/transparency/MerkleTree.ts"
import { replaceFile, type Ownership } from "../platform/AtomicFile.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { sha256 } from "../platform/Sha256.ts"

/** What a process notes of a ledger that it has verified. It ends a snapshot, without which lines could be missing there. */
export type KeySeal = typeof KeySeal.Type
const KeySeal = Schema.Struct({
  /** The location of the ledger. */
  origin: Schema.String,
  sequence: Schema.Natural,
  hash: Schema.String,
  /** The signed note of the checkpoint. */
  checkpoint: Schema.optionalKey(Schema.String),
  /** What differs once a byte of the verified events does, without reading them. */
  revision: Schema.optionalKey(Schema.String),
  /** The roots of the log, if it is signed. */
  roots: Schema.optionalKey(Schema.Array(Schema.Uint8ArrayFromBase64))
})

const SealLine = Schema.fromJsonString(KeySeal)
export const encodeKeySeal = Schema.encodeSync(SealLine)
export const decodeKeySeal = Schema.decodeOption(SealLine)

/** The number of events from which a seal is kept: fewer are verified in no time. */
export const minSealedEvents = 1000

/** Where the seal of a ledger is kept that is not a file, on the machine that verified it. */
export const cachedSealFile = (location: string) =>
  Effect.map(Config.option(Config.String("XDG_CACHE_HOME")), (folder) =>
    join(
      Option.getOrElse(folder, () => join(homedir(), ".cache")),
      "taxonomy",
      `${sha256(location)}.verified`
    )
  )

/**
 * Reads the seal of a ledger that this program has verified before. Whatever is wrong with the file, there is none: the
 * ledger is verified as a whole then.
 */
export const readKeySeal = (file: string, origin: string) =>
  readRegularFile(file).pipe(
    Effect.map((bytes) => decodeKeySeal(new TextDecoder().decode(bytes))),
    Effect.map((found) => Option.getOrUndefined(Option.filter(found, (seal) => seal.origin === origin))),
    Effect.orElseSucceed(() => undefined)
  )

/** Keeps the seal of a ledger in a file that only its owner can read, as the ledger. Without it, the next command is slower. */
export const writeKeySeal = Effect.fnUntraced(
  function* (file: string, seal: KeySeal, ownership: Ownership = { mode: 0o600 }) {
    if (seal.sequence < minSealedEvents) return
    yield* (yield* FileSystem.FileSystem).makeDirectory(dirname(file), { recursive: true, mode: 0o700 })
    yield* replaceFile(file, new TextEncoder().encode(encodeKeySeal(seal)), ownership)
  },
  (write) => Effect.ignore(write)
)

/** The beginning of the log that a seal covers. */
export const peaksOfSeal = ({ roots = [], sequence }: KeySeal): MerklePeaks => ({
  size: sequence,
  roots: roots.map((root) => new Uint8Array(root))
})
