import { Agent } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { exchange, type Exchanged } from "../exchange.ts"

/** What of a response tells of its release. */
export interface Seen {
  readonly path: string
  readonly coding: string
  readonly etag: string
  /** Of the body, decoded. */
  readonly sha256: string
  /** As `X-Taxonomy-Version`, as the body's `version`, and as the release in the body's `_meta`. */
  readonly header: string
  readonly version: string
  readonly release: string
}

const Body = Schema.fromJsonString(
  Schema.Struct({ version: Schema.String, _meta: Schema.Struct({ release: Schema.String }) })
)

const decodeBody = Schema.decodeUnknownEffect(Body)

const decoded = (coding: string, bytes: Buffer): Buffer =>
  coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes

const seenIn = Effect.fnUntraced(function* (path: string, { bytes, headers, status }: Exchanged) {
  assert.strictEqual(status, 200)
  assert.strictEqual(String(bytes.length), headers["content-length"])
  const coding = headers["content-encoding"] ?? "identity"
  const body = decoded(coding, bytes)
  const { _meta, version } = yield* decodeBody(body.toString())
  const seen: Seen = {
    path,
    coding,
    etag: String(headers.etag),
    sha256: sha256(body),
    header: String(headers["x-taxonomy-version"]),
    version,
    release: _meta.release
  }
  return seen
})

/** Between requests, which leaves the server something of the processor that it shares with the test. */
export const pace = Schedule.spaced("5 millis")

/**
 * Asks for one path over one kept connection again and again, until it is told to stop, and keeps what differs from
 * the response before. Fails with the first request that fails.
 */
export const witness = Effect.fnUntraced(function* (
  port: number,
  { coding, key, path }: { readonly path: string; readonly coding: string; readonly key: string },
  stopped: () => boolean,
  schedule: Schedule.Schedule<number>
) {
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 1 })),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const headers = { Authorization: `Bearer ${key}`, "Accept-Encoding": coding }
  const all: Array<Seen> = []
  const callerPorts = new Set<number | undefined>()
  const ask = Effect.gen(function* () {
    const received = yield* exchange(port, `/api/taxonomy${path}`, { agent, headers })
    callerPorts.add(received.callerPort)
    const seen = yield* seenIn(path, received)
    const last = all.at(-1)
    if (seen.etag !== last?.etag || seen.sha256 !== last.sha256 || seen.header !== last.header) all.push(seen)
  })
  yield* Effect.repeat(ask, { schedule, until: stopped })
  return { path, seen: all, connections: callerPorts.size }
}, Effect.scoped)
