import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "../../platform/ExitCode.ts"

/** The server cannot listen where it was told to. */
export class AddressUnavailable extends Schema.TaggedError<AddressUnavailable>()("AddressUnavailable", {
  host: Schema.String,
  port: Schema.Natural,
  /** The system's code, such as `EADDRINUSE`, or its message. */
  reason: Schema.String,
  /** What the options of its address begin with. */
  prefix: Schema.Literals(["", "admin-"])
}) {
  static readonly from = (host: string, port: number, cause: unknown, prefix: "" | "admin-" = "") =>
    new AddressUnavailable({ host, port, reason: codeOf(cause), prefix })

  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `Cannot listen on port ${this.port} of ${this.host}: ${explanations(this.prefix)[this.reason] ?? this.reason}`
  }
}

const explanations = (prefix: string): Partial<Record<string, string>> => ({
  EADDRINUSE: `it is in use. Stop what runs there, or choose another with --${prefix}port.`,
  EACCES: `permission denied. Ports below 1024 are usually reserved; choose another with --${prefix}port.`,
  EADDRNOTAVAIL: `this machine does not have that address. Choose another with --${prefix}host.`,
  ENOTFOUND: `there is no such host. Choose another with --${prefix}host.`,
  EAI_AGAIN: `the host's name cannot be looked up. Choose another with --${prefix}host.`
})

const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message
}
