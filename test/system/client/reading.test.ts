import { format, inspect } from "node:util"
import { assert, expectTypeOf, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ChangesBody } from "../../../src/api/bodies/ChangesBody.ts"
import type { DimensionsBody } from "../../../src/api/bodies/DimensionsBody.ts"
import type { ItemsBody } from "../../../src/api/bodies/ItemsBody.ts"
import type { LicenseBody, LicensesBody } from "../../../src/api/bodies/LicenseBody.ts"
import type { ReleasesBody } from "../../../src/api/bodies/ReleasesBody.ts"
import type { SchemaBody } from "../../../src/api/bodies/SchemaBody.ts"
import type { DrainingBody, HealthBody } from "../../../src/api/bodies/ServiceBodies.ts"
import {
  BadRequest,
  CodeRemoved,
  InvalidArgument,
  KeyRevoked,
  NotFound,
  PathNotFound,
  RateLimitExceeded,
  TaxonomyClient,
  Unauthorized,
  VersionNotFound,
  type Changes,
  type ClientOptions,
  type DeprecationNotice,
  type Dimensions,
  type Health,
  type Items,
  type License,
  type Licenses,
  type Releases,
  type TaxonomySchema
} from "../../../src/client/Package.ts"
import { parseApiKey } from "../../../src/domain/keys/ApiKey.ts"
import { withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { pause } from "../../support/Patience.ts"
import { publishStory } from "../server/licensing.ts"
import { TestServer, upgradeUrl, waitUntil } from "../server/TestServer.ts"
import { rejected } from "./rejected.ts"

/** A body as the service sends it: the client adds the originals of translated texts. */
type Sent<A> =
  A extends ReadonlyArray<infer Member>
    ? ReadonlyArray<Sent<Member>>
    : A extends object
      ? { readonly [Name in keyof A as Name extends "originals" ? never : Name]: Sent<A[Name]> }
      : A

// The types of the client equal those of the contract; the type check fails otherwise.
expectTypeOf<Sent<License>>().toEqualTypeOf<Sent<LicenseBody>>()
expectTypeOf<Sent<Licenses>>().toEqualTypeOf<Sent<LicensesBody>>()
expectTypeOf<Sent<Dimensions>>().toEqualTypeOf<Sent<DimensionsBody>>()
expectTypeOf<Sent<TaxonomySchema>>().toEqualTypeOf<Sent<SchemaBody>>()
expectTypeOf<Releases>().toEqualTypeOf<ReleasesBody>()
expectTypeOf<Sent<Items>>().toEqualTypeOf<Sent<ItemsBody>>()
expectTypeOf<Sent<Changes>>().toEqualTypeOf<Sent<ChangesBody>>()
expectTypeOf<Health["status"]>().toEqualTypeOf<(HealthBody | DrainingBody)["status"]>()

interface Exchanged {
  readonly url: string
  readonly status: number
  readonly sent: Headers
  readonly received: Headers
}

/** A client of the test server, and its requests. */
const clientOf = Effect.fnUntraced(function* (options: Partial<ClientOptions> = {}) {
  const { key, port } = yield* TestServer
  const exchanged: Array<Exchanged> = []
  const notices: Array<DeprecationNotice> = []
  const warnings: Array<string> = []
  const client = new TaxonomyClient({
    baseUrl: `http://127.0.0.1:${port}/api/taxonomy`,
    apiKey: key,
    warn: (message) => warnings.push(message),
    onDeprecation: (notice) => notices.push(notice),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const { headers: received, status, url } = response
      exchanged.push({ url, status, sent: new Headers(init?.headers), received })
      return response
    },
    ...options
  })
  return { client, exchanged, notices, warnings }
})

const failureOf = (call: () => Promise<unknown>) => Effect.promise(() => rejected(call()))

layer(
  TestServer.layer((releases) => publishStory(releases)),
  { excludeTestServices: true }
)("a client of promises", (it) => {
  it.effect("reads every resource as served", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { client } = yield* clientOf()
      const { dimensions, items, license, licenses, releases, schema } = yield* Effect.promise(async () => ({
        license: await client.license("NIL-EDU"),
        licenses: await client.licenses(),
        dimensions: await client.dimensions(),
        schema: await client.schema(),
        releases: await client.releases(),
        items: await client.items()
      }))
      assert.deepStrictEqual<unknown>(license, (yield* get("/v1/licenses/NIL-EDU")).json)
      assert.deepStrictEqual<unknown>(licenses, (yield* get("/v1/licenses")).json)
      assert.deepStrictEqual<unknown>(dimensions, (yield* get("/v1/dimensions")).json)
      assert.deepStrictEqual<unknown>(schema, (yield* get("/v1/schema")).json)
      assert.deepStrictEqual<unknown>(releases, (yield* get("/v1/releases")).json)
      assert.deepStrictEqual<unknown>(items, (yield* get("/v1/items")).json)
    })
  )

  it.effect("lists all releases and items whatever its version is, and keeps the version to display", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf({ version: "v1.1", onDeprecation: undefined })
      yield* Effect.promise(() => client.dimensions())
      const { releases } = yield* Effect.promise(() => client.releases())
      const { items } = yield* Effect.promise(() => client.items())
      assert.deepStrictEqual(
        exchanged.map(({ url }) => new URL(url).search),
        ["?version=v1.1", "", ""]
      )
      assert.strictEqual(releases[0]?.release, "2.0.0")
      assert.deepInclude(
        items.find(({ item }) => item === "exclusive_categories/QSR_FAST_FOOD"),
        {
          deprecated_in: "1.1.0",
          removed_in: "2.0.0",
          replacement: { mode: "one_of", items: ["exclusive_categories/QSR"] }
        }
      )
    })
  )

  it.effect("lists the changes between two releases, of any majors", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { client, exchanged } = yield* clientOf({ version: "v1.0", onDeprecation: undefined })
      const all = yield* Effect.promise(() => client.changes({ from: "v1.0" }))
      assert.deepStrictEqual<unknown>(all, (yield* get("/v1/changes?from=v1.0")).json)
      assert.isNotEmpty(all.changes)
      const removed = yield* Effect.promise(() =>
        client.changes({ from: "v1.0", to: "v2.0.0", kind: ["value-removed"], dimension: "exclusive_categories" })
      )
      assert.deepStrictEqual(
        removed.changes.map((change) => [change.kind, "replacement" in change && change.replacement?.items]),
        [["value-removed", ["exclusive_categories/QSR"]]]
      )
      yield* Effect.promise(() => client.changes({ from: "v1.0", to: undefined, kind: undefined, dimension: [] }))
      assert.deepStrictEqual(
        exchanged.map(({ url }) => new URL(url).search),
        ["?from=v1.0", "?from=v1.0&to=v2.0.0&kind=value-removed&dimension=exclusive_categories"]
      )
    })
  )

  it.effect("gets the health without an API key", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf()
      const { status } = yield* Effect.promise(() => client.health())
      assert.strictEqual(status, "ok")
      assert.isFalse(exchanged[0]?.sent.has("authorization"))
    })
  )

  it.effect("lists the licenses that match a filter", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf()
      const codesOf = async (filter: Parameters<typeof client.licenses>[0]) =>
        (await client.licenses(filter)).licenses.map(({ code }) => code)
      const found = yield* Effect.promise(async () => [
        await codesOf({ use_type: ["games", "editorial"], territory: "US" }),
        await codesOf({ commercial_scope: "non_commercial" })
      ])
      assert.deepStrictEqual(found, [["NIL-AD-NA"], ["NIL-CLASSROOM", "NIL-EDU"]])
    })
  )

  it.effect.each([
    [undefined, "/v1/schema?version=v1", "1.3.0"],
    ["v1", "/v1/schema?version=v1", "1.3.0"],
    ["v1.1", "/v1/schema?version=v1.1", "1.1.0"],
    ["v1.0.0", "/v1/schema?version=v1.0.0", "1.0.0"],
    ["1.2", "/v1/schema?version=1.2", "1.2.0"],
    ["latest", "/v1/schema?version=latest", "1.3.0"],
    ["v2", "/v2/schema?version=v2", "2.0.0"]
  ] as const)("reads the release that the version %s selects", ([version, path, release]) =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf(version === undefined ? {} : { version })
      const { data: schema, response } = yield* Effect.promise(() => client.schema().withResponse())
      assert.strictEqual(schema._meta.release, release)
      assert.isTrue(exchanged[0]?.url.endsWith(`/api/taxonomy${path}`), exchanged[0]?.url)
      assert.deepStrictEqual(response.version, {
        taxonomy: schema.version,
        latest: "v2.0",
        latestCompatible: release === "2.0.0" ? "v2.0" : "v1.3",
        upgradeAvailable: release !== "2.0.0"
      })
    })
  )

  it.effect("warns once about latest, and about no other version", () =>
    Effect.gen(function* () {
      const latest = yield* clientOf({ version: "latest" })
      yield* Effect.promise(() => latest.client.dimensions())
      assert.lengthOf(latest.warnings, 1)
      assert.include(latest.warnings[0], "not advised in production")
      const pinned = yield* clientOf({ version: "v1.0" })
      yield* Effect.promise(() => pinned.client.dimensions())
      assert.deepStrictEqual(pinned.warnings, [])
    })
  )

  it.effect("revalidates a cached body by its entity tag on request, and returns it on 304", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf({ cache: "no-cache" })
      const [first, second] = yield* Effect.promise(async () => [await client.schema(), await client.schema()])
      assert.deepStrictEqual(second, first)
      assert.deepStrictEqual(
        exchanged
          .filter(({ url }) => url.includes("/schema"))
          .map(({ sent, status }) => [status, sent.get("if-none-match")]),
        [
          [200, null],
          [304, exchanged[0]?.received.get("etag")]
        ]
      )
    })
  )

  it.effect("returns a new object on each call", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf()
      const names = yield* Effect.promise(async () => {
        const first = await client.license("NIL-EDU")
        Object.assign(first, { name: "Mine" })
        return [first.name, (await client.license("NIL-EDU")).name]
      })
      assert.deepStrictEqual(names, ["Mine", "Education"])
    })
  )

  it.effect("caches at most rememberBytes", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf({
        rememberBytes: 2700,
        cache: "no-cache",
        onDeprecation: undefined
      })
      yield* Effect.promise(async () => {
        await client.license("NIL-EDU")
        await client.license("NIL-EDU")
        // Larger than the whole cache, so nothing is evicted.
        await client.schema()
        await client.schema()
        await client.license("NIL-AD-NA")
        await client.license("NIL-CLASSROOM")
        await client.license("NIL-EDU")
        await client.license("NIL-CLASSROOM")
      })
      assert.deepStrictEqual(
        exchanged.map(({ status }) => status),
        [200, 304, 200, 200, 200, 200, 200, 304]
      )
    })
  )

  it.effect("reports each deprecation warning once, with the date of a deprecated license", () =>
    Effect.gen(function* () {
      const { client, notices } = yield* clientOf()
      yield* Effect.promise(async () => {
        await client.license("NIL-CLASSROOM")
        await client.license("NIL-CLASSROOM")
        await client.licenses({ exclusive_categories: "QSR_FAST_FOOD" })
        await client.license("NIL-EDU")
      })
      yield* waitUntil(() => notices.length === 2)
      const [license, value] = notices
      assert.match(license?.text ?? "", /^NIL-CLASSROOM is deprecated since v1\.1, use NIL-EDU instead/)
      assert.deepStrictEqual(
        [license?.deprecatedAt?.toISOString(), license?.sunset?.toISOString()],
        ["2026-02-15T10:00:00.000Z", undefined]
      )
      assert.match(license?.url ?? "", /\/v1\/licenses\/NIL-CLASSROOM\?version=v1$/)
      assert.match(value?.text ?? "", /^exclusive_categories\/QSR_FAST_FOOD is deprecated/)
      assert.deepStrictEqual([value?.deprecatedAt, value?.sunset], [undefined, undefined])
    })
  )

  it.effect("gets the facts of what later releases deprecate, and of the values of a license", () =>
    Effect.gen(function* () {
      const pinned = yield* clientOf({ version: "v1.0" })
      const { deprecations } = yield* Effect.promise(() => pinned.client.schema())
      assert.deepStrictEqual(deprecations, [])
      yield* waitUntil(() => pinned.notices.length === 1)
      const newest = yield* clientOf({ onDeprecation: undefined })
      const facts = (yield* Effect.promise(() => newest.client.schema())).deprecations
      assert.isNotEmpty(facts)
      const noticed = yield* Effect.promise(async () => (await pinned.notices[0]?.readItems()) ?? [])
      assert.deepStrictEqual(new Set(noticed.map(({ item }) => item)), new Set(facts.map(({ item }) => item)))

      const filtering = yield* clientOf({ version: "v1.0" })
      yield* Effect.promise(() => filtering.client.licenses({ exclusive_categories: "QSR_FAST_FOOD" }))
      yield* waitUntil(() => filtering.notices.length === 1)
      const [value, ...others] = yield* Effect.promise(async () => (await filtering.notices[0]?.readItems()) ?? [])
      assert.deepStrictEqual(others, [])
      assert.deepInclude(value, { item: "exclusive_categories/QSR_FAST_FOOD", replaced_by: ["QSR"] })
      assert.deepInclude(value?.since, { version: "v1.1" })
      // The body of its own release only knows that it can go from 2026-08-15 on.
      assert.deepInclude(value, { removed_in: "2.0.0", removed_on: "2026-09-15" })
      assert.deepInclude(value?.earliest_removal, { version: "v2.0", date: "2026-09-15" })
      // One request for the facts.
      assert.deepStrictEqual(
        filtering.exchanged.map(({ url }) => new URL(url).pathname.split("/").at(-1)),
        ["licenses", "items"]
      )
    })
  )

  it.effect("passes deprecations to warn by default, and survives a callback that throws", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const warnings: Array<string> = []
      const options = {
        baseUrl: `http://127.0.0.1:${port}/api/taxonomy/`,
        apiKey: key,
        warn: (message: string) => warnings.push(message)
      }
      const unheard = new TaxonomyClient(options)
      const broken = new TaxonomyClient({
        ...options,
        onDeprecation: () => {
          throw new Error("no room")
        }
      })
      yield* Effect.promise(async () => {
        assert.strictEqual((await unheard.license("NIL-CLASSROOM")).code, "NIL-CLASSROOM")
        assert.strictEqual((await broken.license("NIL-CLASSROOM")).code, "NIL-CLASSROOM")
      })
      yield* waitUntil(() => warnings.length === 2)
      assert.include(warnings[0], "NIL-CLASSROOM is deprecated since v1.1")
      assert.include(warnings[1], "no room")
    })
  )

  it.effect("reports the rate limit of the API key", () =>
    Effect.gen(function* () {
      const { newKey } = yield* TestServer
      const { key } = yield* newKey("professional")
      const { client } = yield* clientOf({ apiKey: key, onDeprecation: undefined })
      yield* Effect.promise(() => client.dimensions())
      const { response } = yield* Effect.promise(() => client.licenses().withResponse())
      assert.deepInclude(response.rateLimit, { limit: 1000, remaining: 998 })
      assert.isAbove(response.rateLimit?.reset.getTime() ?? 0, Date.parse("2026-01-01"))
      const unlimited = yield* clientOf()
      const other = yield* Effect.promise(() => unlimited.client.dimensions().withResponse())
      assert.deepInclude(other.response.rateLimit, { limit: "unlimited", remaining: "unlimited" })
    })
  )

  it.effect("fails with the class of the service's error and the id of the request", () =>
    Effect.gen(function* () {
      const { get, newKey, revoke } = yield* TestServer
      const { client } = yield* clientOf()
      const unknown = yield* clientOf({ apiKey: `nil_${"a".repeat(32)}` })
      const issued = yield* newKey("free")
      yield* revoke(issued.identifier)
      const revoked = yield* clientOf({ apiKey: issued.key })
      const second = yield* clientOf({ version: "v2.0" })
      const missing = yield* clientOf({ version: "v1.9" })
      const unserved = yield* clientOf({ version: "v9" })
      const { port } = yield* TestServer
      const elsewhere = yield* clientOf({ baseUrl: `http://127.0.0.1:${port}` })
      const cases = [
        [() => client.license("NO-SUCH", { requestId: "id-1" }), NotFound, "Base license 'NO-SUCH' not found"],
        [() => missing.client.schema({ requestId: "id-1" }), VersionNotFound, "v1.9"],
        [() => unserved.client.schema({ requestId: "id-1" }), VersionNotFound, "API version v9"],
        [() => elsewhere.client.license("NIL-EDU", { requestId: "id-1" }), PathNotFound, "Check that baseUrl"],
        [() => client.licenses({ use_type: "editorail" }, { requestId: "id-1" }), BadRequest, "editorial"],
        [
          () => second.client.licenses({ exclusive_categories: "QSR_FAST_FOOD" }, { requestId: "id-1" }),
          CodeRemoved,
          "QSR"
        ],
        [() => second.client.license("NIL-CLASSROOM", { requestId: "id-1" }), CodeRemoved, "NIL-EDU"],
        [() => unknown.client.schema({ requestId: "id-1" }), Unauthorized, "Invalid API key"]
      ] as const
      for (const [call, Expected, text] of cases) {
        const failure = yield* failureOf(call)
        if (!(failure instanceof Expected)) return assert.fail(inspect(failure))
        assert.include(failure.message, text)
        assert.deepStrictEqual([failure.requestId, failure.name], ["id-1", Expected.name])
        assert.strictEqual(failure._tag, Expected.name)
      }
      const gone = yield* failureOf(() => second.client.license("NIL-CLASSROOM"))
      assert.instanceOf(gone, CodeRemoved)
      assert.deepStrictEqual([gone.replacedBy, gone.mode], [["NIL-EDU"], "one_of"])
      const value = yield* failureOf(() => second.client.licenses({ exclusive_categories: "QSR_FAST_FOOD" }))
      assert.instanceOf(value, CodeRemoved)
      assert.deepStrictEqual(value.replacedBy, ["exclusive_categories/QSR"])
      // Until the server has read the revocation.
      yield* Effect.repeat(get("/v1/schema", { key: issued.key }), {
        until: ({ status }) => status === 403,
        schedule: pause
      })
      const refused = yield* failureOf(() => revoked.client.schema())
      assert.instanceOf(refused, KeyRevoked)
      assert.strictEqual(refused.message, "API key has been revoked")
    })
  )

  it.effect("shows the caller in the stack of an error", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf()
      const callerOfTheClient = async () => {
        await client.license("NO-SUCH")
      }
      const failure = yield* failureOf(() => callerOfTheClient())
      assert.instanceOf(failure, NotFound)
      assert.match(failure.stack ?? "", /^NotFound: Base license 'NO-SUCH' not found\n(?:.*\n)*.*callerOfTheClient/)
    })
  )

  it.effect("fails without a retry when the limit is used up, with the seconds to wait", () =>
    Effect.gen(function* () {
      const { newKey } = yield* TestServer
      const { key } = yield* newKey("free")
      const { client, exchanged } = yield* clientOf({ apiKey: key, rememberBytes: 0 })
      // Calls without ids of their own would share one request.
      const ids = Array.from({ length: 100 }, (_, number) => `call-${number}`)
      yield* Effect.promise(() => Promise.all(ids.map((requestId) => client.license("NIL-EDU", { requestId }))))
      const failure = yield* failureOf(() => client.license("NIL-EDU"))
      assert.instanceOf(failure, RateLimitExceeded)
      assert.isTrue(failure.retryAfter !== undefined && failure.retryAfter > 0 && failure.retryAfter <= 3600)
      assert.strictEqual(failure.upgradeUrl, upgradeUrl)
      assert.include(failure.message, "100")
      assert.lengthOf(exchanged, 101)
    })
  )

  it.effect("sends nothing if an argument is invalid", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf()
      const calls = [
        ["code", () => client.license("../health")],
        ["code", () => client.license("")],
        ["filter", () => client.licenses({ "no dimension": "x" })],
        ["filter", () => client.licenses({ use_type: "no value" })],
        ["filter", () => client.licenses({ use_type: [] })],
        ["filter", () => client.licenses({ envelope: "true" })],
        ["filter", () => client.licenses({ version: "v1.1" })],
        ["query", () => client.changes({ from: "v1.0", to: "" })],
        ["requestId", () => client.schema({ requestId: "two\r\nlines" })]
      ] as const
      for (const [argument, call] of calls) {
        const failure = yield* failureOf(call)
        assert.instanceOf(failure, InvalidArgument)
        assert.strictEqual(failure.argument, argument)
      }
      assert.deepStrictEqual(exchanged, [])
    })
  )

  it.effect("aborts a call by its signal, with the reason of the signal", () =>
    Effect.gen(function* () {
      const { client, exchanged } = yield* clientOf({
        fetch: (_, init) =>
          new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("ended"))))
      })
      const failure = yield* failureOf(() => {
        const controller = new AbortController()
        const call = client.schema({ signal: controller.signal })
        controller.abort("enough")
        return call
      })
      assert.strictEqual(failure, "enough")
      assert.strictEqual(yield* failureOf(() => client.schema({ signal: AbortSignal.abort("before") })), "before")
      assert.deepStrictEqual(exchanged, [])
    })
  )

  it.effect("never shows its API key", () =>
    Effect.gen(function* () {
      const { key } = yield* TestServer
      const { client, exchanged, warnings } = yield* clientOf({ version: "latest" })
      const failures = [
        yield* failureOf(() => client.license("NO-SUCH")),
        yield* failureOf(() => client.license(key)),
        yield* failureOf(() => client.license(`${key}!`)),
        yield* failureOf(() => client.licenses({ use_type: key }))
      ]
      const echoing = yield* clientOf({
        retries: 0,
        fetch: (_, init) =>
          Promise.reject(new Error("failed", { cause: new Headers(init?.headers).get("authorization") }))
      })
      const echoed = yield* failureOf(() => echoing.client.schema())
      assert.instanceOf(echoed, Error)
      assert.include(echoed.message, "Bearer <API key>")
      const said = [client, format("%s %j", client, client), ...failures, echoed, warnings]
      const shown = said.map((what) => inspect(what, { showHidden: true, depth: Infinity, getters: true })).join("\n")
      assert.strictEqual(exchanged[0]?.sent.get("authorization"), `Bearer ${key}`)
      assert.isDefined(parseApiKey(key))
      assert.notInclude(shown, key)
    })
  )

  it.effect.each([
    ["baseUrl", { baseUrl: "licensing.example" }],
    ["baseUrl", { baseUrl: "file:///etc" }],
    ["baseUrl", { baseUrl: "https://user:secret@licensing.example" }],
    ["baseUrl", { baseUrl: "https://licensing.example/?a=b" }],
    ["apiKey", { apiKey: "" }],
    ["apiKey", { apiKey: "nil_secret\r\nX-Other: 1" }],
    ["version", { version: "v1.x" }],
    ["version", { version: "" }],
    ["version", { version: "v0.9" }],
    ["timeout", { timeout: 0 }],
    ["timeout", { timeout: Infinity }],
    ["retries", { retries: -1 }],
    ["retryDelay", { retryDelay: 0.5 }],
    ["maxBodyBytes", { maxBodyBytes: Number.NaN }]
  ] as const)("rejects an invalid %s: %j", ([argument, options]) =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const usable = { baseUrl: `http://127.0.0.1:${port}`, apiKey: key }
      const failure = yield* failureOf(async () => new TaxonomyClient({ ...usable, ...options }))
      assert.instanceOf(failure, InvalidArgument)
      assert.strictEqual(failure.argument, argument)
      assert.notInclude(failure.message, "secret")
    })
  )
})

layer(
  TestServer.layer((releases) =>
    Effect.gen(function* () {
      yield* publishStory(releases)
      const command = { version: Version.make("2.0.0"), date: "2026-10-01T10:00:00Z", reason: "Wrong countries" }
      yield* appendEvent(releases, (history) => withdraw(history, command))
    }).pipe(Effect.orDie)
  ),
  { excludeTestServices: true }
)("a client of a version whose releases were all withdrawn", (it) => {
  it.effect("fails with VersionNotFound for the major", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf({ version: "v2" })
      const failure = yield* failureOf(() => client.schema())
      assert.instanceOf(failure, VersionNotFound)
      assert.include(failure.message, "v2 was withdrawn")
    })
  )

  it.effect("reads the newest release of the minor, and reports its withdrawal", () =>
    Effect.gen(function* () {
      const { client, notices } = yield* clientOf({ version: "v2.0" })
      const schema = yield* Effect.promise(() => client.schema())
      assert.strictEqual(schema._meta.release, "2.0.0")
      yield* waitUntil(() => notices.length > 0)
      assert.include(notices[0]?.text, "Release v2.0.0 was withdrawn")
    })
  )
})

const translated: Taxonomy = {
  namespace: "samples",
  title: "Samples",
  description: "A sample.",
  translations: { fr: { title: "Exemples" } },
  dimensions: [
    {
      name: "color",
      label: "Color",
      description: "A color.",
      shape: "single",
      required: true,
      translations: { fr: { label: "Couleur" }, "fr-CA": { description: "Une couleur du Canada." } },
      values: [{ code: "red", label: "Red", description: "A red.", translations: { fr: { label: "Rouge" } } }]
    }
  ],
  licenses: [
    {
      code: "PODCAST",
      name: "Podcast",
      description: "For podcasts.",
      config: { color: "red" },
      translations: { fr: { name: "Baladodiffusion" } }
    }
  ],
  rules: []
}

layer(TestServer.layer({ "1.0.0": translated }), { excludeTestServices: true })("a client with a locale", (it) => {
  it.effect("reads every body with its translations, and the normative texts on request", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { client } = yield* clientOf({ locale: ["fr-CA", "de"] })
      const schema = yield* Effect.promise(() => client.schema())
      assert.deepInclude(schema, { title: "Exemples", description: "A sample." })
      assert.deepInclude(schema.dimensions["color"], { name: "Couleur", description: "Une couleur du Canada." })
      const { dimensions } = yield* Effect.promise(() => client.dimensions())
      assert.deepStrictEqual(dimensions, schema.dimensions)
      assert.deepInclude(dimensions["color"]?.value_details["red"], { label: "Rouge", description: "A red." })
      const { licenses } = yield* Effect.promise(() => client.licenses({ color: "red" }))
      const license = yield* Effect.promise(() => client.license("PODCAST"))
      assert.deepStrictEqual([license.name, licenses[0]?.name], ["Baladodiffusion", "Baladodiffusion"])
      const { items } = yield* Effect.promise(() => client.items())
      assert.deepStrictEqual(items.map(({ label }) => label).toSorted(), ["Baladodiffusion", "Couleur", "Rouge"])
      const normative = yield* Effect.promise(() => client.license("PODCAST", { locale: [] }))
      assert.deepStrictEqual<unknown>(normative, (yield* get("/v1/licenses/PODCAST")).json)
    })
  )

  it.effect("reads the normative texts if it prefers their language to that of a translation", () =>
    Effect.gen(function* () {
      const nameOf = Effect.fnUntraced(function* (options: { sourceLanguage?: string }) {
        const { client } = yield* clientOf({ ...options, locale: ["en-US", "fr"] })
        return (yield* Effect.promise(() => client.license("PODCAST"))).name
      })
      const normative = (yield* (yield* TestServer).get("/v1/licenses/PODCAST")).json
      assert.deepInclude(normative, { name: yield* nameOf({}) })
      assert.strictEqual(yield* nameOf({ sourceLanguage: "de" }), "Baladodiffusion")
    })
  )
})
