import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { LogRejected, reject } from "../domain/transparency/LogProblem.ts"
import { parseVerifierKey, type SignatureType, type VerifierKey } from "../domain/transparency/VerifierKey.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { readRegularFile } from "../platform/RegularFiles.ts"
import { webCrypto } from "../platform/WebCrypto.ts"
import { tryLog } from "./TryLog.ts"

/** A verifier key that was given, or that a given file contains, cannot be used. */
export class VerifierKeyInvalid extends Schema.TaggedError<VerifierKeyInvalid>()("VerifierKeyInvalid", {
  /** The option or the environment variable. */
  option: Schema.String,
  /** The file that it names. */
  file: Schema.optionalKey(Schema.String),
  /** The line of the file, from 1. */
  line: Schema.optionalKey(Schema.Natural),
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    const place = [this.option, ...(this.file === undefined ? [] : [this.file])].join(", ")
    return `${place}${this.line === undefined ? "" : `, line ${this.line}`}: ${this.cause.message}.`
  }
}

/** A text that was given for a verifier key is neither one nor the path of a file with one. */
export class NoVerifierKey extends Schema.TaggedError<NoVerifierKey>()("NoVerifierKey", {
  option: Schema.String,
  given: Schema.String,
  /** Why the file cannot be read; `empty` for one without a key. */
  reason: Schema.Literals(["empty", "not-found", "unreadable"])
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    const { given, option } = this
    switch (this.reason) {
      case "empty":
        return `${option}: ${given === "" ? "It is empty" : `${given} contains no key`}. Write NAME+ID+KEY, or a file with one key per line.`
      case "not-found":
        return `${option}: ${given} is neither a verifier key (NAME+ID+KEY) nor a file.`
      case "unreadable":
        return `${option}: ${given} cannot be read. Check its permissions, and that it is a regular file.`
    }
  }
}

/**
 * Reads verifier keys of a type. Each given text is one or several keys, or the path of a file with one per line; blank
 * lines and lines that begin with `#` are ignored. Fails with `VerifierKeyInvalid` or `NoVerifierKey`.
 */
export const readVerifierKeys = Effect.fn("readVerifierKeys")(function* (
  option: string,
  given: ReadonlyArray<string>,
  type: SignatureType
) {
  const keys = new Map<string, VerifierKey>()
  for (const text of given) for (const key of yield* readKeys(option, text.trim(), type)) keys.set(nameOf(key), key)
  return [...keys.values()]
})

const readKeys = Effect.fnUntraced(function* (option: string, given: string, type: SignatureType) {
  const file = isKeyText(given) ? undefined : given
  const text = file === undefined ? given : yield* readKeyFile(option, file)
  const lines = text.split("\n").map((line) => line.trim())
  const keys: Array<VerifierKey> = []
  for (const [index, line] of lines.entries()) {
    if (line === "" || line.startsWith("#")) continue
    const place = { ...(file === undefined ? {} : { file }), ...(lines.length === 1 ? {} : { line: index + 1 }) }
    keys.push(
      yield* Effect.mapError(
        tryLog(() => parseKey(line, type)),
        (cause) => new VerifierKeyInvalid({ option, ...place, cause })
      )
    )
  }
  return keys.length === 0 ? yield* new NoVerifierKey({ option, given, reason: "empty" }) : keys
})

const parseKey = async (text: string, type: SignatureType): Promise<VerifierKey> => {
  const key = await parseVerifierKey(webCrypto, text)
  if (key.type === type) return key
  throw reject({ _tag: "WrongKeyType", key: { name: key.name, id: key.id }, expected: type })
}

/** Hardly any path contains a line break, the ID of a key between plus signs, or the words of a private key. */
const isKeyText = (given: string): boolean => /\n|\+[0-9a-f]{8}\+|PRIVATE\+KEY/.test(given)

const readKeyFile = Effect.fnUntraced(function* (option: string, file: string) {
  if (file === "") return yield* new NoVerifierKey({ option, given: file, reason: "empty" })
  const bytes = yield* readRegularFile(file).pipe(
    Effect.mapError(({ reason }) => {
      const isMissing = reason._tag === "NotFound"
      return new NoVerifierKey({ option, given: file, reason: isMissing ? "not-found" : "unreadable" })
    })
  )
  return new TextDecoder().decode(bytes)
})

const nameOf = ({ id, name }: VerifierKey): string => `${name}+${id}`
