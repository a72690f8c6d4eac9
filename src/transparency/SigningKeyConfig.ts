import * as Arr from "effect/Array"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import type { SignatureType } from "../domain/transparency/VerifierKey.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { errorCode } from "../platform/SystemErrors.ts"
import { parseSigningKey, type SigningKey } from "./SigningKey.ts"
import { SigningKeyInvalid, type SigningKeyDefect } from "./SigningKeyInvalid.ts"

/** The private keys of one log or witness. Several while they rotate. */
export interface SigningKeys {
  /** The name that all keys share: the origin of a log. */
  readonly name: string
  readonly keys: Arr.NonEmptyReadonlyArray<SigningKey>
}

/**
 * Reads private keys from an environment variable, which holds them or the path of a file with them, one per line. Blank
 * lines and lines that begin with `#` are ignored. Returns `undefined` if the variable is missing or empty. Fails with
 * `SigningKeyInvalid`, which contains nothing of a key.
 */
export const readSigningKeys = Effect.fn("readSigningKeys")(function* (
  variable: string,
  type: SignatureType = "ed25519"
) {
  const configured = yield* Effect.orDie(Config.Redacted(variable).pipe(Config.withDefault(Redacted.make(""))))
  const value = Redacted.value(configured).trim()
  if (value === "") return undefined
  const place = isKeyText(value) ? { variable } : { variable, file: value }
  const text =
    place.file === undefined
      ? value
      : yield* Effect.mapError(readKeyFile(place.file), (error) => unreadable(variable, value, error))
  const keys = new Map<string, SigningKey>()
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue
    const invalid = (defect: SigningKeyDefect) => new SigningKeyInvalid({ ...place, line: index + 1, defect })
    const key = yield* Effect.tryPromise({
      try: () => parseSigningKey(line.trim()),
      catch: (cause) => invalid({ _tag: "Malformed", reason: reasonOf(cause) })
    })
    const [first = key] = keys.values()
    const { id, name } = key.verifier
    if (key.verifier.type !== type) return yield* invalid({ _tag: "OtherType", expected: type })
    if (first.verifier.name !== name) return yield* invalid({ _tag: "OtherName", name, first: first.verifier.name })
    keys.set(id, key)
  }
  const found = [...keys.values()]
  if (!Arr.isArrayNonEmpty(found)) return yield* new SigningKeyInvalid({ ...place, defect: { _tag: "NoKey" } })
  const signingKeys: SigningKeys = { name: found[0].verifier.name, keys: found }
  return signingKeys
})

/** A path with a line break is not supported, and none contains the words with which a key begins. */
const isKeyText = (value: string): boolean => value.includes("\n") || value.includes("PRIVATE+KEY+")

const readKeyFile = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* readRegularFile(file)
  if (((yield* fs.stat(file)).mode & readableByOthers) !== 0) {
    yield* Console.error(`warning: Every user of this machine can read ${file}. Run chmod 600 on it.`)
  }
  return new TextDecoder().decode(bytes)
})

const unreadable = (variable: string, file: string, { reason }: PlatformError): SigningKeyInvalid => {
  const code = errorCode(reason.cause)
  // A path that does not exist may be a part of a key, so it is not shown.
  const isPath = reason._tag === "BadResource" || reason._tag === "PermissionDenied"
  if (!isPath) return new SigningKeyInvalid({ variable, defect: { _tag: "NotFound" } })
  const defect: SigningKeyDefect = { _tag: "Unreadable", ...(code === undefined ? {} : { code }) }
  return new SigningKeyInvalid({ variable, file, defect })
}

const reasonOf = (cause: unknown) => {
  if (cause instanceof LogRejected && cause.problem._tag === "NotASigningKey") return cause.problem.reason
  throw cause
}

const readableByOthers = 0o004
