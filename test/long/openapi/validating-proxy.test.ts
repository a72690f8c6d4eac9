import { assert, describe, layer } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { send } from "../../system/server/request.ts"
import { publishSignedStory } from "../../system/server/signedLog.ts"
import { TestServer, use } from "../../system/server/TestServer.ts"
import { inBothForms, requestsOf, serviceRequests, type Caller, type DescribedRequest } from "./Requests.ts"
import { responseViolations, startProxy } from "./ValidatingProxy.ts"

const decodeDocument = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** A proxy in front of the server, for the document at a path. */
const proxyFor = Effect.fnUntraced(function* (path: string) {
  const { get, port } = yield* TestServer
  const { json } = yield* get(path)
  return yield* startProxy(decodeDocument(json), `http://127.0.0.1:${port}/api/taxonomy`)
})

/** The key of each caller. */
const issueKeys = Effect.gen(function* () {
  const server = yield* TestServer
  const revoked = yield* server.newKey("free")
  yield* server.revoke(revoked.identifier)
  const exhausted = yield* server.newKey("free")
  yield* use(exhausted.identifier, "free", 100)
  yield* Effect.repeat(server.get("/v1/items", { key: revoked.key }), { until: ({ status }) => status === 403 })
  return { nobody: undefined, unknown: "nil_none", revoked: revoked.key, exhausted: exhausted.key } satisfies Record<
    Caller,
    string | undefined
  >
})

/** Sends requests by way of a proxy; returns what differs from the expectation and what violates the document. */
const findProblems = Effect.fnUntraced(function* (port: number, requests: ReadonlyArray<DescribedRequest>) {
  const keys = yield* issueKeys
  const { key: usual } = yield* TestServer
  const problems = yield* Effect.forEach(
    requests,
    ({ caller, headers, path, status }) => {
      const key = caller === undefined ? usual : keys[caller]
      const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` }
      return Effect.map(send(port, path, { headers: { ...authorization, ...headers } }), (received) => [
        ...(received.status === status ? [] : [`${path} of ${caller}: ${received.status}, not ${status}`]),
        ...(status < 400 || received.headers["content-type"] === (headers?.["Accept"] ?? "application/json")
          ? []
          : [`${path} of ${caller}: an error as ${received.headers["content-type"]}`]),
        ...responseViolations(received.headers["sl-violations"]).map((violation) => `${path}: ${violation}`)
      ])
    },
    { concurrency: 8 }
  )
  return problems.flat()
})

const distinct = (requests: ReadonlyArray<DescribedRequest>): number =>
  new Set(requests.map((request) => JSON.stringify(request))).size

describe("a validating proxy in front of the server", () => {
  layer(TestServer.layer(publishSignedStory), { excludeTestServices: true })(
    "finds no response that violates",
    (it) => {
      it.effect("the public document, in 500 different requests and both forms of errors", () =>
        Effect.gen(function* () {
          const requests = inBothForms([...requestsOf("v1"), ...requestsOf("v2"), ...serviceRequests])
          const asProblems = requests.filter(({ headers }) => headers?.["Accept"] !== undefined)
          assert.isAtLeast(distinct(requests), 500)
          assert.isAtLeast(distinct(asProblems), 150)
          yield* Console.log(`${distinct(requests)} requests, ${asProblems.length} errors in each form`)
          const { port } = yield* proxyFor("/openapi.json")
          assert.deepStrictEqual(yield* findProblems(port, requests), [])
        })
      )

      it.effect("the documents of releases, in the same requests", () =>
        Effect.gen(function* () {
          for (const api of ["v1", "v2"] as const) {
            const { port } = yield* proxyFor(`/${api}/openapi.json`)
            assert.deepStrictEqual(yield* findProblems(port, inBothForms(requestsOf(api))), [])
          }
        })
      )

      it.effect("the documents for clients that ask for the envelope", () =>
        Effect.gen(function* () {
          const requests = inBothForms(requestsOf("v1"))
            .filter(({ path, status }) => status !== 304 && !/openapi\.json|\/proofs\/|\.atom/.test(path))
            .map((request) => ({
              ...request,
              path: `${request.path}${request.path.includes("?") ? "&" : "?"}envelope=true`
            }))
          for (const path of ["/openapi.json?envelope=true", "/v1/openapi.json?envelope=true"]) {
            const { port } = yield* proxyFor(path)
            assert.deepStrictEqual(yield* findProblems(port, requests), [])
          }
        })
      )

      it.effect("but would find an envelope that the document leaves out, and codes of another release", () =>
        Effect.gen(function* () {
          const { port } = yield* proxyFor("/v2/openapi.json")
          const envelope = "/v2/schema?envelope=true"
          const problems = yield* findProblems(port, [
            { path: "/v2/schema", status: 200 },
            { path: envelope, status: 200 },
            { path: "/v1/licenses", status: 200 }
          ])
          assert.isTrue(problems.some((problem) => problem.startsWith(`${envelope}: response.body`)))
          assert.isTrue(problems.some((problem) => problem.startsWith("/v1/licenses: response.body.licenses")))
          assert.isFalse(problems.some((problem) => problem.startsWith("/v2/schema:")))
        })
      )
    }
  )
})
