import { lookup as lookUpName, type LookupAddress } from "node:dns"
import { request as httpRequest, type RequestOptions } from "node:http"
import { Agent, request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { parseRetryAfter, type FailureReason, type Outcome } from "../domain/hooks/Delivery.ts"
import { errorCode } from "../platform/SystemErrors.ts"
import { findUrlDefect, hostOf, isPublicAddress, type OutboundPolicy } from "./PublicAddress.ts"

/** A message as it is sent. */
export interface OutboundMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a message once. Never fails: what happened is the outcome. */
export type Send = (message: OutboundMessage) => Effect.Effect<Outcome>

interface SendOptions extends OutboundPolicy {
  /** For the look-up, the connection and the whole response. */
  readonly timeoutMillis: number
  /** Finds the addresses of a name; the resolver of the system by default. */
  readonly resolve?: (name: string) => Promise<ReadonlyArray<LookupAddress>>
}

/**
 * Sends by HTTP/1.1 on a connection of its own. A name is looked up once, every address that comes is checked, and the
 * connection goes to one of these, so that a second answer of the name server has no effect; TLS still verifies the name.
 * Follows no redirect, uses no proxy, and reads at most 64 KiB of the response.
 */
export const makeSend =
  ({ resolve = resolveBySystem, timeoutMillis, ...policy }: SendOptions): Send =>
  ({ body, headers, url: text }) =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.callback<Outcome>((resume, signal) => {
        if (findUrlDefect(text, policy) !== undefined) return resume(Effect.succeed(unanswered("address-refused")))
        const url = new URL(text)
        const host = hostOf(url)
        const lookup: RequestOptions["lookup"] = (name, { all }, callback) => {
          resolve(name).then(
            (addresses) => {
              const [first] = addresses
              const isAllowed = policy.allowPrivate || addresses.every(({ address }) => isPublicAddress(address))
              if (first === undefined || !isAllowed) callback(addressRefused(), [])
              else if (all === true) callback(null, [...addresses])
              else callback(null, first.address, first.family)
            },
            (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), [])
          )
        }
        let outcome: Outcome | undefined
        const finish = (found: Outcome) => resume(Effect.succeed(found))
        const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
          method: "POST",
          headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
          // Neither the environment nor another delivery has a say in the connection.
          agent: url.protocol === "https:" ? new Agent({ keepAlive: false, rejectUnauthorized: true }) : false,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMillis)]),
          maxHeaderSize: maxHeaderBytes,
          ...(isIP(host) === 0 ? { lookup } : {})
        })
        request.on("response", (response) => {
          const { headers, statusCode: status = 0 } = response
          const retryAfterMillis = parseRetryAfter(headers["retry-after"], clock.currentTimeMillisUnsafe())
          outcome = { _tag: "Answered", status, ...(retryAfterMillis === undefined ? {} : { retryAfterMillis }) }
          let read = 0
          response.on("data", (chunk: Buffer) => {
            read += chunk.length
            if (read > maxBodyBytes) response.destroy()
          })
          response.on("error", () => undefined)
        })
        request.on("error", (error) => {
          outcome ??= unanswered(reasonOf(error))
        })
        request.on("close", () => finish(outcome ?? unanswered("disconnected")))
        request.end(body)
      })
    )

const maxHeaderBytes = 16_384
const maxBodyBytes = 65_536

const resolveBySystem = (name: string): Promise<ReadonlyArray<LookupAddress>> =>
  new Promise((resolve, reject) => {
    lookUpName(name, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** A name has an address to which nothing is sent. */
const addressRefused = (): Error => Object.assign(new Error("not a public address"), { code: refusalCode })

const refusalCode = "ADDRESS_REFUSED"

const unanswered = (reason: FailureReason): Outcome => ({ _tag: "Unanswered", reason })

const reasonOf = (error: Error): FailureReason => {
  if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout"
  const code = errorCode(error) ?? ""
  if (code === refusalCode) return "address-refused"
  if (/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code)) return "not-found"
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) return "not-connected"
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return "tls-failed"
  return code === "HPE_HEADER_OVERFLOW" ? "too-large" : "disconnected"
}
