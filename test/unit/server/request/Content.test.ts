import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findContent } from "../../../../src/server/request/Content.ts"
import { makeRouter } from "../../../../src/server/request/Routes.ts"
import { makePathNotFound } from "../../../../src/server/response/ErrorReplies.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const catalog = catalogAfter(release("1.0.0", "2026-01-01", categories(["QSR"])))
const now = { unixMillis: 0, monotonicMillis: 0 }
const pathNotFound = makePathNotFound("/api/taxonomy")

/** A release without a single artifact, like an old release and the artifact of a new endpoint. */
const withoutArtifacts = {
  bodies: new Map(),
  manifest: "",
  licenseEntries: { prefix: new Uint8Array(), entries: new Map(), suffix: new Uint8Array() },
  byteLength: 0
}

const contentAt = (path: string, query = "") => {
  const route = makeRouter("/api/taxonomy")(`/api/taxonomy${path}`)
  if (route === undefined) throw new Error(path)
  return findContent(
    {
      pathNotFound,
      changes: { peek: () => undefined, load: () => Effect.die("not needed") },
      bodies: {
        peek: () => withoutArtifacts,
        load: () => Effect.succeed(withoutArtifacts),
        digestOf: () => undefined,
        extend: () => {}
      },
      proofs: { peek: () => undefined, load: () => Effect.die("not needed") },
      documents: Effect.die("not needed"),
      releaseDocuments: { peek: () => undefined, load: () => Effect.die("not needed") },
      version: "1.0.0",
      degraded: () => false,
      draining: () => true
    },
    catalog,
    route,
    query,
    {
      id: "a",
      method: "GET",
      client: undefined,
      isPreflight: false,
      target: path,
      authorization: undefined,
      acceptEncoding: "br",
      ifMatch: undefined,
      ifNoneMatch: "*"
    },
    now
  )
}

describe("findContent", () => {
  it.each(["", "envelope=true"])("answers 404 for an artifact that the release does not have, with ?%s", (query) => {
    const content = contentAt("/v1/schema", query)
    const found = Result.isSuccess(content) ? content.success.peek() : undefined
    assert.isDefined(found)
    assert.strictEqual(found?.ok.status, 404)
    assert.strictEqual(found?.etag, undefined)
    assert.include(found?.ok.headers ?? [], "resource-not-found")
    assert.include(found?.ok.headers ?? [], "v1.0")
  })

  it("answers health with 503 and a code while the server drains", () => {
    const content = contentAt("/health")
    const found = Result.isSuccess(content) ? content.success.peek() : undefined
    assert.strictEqual(found?.ok.status, 503)
    assert.include(found?.ok.headers ?? [], "draining")
  })

  it("refuses an API version without releases", () => {
    const content = contentAt("/v2/schema")
    const reply = Result.isFailure(content) ? content.failure : undefined
    assert.strictEqual(reply?.status, 404)
    assert.include(reply?.headers ?? [], "version-not-found")
  })

  it("refuses a malformed API version as an unknown path", () => {
    const content = contentAt("/v02/schema")
    assert.strictEqual(Result.isFailure(content) ? content.failure : undefined, pathNotFound)
  })
})
