import { brotliDecompressSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { ChangesBody } from "../../../src/api/bodies/ChangesBody.ts"
import { changesBody } from "../../../src/api/projections/ChangesProjection.ts"
import { changeKinds } from "../../../src/domain/change/ChangeSchema.ts"
import { endMajor, withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { readLedger } from "../../../src/release/Ledger.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { publishStory } from "./licensing.ts"
import { TestServer } from "./TestServer.ts"

const usual = "public, max-age=3600, s-maxage=7200"
const immutable = "public, max-age=31536000, s-maxage=7200, immutable"

const decode = Schema.decodeUnknownSync(ChangesBody)

layer(
  Layer.merge(
    TestServer.layer((releases) => publishStory(releases)),
    NodeServices.layer
  ),
  { excludeTestServices: true }
)("the changes between two releases", (it) => {
  it.effect.each<readonly [path: string, first: string, last: string, caching: string]>([
    ["/v1/changes?from=v1.0", "1.0.0", "1.3.0", usual],
    ["/v1/changes?from=1&to=2", "1.3.0", "2.0.0", usual],
    ["/v1/changes?from=v1.0.0&to=v2.0.0", "1.0.0", "2.0.0", immutable],
    ["/v2/changes?from=v1.0.0&to=2.0.0", "1.0.0", "2.0.0", immutable],
    ["/v2/changes?from=v1.0", "1.0.0", "2.0.0", usual],
    ["/v2/changes?from=latest&to=v1.0", "2.0.0", "1.0.0", usual],
    ["/v1/changes?from=latest", "1.3.0", "1.3.0", usual]
  ])("are those of the history: %s", ([path, first, last, caching]) =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const { history } = yield* Effect.orDie(readLedger(releases))
      const [from, to] = [first, last].map((version) => history.releases.get(Version.make(version)))
      const received = yield* get(path)
      assert.strictEqual(received.status, 200)
      expect(received.json).toEqual(changesBody(history, from ?? assert.fail(), to ?? assert.fail()))
      expect(decode(received.json, { onExcessProperty: "error" })).toEqual(received.json)
      assert.include(received.headers, {
        "content-type": "application/json",
        "cache-control": caching,
        vary: "Authorization, Accept-Encoding",
        "x-taxonomy-version": last.replace(/^(.*)\.0$/, "v$1"),
        "x-api-version": path.slice(1, 3),
        "x-latest-version": "v2.0",
        "x-upgrade-available": String(last !== "2.0.0")
      })
    })
  )

  it.effect("say what replaces a removed item, and which release removed it", () =>
    Effect.gen(function* () {
      const { json } = yield* (yield* TestServer).get("/v1/changes?from=v1.0&to=v2.0&kind=value-removed")
      expect(json).toMatchObject({
        version: "v2.0",
        from: { version: "v1.0", release: "1.0.0", published_at: "2026-01-15T10:00:00Z" },
        to: { version: "v2.0", release: "2.0.0" },
        required_bump: "major",
        changes: [
          {
            kind: "value-removed",
            bump: "major",
            item: "exclusive_categories/QSR_FAST_FOOD",
            dimension: "exclusive_categories",
            value: "QSR_FAST_FOOD",
            removed_in: "2.0.0",
            replacement: { mode: "one_of", items: ["exclusive_categories/QSR"] }
          }
        ],
        count: 1,
        _meta: { taxonomy_version: "v2.0", release: "2.0.0", generated_at: "2026-09-15T10:00:00Z" }
      })
    })
  )

  it.effect("tell since when an item is deprecated, and when it can be removed", () =>
    Effect.gen(function* () {
      const { json } = yield* (yield* TestServer).get("/v1/changes?from=v1.0&to=v1.1&kind=value-deprecated")
      expect(json).toMatchObject({
        required_bump: "minor",
        changes: [
          {
            item: "exclusive_categories/QSR_FAST_FOOD",
            deprecation: {
              since: { version: "v1.1", date: "2026-02-15T10:00:00Z" },
              replaced_by: ["QSR"],
              replacement: { mode: "one_of", items: ["exclusive_categories/QSR"] },
              earliest_removal: { version: "v2.0", date: "2026-08-15", after: ["v1.2", "v1.3"] }
            }
          }
        ]
      })
    })
  )

  it.effect("are none between a release and itself", () =>
    Effect.gen(function* () {
      const { json } = yield* (yield* TestServer).get("/v1/changes?from=v1.2.0&to=v1.2")
      expect(json).toMatchObject({ required_bump: "none", changes: [], count: 0 })
    })
  )

  it.effect("can be selected by kind and dimension, with an entity tag for each selection", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const all = decode((yield* get("/v1/changes?from=v1.0&to=v2.0")).json)
      const tags = new Set<unknown>()
      for (const [query, matches] of [
        ["", () => true],
        ["&kind=value-added", ({ kind }: Entry) => kind === "value-added"],
        [
          "&kind=value-added&kind=license-removed",
          ({ kind }: Entry) => kind === "value-added" || kind === "license-removed"
        ],
        ["&dimension=use_type", (entry: Entry) => dimensionOf(entry) === "use_type"],
        [
          "&dimension=exclusive_categories&kind=value-removed",
          (entry: Entry) => dimensionOf(entry) === "exclusive_categories" && entry.kind === "value-removed"
        ],
        ["&dimension=territory", () => false]
      ] as const) {
        const { headers, json } = yield* get(`/v1/changes?from=v1.0&to=v2.0${query}`)
        const changes = all.changes.filter(matches)
        expect(json).toEqual({ ...all, changes, count: changes.length })
        tags.add(headers.etag)
      }
      assert.strictEqual(tags.size, 6)
      const [left, right] = yield* Effect.all([
        get("/v1/changes?from=v1.0&to=v2.0&kind=value-added&kind=license-removed&dimension=use_type"),
        get("/v1/changes?dimension=use_type&kind=license-removed&to=v2.0&kind=value-added&from=v1.0")
      ])
      assert.strictEqual(left.headers.etag, right.headers.etag)
    })
  )

  it.effect("are compressed, revalidated at the price of one request, and wrapped on request", () =>
    Effect.gen(function* () {
      const { get, newKey } = yield* TestServer
      const { key } = yield* newKey("free")
      const path = "/v1/changes?from=v1.0.0&to=v1.3.0"
      const plain = yield* get(path, { key })
      const br = yield* get(path, { headers: { "Accept-Encoding": "br" } })
      assert.deepStrictEqual(brotliDecompressSync(br.bytes), plain.bytes)
      assert.notStrictEqual(br.headers.etag, plain.headers.etag)
      for (const query of ["", "&kind=value-added"]) {
        const { headers } = yield* get(path + query, { key })
        const again = yield* get(path + query, { key, headers: { "If-None-Match": String(headers.etag) } })
        assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
        assert.include(again.headers, {
          etag: headers.etag,
          "cache-control": immutable,
          "x-ratelimit-remaining": String(Number(headers["x-ratelimit-remaining"]) - 1)
        })
      }
      const wrapped = yield* get(`${path}&envelope=true`, { headers: { "X-Request-ID": "id-1" } })
      expect(wrapped.json).toMatchObject({ version: "v1.3", data: plain.json, _meta: { request_id: "id-1" } })
      assert.include(wrapped.headers, { "cache-control": "no-store" })
      assert.notProperty(wrapped.headers, "etag")
    })
  )

  it.effect.each<readonly [path: string, status: number, code: string]>([
    ["/v1/changes", 400, "parameter-missing"],
    ["/v1/changes?to=v1.0", 400, "parameter-missing"],
    ["/v1/changes?from=", 400, "version-malformed"],
    ["/v1/changes?from=v1.0&to=newest", 400, "version-malformed"],
    ["/v1/changes?from=v1.9", 404, "version-not-found"],
    ["/v1/changes?from=v1.0&to=v3", 404, "version-not-found"],
    ["/v1/changes?from=v0.9", 404, "version-not-found"],
    ["/v1/changes?from=v1.0&from=v1.1", 400, "parameter-malformed"],
    ["/v1/changes?from=v1.0&kind=value-gone", 400, "parameter-malformed"],
    ["/v1/changes?from=v1.0&dimension=use_typ", 400, "parameter-malformed"],
    ["/v1/changes?from=v1.0&envelope=yes", 400, "parameter-malformed"],
    ["/v1/changes?from=v1.0&version=v1.1", 400, "parameter-unknown"],
    ["/v1/changes?from=v1.0&use_type=editorial", 400, "parameter-unknown"],
    ["/v3/changes?from=v1.0", 404, "version-not-found"],
    ["/v1/changes/?from=v1.0", 404, "path-not-found"]
  ])("are refused for %s with %i and a code", ([path, status, code]) =>
    Effect.gen(function* () {
      const received = yield* (yield* TestServer).get(path)
      assert.deepStrictEqual([received.status, received.headers["x-error-code"]], [status, code])
      assert.include(received.headers, { "cache-control": "no-store" })
    })
  )

  it.effect("suggest a similar kind of change, or name them all", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const similar = yield* get("/v1/changes?from=v1.0&kind=value-remove")
      expect(similar.json).toMatchObject({
        message: "Unknown kind 'value-remove'. Did you mean 'value-removed'?"
      })
      const other = yield* get("/v1/changes?from=v1.0&kind=foo")
      expect(other.json).toMatchObject({
        message: `Unknown kind 'foo'. Choose one of ${changeKinds.join(", ")}`
      })
    })
  )

  it.effect("require an API key, and allow GET and OPTIONS only", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const unknown = yield* get("/v1/changes?from=v1.0", { key: "nil_none" })
      assert.deepStrictEqual([unknown.status, unknown.headers["x-error-code"]], [401, "key-malformed"])
      assert.strictEqual((yield* get("/v1/changes?from=v1.0", { method: "HEAD" })).status, 405)
      assert.strictEqual((yield* get("/v1/changes", { method: "OPTIONS" })).status, 204)
    })
  )
})

layer(
  Layer.merge(
    TestServer.layer((releases) =>
      Effect.gen(function* () {
        yield* publishStory(releases)
        yield* appendEvent(releases, (history) =>
          withdraw(history, { version: Version.make("1.3.0"), date: "2026-10-01T10:00:00Z", reason: "A mistake" })
        )
        yield* appendEvent(releases, (history) =>
          endMajor(history, { major: 1, date: "2027-06-30T00:00:00Z", reason: "Replaced by v2" })
        )
      }).pipe(Effect.orDie)
    ),
    NodeServices.layer
  ),
  { excludeTestServices: true }
)("the changes between withdrawn and ended releases", (it) => {
  it.effect.each<readonly [path: string, from: string, to: string, isWithdrawn: boolean]>([
    ["/v1/changes?from=v1.0", "1.0.0", "1.2.0", false],
    ["/v1/changes?from=v1.0.0&to=v1.3.0", "1.0.0", "1.3.0", true],
    ["/v2/changes?from=v1.3", "1.3.0", "2.0.0", true],
    ["/v2/changes?from=v1.2", "1.2.0", "2.0.0", false]
  ])("are served as by every other path, with a warning of both: %s", ([path, from, to, isWithdrawn]) =>
    Effect.gen(function* () {
      const { headers, json } = yield* (yield* TestServer).get(path)
      expect(json).toMatchObject({ from: { release: from }, to: { release: to } })
      assert.include(headers["x-deprecation-warning"], "Taxonomy v1 has its end of life on 2027-06-30")
      assert.strictEqual(String(headers["x-deprecation-warning"]).includes("Release v1.3.0 was withdrawn"), isWithdrawn)
      assert.strictEqual(headers.sunset, to.startsWith("1.") ? "Wed, 30 Jun 2027 00:00:00 GMT" : undefined)
    })
  )
})

type Entry = ChangesBody["changes"][number]

const dimensionOf = (entry: Entry): string | undefined => ("dimension" in entry ? entry.dimension : undefined)
