import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as NetAddress from "effect/net/NetAddress"
import packageJson from "../../../package.json" with { type: "json" }
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { serveAdmin, type AdminServerOptions } from "../../../src/server/AdminServer.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import { UsageUnavailable } from "../../../src/usage/UsageStore.ts"
import { catalogAfter, categories, release, withdrawn } from "../../support/server/histories.ts"
import { makeCurrentCatalog } from "../../support/server/RenderedCatalog.ts"
import { overSocket, rawAnswers } from "../../system/server/rawAnswers.ts"

const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(["QSR"])),
  release("1.1.0", "2026-02-01", categories(["QSR"])),
  release("2.0.0", "2026-03-01", categories(["QSR"])),
  withdrawn("2.0.0", "2026-03-02", "Wrong.")
)

const report = { since: "2026-01-01T00:00:00.000Z", keys: [] }

const use = {
  identifier: "nil_abcdefgh",
  kind: "pinned",
  name: "1.0.0",
  requests: 3,
  first_used_on: "2026-11-01",
  last_used_on: "2026-11-03"
} as const

const usage: AdminServerOptions["usage"] = {
  read: () => Effect.succeed(report),
  readUses: () => Effect.succeed([use])
}

interface Serving extends Partial<AdminServerOptions> {
  readonly catalogReason?: string
  readonly keysReason?: string
  readonly noKeysAt?: string
}

/** Asks an admin server, and reads the answer and what was logged. */
const ask = (request: string, { catalogReason, keysReason, noKeysAt, ...options }: Serving = {}) =>
  Effect.gen(function* () {
    const messages: Array<unknown> = []
    const current = yield* makeCurrentCatalog(catalog)
    const address = yield* serveAdmin({
      host: "127.0.0.1",
      port: 0,
      phase: () => "serving",
      allowNoKeys: false,
      usage,
      ...options
    }).pipe(
      Effect.provideService(CurrentCatalog, {
        ...current,
        status: () => ({ ...current.status(), degraded: catalogReason !== undefined, reason: catalogReason })
      }),
      Effect.provideService(KeyRing, {
        authenticate: () => ({ _tag: "Missing" }),
        status: () => ({
          reason: keysReason,
          ageMillis: 0,
          active: 0,
          expiringSoon: 0,
          ledgerHash: genesis.hash,
          ...(noKeysAt === undefined ? {} : { noKeysAt })
        })
      }),
      Effect.provide(Logger.layer([Logger.make(({ cause, message }) => void messages.push([message, cause]))]))
    )
    const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port
    const [answer] = rawAnswers(yield* overSocket(port, request), request.startsWith("HEAD"))
    const { date: _, connection: __, ...headers } = Object.fromEntries(answer?.headers ?? [])
    return { status: answer?.status, headers, body: answer?.body, messages }
  }).pipe(Effect.scoped, (run) => Effect.suspend(() => Effect.provideService(run, Metric.MetricRegistry, new Map())))

const request = (path: string, method = "GET", host = "localhost"): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Request-ID: id-1\r\nConnection: close\r\n\r\n`

/** An answer in JSON. Web pages of other origins cannot read it. */
const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const text = `${JSON.stringify(body)}\n`
  return {
    status,
    headers: {
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-type": "application/json",
      "cache-control": "no-store",
      "content-length": String(text.length),
      "x-request-id": "id-1",
      ...headers
    },
    body: text,
    messages: []
  }
}

const ready = { status: "ready", ledger: genesis, versions: { v1: "1.1.0", v2: null } }
const unknownPath = json(
  404,
  { error: "Not Found", message: "Unknown path. Available paths: /metrics, /ready, /live, /keys/usage, /keys/uses" },
  { "x-error-code": "path-not-found" }
)

describe("serveAdmin", () => {
  it.live.each([
    ["/live", json(200, { status: "live", version: packageJson.version })],
    ["/live?a=b", json(200, { status: "live", version: packageJson.version })],
    ["/ready", json(200, ready)],
    ["/keys/usage", json(200, report)],
    [
      "/keys/uses?since=2026-11-01&until=2026-11-07",
      json(200, { since: "2026-11-01", until: "2026-11-07", uses: [use] })
    ],
    [
      "/keys/uses?since=2026-02-30",
      json(
        400,
        {
          error: "Bad Request",
          message:
            "The query parameters 'since' and 'until' must be days such as 2026-11-28, of which uses are kept for 400"
        },
        { "x-error-code": "parameter-malformed" }
      )
    ],
    ["/", unknownPath],
    ["/live/", unknownPath],
    ["//live", unknownPath],
    ["/Live", unknownPath],
    ["/%6Cive", unknownPath],
    [
      "/keys/usage?key=nil_",
      json(
        400,
        { error: "Bad Request", message: "The query parameter 'key' must be the first 12 characters of a key" },
        { "x-error-code": "parameter-malformed" }
      )
    ]
  ] as const)("answers %s", ([path, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask(request(path)), expected)
    })
  )

  it.live.each([
    ["starting", "service-unavailable"],
    ["draining", "draining"]
  ] as const)("is not ready while the read server is %s", ([phase, code]) =>
    Effect.gen(function* () {
      const expected = json(503, { ...ready, status: phase }, { "x-error-code": code })
      assert.deepStrictEqual(yield* ask(request("/ready"), { phase: () => phase }), expected)
    })
  )

  it.live("is ready while it is degraded, and says why", () =>
    Effect.gen(function* () {
      const reasons = { catalogReason: "The ledger is damaged.", keysReason: "The keys are away." }
      const { ledger, status, versions } = ready
      assert.deepStrictEqual(
        yield* ask(request("/ready"), reasons),
        json(200, { status, degraded: "The ledger is damaged. The keys are away.", ledger, versions })
      )
    })
  )

  it.live("is not ready before the first key was issued, and says what to do", () =>
    Effect.gen(function* () {
      const { ledger, versions } = ready
      const reason =
        "The key ledger keys.ndjson is missing or empty, so every API key is rejected. Correct --keys, or issue the first key with taxonomy keys issue."
      const code = { "x-error-code": "service-unavailable" }
      assert.deepStrictEqual(
        yield* ask(request("/ready"), { noKeysAt: "keys.ndjson" }),
        json(503, { status: "no-keys", reason, ledger, versions }, code)
      )
      assert.deepStrictEqual(
        yield* ask(request("/ready"), { noKeysAt: "keys.ndjson", catalogReason: "The ledger is damaged." }),
        json(503, { status: "no-keys", reason, degraded: "The ledger is damaged.", ledger, versions }, code)
      )
      assert.strictEqual((yield* ask(request("/live"), { noKeysAt: "keys.ndjson" })).status, 200)
    })
  )

  it.live("is ready without keys if it is told so", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(request("/ready"), { noKeysAt: "keys.ndjson", allowNoKeys: true }),
        json(200, ready)
      )
    })
  )

  it.live("says that it drains, also without keys", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(request("/ready"), { noKeysAt: "keys.ndjson", phase: () => "draining" }),
        json(503, { ...ready, status: "draining" }, { "x-error-code": "draining" })
      )
    })
  )

  it.live("reads the usage of one key or of all", () =>
    Effect.gen(function* () {
      const read: Array<string | undefined> = []
      const reading: AdminServerOptions["usage"] = {
        ...usage,
        read: (key) => Effect.sync(() => (read.push(key), report))
      }
      yield* ask(request("/keys/usage"), { usage: reading })
      yield* ask(request("/keys/usage?key=nil_abcdefgh"), { usage: reading })
      assert.deepStrictEqual(read, [undefined, "nil_abcdefgh"])
    })
  )

  it.live("answers 503 if the usage cannot be read", () =>
    Effect.gen(function* () {
      const unavailable = new UsageUnavailable({ location: "Redis", reason: "it is away" })
      const away = { read: () => Effect.fail(unavailable), readUses: () => Effect.fail(unavailable) }
      const expected = json(
        503,
        {
          error: "Service Unavailable",
          message: "The usage of API keys in Redis is unavailable: it is away"
        },
        { "x-error-code": "service-unavailable" }
      )
      for (const path of ["/keys/usage", "/keys/uses"])
        assert.deepStrictEqual(yield* ask(request(path), { usage: away }), expected)
    })
  )

  it.live("answers a defect with 500, and logs its cause", () =>
    Effect.gen(function* () {
      const defect = new Error("no usage")
      const expected = json(
        500,
        { error: "Internal Server Error", message: "The request could not be answered", request_id: "id-1" },
        { "x-error-code": "internal-error", vary: "Authorization, Accept-Encoding" }
      )
      const broken = { ...usage, read: () => Effect.die(defect) }
      assert.deepStrictEqual(yield* ask(request("/keys/usage"), { usage: broken }), {
        ...expected,
        messages: [[["The request failed"], Cause.die(defect)]]
      })
    })
  )

  it.live("allows only GET and HEAD", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(request("/live", "POST")),
        json(
          405,
          { error: "Method Not Allowed", message: "Only GET and HEAD are allowed" },
          { allow: "GET, HEAD", "x-error-code": "method-not-allowed" }
        )
      )
      const { body, status } = yield* ask(request("/live", "HEAD"))
      assert.deepStrictEqual([status, body], [200, ""])
    })
  )

  it.live("refuses the name of another host", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* ask(request("/live", "GET", "evil.example")),
        json(
          400,
          { error: "Bad Request", message: "Unknown Host. Use an IP address, localhost or the name in --admin-host" },
          { "x-error-code": "request-malformed" }
        )
      )
    })
  )

  it.live("writes the metrics for Prometheus", () =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* ask(request("/metrics"))
      assert.deepStrictEqual(
        [status, headers["content-type"], headers["cache-control"]],
        [200, "text/plain; version=0.0.4; charset=utf-8", "no-store"]
      )
      assert.includeMembers((body ?? "").split("\n"), [
        `taxonomy_build_info{version="${packageJson.version}",node="${process.versions.node}"} 1`
      ])
    })
  )

  it.live("fails if it cannot listen", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(ask(request("/live"), { host: "192.0.2.1" }))
      assert.strictEqual(
        message,
        "Cannot listen on port 0 of 192.0.2.1: this machine does not have that address. Choose another with --admin-host."
      )
    })
  )
})
