import { randomBytes } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { knownTag, type Caller, type Row } from "../../../../conformance/Row.ts"
import { rows } from "../../../../conformance/rows.ts"
import { generateApiKey } from "../../../../src/domain/keys/ApiKey.ts"
import { quotas } from "../../../../src/domain/keys/Tier.ts"
import { pause } from "../../../support/Patience.ts"
import { send, type Received } from "../request.ts"
import { publishSignedStory } from "../signedLog.ts"
import { stopwatch, TestServer, use } from "../TestServer.ts"

const named = rows.map((row) => [row.section, row.sentence, row.method ?? "GET", row.path, row.caller, row] as const)

layer(TestServer.layer(publishSignedStory), { excludeTestServices: true })("the service specification", (it) => {
  it.effect.each(named)("%s: %s %s %s (%s)", ([, , , , , row]) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const authorization = yield* credentials(row.caller)
      const path = row.path.startsWith("/api/") ? row.path : `/api/taxonomy${row.path}`
      const own = authorization === undefined ? {} : { Authorization: authorization }
      const sent = Object.entries(row.sends ?? {})
      const tag = sent.some(([, value]) => value === knownTag)
        ? String((yield* send(port, path, { headers: own })).headers["etag"])
        : ""
      const headers = {
        ...own,
        ...Object.fromEntries(sent.map(([name, value]) => [name, value.replace(knownTag, tag)]))
      }
      const once = send(port, path, { headers, ...(row.method === undefined ? {} : { method: row.method }) })
      const elapsed = yield* stopwatch
      yield* Effect.forEach(Array.from({ length: row.after ?? 0 }), () => once, { concurrency: 20, discard: true })
      const received = yield* once
      expectRow(row, received, yield* elapsed)
    })
  )
})

/** The requests have taken so many seconds, which are no longer left to wait. */
const expectRow = (row: Row, received: Received, elapsed: number): void => {
  assert.strictEqual(received.status, row.status)
  for (const [name, wanted] of Object.entries(row.headers ?? {})) {
    const value = String(received.headers[name])
    if (name === "retry-after" && typeof wanted === "string") {
      assert.isTrue(Number(value) <= Number(wanted) && Number(value) >= Number(wanted) - elapsed, value)
    } else if (typeof wanted === "string") assert.strictEqual(value, wanted, name)
    else assert.match(value, wanted, name)
  }
  for (const name of row.lacks ?? []) assert.notProperty(received.headers, name)
  if (row.body !== undefined) assert.deepInclude(received.json, row.body)
  if (row.members !== undefined) assert.hasAllKeys(received.json, [...row.members])
  if (row.holds !== undefined) assert.isTrue(row.holds.of(received), row.holds.says)
}

const shared = new Map<Caller, string | undefined>([
  ["nobody", undefined],
  ["malformed", "Bearer secret"],
  // Sound, but issued by nobody here.
  ["unknown", `Bearer ${generateApiKey(randomBytes)}`]
])

const credentials = Effect.fnUntraced(function* (caller: Caller) {
  if (shared.has(caller)) return shared.get(caller)
  const server = yield* TestServer
  switch (caller) {
    case "new free":
    case "new professional":
      return `Bearer ${(yield* server.newKey(caller === "new free" ? "free" : "professional")).key}`
    case "exhausted free":
    case "tired free":
    case "tired professional": {
      const tier = caller === "tired professional" ? "professional" : "free"
      const { identifier, key } = yield* server.newKey(tier)
      const { day, hour } = quotas[tier]
      yield* use(identifier, tier, caller === "exhausted free" ? hour : hour - 1, 11 * 3600)
      for (let hoursAgo = day / hour; hoursAgo > 1; hoursAgo--) yield* use(identifier, tier, hour, hoursAgo * 3600)
      return `Bearer ${key}`
    }
    case "revoked": {
      const { identifier, key } = yield* server.newKey("free")
      yield* server.revoke(identifier)
      yield* Effect.repeat(server.get("/v1/schema", { key }), {
        until: ({ status }) => status === 403,
        schedule: pause
      })
      shared.set(caller, `Bearer ${key}`)
      break
    }
    case "free":
    case "professional":
    case "enterprise":
      shared.set(caller, `Bearer ${(yield* server.newKey(caller)).key}`)
      break
    case "nobody":
    case "unknown":
    case "malformed":
  }
  return shared.get(caller)
})
