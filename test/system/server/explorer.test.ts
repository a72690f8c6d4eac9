// @effect-diagnostics preferSchemaOverJson:off
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import type { SchemaBody } from "../../../src/api/bodies/SchemaBody.ts"
import { makeBodyCache } from "../../../src/server/bodies/BodyCache.ts"
import { makePages } from "../../../src/server/Pages.ts"
import { ExplorerUnavailable } from "../../../src/site/ExplorerAssets.ts"
import { noGuides } from "../../../src/site/Guides.ts"
import { ownProject } from "../../support/OwnProject.ts"
import { vocabulary } from "./releases.ts"
import { send, type Received, type Sent } from "./request.ts"
import { TestServer } from "./TestServer.ts"

const projectReleases = join(ownProject, "releases")

/** A server of the releases of this project. */
const ownReleases = TestServer.layer((releases) =>
  FileSystem.FileSystem.use((fs) => Effect.orDie(fs.copy(projectReleases, releases)))
)

const textOf = ({ bytes }: Received): string => bytes.toString()

/** Sends a request without an API key. */
const open = (path: string, sent: Sent = {}) =>
  Effect.flatMap(TestServer, ({ port }) => send(port, `/api/taxonomy${path}`, sent))

const assetsIn = (page: Received): ReadonlyArray<string> =>
  [...textOf(page).matchAll(/(?:href|src)="(explore\/[^"]*)"/g)].map(([, path]) => `/${path}`)

/** Everything that a client without a key can read, by its path. */
const openAnswers = Effect.gen(function* () {
  const page = yield* open("/explore")
  const paths = ["/explore", ...assetsIn(page), "/explore/THIRD-PARTY-NOTICES.md", "/docs", "/openapi.json", "/health"]
  const errors = ["/", "/nowhere", "/explore/nowhere.js", "/docs?key=1"]
  const keyed = [
    "/v1/schema",
    "/v1/licenses",
    "/v1/licenses/NONE",
    "/v1/dimensions",
    "/v1/releases",
    "/v1/items",
    "/v1/changes?from=v1.0",
    "/v9/schema"
  ]
  const answers = yield* Effect.forEach([...paths, ...errors, ...keyed], (path) =>
    Effect.map(open(path), (answer) => [path, answer] as const)
  )
  for (const [path, { status }] of answers) {
    assert.strictEqual(status, paths.includes(path) ? 200 : keyed.includes(path) ? 401 : path.includes("?") ? 400 : 404)
  }
  return new Map(answers)
})

layer(ownReleases, { excludeTestServices: true })("GET /explore", (it) => {
  it.effect("sends a page without an API key that runs nothing but its own script", () =>
    Effect.gen(function* () {
      const page = yield* open("/explore")
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.strictEqual(
        page.headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
      assert.include(textOf(page), '<meta name="explorer-source" content="api">')
      assert.notMatch(textOf(page), /<style|<script(?! defer src="explore\/[^"]+"><\/script>)|\son\w+=/)
      assert.isUndefined(page.headers["x-ratelimit-limit"])
      assert.strictEqual(page.headers["cache-control"], "no-cache")
    })
  )

  it.effect("sends the assets that it names, which caches keep for good", () =>
    Effect.gen(function* () {
      const assets = assetsIn(yield* open("/explore"))
      assert.lengthOf(assets, 2)
      const types = yield* Effect.forEach(assets, (path) =>
        Effect.map(open(path), (asset) => {
          assert.strictEqual(asset.status, 200)
          assert.strictEqual(asset.headers["cache-control"], "public, max-age=31536000, immutable")
          assert.strictEqual(asset.headers["vary"], "Accept-Encoding")
          return asset.headers["content-type"]
        })
      )
      assert.deepStrictEqual(types, ["text/css; charset=utf-8", "text/javascript; charset=utf-8"])
      // Its name stays the same when packages change.
      const notices = yield* open("/explore/THIRD-PARTY-NOTICES.md")
      assert.strictEqual(notices.headers["cache-control"], "no-cache")
    })
  )

  it.effect("compresses, and answers 304 to whoever has the current bytes", () =>
    Effect.gen(function* () {
      for (const path of ["/explore", ...assetsIn(yield* open("/explore"))]) {
        const plain = yield* open(path)
        const br = yield* open(path, { headers: { "Accept-Encoding": "br" } })
        const gzip = yield* open(path, { headers: { "Accept-Encoding": "gzip" } })
        assert.deepStrictEqual(brotliDecompressSync(br.bytes), plain.bytes)
        assert.deepStrictEqual(gunzipSync(gzip.bytes), plain.bytes)
        const { etag = "" } = br.headers
        const again = yield* open(path, { headers: { "Accept-Encoding": "br", "If-None-Match": etag } })
        assert.deepStrictEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag])
      }
    })
  )

  it.effect("allows GET and OPTIONS, and has no other paths", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* open("/explore", { method: "OPTIONS" })).status, 204)
      for (const method of ["HEAD", "POST"]) assert.strictEqual((yield* open("/explore", { method })).status, 405)
      const unknown = [
        "/explore/",
        "/Explore",
        "/explore/index.html",
        "/explore/../v1/schema",
        "/explore/%2e%2e",
        "/explorer"
      ]
      for (const path of unknown) {
        const { headers, status } = yield* open(path)
        assert.deepStrictEqual([path, status, headers["x-error-code"]], [path, 404, "path-not-found"])
      }
    })
  )
})

/** Every code and every label of a release. */
const termsOf = ({ base_licenses, dimensions, namespace, removed = [], title, validation_rules }: SchemaBody) => [
  namespace,
  title,
  ...Object.entries(dimensions).flatMap(([name, dimension]) => [
    name,
    dimension.name,
    ...Object.entries(dimension.value_details).flatMap(([code, { label }]) => [code, label])
  ]),
  ...base_licenses.flatMap(({ code, name }) => [code, name]),
  ...Object.keys(validation_rules.conflicts),
  ...removed.flatMap(({ item }) => item.split("/"))
]

/**
 * Words of the interface, or of the licenses of packages, that are codes or labels of the taxonomy too. A code with a sign, a digit or capitals, and nearly
 * any label of two words or more, is never an ordinary word.
 */
const ordinary = new Set([
  "exclusivity",
  "image",
  "likeness",
  "name",
  // The sentence of a term sheet about a duty: "Not required: …".
  "Not required",
  "none",
  // The licenses of other software: "FITNESS FOR A PARTICULAR PURPOSE".
  "FITNESS",
  "health",
  "retail",
  "union",
  "agent",
  "counsel",
  "permitted",
  "print",
  "required",
  "territory",
  "translation"
])

const isOrdinary = (term: string): boolean =>
  ordinary.has(term) || (/^[A-Z][a-z]+$/.test(term) && ordinary.has(term.toLowerCase()))

/** Finds the terms that a text contains as whole words. */
const leaksIn = (text: string, terms: ReadonlyArray<string>): ReadonlyArray<string> =>
  terms.filter((term) => {
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
      if (!/[\w-]/.test(`${text[at - 1] ?? ""}${text[at + term.length] ?? ""}`)) return true
    }
    return false
  })

/** The terms of every release of this project. Short ones, such as `UK`, are part of other words. */
const termsOfProject = (): ReadonlyArray<string> => {
  const folders = readdirSync(projectReleases).filter((name) => name.startsWith("v"))
  const schemas = folders.map((folder) => readFileSync(`${projectReleases}/${folder}/schema.json`, "utf8"))
  const terms = schemas.flatMap((text) => termsOf(JSON.parse(text)))
  return [...new Set(terms)].filter((term) => term.length > 3)
}

describe("what is served without an API key", () => {
  it.live("contains no code and no label of any release, but for ordinary words", () =>
    Effect.gen(function* () {
      const terms = termsOfProject()
      assert.isAbove(terms.length, 500)
      for (const [path, answer] of yield* openAnswers) {
        const leaks = leaksIn(textOf(answer), terms).filter((term) => !isOrdinary(term))
        assert.deepStrictEqual([path, leaks], [path, []])
        const headers = Object.entries(answer.headers).filter(([name]) => !name.startsWith("access-control-"))
        assert.deepStrictEqual(
          leaksIn(JSON.stringify(headers), terms).filter((term) => !isOrdinary(term)),
          []
        )
      }
      // The search finds what is there.
      const schema = readFileSync(`${projectReleases}/v1.0.0/schema.json`, "utf8")
      const all = termsOf(JSON.parse(schema)).filter((term) => term.length > 3)
      assert.deepStrictEqual(leaksIn(schema, all), all)
    }).pipe(Effect.provide(ownReleases))
  )

  it.live("is the same whatever the taxonomy is", () =>
    Effect.gen(function* () {
      const own = yield* openAnswers.pipe(Effect.provide(ownReleases))
      const others = yield* openAnswers.pipe(Effect.provide(TestServer.layer({ "1.0.0": vocabulary("OTHER") })))
      for (const [path, answer] of own) {
        // The time and the id of a request differ.
        const facts = (each: Received | undefined) => [
          path,
          each?.status,
          each && textOf(each).replace(/"timestamp":"[^"]*"/, ""),
          Object.entries(each?.headers ?? {}).filter(([name]) => name !== "date" && name !== "x-request-id")
        ]
        assert.deepStrictEqual(facts(others.get(path)), facts(answer))
      }
    })
  )
})

describe("a server without the Explorer", () => {
  it.effect("starts, logs why, and answers 404", () =>
    Effect.gen(function* () {
      const load = new ExplorerUnavailable({ reason: "It is missing." })
      const logged: Array<unknown> = []
      const logger = Logger.make(({ message }) => void logged.push(message))
      const { shelf } = yield* makeBodyCache(0)
      const pages = yield* makePages(
        {
          interface: { basePath: "/api/taxonomy", serverVersion: "1.2.3" },
          guides: Effect.succeed(noGuides),
          made: shelf()
        },
        Effect.fail(load)
      ).pipe(Effect.provide(Logger.layer([logger])))
      const found = pages("/api/taxonomy/explore", "identity").pipe(Effect.provide(Logger.layer([logger])))
      assert.isUndefined(yield* found)
      assert.isUndefined(yield* found)
      assert.lengthOf(logged, 1)
      assert.include(String(logged[0]), "/api/taxonomy/explore is not served. ")
    })
  )
})
