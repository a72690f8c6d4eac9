import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ServedCatalog, ServedRelease } from "../../../src/server/catalog/Catalog.ts"
import { makeProofSource, type ProofRequest } from "../../../src/server/catalog/ProofSource.ts"
import { artifactOf, type ReleaseResource } from "../../../src/server/representation/Resources.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { publishStory } from "./licensing.ts"
import { noReleases, servedFrom } from "./servedFrom.ts"
import { signLog } from "./signedLog.ts"

const { key } = await generateSigningKey("example.com/taxonomy", "ed25519")

/** Every resource of a release of which there is a proof. */
const resourcesOf = (served: ServedRelease): ReadonlyArray<ReleaseResource> => [
  ...[...served.view().licenses.keys()].map((code) => ({ name: "license", code }) as const),
  { name: "dimensions", code: "" },
  { name: "schema", code: "" }
]

const newestOf = ({ apiVersions }: ServedCatalog): ServedRelease => {
  const served = apiVersions.get("v1")?.newest
  if (served === undefined) throw new Error("v1 has no release")
  return served
}

layer(NodeServices.layer, { excludeTestServices: true })("the proofs that are kept", (it) => {
  it.effect("of a release need no more memory than they may, and the others are made again", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishStory(releases)
      yield* signLog(releases, key)
      const { bodies, get, status } = yield* servedFrom(releases)
      const { log } = get()
      if (log === undefined) throw new Error("The log is not signed")
      const served = newestOf(get())
      const requests = resourcesOf(served).map((resource): ProofRequest => ({
        log,
        served,
        resource,
        encoding: "identity"
      }))
      const before = status().bytesHeld
      const grownBy = () => status().bytesHeld - before

      const all = makeProofSource(bodies)
      const made = yield* Effect.forEach(requests, (request) => all.load(request), { concurrency: "unbounded" })
      assert.isTrue(requests.every((request) => all.peek(request) !== undefined))
      const needed = grownBy()

      const maxBytes = needed / 2
      const some = makeProofSource(bodies, maxBytes)
      for (const concurrency of [1, "unbounded"] as const) {
        const again = yield* Effect.forEach(requests, (request) => some.load(request), { concurrency })
        assert.deepStrictEqual(
          again.map((representation) => representation?.etag),
          made.map((representation) => representation?.etag)
        )
        assert.isAtMost(grownBy() - needed, maxBytes)
        const kept = requests.filter((request) => some.peek(request) !== undefined)
        assert.isAtLeast(kept.length, 1)
        assert.isBelow(kept.length, requests.length)
      }

      // One that needs more than all may is kept alone, or every request would make it again.
      const one = makeProofSource(bodies, 1)
      for (const request of requests) {
        yield* one.load(request)
        const kept = requests.filter((other) => one.peek(other) !== undefined)
        assert.deepStrictEqual(
          kept.map(({ resource }) => artifactOf(resource)),
          [artifactOf(request.resource)]
        )
      }
    })
  )
})
