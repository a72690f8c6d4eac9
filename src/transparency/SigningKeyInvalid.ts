import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../platform/ExitCode.ts"
import { describeErrorCode } from "../platform/SystemErrors.ts"

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
