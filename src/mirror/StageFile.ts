import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { readFilesInBackground } from "../platform/RegularFiles.ts"
import { download, downloadAgain } from "./http/Download.ts"
import type { WantedFile } from "./http/Exchange.ts"
import { discardParts } from "./http/PartFile.ts"
import type { Session } from "./http/Session.ts"
import { addressOf } from "./Origin.ts"
import { OriginArtifactBroken } from "./OriginErrors.ts"

/** A file that a ledger or a manifest vouches for. */
export interface ExpectedFile {
  /** Its path below the origin. */
  readonly address: string
  /** Where to put it. */
  readonly target: string
  /** In lower-case hexadecimal. */
  readonly sha256: string
  /** Its size, if that is known. */
  readonly bytes: number | undefined
  readonly maxBytes: number
}

/**
 * Fetches a file unless an earlier run did, verifies its bytes, and puts it in place when they are on disk. Fails with
 * `OriginArtifactBroken` for other bytes, and for a file that the origin does not have.
 */
export const stageFile = Effect.fnUntraced(function* (session: Session, expected: ExpectedFile) {
  const fs = yield* FileSystem.FileSystem
  const { address, maxBytes, sha256, target } = expected
  if (yield* isStaged(expected)) return
  const shown = addressOf(session.origin, address)
  const broken = (reason: string, isMissing = false) => new OriginArtifactBroken({ address: shown, reason, isMissing })
  const wanted: WantedFile = { path: address, key: sha256, maxBytes }
  const received = (from: ReturnType<typeof download>) =>
    Effect.gen(function* () {
      const file = yield* from
      if (file._tag === "Received") return file
      return yield* broken(`the server answers ${file.status}`, true)
    })
  const receive = Effect.gen(function* () {
    const file = yield* received(download(session, wanted))
    const difference = yield* findDifference(file.part.path, expected)
    if (difference === undefined) return file.part.path
    yield* discardParts(session.parts, sha256)
    if (!file.isResumed) return yield* broken(difference)
    const again = yield* received(downloadAgain(session, wanted))
    const remaining = yield* findDifference(again.part.path, expected)
    return remaining === undefined ? again.part.path : yield* broken(remaining)
  })
  const path = yield* receive.pipe(
    Effect.mapError((error) => {
      if (error._tag !== "OriginRefused") return error
      if (error.refusal._tag === "TooLarge") return broken(`it has more than ${maxBytes} bytes`)
      // Many hosts send the page of an application in the place of a missing file.
      return error.refusal._tag === "WebPage" ? broken("the server answers with a web page", true) : error
    })
  )
  yield* Effect.scoped(Effect.flatMap(fs.open(path, { flag: "r+" }), (file) => file.sync))
  yield* fs.rename(path, target)
})

/** True if an earlier run put a file in place. */
export const isStaged = (expected: ExpectedFile) =>
  findDifference(expected.target, expected).pipe(
    Effect.map((difference) => difference === undefined),
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false))
  )

/** Says how a file differs from what is expected; `undefined` if it does not. */
const findDifference = Effect.fnUntraced(function* (path: string, { bytes, maxBytes, sha256 }: ExpectedFile) {
  const hash = createHash("sha256")
  const [length = 0] = yield* readFilesInBackground([{ path, maxBytes, onChunk: (chunk) => void hash.update(chunk) }])
  if (bytes !== undefined && length < bytes) return `it has ${length} of its ${bytes} bytes`
  if (length > maxBytes) return `it has more than ${maxBytes} bytes`
  return hash.digest("hex") === sha256 ? undefined : "its digest is another one"
})
