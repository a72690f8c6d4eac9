import { assert, describe, it } from "@effect/vitest"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { artifactOf, isServedArtifact, resources } from "../../../../src/server/representation/Resources.ts"
import { makeRouter } from "../../../../src/server/request/Routes.ts"

const find = makeRouter("/api/taxonomy")

const resourceEndpoints = endpointRoutes().filter(({ name }) => Object.hasOwn(resources, name))

describe("resources", () => {
  it.each(resourceEndpoints)("serves the artifact of $name, which is read of a release", (endpoint) => {
    const path = endpoint.path.replace("{api_version}", "v1").replace(/\{[a-z_]+\}/, "A.B")
    const route = find(`/api/taxonomy${path}`)
    assert.strictEqual(route?._tag, "Taxonomy")
    if (route?._tag !== "Taxonomy") return
    assert.deepStrictEqual(route.endpoint, endpoint)
    assert.isTrue(isServedArtifact(artifactOf(route.resource)))
  })

  it("requires an API key for each of them", () => {
    assert.isTrue(resourceEndpoints.every(({ keyed }) => keyed))
  })

  it.each(["manifest.json", "CHANGES.md", "config.schema.json", "licenses", "licenses/A.txt"])(
    "does not serve the artifact %s",
    (path) => {
      assert.isFalse(isServedArtifact(path))
    }
  )
})
