import * as Arr from "effect/Array"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import type { SignatureType } from "../domain/transparency/VerifierKey.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { describeErrorCode, errorCode } from "../platform/SystemErrors.ts"
import { parseSigningKey, type SigningKey } from "./SigningKey.ts"

/** What is wrong with the private keys in an environment variable. Holds nothing of a key but its public name. */
export type SigningKeyDefect = typeof SigningKeyDefect.Type
const SigningKeyDefect = Schema.Union([
  /** Neither a key nor the path of a file. */
  Schema.TaggedStruct("NotFound", {}),
  /** A file that the system does not let this process read. */
  Schema.TaggedStruct("Unreadable", { code: Schema.optionalKey(Schema.String) }),
  /** Blank lines and comments only. */
  Schema.TaggedStruct("NoKey", {}),
  Schema.TaggedStruct("Malformed", { reason: Schema.Literals(["form", "id", "type"]) }),
  /** The key of a witness in the place of the key of a log, or the other way round. */
  Schema.TaggedStruct("OtherType", { expected: Schema.Literals(["ed25519", "cosignature"]) }),
  /** The keys have several names. */
  Schema.TaggedStruct("OtherName", { name: Schema.String, first: Schema.String })
])

/** An environment variable that should hold private keys, or name a file with them, does not. */
export class SigningKeyInvalid extends Schema.TaggedError<SigningKeyInvalid>()("SigningKeyInvalid", {
  variable: Schema.String,
  /** The file that the variable names. */
  file: Schema.optionalKey(Schema.String),
  /** The line of the file or of the variable, from 1. */
  line: Schema.optionalKey(Schema.Natural),
  defect: SigningKeyDefect
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `${placeOf(this)}: ${formatDefect(this.defect)}`
  }
}

const placeOf = ({ file, line, variable }: Pick<SigningKeyInvalid, "file" | "line" | "variable">): string =>
  [variable, ...(file === undefined ? [] : [file]), ...(line === undefined ? [] : [`line ${line}`])].join(", ")

const formatDefect = (defect: SigningKeyDefect): string => {
  switch (defect._tag) {
    case "NotFound":
      return "This is neither a private key, which begins with PRIVATE+KEY+, nor the path of a file. Set it to one of them."
    case "Unreadable":
      return describeErrorCode(defect.code) ?? "The file cannot be read. Name a regular file."
    case "NoKey":
      return "No private key. Make one with taxonomy log-key."
    case "Malformed":
      return `${malformed[defect.reason]} Copy the whole key again.`
    case "OtherType":
      return defect.expected === "ed25519"
        ? "This is the key of a witness. Use the key of a log, which taxonomy log-key makes without --witness."
        : "This is the key of a log. Use the key of a witness, which taxonomy log-key --witness makes."
    case "OtherName":
      return `This key has the name ${defect.name}, and the keys before it ${defect.first}. Use keys of one name.`
  }
}

const malformed = {
  form: "The private key does not have the form PRIVATE+KEY+NAME+ID+KEY.",
  id: "The ID of the private key does not match its name and key.",
  type: "The type of the private key is not Ed25519."
} as const

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
