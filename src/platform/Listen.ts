import type { Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ExitCode } from "./ExitCode.ts"
import { errorCode } from "./SystemErrors.ts"

/**
 * Makes Effect's server of Node's, listening until the scope closes. Fails with `AddressUnavailable`, whose advice names
 * options that begin with the prefix.
 */
export const listen = (
  server: Server,
  options: NodeHttpServer.Options & { readonly host: string; readonly port: number },
  prefix?: AddressUnavailable["prefix"]
) =>
  Effect.mapError(
    NodeHttpServer.make(() => server, options),
    ({ cause }) => AddressUnavailable.from(options.host, options.port, cause, prefix)
  )

/** The server cannot listen on the given address. */
export class AddressUnavailable extends Schema.TaggedError<AddressUnavailable>()("AddressUnavailable", {
  host: Schema.String,
  port: Schema.Natural,
  /** The code of the operating system, such as `EADDRINUSE`, or its message. */
  reason: Schema.String,
  /** How the names of the options for this address begin. */
  prefix: Schema.Literals(["", "admin-"])
}) {
  static readonly from = (host: string, port: number, cause: unknown, prefix: "" | "admin-" = "") =>
    new AddressUnavailable({ host, port, reason: reasonOf(cause), prefix })

  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    return `Cannot listen on port ${this.port} of ${this.host}: ${explanations(this.prefix)[this.reason] ?? this.reason}`
  }
}

const explanations = (prefix: string): Partial<Record<string, string>> => ({
  EADDRINUSE: `the port is in use. Stop the other program, or choose another port with --${prefix}port.`,
  EACCES: `permission denied. Choose a port above 1023 with --${prefix}port.`,
  EADDRNOTAVAIL: `this machine does not have that address. Choose another with --${prefix}host.`,
  ENOTFOUND: `unknown host. Choose another with --${prefix}host.`,
  EAI_AGAIN: `the host name cannot be resolved. Choose another with --${prefix}host.`
})

const reasonOf = (cause: unknown): string =>
  errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
