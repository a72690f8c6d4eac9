import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { openApiText } from "../../../../src/api/openapi/OpenApi.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { basePath, makeService } from "../../../support/server/AskService.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"

const catalog = renderedCatalog([
  release("1.0.0", "2026-01-01", categories(["QSR"])),
  release("1.1.0", "2026-02-01", categories(["QSR", "QSR_FAST_FOOD"], { QSR_FAST_FOOD: { replaced_by: ["QSR"] } }))
])

const options = { basePath, serverVersion: "9.8.7", operatorEmail: undefined, securityEmail: undefined }

describe("the OpenAPI documents of a service", () => {
  it.effect("describe each release, are made once and warn about deprecated items", () =>
    Effect.gen(function* () {
      const { ask, bodies } = yield* makeService(catalog)
      const first = yield* ask("/v1/openapi.json")
      const { "Content-Length": length, ETag: etag, ...headers } = first.headers
      assert.deepStrictEqual(
        [first.endpoint, first.status, first.releases],
        ["releaseOpenapi", 200, [undefined, "1.1.0"]]
      )
      assert.deepStrictEqual(
        [length, etag],
        [String(Buffer.byteLength(first.text ?? "")), `"${sha256(first.text ?? "")}"`]
      )
      assert.match(
        headers["X-Deprecation-Warning"] ?? "",
        /^exclusive_categories\/QSR_FAST_FOOD is deprecated since v1.1/
      )
      assert.strictEqual(headers["Content-Type"], "application/json")
      assert.match(first.text ?? "", /"version":"9\.8\.7\+taxonomy\.1\.1\.0"/)
      const once = bodies.extended()
      assert.isAbove(once, Buffer.byteLength(first.text ?? ""))
      assert.deepStrictEqual(yield* ask("/v1/openapi.json"), first)
      assert.strictEqual(bodies.extended(), once)

      const enveloped = yield* ask("/v1/openapi.json?envelope=true")
      assert.notStrictEqual(enveloped.headers["ETag"], etag)
      assert.isAbove(bodies.extended(), once)
      const compressed = yield* ask("/v1/openapi.json", { acceptEncoding: "br" })
      assert.strictEqual(compressed.headers["ETag"], etag?.replace(/"$/, '-br"'))
      const older = yield* ask("/v1/openapi.json?version=1.0")
      assert.match(older.text ?? "", /"version":"9\.8\.7\+taxonomy\.1\.0\.0"/)
    })
  )

  it.effect.each([
    ["/openapi.json", false],
    ["/openapi.json?envelope=true", true]
  ] as const)("describe every release, without a key: %s", ([path, envelope]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const { headers, status, text } = yield* ask(path, { authorization: undefined })
      const expected = openApiText(envelope ? { ...options, envelope } : options)
      assert.strictEqual(text, expected)
      assert.deepStrictEqual(
        [status, headers],
        [
          200,
          {
            "Cache-Control": "public, max-age=3600, s-maxage=7200",
            Vary: "Authorization, Accept-Encoding",
            "Content-Type": "application/json",
            ETag: `"${sha256(expected)}"`,
            "Content-Length": String(Buffer.byteLength(expected))
          }
        ]
      )
    })
  )
})
