// @effect-diagnostics globalDate:off
/** Verifies webhooks of the service, and finds those that are missing: for receivers, without an API key. */
import { fromBase64, encodeUtf8, type Bytes } from "../domain/transparency/Bytes.ts"
import { InvalidArgument, taggedError } from "./model/ClientErrors.ts"
import type { WebhookMessage, WebhookPlace } from "./model/Model.generated.ts"

export { InvalidArgument } from "./model/ClientErrors.ts"
export type { WebhookData, WebhookItem, WebhookMessage, WebhookPlace, WebhookProof } from "./model/Model.generated.ts"

/** A verified message. */
export interface VerifiedWebhook extends WebhookMessage {
  /** The same for every repetition of the message. */
  readonly id: string
}

/** What a receiver knows of its subscription: at least one secret or public key. */
export interface WebhookKeys {
  /** `whsec_…`, several while it is rotated. */
  readonly secret?: string | ReadonlyArray<string>
  /** `whpk_…`, several while it is rotated. */
  readonly publicKey?: string | ReadonlyArray<string>
  /** How many seconds an attempt may be old, or ahead of this clock. Default: 300. */
  readonly tolerance?: number
  /** The time in milliseconds since 1970. Default: that of the platform. */
  readonly now?: () => number
}

/** The headers of a request, as the platform or Node has them. */
type HeaderSource =
  | {
      /** The value of a header, whatever its case. */
      readonly get: (name: string) => string | null
    }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * Verifies a webhook (Standard Webhooks): that a trusted key signed its id, its time and its body, and that the attempt is
 * recent. Takes the body as it came, since parsed and written again it differs. Rejects with `WebhookRejected`.
 *
 * @example
 * ```ts
 * const { data, id, type } = await verifyWebhook(body, request.headers, { secret: "whsec_…" })
 * ```
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderSource,
  keys: WebhookKeys
): Promise<VerifiedWebhook> => {
  const id = headerOf(headers, "webhook-id")
  const time = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature")
  if (id === undefined || time === undefined || signatures === undefined) throw new WebhookRejected("header-missing")
  const { now = Date.now, tolerance = 300 } = keys
  const isRecent = /^\d{1,12}$/.test(time) && Math.abs(now() / 1000 - Number(time)) <= tolerance
  if (!isRecent) throw new WebhookRejected("timestamp")
  const bytes = typeof body === "string" ? encodeUtf8(body) : new Uint8Array(body)
  const prefix = encodeUtf8(`${id}.${time}.`)
  const content = new Uint8Array(prefix.length + bytes.length)
  content.set(prefix)
  content.set(bytes, prefix.length)
  const trusted = [...(await importKeys("secret", keys.secret)), ...(await importKeys("publicKey", keys.publicKey))]
  if (trusted.length === 0) throw new InvalidArgument("keys", "must have a secret or a publicKey.")
  for (const signature of signatures.split(" ")) {
    const [version, encoded = ""] = signature.split(",", 2)
    const value = fromBase64(encoded)
    if (value === undefined) continue
    for (const { key, kind } of trusted) {
      // The platform compares in constant time.
      if (kinds[kind].version === version && (await crypto.subtle.verify(kinds[kind].algorithm, key, value, content))) {
        return { ...parseMessage(bytes), id }
      }
    }
  }
  throw new WebhookRejected("signature")
}

const kinds = {
  secret: { version: "v1", prefix: "whsec_", algorithm: "HMAC", minBytes: 24, maxBytes: 64 },
  publicKey: { version: "v1a", prefix: "whpk_", algorithm: "Ed25519", minBytes: 32, maxBytes: 32 }
} as const

const importKeys = (kind: keyof typeof kinds, texts: string | ReadonlyArray<string> = []) =>
  Promise.all(
    [texts].flat().map(async (text: unknown) => {
      const { maxBytes, minBytes, prefix } = kinds[kind]
      const bytes =
        typeof text === "string" && text.startsWith(prefix) ? fromBase64(text.slice(prefix.length)) : undefined
      // The message does not repeat a secret.
      if (bytes === undefined || bytes.length < minBytes || bytes.length > maxBytes) {
        throw new InvalidArgument(kind, `must be ${prefix} and a key in Base64.`)
      }
      const algorithm = kind === "secret" ? { name: "HMAC", hash: "SHA-256" } : "Ed25519"
      return { kind, key: await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]) }
    })
  )

const headerOf = (headers: HeaderSource, name: string): string | undefined => {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === "string" ? value : undefined
}

const parseMessage = (bytes: Bytes): WebhookMessage => {
  try {
    const message: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    if (isMessage(message)) return message
  } catch {
    // Not JSON in UTF-8.
  }
  throw new WebhookRejected("body")
}

// The signature vouches for the rest.
const isMessage = (value: unknown): value is WebhookMessage =>
  typeof value === "object" && value !== null && "type" in value && "data" in value && typeof value.data === "object"

const reasons = {
  "header-missing":
    "The request lacks webhook-id, webhook-timestamp or webhook-signature. It is no webhook of the service",
  timestamp:
    "The attempt is too old, or its clock is wrong. Somebody may have recorded it. Check the clock of this machine",
  signature:
    "No trusted key signed the webhook. Verify the bytes as they came, with the newest secret of the subscription",
  body: "The body is no message. Update this package"
}

/** The request is not a webhook that a trusted key signed lately. Answer 400, and do nothing else with it. */
export class WebhookRejected extends taggedError("WebhookRejected", "webhook-rejected", undefined) {
  /** What is wrong with the request. */
  readonly reason: "header-missing" | "timestamp" | "signature" | "body"

  /** Made by the client, and by tests. */
  constructor(reason: WebhookRejected["reason"]) {
    super(`${reasons[reason]}.`, undefined)
    this.reason = reason
  }
}

/** How a message follows the last one that was handled. */
export type WebhookOrder =
  | {
      /** Nothing is missing. */
      readonly _tag: "Next"
    }
  | {
      /** It was handled before: acknowledge it, and do nothing. */
      readonly _tag: "Repeated"
    }
  | {
      /** At least one message did not arrive. */
      readonly _tag: "Gap"
      /** The message before this one, which did not arrive. Others before it may be missing, too. */
      readonly missing: WebhookPlace
      /** What to do, in a sentence. */
      readonly message: string
    }

/**
 * Says whether messages are missing between the last one that was handled and another one: keep the `id` and the
 * `sequence` of the last one, `null` before the first. A first message to a receiver that begins anew is never a gap.
 */
export const compareWithLast = (last: WebhookPlace | null, { data, id, type }: VerifiedWebhook): WebhookOrder => {
  if (type === "taxonomy.test" || last === null || data.previous?.id === last.id) return { _tag: "Next" }
  const { previous } = data
  const isOlder = id === last.id || data.sequence < last.sequence || previous === null
  // Messages of one event come in the order of their kinds.
  if (isOlder || (data.sequence === last.sequence && previous.sequence < last.sequence)) return { _tag: "Repeated" }
  const address = data.links["releases"] ?? ""
  return {
    _tag: "Gap",
    missing: previous,
    message: `Message ${previous.id}, sequence ${previous.sequence}, is missing: GET ${address}`
  }
}
