import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { replaceFile } from "../platform/AtomicFile.ts"
import { sha256 } from "../platform/Sha256.ts"
import { mirrorFolder } from "../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../release/artifacts/Manifest.ts"
import type { Validators } from "./Exchange.ts"
import type { StagedRelease } from "./StageRelease.ts"

/** Where a mirror keeps what is not complete yet, in the file system of the folder that servers read. */
export interface StagingFolder {
  /** Hidden: servers, and commands that verify the releases, ignore it. */
  readonly path: string
  /** Files that are being received. */
  readonly parts: string
  /** The folders of releases, each under its final name. */
  readonly releases: string
  /** What the next run can be conditional on. */
  readonly state: string
}

export const stagingIn = (releases: string): StagingFolder => {
  const path = join(releases, mirrorFolder)
  return { path, parts: join(path, "parts"), releases: join(path, "releases"), state: join(path, "state.json") }
}

/** Removes the staged releases that are not wanted any more. */
export const sweepStaging = Effect.fnUntraced(function* (
  { releases }: StagingFolder,
  wanted: ReadonlyArray<StagedRelease>
) {
  const fs = yield* FileSystem.FileSystem
  const names = new Set(wanted.map(({ release }) => folderOf(release)))
  const found = yield* Effect.catchReason(fs.readDirectory(releases), "PlatformError", "NotFound", () =>
    Effect.succeed<Array<string>>([])
  )
  for (const name of found) if (!names.has(name)) yield* fs.remove(join(releases, name), { recursive: true })
})

/** Removes everything that was staged, once it is in place. */
export const emptyStaging = Effect.fnUntraced(function* ({ parts, releases }: StagingFolder) {
  const fs = yield* FileSystem.FileSystem
  for (const folder of [parts, releases]) yield* fs.remove(folder, { recursive: true, force: true })
})

const KnownFile = Schema.Struct({
  /** The digest of the bytes that the folder holds. */
  sha256: Schema.String,
  etag: Schema.optionalKey(Schema.String)
})

/** What the next request can be conditional on. Losing it costs one request for each file. */
export type MirrorState = typeof MirrorState.Type
const MirrorState = Schema.Struct({
  /** Identifies the origin. */
  origin: Schema.String,
  ledger: KnownFile,
  checkpoint: Schema.optionalKey(KnownFile)
})

const StateFile = Schema.fromJsonString(MirrorState)

const encode = (state: MirrorState) => Effect.orDie(Schema.encodeEffect(StateFile)(state))

/** Reads the state that an earlier run left; `undefined` for none, or for one that cannot be read. */
export const readState = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.option(fs.readFileString(file))
  return text._tag === "None"
    ? undefined
    : yield* Effect.orElseSucceed(Schema.decodeEffect(StateFile)(text.value), () => undefined)
})

/** Writes the state for the next run, unless it is the one that was read. */
export const writeState = Effect.fnUntraced(function* (
  file: string,
  state: MirrorState,
  before: MirrorState | undefined
) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* encode(state)
  if (before !== undefined && text === (yield* encode(before))) return
  yield* fs.makeDirectory(dirname(file), { recursive: true })
  yield* replaceFile(file, new TextEncoder().encode(text))
})

/** The validators of a file, if they belong to the bytes that the folder holds. */
export const validatorsFor = (known: typeof KnownFile.Type | undefined, held: string | undefined): Validators => {
  if (known === undefined || held === undefined || known.sha256 !== sha256(held)) return {}
  const { sha256: _, ...validators } = known
  return validators
}

/** The state of a file that the folder holds from now on. */
export const toKnownFile = (held: string, validators: Validators): typeof KnownFile.Type => ({
  sha256: sha256(held),
  ...validators
})
