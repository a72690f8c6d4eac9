import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { formatKeyName } from "../../domain/transparency/LogProblem.ts"
import { ExitCode } from "../../platform/ExitCode.ts"

/** The environment variable with the private keys of the log of releases, or the path of a file with them. */
export const logKeyVariable = "TAXONOMY_LOG_KEY"

/** The log is signed, so that an event without a signature would be missing from it. */
export class LogKeyMissing extends Schema.TaggedError<LogKeyMissing>()("LogKeyMissing", {
  origin: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `The log ${this.origin} is signed, and there is no key to sign it with. Set ${logKeyVariable} to its private key, or to the path of the file with it.`
  }
}

/** The keys are those of another log. */
export class LogKeyOfOtherLog extends Schema.TaggedError<LogKeyOfOtherLog>()("LogKeyOfOtherLog", {
  origin: Schema.String,
  keyName: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    return `The log has the name ${this.origin}, and the key in ${logKeyVariable} is of ${this.keyName}. Set ${logKeyVariable} to the key of ${this.origin}.`
  }
}

const KeyNames = Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.String }))

/** None of the keys signed the present checkpoint, so readers who know its signer would not accept the next one. */
export class LogKeyUnknown extends Schema.TaggedError<LogKeyUnknown>()("LogKeyUnknown", {
  keys: KeyNames,
  signers: KeyNames
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.usage
  override get message() {
    const [keys, signers] = [this.keys, this.signers].map((names) => names.map(formatKeyName).join(" and "))
    return `The log is signed by ${signers}, and ${logKeyVariable} holds ${keys}. Add a key that signed it, or replace the key with taxonomy log-sign --replace-key.`
  }
}
