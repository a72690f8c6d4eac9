import { brotliDecompressSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { guideContentSecurityPolicy } from "../../../src/api/docs/DocsStyle.ts"
import { endpointRoutes } from "../../../src/api/EndpointRoutes.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { makeBodyCache } from "../../../src/server/bodies/BodyCache.ts"
import { makePages } from "../../../src/server/Pages.ts"
import { ExplorerUnavailable, type ExplorerAssets } from "../../../src/site/ExplorerAssets.ts"
import { noGuides } from "../../../src/site/Guides.ts"
import { explorerContentSecurityPolicy, renderShell } from "../../../src/site/Shell.ts"
import { categories, release } from "../../support/server/histories.ts"
import { renderedCatalog } from "../../support/server/RenderedCatalog.ts"
import { readReply, serveCatalog } from "../../support/server/ServeCatalog.ts"

const assets: ExplorerAssets = {
  script: { name: "app-1.js", contentType: "text/javascript", text: `const text = "${"é".repeat(300)}"\n` },
  terms: { name: "app-1.terms.js", contentType: "text/javascript", text: "terms()\n" },
  style: { name: "app-1.css", contentType: "text/css", text: "p { margin: 0 }\n" },
  notices: { name: "NOTICES.txt", contentType: "text/plain", text: "MIT\n" }
}

const facts = { basePath: "/api", serverVersion: "1.2.3", securityEmail: "security@example.com" }
const shell = renderShell(assets, { source: "api", assetsPath: "explore/" })
const forever = { "Cache-Control": "public, max-age=31536000, immutable" }
const catalog = renderedCatalog([release("1.0.0", "2026-01-01", categories(["QSR"]))])

/** The pages of a source of the application. */
const pagesOf = (source: Parameters<typeof makePages>[1]) =>
  Effect.flatMap(makeBodyCache(0), ({ shelf }) =>
    makePages({ interface: facts, guides: Effect.succeed(noGuides), made: shelf() }, source)
  )

const loaded = pagesOf(Effect.succeed(assets))

describe("makePages", () => {
  it.effect.each([
    ["/api/explore", shell, "text/html", { "Cache-Control": "no-cache", policy: explorerContentSecurityPolicy }],
    ["/api/explore/app-1.js", assets.script.text, "text/javascript", forever],
    ["/api/explore/app-1.css", assets.style.text, "text/css", forever],
    ["/api/explore/NOTICES.txt", assets.notices.text, "text/plain", { "Cache-Control": "no-cache" }]
  ] as const)("finds %s", ([path, text, type, { policy, ...caching }]: PageCase) =>
    Effect.gen(function* () {
      const found = yield* (yield* loaded)(path, "identity")
      const { headers, ...rest } = readReply(found?.ok ?? assert.fail(path))
      assert.deepStrictEqual(rest, { status: 200, text })
      assert.deepStrictEqual(headers, {
        "Content-Type": `${type}; charset=utf-8`,
        Vary: "Accept-Encoding",
        ...caching,
        ETag: `"${sha256(text)}"`,
        "Repr-Digest": `sha-256=:${Buffer.from(sha256(text), "hex").toString("base64")}:`,
        "Content-Length": String(Buffer.byteLength(text))
      })
      assert.strictEqual(
        found?.ok.headers["Content-Security-Policy"],
        policy ?? "default-src 'none'; frame-ancestors 'none'"
      )
    })
  )

  it.effect("compresses what gains from it", () =>
    Effect.gen(function* () {
      const find = yield* loaded
      const { ok } = (yield* find("/api/explore/app-1.js", "br")) ?? assert.fail("no script")
      assert.strictEqual(brotliDecompressSync(ok.body ?? "").toString(), assets.script.text)
      const style = yield* find("/api/explore/app-1.css", "br")
      assert.strictEqual(style?.etag, `"${sha256(assets.style.text)}"`)
    })
  )

  it.effect.each([
    ["/api/explore/", 1],
    ["/api/explore/a/b", 1],
    ["/api/explorer", 0],
    ["/api/v1/explore", 0],
    ["/explore", 0]
  ] as const)("loads the application for what is below its page, and finds nothing else: %s", ([path, expected]) =>
    Effect.gen(function* () {
      let loads = 0
      const find = yield* pagesOf(Effect.sync(() => ((loads += 1), assets)))
      assert.isUndefined(yield* find(path, "identity"))
      assert.strictEqual(loads, expected)
    })
  )

  it.effect("finds guides and the client, which is sent as it is packed", () =>
    Effect.gen(function* () {
      const { shelf } = yield* makeBodyCache(0)
      const clientPackage = { name: "client-1.0.0.tgz", bytes: gzipSync("é".repeat(9999), { level: 0 }) }
      const guides = Effect.succeed({ pages: [{ name: "reading", title: "Read", html: "<p>Read</p>" }], clientPackage })
      const find = yield* makePages({ interface: facts, guides, made: shelf() })
      const page = (yield* find("/api/docs/reading", "br")) ?? assert.fail("no page")
      assert.strictEqual(page.ok.body, "<p>Read</p>")
      assert.strictEqual(page.ok.headers["Content-Security-Policy"], guideContentSecurityPolicy)
      const file = (yield* find("/api/docs/client-1.0.0.tgz", "gzip")) ?? assert.fail("no client")
      assert.isTrue(clientPackage.bytes.equals(Buffer.from(file.ok.body ?? "")))
      assert.isUndefined(file.ok.headers["Content-Encoding"])
      for (const path of ["/api/docs", "/api/docs/", "/api/docs/other", "/api/docs/guides.json", "/api/explore"])
        assert.isUndefined(yield* find(path, "identity"))
    })
  )

  it.effect("tells agents the endpoints and the guides, below the root of the host", () =>
    Effect.gen(function* () {
      const { shelf } = yield* makeBodyCache(0)
      const guides = Effect.succeed({ pages: [{ name: "reading", title: "Read API", html: "" }] })
      const find = yield* makePages({ interface: facts, guides, made: shelf() })
      const { headers, text } = readReply(((yield* find("/llms.txt", "identity")) ?? assert.fail("no file")).ok)
      assert.strictEqual(headers["Content-Type"], "text/markdown; charset=utf-8")
      assert.match(text ?? "", /^# Taxonomy Licensing Data Service\n\n> /)
      for (const { path } of endpointRoutes()) assert.include(text, `- \`GET /api${path}\`: `)
      assert.include(text, "- [Read API](/api/docs/reading)\n")
      assert.isUndefined(yield* find("/api/llms.txt", "identity"))
    })
  )

  it.effect("tells where to report a weakness, for half a year from today (RFC 9116)", () =>
    Effect.gen(function* () {
      const { shelf } = yield* makeBodyCache(0)
      const find = yield* makePages({ interface: facts, guides: Effect.succeed(noGuides), made: shelf() })
      yield* TestClock.setTime(Date.UTC(2026, 11, 1, 23, 30))
      const { headers, text } = readReply(
        ((yield* find("/.well-known/security.txt", "identity")) ?? assert.fail("no file")).ok
      )
      assert.strictEqual(headers["Content-Type"], "text/plain; charset=utf-8")
      assert.strictEqual(text, "Contact: mailto:security@example.com\nExpires: 2027-06-01T00:00:00.000Z\n")
      const unknown = yield* makePages({
        interface: { ...facts, securityEmail: undefined },
        guides: Effect.succeed(noGuides),
        made: shelf()
      })
      assert.isUndefined(yield* unknown("/.well-known/security.txt", "identity"))
    })
  )

  it.effect("finds nothing without the application, and says once why", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const pages = yield* pagesOf(Effect.fail(new ExplorerUnavailable({ reason: "It is missing." })))
      const find = Effect.provide(
        pages("/api/explore", "identity"),
        Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      )
      assert.deepStrictEqual([yield* find, yield* find], [undefined, undefined])
      assert.deepStrictEqual(logged, [
        ["/api/explore is not served. The application for browsers cannot be loaded. It is missing."]
      ])
    })
  )

  it.effect("is what the service answers with, without a key and with no rate limit", () =>
    Effect.gen(function* () {
      const { ask } = yield* serveCatalog(catalog, { explorer: Effect.succeed(assets) })
      const asked = (path: string, request: Parameters<typeof ask>[1] = {}) =>
        Effect.map(ask(path, { authorization: undefined, ...request }), ({ headers, limits, status }) => [
          limits,
          status,
          headers["Allow"] ?? headers["X-Error-Code"]
        ])
      const answered = (status: number, fact?: string) => [[], status, fact]
      assert.deepStrictEqual(yield* asked("/explore"), answered(200))
      assert.deepStrictEqual(yield* asked("/explore", { ifNoneMatch: "*" }), answered(304))
      assert.deepStrictEqual(yield* asked("/explore", { ifNoneMatch: `"${sha256(shell)}"` }), answered(304))
      assert.deepStrictEqual(yield* asked("/explore", { ifNoneMatch: '"other"' }), answered(200))
      assert.deepStrictEqual(yield* asked("/explore", { method: "OPTIONS" }), answered(204, "GET, OPTIONS"))
      assert.deepStrictEqual(yield* asked("/explore", { method: "HEAD" }), answered(405, "GET, OPTIONS"))
      assert.deepStrictEqual(yield* asked("/explore/no.js"), answered(404, "path-not-found"))
    })
  )
})

type PageCase = readonly [
  path: string,
  text: string,
  type: string,
  headers: { readonly "Cache-Control": string; readonly policy?: string }
]
