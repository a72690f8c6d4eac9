import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { ChainBroken } from "../domain/ledger/HashChain.ts"
import { LogRejected } from "../domain/transparency/LogProblem.ts"
import { ExitCode } from "../platform/ExitCode.ts"
import { ledgerFile } from "../release/Ledger.ts"

/** Why an origin cannot be read now. Another attempt may succeed. */
const Outage = Schema.Union([
  Schema.TaggedStruct("HostUnknown", {}),
  Schema.TaggedStruct("ConnectionRefused", {}),
  /** The connection ended before the response did. */
  Schema.TaggedStruct("Interrupted", { code: Schema.optionalKey(Schema.String) }),
  Schema.TaggedStruct("CertificateRejected", { code: Schema.String }),
  /** Fewer bytes than a kibibyte came in this time. */
  Schema.TaggedStruct("Stalled", { seconds: Schema.Finite }),
  Schema.TaggedStruct("Status", { status: Schema.Natural })
])
export type Outage = typeof Outage.Type

/** The origin cannot be read now. */
export class OriginUnavailable extends Schema.TaggedError<OriginUnavailable>()("OriginUnavailable", {
  address: Schema.String,
  outage: Outage,
  /** How long the server asks to wait. */
  retryAfterMillis: Schema.optionalKey(Schema.Natural)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    const { address, outage, retryAfterMillis } = this
    const wait = retryAfterMillis === undefined ? "" : `, and asks to wait ${Math.ceil(retryAfterMillis / 1000)} s`
    return `${address}: ${describeOutage(outage)}${wait}`
  }
}

const describeOutage = (outage: Outage): string => {
  switch (outage._tag) {
    case "HostUnknown":
      return "the name of the host cannot be resolved"
    case "ConnectionRefused":
      return "the connection is refused"
    case "Interrupted":
      return `the connection ended before the response was complete${outage.code === undefined ? "" : ` (${outage.code})`}`
    case "CertificateRejected":
      return `the certificate of the server is not trusted (${outage.code}). Name its authority with NODE_EXTRA_CA_CERTS, or use the host name in the certificate.`
    case "Stalled":
      return `the server sends nothing, or almost nothing, for ${outage.seconds} s`
    case "Status":
      return `the server answers ${outage.status}`
  }
}

/** What a server answers instead of a published file. */
const FileRefusal = Schema.Union([
  Schema.TaggedStruct("Status", { status: Schema.Natural }),
  Schema.TaggedStruct("WebPage", {}),
  Schema.TaggedStruct("ContentEncoding", { encoding: Schema.String }),
  Schema.TaggedStruct("TooLarge", { maxBytes: Schema.Natural }),
  Schema.TaggedStruct("Redirect", { reason: Schema.Literals(["insecure", "malformed", "too-many"]) })
])
export type FileRefusal = typeof FileRefusal.Type

/** The server answers with something else than a published file. */
export class OriginRefused extends Schema.TaggedError<OriginRefused>()("OriginRefused", {
  address: Schema.String,
  refusal: FileRefusal
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.couldNotRun
  override get message() {
    const { address, refusal } = this
    const isLedger = address.endsWith(`/${ledgerFile}`)
    return `${address}: ${describeRefusal(refusal, isLedger)}`
  }
}

/** A ledger that was read proves the address, so the other files never ask for it. */
const describeRefusal = (refusal: FileRefusal, isLedger: boolean): string => {
  const advice = isLedger ? `Name the folder that contains ${ledgerFile}.` : "Check how the server sends this file."
  switch (refusal._tag) {
    case "Status":
      return describeStatus(refusal.status, advice)
    case "WebPage":
      return `the server answers with a web page. ${advice}`
    case "ContentEncoding":
      return `the server sends the content encoding ${refusal.encoding}, which was not requested. Store and serve the files uncompressed.`
    case "TooLarge":
      return `the response is larger than ${refusal.maxBytes} bytes. ${advice}`
    case "Redirect":
      return describeRedirect[refusal.reason]
  }
}

const describeStatus = (status: number, advice: string): string => {
  switch (status) {
    case 304:
      return "the server answers 304 to a request without a condition. Clear the cache in front of it."
    case 401:
    case 403:
      return `the server answers ${status}. Set TAXONOMY_MIRROR_AUTHORIZATION to what it requires. ${advice}`
    default:
      return `the server answers ${status}. ${advice}`
  }
}

const describeRedirect = {
  insecure: "the server redirects from https to an address without encryption. Name the final address.",
  malformed: "the server redirects to an invalid address. Name the final address.",
  "too-many": "the server redirects too often. Name the final address."
} as const

/** The ledger of the origin is damaged, or a newer version of this program wrote it. */
export class OriginLedgerBroken extends Schema.TaggedError<OriginLedgerBroken>()("OriginLedgerBroken", {
  address: Schema.String,
  cause: Schema.instanceOf(ChainBroken)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.address}: ${this.cause.message}`
  }
}

/** The ledger of the origin does not continue the one that the folder holds. */
export class OriginRewritten extends Schema.TaggedError<OriginRewritten>()("OriginRewritten", {
  address: Schema.String,
  /** Where the ledger that the folder holds ends. */
  held: Schema.Natural,
  /** Where the ledger of the origin ends; `undefined` if it has other events. */
  offered: Schema.UndefinedOr(Schema.Natural)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { address, held, offered } = this
    return offered === undefined
      ? `${address}: the ledger was rewritten: it does not begin with the ${held} events that the folder holds`
      : `${address}: the ledger was rolled back: it ends with event ${offered}, and the folder holds ${held}`
  }
}

/** The checkpoint of the origin does not fit its ledger, or is not signed by trusted keys. */
export class OriginCheckpointBroken extends Schema.TaggedError<OriginCheckpointBroken>()("OriginCheckpointBroken", {
  address: Schema.String,
  cause: Schema.instanceOf(LogRejected)
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.address}: ${this.cause.message}`
  }
}

/** The ledger of the origin is not signed as far as it must be. */
export class OriginUnsigned extends Schema.TaggedError<OriginUnsigned>()("OriginUnsigned", {
  address: Schema.String,
  /** The events that the checkpoint covers; `undefined` without one. */
  covered: Schema.UndefinedOr(Schema.Natural),
  /** The events that it must cover. */
  required: Schema.Natural
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    const { address, covered, required } = this
    return covered === undefined
      ? `${address}: the checkpoint is missing, so nobody vouches for the ledger`
      : `${address}: the checkpoint covers only ${covered} of the ${required} events that must be signed`
  }
}

/** A file of a release differs from what its ledger vouches for, or is missing. */
export class OriginArtifactBroken extends Schema.TaggedError<OriginArtifactBroken>()("OriginArtifactBroken", {
  address: Schema.String,
  reason: Schema.String,
  /** True if the file may still arrive, as while a release is copied to the origin. */
  isMissing: Schema.Boolean
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.address} is not what was published: ${this.reason}`
  }
}

/** The folder has something else under the name of a release that the origin published. */
export class ReleaseInTheWay extends Schema.TaggedError<ReleaseInTheWay>()("ReleaseInTheWay", {
  folder: Schema.String,
  reason: Schema.String
}) {
  override readonly [Runtime.errorExitCode] = ExitCode.broken
  override get message() {
    return `${this.folder} is not the release that was published: ${this.reason}. Move it away and run again.`
  }
}
