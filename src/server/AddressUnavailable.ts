import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** The server cannot listen where it was told to. */
export class AddressUnavailable extends Schema.TaggedError<AddressUnavailable>()("AddressUnavailable", {
  host: Schema.String,
  port: Schema.Natural,
  /** The system's code, such as `EADDRINUSE`, or its message. */
  reason: Schema.String
}) {
  static readonly from = (host: string, port: number, cause: unknown) =>
    new AddressUnavailable({ host, port, reason: codeOf(cause) })

  override readonly [Runtime.errorExitCode] = 3
  override get message() {
    return `Cannot listen on port ${this.port} of ${this.host}: ${explanations[this.reason] ?? this.reason}`
  }
}

const explanations: Partial<Record<string, string>> = {
  EADDRINUSE: "it is in use. Stop what runs there, or choose another with --port.",
  EACCES: "permission denied. Ports below 1024 are usually reserved; choose another with --port.",
  EADDRNOTAVAIL: "this machine does not have that address. Choose another with --host.",
  ENOTFOUND: "there is no such host. Choose another with --host."
}

const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message
}
