import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TaxonomyClient as EffectClient } from "../../../../src/client/EffectClient.ts"
import {
  InvalidArgument,
  NotFound,
  TaxonomyClient,
  TaxonomyError,
  type ClientOptions
} from "../../../../src/client/Package.ts"
import { verifyArtifact } from "../../../../src/client/Verify.ts"
import { formatVerifierKey } from "../../../../src/domain/transparency/VerifierKey.ts"
import { verifyCheckpoint } from "../../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../../src/platform/WebCrypto.ts"
import { generateSigningKey } from "../../../../src/transparency/SigningKey.ts"
import { publishStory } from "../../server/licensing.ts"
import { signLog } from "../../server/signedLog.ts"
import { TestServer } from "../../server/TestServer.ts"
import { hostileServer, response } from "../HostileServer.ts"
import { rejected } from "../rejected.ts"

const { key } = await generateSigningKey("example.com/taxonomy", "ed25519")
const verifierKey = formatVerifierKey(key.verifier)

const publishSigned = (releases: string) => Effect.andThen(publishStory(releases), signLog(releases, key))

const failureOf = (call: Promise<unknown>) => Effect.promise(() => rejected(call))

/** A client of the test server, and the addresses and headers of its requests. */
const clientOf = Effect.fnUntraced(function* (options: Partial<ClientOptions> = {}) {
  const { key: apiKey, port } = yield* TestServer
  const requests: Array<{ readonly path: string; readonly headers: Readonly<Record<string, string>> }> = []
  const baseUrl = `http://127.0.0.1:${port}/api/taxonomy`
  const client = new TaxonomyClient({
    baseUrl,
    apiKey,
    warn: () => {},
    fetch: (url, request) => {
      requests.push({ path: url.slice(baseUrl.length), headers: request.headers })
      return fetch(url, request)
    },
    ...options
  })
  return { client, requests }
})

layer(Layer.merge(TestServer.layer(publishSigned), NodeServices.layer), { excludeTestServices: true })(
  "a client of a signed log",
  (it) => {
    it.effect.each([
      ["NIL-EDU", "v1", "1.3.0", "licenses/NIL-EDU.json", "/v1/proofs/licenses/NIL-EDU?version=v1.3.0"],
      ["dimensions", "v1.1", "1.1.0", "dimensions.json", "/v1/proofs/dimensions?version=v1.1.0"],
      ["schema", "v2", "2.0.0", "schema.json", "/v2/proofs/schema?version=v2.0.0"]
    ] as const)("gets %s of %s with its proof", ([subject, selector, version, path, request]) =>
      Effect.gen(function* () {
        const { file } = yield* TestServer
        const { client, requests } = yield* clientOf({ version: selector, locale: "fr" })
        const evidence = yield* Effect.promise(() => client.proof(subject))
        assert.deepInclude(evidence, { path, version })
        assert.deepStrictEqual(Buffer.from(evidence.artifact), yield* file(`v${version}/${path}`))
        const proven = yield* Effect.promise(() =>
          verifyArtifact(evidence.artifact, evidence.proof, verifierKey, { path, version })
        )
        assert.deepInclude(proven, { path, version, origin: "example.com/taxonomy" })
        // The proof is that of the very release, even if another one is published before it is read.
        assert.deepStrictEqual(
          requests.map(({ path }) => path),
          [`${request.replace("/proofs", "").split("?")[0]}?version=${selector}`, request]
        )
        assert.deepStrictEqual(
          requests.map(({ headers }) => headers["accept"]),
          ["application/json", "text/plain"]
        )
      })
    )

    it.effect("reads the artifact from its cache and the proof again, and shares no bytes with its caller", () =>
      Effect.gen(function* () {
        const { client, requests } = yield* clientOf({ version: "v1.0" })
        const first = yield* Effect.promise(() => client.proof("NIL-EDU"))
        first.artifact.fill(0)
        const { data: second, response } = yield* Effect.promise(() => client.proof("NIL-EDU").withResponse())
        assert.lengthOf(requests, 3)
        yield* Effect.promise(() => verifyArtifact(second.artifact, second.proof, verifierKey))
        assert.strictEqual(response.version?.taxonomy, "v1.0")
      })
    )

    it.effect("gets the checkpoint without an API key", () =>
      Effect.gen(function* () {
        const { releases } = yield* TestServer
        const { client, requests } = yield* clientOf()
        const checkpoint = yield* Effect.promise(() => client.checkpoint())
        assert.strictEqual(checkpoint, readFileSync(`${releases}/checkpoint`, "utf8"))
        const { origin } = yield* Effect.promise(() =>
          verifyCheckpoint(webCrypto, checkpoint, { logKeys: [key.verifier] })
        )
        assert.strictEqual(origin, "example.com/taxonomy")
        assert.deepStrictEqual([requests.length, requests[0]?.headers["authorization"]], [1, undefined])
      })
    )

    it.effect("does the same with Effect", () =>
      Effect.gen(function* () {
        const { key: apiKey, port } = yield* TestServer
        const client = yield* EffectClient.make({
          baseUrl: `http://127.0.0.1:${port}/api/taxonomy`,
          apiKey: Redacted.make(apiKey)
        })
        const { artifact, proof } = yield* client.proof("schema")
        const { path } = yield* Effect.promise(() => verifyArtifact(artifact, proof, verifierKey))
        assert.strictEqual(path, "schema.json")
        assert.include(yield* client.checkpoint(), "example.com/taxonomy\n")
      })
    )

    it.effect("rejects an unknown code", () =>
      Effect.gen(function* () {
        const { client } = yield* clientOf()
        assert.instanceOf(yield* failureOf(client.proof("NO-SUCH")), NotFound)
        assert.instanceOf(yield* failureOf(client.proof("../health")), InvalidArgument)
      })
    )
  }
)

layer(TestServer.layer(publishStory), { excludeTestServices: true })("a client of an unsigned log", (it) => {
  it.effect("gets neither proofs nor a checkpoint", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf()
      const proof = yield* failureOf(client.proof("schema"))
      const checkpoint = yield* failureOf(client.checkpoint())
      assert.instanceOf(proof, NotFound)
      assert.instanceOf(checkpoint, NotFound)
      assert.match(proof.message, /not signed/)
      assert.match(checkpoint.message, /not signed/)
    })
  )
})

describe("a client whose answer is no checkpoint", () => {
  it.live.each([
    [
      "of another type",
      response("200 OK", "{}"),
      "UnexpectedAnswer",
      "the content type application/json instead of text/plain"
    ],
    [
      "of another content",
      response("200 OK", "A proxy was here", { "Content-Type": "text/plain; charset=utf-8" }),
      "UnexpectedAnswer",
      "the body begins A proxy was here"
    ],
    [
      "of a server that is shutting down",
      response("503 Service Unavailable", '{"status":"draining","version":"1.0.0","timestamp":"2026-11-21T11:46:47Z"}'),
      "ServerError",
      "503"
    ]
  ] as const)("rejects an answer %s", ([, answer, tag, message]) =>
    Effect.gen(function* () {
      const { port } = yield* hostileServer((socket) => socket.write(answer))
      const client = new TaxonomyClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "nil_sample", retries: 0 })
      const failure = yield* failureOf(client.checkpoint())
      if (!(failure instanceof TaxonomyError)) return assert.fail(String(failure))
      assert.strictEqual(failure._tag, tag)
      assert.include(failure.message, message)
    }).pipe(Effect.scoped)
  )
})
