import { Agent, request } from "node:http"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as NetAddress from "effect/net/NetAddress"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as TestClock from "effect/testing/TestClock"
import type { KeyPrefix } from "../../../src/domain/keys/ApiKey.ts"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import type { Authenticator } from "../../../src/keys/Authentication.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import type { ServedCatalog } from "../../../src/server/catalog/Catalog.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import type { RequestEntry } from "../../../src/server/observability/RequestLog.ts"
import { serveReads, type ReadServerOptions } from "../../../src/server/ReadServer.ts"
import { makeReply, type Reply } from "../../../src/server/response/Reply.ts"
import type { CountedRequest } from "../../../src/usage/UsageCounter.ts"
import { makeCurrentCatalog } from "./RenderedCatalog.ts"

export const basePath = "/api/taxonomy"

/** The first moment of 2027. */
export const newYear = Date.UTC(2027, 0, 1)

/** Accepts the name of a tier as a key of that tier, and knows two keys that are not accepted. */
const authenticate: Authenticator = (authorization) => {
  if (authorization === undefined) return { _tag: "Missing" }
  const keyPrefix: KeyPrefix = `nil_${authorization}`
  if (authorization === "revoked") return { _tag: "Revoked", keyPrefix }
  if (authorization === "expired") return { _tag: "Expired", keyPrefix }
  return isTier(authorization) ? { _tag: "Accepted", keyPrefix, tier: authorization } : { _tag: "Invalid", keyPrefix }
}

const isTier = (text: string): text is Tier => ["free", "professional", "enterprise"].includes(text)

interface Serving extends Partial<ReadServerOptions> {
  readonly catalogService?: Partial<CurrentCatalog["Service"]>
  /** Why the catalog or the keys cannot be followed. */
  readonly catalogReason?: string
  readonly keysReason?: string
}

/** A real server over a catalog in memory, at a time that stands still, and what it reports. */
export const serveCatalog = Effect.fnUntraced(function* (
  catalog: ServedCatalog,
  { catalogReason, catalogService, keysReason, ...options }: Serving = {}
) {
  yield* TestClock.setTime(newYear)
  const logged: Array<RequestEntry> = []
  const counted: Array<CountedRequest> = []
  const phases: Array<string> = []
  const messages: Array<unknown> = []
  const registry = new Map()
  const current = yield* makeCurrentCatalog(catalog)
  const address = yield* serveReads({
    host: "127.0.0.1",
    port: 0,
    basePath,
    upgradeUrl: "https://upgrade.example",
    log: (entry) => void logged.push(entry),
    usage: { count: (request) => void counted.push(request) },
    onPhase: (phase) => void phases.push(phase),
    drainTimes: { grace: 0, patience: 0 },
    ...options
  }).pipe(
    Effect.provideService(CurrentCatalog, {
      ...current,
      status: () => ({ ...current.status(), degraded: catalogReason !== undefined, reason: catalogReason }),
      ...catalogService
    }),
    Effect.provideService(KeyRing, {
      authenticate,
      status: () => ({ reason: keysReason, ageMillis: 0, active: 1, expiringSoon: 0, ledgerHash: genesis.hash })
    }),
    Effect.provideService(Metric.MetricRegistry, registry),
    Effect.provide(Logger.layer([Logger.make(({ cause, message }) => void messages.push([message, cause]))]))
  )
  const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port
  const metrics = Effect.map(PrometheusMetrics.format(), (text) => text.split("\n")).pipe(
    Effect.provideService(Metric.MetricRegistry, registry)
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
  const send = (target: string, sent: Sent = {}) => exchange(agent, port, target, sent)
  const ask = (path: string, { target = `${basePath}${path}`, ...sent }: Asked = {}) =>
    Effect.map(send(target, { authorization: "enterprise", id: "request-1", ...sent }), ({ body, lines, status }) => {
      const { from_release: fromRelease, key, release } = logged.at(-1) ?? {}
      return {
        key,
        limits: lines.flatMap(([name, value]) => (name.startsWith("X-RateLimit-") ? [name, value] : [])),
        ...(release === undefined ? {} : { releases: [fromRelease, release] }),
        status,
        headers: Object.fromEntries(lines.filter(([name]) => !commonNames.has(name) && !ofRequest.test(name))),
        text: body.toString()
      }
    })
  /** The targets of the links of a response by relation. */
  const linksOf = (path: string, sent: Sent = {}) =>
    Effect.map(send(`${basePath}${path}`, { authorization: "enterprise", ...sent }), ({ lines }) => {
      const link = lines.find(([name]) => name === "Link")?.[1] ?? ""
      return Object.fromEntries([...link.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, target, rel]) => [rel, target]))
    })
  return { ask, linksOf, send, port, current, logged, counted, phases, messages, metrics }
})

interface Sent {
  readonly method?: string
  readonly id?: string
  readonly authorization?: string | undefined
  readonly acceptEncoding?: string | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

interface Asked extends Sent {
  /** The request target. Default: the path below the base path. */
  readonly target?: string
}

/** What a server answers: its header lines as they came, and its body. */
interface Answer {
  readonly status: number
  readonly lines: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
}

const exchange = (
  agent: Agent,
  port: number,
  path: string,
  { acceptEncoding, authorization, headers, id, ifMatch, ifNoneMatch, method = "GET" }: Sent
) =>
  Effect.callback<Answer>((resume) => {
    const sent = {
      "X-Request-ID": id,
      Authorization: authorization,
      "Accept-Encoding": acceptEncoding,
      "If-Match": ifMatch,
      "If-None-Match": ifNoneMatch,
      ...headers
    }
    const given = Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    )
    const outgoing = request({ agent, host: "127.0.0.1", port, path, method, headers: given }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const { rawHeaders, statusCode: status = 0 } = incoming
        const lines = rawHeaders.flatMap((name, index) =>
          index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : []
        )
        resume(Effect.succeed({ status, lines, body: Buffer.concat(chunks) }))
      })
    })
    outgoing.on("error", (error) => resume(Effect.die(error)))
    outgoing.end()
  })

/** A reply with its body as text, and with its headers by name, except those of every reply. */
export const readReply = ({ body, headers, status }: Reply) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !commonNames.has(name))),
  text: body === undefined ? undefined : Buffer.from(body).toString()
})

const commonNames: ReadonlySet<string> = new Set(Object.keys(makeReply(304, {}).headers))

/** Headers that differ for each request, and the links, of which `linksOf` tells. */
const ofRequest = /^((?:X-)?RateLimit.*|Link|X-Request-ID|Date|Connection|Keep-Alive)$/
